import "fake-indexeddb/auto";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import { endSession, getCurrentSession } from "#api/session.ts";
import { createDraft } from "#domain/capture/draft.ts";
import { deleteDraft, saveDraft } from "#features/captureForm/draft/draftStore.ts";
import * as language from "#i18n/language.ts";
import { aCaptureLicense, aCaptureTemplate } from "#screens/capture/captureTesting.ts";
import { axeFaults } from "#testing/axe.ts";
import { fakeApi, noResponse, problemReply } from "#testing/fakeApi.ts";
import { anId, aSession, aSuperAdmin } from "#testing/fixtures.ts";
import { renderApp } from "#testing/renderApp.tsx";
import { colorMode } from "#theme/colorMode.ts";
import { showAlert } from "#ui/overlay/alertStore.ts";
import { computeFittingCount } from "./useFittingItemCount.ts";

const emptyLists = {
  "GET /documentations": () => ({ items: [] }),
  "GET /documentation/count": () => ({ total: 0 }),
};
const openUserMenu = async () => userEvent.click(await screen.findByRole("button", { name: /^User menu/ }));

describe("1§2 screens and routes", () => {
  test("any other path shows '404 NOT FOUND', logged in or not, and paths are exact", async () => {
    renderApp("/nowhere");
    expect(await screen.findByText("404 NOT FOUND")).toBeTruthy();
    const { router } = renderApp("/Documentation", aSession());
    await waitFor(() => expect(router.state.initialized).toBe(true));
    expect(screen.getAllByText("404 NOT FOUND")).toHaveLength(2);
  });

  test("a session without the role or product goes to /forbidden, which names the reason and offers to log out", async () => {
    const { address } = renderApp("/map", aSession({ products: [] }));
    expect(await screen.findByText("You are not allowed to view this page")).toBeTruthy();
    expect(address()).toBe("/forbidden");
    expect(screen.getByText("Log out and log back in with the right permissions.")).toBeTruthy();
    expect(screen.getByText(/the role View documentations, the product Map/)).toBeTruthy();
    expect(await axeFaults()).toEqual([]);
    fakeApi({ "POST /logout": () => ({ success: true }) });
    await userEvent.click(screen.getByRole("button", { name: "Log out" }));
    await waitFor(() => expect(address()).toBe("/login"));
    expect(getCurrentSession()).toBeNull();
  });

  test("1§8 any HTTP 403 leads to /forbidden, any 401 to /login with the origin remembered", async () => {
    fakeApi({ ...emptyLists, "GET /documentations": () => problemReply(403, "forbidden") });
    const firstVisit = renderApp("/documentation", aSession());
    await waitFor(() => expect(firstVisit.address()).toBe("/forbidden"));
    firstVisit.unmount();

    const sessionEnded = () => problemReply(401, "sessionEnded");
    fakeApi({
      ...emptyLists,
      "GET /documentations": sessionEnded,
      "POST /accessToken/refreshToken": sessionEnded,
    });
    const secondVisit = renderApp("/documentation?q=a", aSession());
    await waitFor(() => expect(secondVisit.address()).toBe("/login"));
    expect(secondVisit.router.state.location.state).toEqual({ origin: "/documentation?q=a" });
  });

  test("a logout in another tab takes effect here", async () => {
    fakeApi(emptyLists);
    const { address } = renderApp("/documentation", aSession());
    await screen.findByText("No documentations yet");
    act(endSession);
    await waitFor(() => expect(address()).toBe("/login"));
  });

  test("/logout goes to /login even if the service fails", async () => {
    fakeApi({ "POST /logout": () => problemReply(500, "unavailable") });
    const { address, router } = renderApp("/logout", aSession());
    await waitFor(() => expect(address()).toBe("/login"));
    expect(router.state.location.state).toBeNull();
  });

  test("rapidpro/surveyor#59 Expensify/App#11850 a logout asks first while finished documentations wait to be sent", async () => {
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    const api = fakeApi({
      ...emptyLists,
      "GET /health": noResponse,
      "POST /logout": () => ({ success: true }),
    });
    const draft = createDraft({
      ...{ userId: aSession().userId, creator: "staff", name: "Mast 1", newId: anId },
      ...{ createdAt: "2026-05-04T09:30:00Z", license: aCaptureLicense(), template: aCaptureTemplate() },
    });
    await saveDraft({ ...draft, finish: "complete" });
    const { address, router } = renderApp("/logout", aSession());
    const dialog = within(await screen.findByRole("alertdialog"));
    expect(dialog.getAllByText(/^1 finished documentation has not been sent yet/)).not.toEqual([]);
    await userEvent.click(dialog.getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(address()).not.toBe("/logout"));
    expect(api.to("POST /logout")).toHaveLength(0);
    act(() => void router.navigate("/logout"));
    const again = within(await screen.findByRole("alertdialog"));
    await userEvent.click(again.getByRole("button", { name: "Log out" }));
    await waitFor(() => expect(address()).toBe("/login"));
    expect(api.to("POST /logout")).toHaveLength(1);
    await deleteDraft(draft.id);
    vi.restoreAllMocks();
  });

  test("a user without a home screen sees links to the accessible screens at /", async () => {
    renderApp("/", aSession({ roles: ["ROLE_TEMPLATE_READ", "ROLE_SUGGESTION_LIST_READ"] }));
    expect(await screen.findByText("Welcome, staff")).toBeTruthy();
    const list = within(screen.getByText("Welcome, staff").closest("main")!);
    expect(list.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual([
      "/template",
      "/suggestionList",
    ]);
  });
});

describe("1§2 navigation", () => {
  test("the current page is marked in the navigation and named in the window title", async () => {
    fakeApi(emptyLists);
    renderApp("/documentation", aSession());
    const nav = await screen.findByRole("navigation", { name: "Main navigation" });
    const link = within(nav).getByRole("link", { name: "Documentations" });
    expect(link.getAttribute("aria-current")).toBe("page");
    expect(document.title).toBe("Documentations · Siteproof");
    expect(document.documentElement.lang).toBe("en");
    expect(screen.getByText("Skip to content").getAttribute("href")).toBe("#main");
    await screen.findByText("No documentations yet");
    expect(await axeFaults()).toEqual([]);
  });

  test("with ROLE_SWITCH_CUSTOMER the username is shown together with the customer", async () => {
    renderApp("/template", aSession({ roles: ["ROLE_SWITCH_CUSTOMER", "ROLE_TEMPLATE_READ"] }));
    expect(await screen.findByText("staff (Norrfiber)")).toBeTruthy();
  });

  test("the user menu has theme, language and log out; the theme is remembered locally", async () => {
    renderApp("/template", aSuperAdmin());
    await openUserMenu();
    const items = screen.getAllByRole("menuitem").map((item) => item.textContent);
    expect(items).toEqual(["Switch user", "Profile", "Language", "Release notes", "Help", "Log out"]);
    await userEvent.click(screen.getByRole("menuitemradio", { name: "Dark" }));
    expect(document.documentElement.dataset.colorMode).toBe("dark");
    expect(localStorage.getItem("colorMode")).toBe("dark");
    expect(colorMode()).toBe("dark");
  });

  test("1§1 the language dialog stores the choice and reloads the page", async () => {
    const reload = vi.fn();
    const originalChooseLanguage = language.chooseLanguage;
    vi.spyOn(language, "chooseLanguage").mockImplementation((choice) =>
      originalChooseLanguage(choice, reload),
    );
    renderApp("/template", aSession({ roles: ["ROLE_TEMPLATE_READ"] }));
    await openUserMenu();
    await userEvent.click(screen.getByRole("menuitem", { name: "Language" }));
    await userEvent.click(await screen.findByRole("radio", { name: "Svenska" }));
    await userEvent.click(screen.getByRole("button", { name: "Apply" }));
    expect(localStorage.getItem("language")).toBe("sv");
    expect(reload).toHaveBeenCalledOnce();
    expect(language.getLanguage()).toBe("sv");
  });

  test("G and a letter open a page, but none that the user cannot open", async () => {
    fakeApi(emptyLists);
    const { address } = renderApp("/profile", aSession({ roles: ["ROLE_DOCUMENTATION_READ"] }));
    // The shortcuts load after the first paint.
    await waitFor(() => {
      fireEvent.keyDown(document.body, { key: "g" });
      fireEvent.keyDown(document.body, { key: "d" });
      expect(address()).toBe("/documentation");
    });
    fireEvent.keyDown(document.body, { key: "g" });
    fireEvent.keyDown(document.body, { key: "t" });
    fireEvent.keyDown(document.body, { key: "d" });
    expect(address()).toBe("/documentation");
    fireEvent.keyDown(document.body, { key: "g" });
    fireEvent.keyDown(document.body, { key: "p" });
    await waitFor(() => expect(address()).toBe("/profile"));
  });

  test("links that do not fit leave room for the 'More' button", () => {
    expect(computeFittingCount([100, 100, 100], 300, 80)).toBe(3);
    expect(computeFittingCount([100, 100, 100], 299, 80)).toBe(2);
    expect(computeFittingCount([100, 100, 100], 100, 80)).toBe(0);
    expect(computeFittingCount([], 0, 80)).toBe(0);
  });
});

test("1§2 navigation to a page focuses its heading; a changed query string keeps the focus", async () => {
  fakeApi(emptyLists);
  const { router } = renderApp("/profile", aSession({ roles: ["ROLE_SUPER_ADMIN"] }));
  await act(() => router.navigate("/documentation"));
  await screen.findByText("No documentations yet");
  expect(document.activeElement?.textContent).toBe("Documentations");
  const [box] = screen.getAllByRole("searchbox");
  act(() => box!.focus());
  await act(() => router.navigate("/documentation?page=2", { replace: true }));
  await act(() => router.navigate("/documentation?order=asc"));
  expect(document.activeElement).toBe(box);
});

describe("1§8 alerts", () => {
  test("are announced, can be dismissed, and clear on navigation but not when a table changes pages", async () => {
    fakeApi(emptyLists);
    const { router } = renderApp("/documentation", aSession({ roles: ["ROLE_SUPER_ADMIN"] }));
    await screen.findByText("No documentations yet");
    act(() => showAlert("danger", "It broke"));
    act(() => showAlert("success", "It works"));
    act(() => showAlert("danger", "It broke"));
    expect(screen.getAllByText("It broke")).toHaveLength(1);
    expect(screen.getByText("It broke").closest("[aria-live=assertive]")).not.toBeNull();
    await userEvent.click(screen.getAllByRole("button", { name: "Dismiss" })[1]!);
    expect(screen.queryByText("It works")).toBeNull();
    await act(() => router.navigate("/documentation?page=2"));
    expect(screen.getByText("It broke")).toBeTruthy();
    act(() => showAlert("success", "Kept", { survivesNavigation: true }));
    await act(() => router.navigate("/template"));
    await waitFor(() => expect(screen.queryByText("It broke")).toBeNull());
    expect(screen.getByText("Kept")).toBeTruthy();
  });
});
