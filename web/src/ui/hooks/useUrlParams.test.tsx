import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { useUrlParams } from "./useUrlParams.ts";

const withParam = (name: string, value: string) => (current: URLSearchParams) => {
  current.set(name, value);
  return current;
};

function Filters() {
  const [params, change] = useUrlParams();
  const [secondParams, changeAgain] = useUrlParams();
  return (
    <>
      <output>{`${params} ${secondParams}`}</output>
      <button
        type="button"
        onClick={() => {
          change(withParam("q", "mast"));
          changeAgain(withParam("status", "PAUSED"));
        }}
      >
        both
      </button>
    </>
  );
}

test("2§2 two changes of the URL at the same moment are both kept, and undone by Back", async () => {
  const router = createMemoryRouter([{ path: "/", element: <Filters /> }]);
  render(<RouterProvider router={router} />);
  await userEvent.click(screen.getByRole("button"));
  await waitFor(() => expect(router.state.location.search).toBe("?q=mast&status=PAUSED"));
  expect(screen.getByRole("status").textContent).toBe("q=mast&status=PAUSED q=mast&status=PAUSED");
  await router.navigate("/?page=2");
  await screen.findByText("page=2 page=2");
  await userEvent.click(screen.getByRole("button"));
  await waitFor(() => expect(router.state.location.search).toBe("?page=2&q=mast&status=PAUSED"));
});
