import { act, fireEvent, render, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { useNavigateWhileOpen } from "./useNavigateWhileOpen.ts";

test.for([
  { isLeft: false, end: "/result" },
  { isLeft: true, end: "/elsewhere" },
])("1§2 a call whose screen was left ($isLeft) leads to $end", async ({ isLeft, end }) => {
  const call = Promise.withResolvers<void>();
  const navigations: Promise<boolean>[] = [];
  function Screen() {
    const navigate = useNavigateWhileOpen();
    return (
      <button type="button" onClick={() => navigations.push(call.promise.then(() => navigate("/result")))}>
        Start
      </button>
    );
  }
  const router = createMemoryRouter([
    { path: "/", element: <Screen /> },
    { path: "/result", element: "result" },
    { path: "/elsewhere", element: "elsewhere" },
  ]);
  render(<RouterProvider router={router} />);
  fireEvent.click(screen.getByText("Start"));
  if (isLeft) await act(() => router.navigate("/elsewhere"));
  call.resolve();
  expect(await act(() => Promise.all(navigations))).toEqual([!isLeft]);
  expect(router.state.location.pathname).toBe(end);
});
