import { render, screen } from "@testing-library/react";
import { useLayoutEffect } from "react";
import { createMemoryRouter, RouterProvider, useNavigate } from "react-router";
import { expect, test } from "vitest";
import { Redirect } from "./Redirect.tsx";

/** Follows a link in the moment in which the screen with the redirect appears. */
function ImpatientUser() {
  const navigate = useNavigate();
  useLayoutEffect(() => void navigate("/followed"), [navigate]);
  return null;
}

test("1§2 a redirect does not override a link that is followed as it appears", async () => {
  const router = createMemoryRouter([
    {
      path: "/",
      element: (
        <>
          <Redirect to="/home" />
          <ImpatientUser />
        </>
      ),
    },
    { path: "/home", element: "home" },
    { path: "/followed", element: "the link's screen" },
  ]);
  render(<RouterProvider router={router} />);
  expect(await screen.findByText("the link's screen")).toBeTruthy();
  expect(router.state.location.pathname).toBe("/followed");
});
