import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import { axeFaults } from "#testing/axe.ts";
import { fakeApi } from "#testing/fakeApi.ts";
import { aSession } from "#testing/fixtures.ts";
import { renderApp } from "#testing/renderApp.tsx";

const findTour = async () => within(await screen.findByRole("complementary", { name: "Tour" }));
const start = async () => userEvent.click(await screen.findByRole("button", { name: "Start the tour" }));

describe("design§Web the tour", () => {
  test("shows the steps that concern the user, follows the keyboard, and can be left and started again", async () => {
    fakeApi({});
    renderApp("/help", aSession({ roles: ["ROLE_DOCUMENTATION_READ"], products: [] }));
    await start();
    const tour = await findTour();
    expect(tour.getByText("1 of 5")).toBeTruthy();
    expect(await axeFaults()).toEqual([]);
    await userEvent.click(tour.getByRole("button", { name: "Next" }));
    expect(document.activeElement?.textContent).toBe("All documentations");
    expect(tour.getByRole("link", { name: "Open: Documentations" }).getAttribute("href")).toBe(
      "/documentation",
    );
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("complementary", { name: "Tour" })).toBeNull());
    await start();
    expect((await findTour()).getByText("1 of 5")).toBeTruthy();
    await userEvent.click((await findTour()).getByRole("button", { name: "Leave the tour" }));
  });

  test("starts on a user's first overview, and never again once the user has left it", async () => {
    fakeApi({});
    const session = aSession({ roles: ["ROLE_DOCUMENTATION_READ"] });
    const { router } = renderApp("/overview", session, { isFirstVisit: true });
    await screen.findByRole("heading", { name: "Overview" });
    // Not before the user has touched the page.
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(screen.queryByRole("complementary", { name: "Tour" })).toBeNull();
    fireEvent.scroll(window);
    await userEvent.click((await findTour()).getByRole("button", { name: "Leave the tour" }));
    expect(screen.queryByRole("complementary", { name: "Tour" })).toBeNull();
    await act(() => router.navigate("/help"));
    await screen.findByRole("heading", { name: "Help" });
    await act(() => router.navigate("/overview"));
    await screen.findByRole("heading", { name: "Overview" });
    expect(screen.queryByRole("complementary", { name: "Tour" })).toBeNull();
  });
});
