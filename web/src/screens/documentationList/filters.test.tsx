import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test } from "vitest";
import {
  emptyFilter,
  parseListFilter,
  serializeListFilter,
} from "#features/documentationList/filter/listFilter.ts";
import { axeFaults } from "#testing/axe.ts";
import { fakeApi } from "#testing/fakeApi.ts";
import { aDocumentation, anId, aSession, aSuperAdmin } from "#testing/fixtures.ts";
import { aCustomer } from "#testing/organisation.ts";
import { renderApp } from "#testing/renderApp.tsx";

const mast = { id: anId(), name: "Mast", customerName: "Norrfiber", deleted: false };
const serve = (overrides: Parameters<typeof fakeApi>[0] = {}) =>
  fakeApi({
    "GET /documentations": () => ({ items: [aDocumentation()] }),
    "GET /documentation/count": () => ({ total: 1 }),
    "GET /documentation/getTemplates": () => ({ items: [mast] }),
    "GET /documentation/getCreators": () => ({ items: ["Isak R", "Åsa"] }),
    "GET /documentation/filterCounts": () => ({ items: [], exact: false }),
    ...overrides,
  });
const lastQuery = (api: ReturnType<typeof serve>, path = "GET /documentations") =>
  Object.fromEntries(api.to(path).at(-1)!.query);
const chips = () => within(screen.getByRole("list", { name: "Active filters" }));

/** The filter button; the sorting header has the same name. */
const filterButton = (name: string) =>
  within(screen.getByRole("group", { name: "Filters" })).getByRole("button", { name });

beforeEach(() => sessionStorage.clear());

describe("2§2 the filters of the list", () => {
  test("are kept in the URL, sent with rows and total, and removed one by one or all together", async () => {
    const api = serve();
    renderApp(
      `/documentation?templateFilter=${mast.id}&statusFilter=PAUSED;HANDLED&createdDateRange=2024-01-01;&exportedFilter=false&q=mast`,
      aSession(),
    );
    expect(await screen.findByText("Template: Mast")).toBeTruthy();
    const expectedQuery = {
      templateFilter: mast.id,
      statusFilter: "PAUSED;HANDLED",
      createdDateRange: "2024-01-01;",
      exportedFilter: "false",
      query: "mast",
    };
    expect(lastQuery(api)).toMatchObject(expectedQuery);
    expect(lastQuery(api, "GET /documentation/count")).toMatchObject(expectedQuery);
    expect(chips().getByText("Status: Handed over")).toBeTruthy();
    expect(chips().getByText(/^Created: from 2024.01.01$/)).toBeTruthy();
    expect(await axeFaults()).toEqual([]);
    await userEvent.click(screen.getByRole("button", { name: "Remove filter Status: Handed over" }));
    await waitFor(() => expect(lastQuery(api)).toMatchObject({ statusFilter: "HANDLED" }));
    await userEvent.click(screen.getByRole("button", { name: "Clear all" }));
    await waitFor(() => expect(lastQuery(api).statusFilter).toBeUndefined());
    expect(lastQuery(api).query).toBe("mast");
    expect(screen.queryByRole("list", { name: "Active filters" })).toBeNull();
  });

  test("a super admin filters by customer, found by name; for others a shared link has no customer", async () => {
    const [norrfiber, sydvind] = [
      { id: 7, name: "Norrfiber" },
      { id: 8, name: "Sydvind" },
    ];
    const api = serve({
      "GET /customer/getOptions": ({ query }) =>
        [norrfiber, sydvind].filter(({ name }) => name.toLowerCase().includes(query.get("q") ?? "")),
      "GET /customers/8": () => aCustomer(sydvind),
    });
    const { address, unmount } = renderApp("/documentation", aSuperAdmin());
    await screen.findByText(/Showing rows/);
    await userEvent.click(filterButton("Customer"));
    const customers = within(screen.getByRole("dialog", { name: "Customer" }));
    await userEvent.type(customers.getByRole("searchbox"), "syd");
    await waitFor(() => expect(customers.queryByLabelText("Norrfiber")).toBeNull());
    await userEvent.click(await customers.findByLabelText("Sydvind"));
    await waitFor(() => expect(lastQuery(api)).toMatchObject({ customerId: "8" }));
    expect(await chips().findByText("Customer: Sydvind")).toBeTruthy();
    expect(address()).toBe("/documentation?customerId=8");
    await userEvent.click(screen.getByRole("button", { name: "Clear all" }));
    await waitFor(() => expect(address()).toBe("/documentation"));
    unmount();
    renderApp("/documentation?customerId=8", aSession());
    await screen.findByText(/Showing rows/);
    expect(lastQuery(api).customerId).toBeUndefined();
    expect(
      within(screen.getByRole("group", { name: "Filters" })).queryByRole("button", { name: "Customer" }),
    ).toBeNull();
  });

  test("a filter selected right after typing stays, and so does the typed text", async () => {
    const api = serve();
    renderApp("/documentation", aSession());
    await screen.findByText(/Showing rows/);
    await userEvent.type(screen.getAllByRole("searchbox")[0]!, "mast");
    await userEvent.click(filterButton("Exported"));
    await userEvent.click(await screen.findByRole("radio", { name: "Not exported" }));
    await waitFor(() => expect(lastQuery(api)).toMatchObject({ query: "mast", exportedFilter: "false" }));
  });

  test("are selected per column; only a super admin can filter by deleted", async () => {
    const api = serve();
    renderApp("/documentation", aSession());
    await screen.findByText(/Showing rows/);
    await userEvent.click(filterButton("Status"));
    const statuses = within(screen.getByRole("dialog", { name: "Status" }));
    expect(statuses.queryByLabelText("Deleted")).toBeNull();
    await userEvent.click(statuses.getByLabelText("Fetched"));
    await waitFor(() => expect(lastQuery(api).statusFilter).toBe("DOWNLOADED"));
    await userEvent.keyboard("{Escape}");
    await userEvent.click(filterButton("Created by"));
    await userEvent.type(await screen.findByRole("searchbox", { name: "Search: created by" }), "ås");
    await waitFor(() => expect(lastQuery(api, "GET /documentation/getCreators").q).toBe("ås"));
    await userEvent.click(await screen.findByLabelText("Åsa"));
    await waitFor(() =>
      expect(lastQuery(api)).toMatchObject({ creatorFilter: "Åsa", statusFilter: "DOWNLOADED" }),
    );
    await userEvent.click(filterButton("Template"));
    await userEvent.click(await screen.findByLabelText("Deleted templates"));
    await waitFor(() => expect(lastQuery(api).deletedTemplates).toBe("true"));
  });

  test("options show their number of matches under the other filters, and mark incomplete counts", async () => {
    const counts = { items: [{ choice: "COMPLETED", documentations: 12_431 }], exact: true };
    const api = serve({
      "GET /documentation/filterCounts": ({ query }) =>
        query.get("filter") === "statusFilter"
          ? counts
          : { items: [{ choice: "Åsa", documentations: 11_000 }], exact: false },
    });
    renderApp("/documentation?exportedFilter=false&q=mast", aSession());
    await screen.findByText(/Showing rows/);
    expect(api.to("GET /documentation/filterCounts")).toEqual([]);
    await userEvent.click(filterButton("Status"));
    const panel = await screen.findByRole("dialog", { name: "Status" });
    await waitFor(() => expect(panel.textContent).toMatch(/Upload completed[^0-9]*12,431(?![0-9,])/));
    expect(panel.textContent).toMatch(/Fetched[^0-9]*0(?![0-9,])/);
    expect(lastQuery(api, "GET /documentation/filterCounts")).toEqual({
      ...{ filter: "statusFilter", exportedFilter: "false", query: "mast", showHidden: "false" },
    });
    expect(await axeFaults()).toEqual([]);
    await userEvent.keyboard("{Escape}");
    await userEvent.click(filterButton("Created by"));
    expect(await screen.findByText("10,000+")).toBeTruthy();
  });

  test("2§5 a day range starts in 2021 at the earliest, ends today at the latest, and not before its start", async () => {
    const api = serve();
    renderApp("/documentation", aSession());
    await screen.findByText(/Showing rows/);
    await userEvent.click(filterButton("Uploaded"));
    const dialog = within(await screen.findByRole("dialog", { name: "Uploaded" }));
    await userEvent.type(dialog.getByLabelText("From"), "2024-05-02");
    await userEvent.type(dialog.getByLabelText("To"), "2024-05-01");
    const previousCallCount = api.to("GET /documentations").length;
    await userEvent.click(dialog.getByRole("button", { name: "Apply" }));
    expect(dialog.getByLabelText("From").getAttribute("aria-invalid")).toBe("true");
    expect(api.to("GET /documentations")).toHaveLength(previousCallCount);
    await userEvent.clear(dialog.getByLabelText("To"));
    await userEvent.click(dialog.getByRole("button", { name: "Apply" }));
    await waitFor(() => expect(lastQuery(api).uploadedDateRange).toBe("2024-05-02;"));
  });

  test("templates, deleted flag and search are remembered for the session, for each user separately", async () => {
    const api = serve();
    const firstVisit = renderApp(
      `/documentation?templateFilter=${mast.id}&statusFilter=PAUSED&q=mast`,
      aSession(),
    );
    await screen.findByText(/Showing rows/);
    firstVisit.unmount();
    const secondVisit = renderApp("/documentation", aSession());
    await screen.findByText("Template: Mast");
    expect(lastQuery(api)).toMatchObject({ templateFilter: mast.id, query: "mast" });
    expect(lastQuery(api).statusFilter).toBeUndefined();
    secondVisit.unmount();
    const linkVisit = renderApp("/documentation?q=other", aSession());
    await screen.findByText(/Showing rows/);
    expect(lastQuery(api)).toMatchObject({ query: "other" });
    expect(lastQuery(api).templateFilter).toBeUndefined();
    linkVisit.unmount();
    renderApp("/documentation", aSession({ userId: 2 }));
    await screen.findByText(/Showing rows/);
    expect(lastQuery(api).query).toBeUndefined();
  });

  test("late responses never replace newer ones", async () => {
    const resolvers = new Map<string, (items: object) => void>();
    const api = serve({
      "GET /documentations": ({ query }) => {
        const status = query.get("statusFilter") ?? "";
        return new Promise((resolve) => resolvers.set(status, (items) => resolve({ items: [items] })));
      },
    });
    renderApp("/documentation?statusFilter=PAUSED", aSession());
    await waitFor(() => expect(resolvers.has("PAUSED")).toBe(true));
    await userEvent.click(screen.getByRole("button", { name: "Clear all" }));
    await waitFor(() => expect(resolvers.has("")).toBe(true));
    resolvers.get("")!(aDocumentation({ name: "newer" }));
    expect(await screen.findByRole("link", { name: "newer" })).toBeTruthy();
    resolvers.get("PAUSED")!(aDocumentation({ name: "late" }));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(screen.queryByRole("link", { name: "late" })).toBeNull();
    expect(screen.getByRole("link", { name: "newer" })).toBeTruthy();
    expect(api.to("GET /documentations")).toHaveLength(2);
  });

  test("a filter without matches differs from an empty list, and suggests only what would find something", async () => {
    serve({
      "GET /documentations": () => ({ items: [] }),
      "GET /documentation/count": ({ query }) => ({ total: query.get("showHidden") === "true" ? 3 : 0 }),
    });
    const emptyVisit = renderApp("/documentation", aSession());
    expect(await screen.findByText("No documentations yet")).toBeTruthy();
    emptyVisit.unmount();
    renderApp("/documentation?statusFilter=PAUSED&q=x", aSession());
    expect(await screen.findByText("Nothing matches “x”")).toBeTruthy();
    expect(
      await screen.findByRole("button", { name: "With hidden documentations: 3 documentations" }),
    ).toBeTruthy();
    expect(screen.queryByText(/^Without filters/)).toBeNull();
    await userEvent.click(screen.getAllByRole("button", { name: "Clear all" }).at(-1)!);
    expect(await screen.findByText("No documentations yet")).toBeTruthy();
  });

  test.each([
    "templateFilter=1;2",
    "statusFilter=DONE",
    "createdDateRange=2020-01-01;",
    "uploadedDateRange=x",
    "exportedFilter=maybe",
  ])("invalid parameters are ignored: %s", (address) => {
    expect(parseListFilter(new URLSearchParams(address))).toEqual(emptyFilter);
  });

  test("a changed filter returns to the first page and keeps the other parameters", () => {
    const params = serializeListFilter(new URLSearchParams("page=3&sort=name&order=asc&creatorFilter=x"), {
      ...emptyFilter,
      deletedTemplates: true,
    });
    expect(params.toString()).toBe("sort=name&order=asc&deletedTemplates=true");
  });
});
