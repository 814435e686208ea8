import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test } from "vitest";
import {
  noFilter,
  parseListFilter,
  serializeListFilter,
} from "#features/documentationList/filter/listFilter.ts";
import { axeFaults } from "#testing/axe.ts";
import { fakeApi } from "#testing/fakeApi.ts";
import { aDocumentation, anId, aSession } from "#testing/fixtures.ts";
import { renderApp } from "#testing/renderApp.tsx";

const mast = { id: anId(), name: "Mast", customerName: "Norrfiber", deleted: false };
const serve = (more: Parameters<typeof fakeApi>[0] = {}) =>
  fakeApi({
    "GET /documentations": () => ({ items: [aDocumentation()] }),
    "GET /documentation/count": () => ({ total: 1 }),
    "GET /documentation/getTemplates": () => ({ items: [mast] }),
    "GET /documentation/getCreators": () => ({ items: ["Isak R", "Åsa"] }),
    "GET /documentation/filterCounts": () => ({ items: [], exact: false }),
    ...more,
  });
const asked = (api: ReturnType<typeof serve>, path = "GET /documentations") =>
  Object.fromEntries(api.to(path).at(-1)!.query);
const chips = () => within(screen.getByRole("list", { name: "Active filters" }));

/** Picks the filter button: the sorting header has the same name. */
const filterButton = (name: string) =>
  within(screen.getByRole("group", { name: "Filters" })).getByRole("button", { name });

beforeEach(() => sessionStorage.clear());

describe("2§2 the filters of the list", () => {
  test("live in the address, are sent with rows and total, and are removed one by one or all at once", async () => {
    const api = serve();
    renderApp(
      `/documentation?templateFilter=${mast.id}&statusFilter=PAUSED;HANDLED&createdDateRange=2024-01-01;&exportedFilter=false&q=mast`,
      aSession(),
    );
    expect(await screen.findByText("Template: Mast")).toBeTruthy();
    const wanted = {
      templateFilter: mast.id,
      statusFilter: "PAUSED;HANDLED",
      createdDateRange: "2024-01-01;",
      exportedFilter: "false",
      query: "mast",
    };
    expect(asked(api)).toMatchObject(wanted);
    expect(asked(api, "GET /documentation/count")).toMatchObject(wanted);
    expect(chips().getByText("Status: Handed over")).toBeTruthy();
    expect(chips().getByText("Created: from 2024-01-01")).toBeTruthy();
    expect(await axeFaults()).toEqual([]);
    await userEvent.click(screen.getByRole("button", { name: "Remove filter Status: Handed over" }));
    await waitFor(() => expect(asked(api)).toMatchObject({ statusFilter: "HANDLED" }));
    await userEvent.click(screen.getByRole("button", { name: "Clear all" }));
    await waitFor(() => expect(asked(api).statusFilter).toBeUndefined());
    expect(asked(api).query).toBe("mast");
    expect(screen.queryByRole("list", { name: "Active filters" })).toBeNull();
  });

  test("a filter chosen right after typing stays, and so does the typed text", async () => {
    const api = serve();
    renderApp("/documentation", aSession());
    await screen.findByText(/Showing rows/);
    await userEvent.type(screen.getAllByRole("searchbox")[0]!, "mast");
    await userEvent.click(filterButton("Exported"));
    await userEvent.click(await screen.findByRole("radio", { name: "Not exported" }));
    await waitFor(() => expect(asked(api)).toMatchObject({ query: "mast", exportedFilter: "false" }));
  });

  test("are chosen column by column; only a super admin sees deleted ones", async () => {
    const api = serve();
    renderApp("/documentation", aSession());
    await screen.findByText(/Showing rows/);
    await userEvent.click(filterButton("Status"));
    const statuses = within(screen.getByRole("dialog", { name: "Status" }));
    expect(statuses.queryByLabelText("Deleted")).toBeNull();
    await userEvent.click(statuses.getByLabelText("Fetched"));
    await waitFor(() => expect(asked(api).statusFilter).toBe("DOWNLOADED"));
    await userEvent.keyboard("{Escape}");
    await userEvent.click(filterButton("Created by"));
    await userEvent.type(await screen.findByRole("searchbox", { name: "Search: created by" }), "ås");
    await waitFor(() => expect(asked(api, "GET /documentation/getCreators").q).toBe("ås"));
    await userEvent.click(await screen.findByLabelText("Åsa"));
    await waitFor(() =>
      expect(asked(api)).toMatchObject({ creatorFilter: "Åsa", statusFilter: "DOWNLOADED" }),
    );
    await userEvent.click(filterButton("Template"));
    await userEvent.click(await screen.findByLabelText("Deleted templates"));
    await waitFor(() => expect(asked(api).deletedTemplates).toBe("true"));
  });

  test("choices say how many they find under the other filters; what was not counted whole says that too", async () => {
    const counts = { items: [{ choice: "COMPLETED", documentations: 12_431 }], exact: true };
    const api = serve({
      "GET /documentation/filterCounts": ({ query }) =>
        query.get("of") === "statusFilter"
          ? counts
          : { items: [{ choice: "Åsa", documentations: 11_000 }], exact: false },
    });
    renderApp("/documentation?exportedFilter=false&q=mast", aSession());
    await screen.findByText(/Showing rows/);
    expect(api.to("GET /documentation/filterCounts")).toEqual([]);
    await userEvent.click(filterButton("Status"));
    const panel = await screen.findByRole("dialog", { name: "Status" });
    await waitFor(() => expect(panel.textContent).toContain("Upload completed12,431"));
    expect(panel.textContent).toContain("Fetched0");
    expect(asked(api, "GET /documentation/filterCounts")).toEqual({
      ...{ of: "statusFilter", exportedFilter: "false", query: "mast", showHidden: "false" },
    });
    expect(await axeFaults()).toEqual([]);
    await userEvent.keyboard("{Escape}");
    await userEvent.click(filterButton("Created by"));
    expect(await screen.findByText("10,000+")).toBeTruthy();
  });

  test("2§5 a range of days begins in 2021, ends today at the latest, and not before it begins", async () => {
    const api = serve();
    renderApp("/documentation", aSession());
    await screen.findByText(/Showing rows/);
    await userEvent.click(filterButton("Uploaded"));
    const dialog = within(await screen.findByRole("dialog", { name: "Uploaded" }));
    await userEvent.type(dialog.getByLabelText("From"), "2024-05-02");
    await userEvent.type(dialog.getByLabelText("To"), "2024-05-01");
    const before = api.to("GET /documentations").length;
    await userEvent.click(dialog.getByRole("button", { name: "Apply" }));
    expect(dialog.getByLabelText("From").getAttribute("aria-invalid")).toBe("true");
    expect(api.to("GET /documentations")).toHaveLength(before);
    await userEvent.clear(dialog.getByLabelText("To"));
    await userEvent.click(dialog.getByRole("button", { name: "Apply" }));
    await waitFor(() => expect(asked(api).uploadedDateRange).toBe("2024-05-02;"));
  });

  test("templates, deleted flag and search are remembered for the session, for each user separately", async () => {
    const api = serve();
    const first = renderApp(
      `/documentation?templateFilter=${mast.id}&statusFilter=PAUSED&q=mast`,
      aSession(),
    );
    await screen.findByText(/Showing rows/);
    first.unmount();
    const again = renderApp("/documentation", aSession());
    await screen.findByText("Template: Mast");
    expect(asked(api)).toMatchObject({ templateFilter: mast.id, query: "mast" });
    expect(asked(api).statusFilter).toBeUndefined();
    again.unmount();
    const sent = renderApp("/documentation?q=other", aSession());
    await screen.findByText(/Showing rows/);
    expect(asked(api)).toMatchObject({ query: "other" });
    expect(asked(api).templateFilter).toBeUndefined();
    sent.unmount();
    renderApp("/documentation", aSession({ userId: 2 }));
    await screen.findByText(/Showing rows/);
    expect(asked(api).query).toBeUndefined();
  });

  test("late answers never replace newer ones", async () => {
    const held = new Map<string, (items: object) => void>();
    const api = serve({
      "GET /documentations": ({ query }) => {
        const status = query.get("statusFilter") ?? "";
        return new Promise((answer) => held.set(status, (items) => answer({ items: [items] })));
      },
    });
    renderApp("/documentation?statusFilter=PAUSED", aSession());
    await waitFor(() => expect(held.has("PAUSED")).toBe(true));
    await userEvent.click(screen.getByRole("button", { name: "Clear all" }));
    await waitFor(() => expect(held.has("")).toBe(true));
    held.get("")!(aDocumentation({ name: "newer" }));
    expect(await screen.findByRole("link", { name: "newer" })).toBeTruthy();
    held.get("PAUSED")!(aDocumentation({ name: "late" }));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(screen.queryByRole("link", { name: "late" })).toBeNull();
    expect(screen.getByRole("link", { name: "newer" })).toBeTruthy();
    expect(api.to("GET /documentations")).toHaveLength(2);
  });

  test("a filter without matches differs from an empty list", async () => {
    serve({ "GET /documentations": () => ({ items: [] }), "GET /documentation/count": () => ({ total: 0 }) });
    const none = renderApp("/documentation", aSession());
    expect(await screen.findByText("No documentations yet")).toBeTruthy();
    none.unmount();
    renderApp("/documentation?statusFilter=PAUSED&q=x", aSession());
    expect(await screen.findByText("No documentations match")).toBeTruthy();
    await userEvent.click(screen.getAllByRole("button", { name: "Clear all" }).at(-1)!);
    expect(await screen.findByText("No documentations yet")).toBeTruthy();
  });

  test.each([
    "templateFilter=1;2",
    "statusFilter=DONE",
    "createdDateRange=2020-01-01;",
    "uploadedDateRange=x",
    "exportedFilter=maybe",
  ])("an invalid address filters nothing: %s", (address) => {
    expect(parseListFilter(new URLSearchParams(address))).toEqual(noFilter);
  });

  test("another filter returns to the first page and leaves the rest of the address alone", () => {
    const written = serializeListFilter(new URLSearchParams("page=3&sort=name&order=asc&creatorFilter=x"), {
      ...noFilter,
      deletedTemplates: true,
    });
    expect(written.toString()).toBe("sort=name&order=asc&deletedTemplates=true");
  });
});
