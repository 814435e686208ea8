import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { workbookFields } from "#domain/documentation/columns.ts";
import { fieldNames } from "#domain/documentation/documentationFields.ts";
import { axeFaults } from "#testing/axe.ts";
import { fakeApi, problemReply } from "#testing/fakeApi.ts";
import { aDocumentation, aSession } from "#testing/fixtures.ts";
import { aJob } from "#testing/organisation.ts";
import { renderApp } from "#testing/renderApp.tsx";
import { allSelected, emptySelection, isSelected } from "#ui/select/selection.ts";
import { togglePage, withSelected } from "./listSelection.ts";

const rows = [aDocumentation({ name: "one" }), aDocumentation({ name: "two" })];
const [changeJob, undoJob] = [
  aJob({ kind: "bulkChange", state: "DONE", result: { included: 2, missing: 1 } }),
  aJob({ kind: "bulkChange", state: "DONE", result: { included: 2, missing: 0, startedExports: 1 } }),
];
const serve = (overrides: Parameters<typeof fakeApi>[0] = {}) =>
  fakeApi({
    "GET /documentations": () => ({ items: rows }),
    "GET /documentation/count": () => ({ total: 12_431 }),
    "POST /documentation/countBulkChange": () => ({
      documentations: 12_431,
      changed: 12_000,
      unchanged: 31,
      refused: [{ reason: "statusDoesNotFollow", status: "ONGOING", documentations: 400 }],
      inFieldCount: 0,
      awaiting: 3,
    }),
    "POST /documentation/bulkChange": () => ({ ...changeJob, state: "PENDING", result: null }),
    [`POST /documentation/undoBulkChange/${changeJob.id}`]: () => undoJob,
    [`GET /job/${changeJob.id}`]: () => changeJob,
    [`GET /job/${undoJob.id}`]: () => undoJob,
    ...overrides,
  });
const writer = () =>
  aSession({
    roles: ["ROLE_DOCUMENTATION_READ", "ROLE_DOCUMENTATION_WRITE"],
    documentationStatuses: ["PAUSED"],
  });

beforeEach(() => sessionStorage.clear());

describe("2§4 documentations changed in bulk", () => {
  test("2§6 readers can select and download, but not change", async () => {
    serve();
    renderApp("/documentation", aSession());
    await userEvent.click(await screen.findByRole("checkbox", { name: "Select one" }));
    const bar = within(await screen.findByRole("region", { name: "Selection" }));
    const buttons = bar.getAllByRole("button").map(({ textContent }) => textContent);
    expect(buttons).not.toContain("Delete");
    expect(buttons).not.toContain("Hide");
    expect(buttons).toContain("Download zip");
  });

  test("a selection of all matches is sent as a filter; refusals are previewed; Undo reverts", async () => {
    const api = serve();
    renderApp("/documentation?statusFilter=COMPLETED", writer());
    await userEvent.click(await screen.findByRole("checkbox", { name: "Select one" }));
    const bar = within(await screen.findByRole("region", { name: "Selection" }));
    expect(bar.getByText("1 selected")).toBeTruthy();
    await userEvent.click(await bar.findByRole("button", { name: "Select all 12,431 matches" }));
    expect(bar.getByText("All 12,431 matches selected")).toBeTruthy();
    await userEvent.click(bar.getByRole("button", { name: "Status" }));
    await userEvent.click(await screen.findByRole("menuitem", { name: "Hand over" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Hand over documentations" }));
    expect(await dialog.findByText(/12,000 documentations will be changed/)).toBeTruthy();
    expect(dialog.getByText(/Ongoing: cannot be changed to the new status/)).toBeTruthy();
    expect(dialog.getByText(/already exported stays at its destinations/)).toBeTruthy();
    expect(await axeFaults()).toEqual([]);
    await userEvent.click(dialog.getByRole("button", { name: "Hand over (12,000)" }));
    expect(await dialog.findByText("2 documentations were changed.")).toBeTruthy();
    expect(dialog.getByText("1 was not changed.")).toBeTruthy();
    expect(dialog.getByText("Why")).toBeTruthy();
    expect(dialog.getByText(/Ongoing: cannot be changed to the new status/)).toBeTruthy();
    expect(api.to("POST /documentation/bulkChange").at(-1)!.body).toEqual({
      change: "PAUSED",
      matching: { statusFilter: "COMPLETED", query: "", showHidden: "false" },
      expected: 12_000,
    });
    await userEvent.click(dialog.getByRole("button", { name: "Undo" }));
    expect(await dialog.findByText("2 documentations were restored.")).toBeTruthy();
    await userEvent.click(dialog.getAllByRole("button", { name: "Close" }).at(-1)!);
    await waitFor(() => expect(screen.queryByRole("region", { name: "Selection" })).toBeNull());
  });

  test("design§Web a change can still be undone after its dialog is closed", async () => {
    const api = serve();
    renderApp("/documentation", writer());
    await userEvent.click(await screen.findByRole("checkbox", { name: "Select one" }));
    await userEvent.click(await screen.findByRole("button", { name: "Hide" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Hide documentations" }));
    await userEvent.click(await dialog.findByRole("button", { name: "Hide (12,000)" }));
    await dialog.findByText("2 documentations were changed.");
    await userEvent.click(dialog.getAllByRole("button", { name: "Close" }).at(-1)!);
    expect(await screen.findByText(/^[A-Z][a-z ]+: 2 documentations were changed\.$/)).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Undo" }));
    expect(
      await screen.findByText(/^2 documentations were restored. 1 export had already begun./),
    ).toBeTruthy();
    expect(api.to(`POST /documentation/undoBulkChange/${changeJob.id}`)).toHaveLength(1);
  });

  test("selected rows are sent by id; a deletion cannot be undone; counts that changed in the meantime are reported", async () => {
    const api = serve({ "POST /documentation/bulkChange": () => problemReply(422, "staleVersion") });
    renderApp("/documentation", writer());
    await userEvent.click(await screen.findByRole("checkbox", { name: "Select all rows on this page" }));
    await userEvent.click(await screen.findByRole("button", { name: "Delete" }));
    const dialog = within(await screen.findByRole("alertdialog", { name: "Delete documentations" }));
    expect(await dialog.findByText(/marked as deleted/)).toBeTruthy();
    await userEvent.click(dialog.getByRole("button", { name: "Delete (12,000)" }));
    expect(await dialog.findByText(/Something has changed/)).toBeTruthy();
    expect(api.to("POST /documentation/bulkChange").at(-1)!.body).toMatchObject({
      change: "DELETE",
      ids: rows.map(({ id }) => id),
    });
    expect(dialog.queryByRole("button", { name: "Undo" })).toBeNull();
  });

  test("the message after a deletion says that documentations were deleted, not changed", async () => {
    serve();
    renderApp("/documentation", writer());
    await userEvent.click(await screen.findByRole("checkbox", { name: "Select one" }));
    await userEvent.click(await screen.findByRole("button", { name: "Delete" }));
    const dialog = within(await screen.findByRole("alertdialog", { name: "Delete documentations" }));
    expect(await dialog.findByText("These will not be deleted")).toBeTruthy();
    await userEvent.click(dialog.getByRole("button", { name: "Delete (12,000)" }));
    expect(await dialog.findByText("2 documentations were deleted.")).toBeTruthy();
    expect(dialog.getByText("1 was not deleted.")).toBeTruthy();
  });

  test("assigning shares the selection among those who are reviewing now", async () => {
    const people = [
      { userId: 17, name: "bo", fullName: "Bo Ek", isReviewing: true },
      { userId: 18, name: "eva", fullName: null, isReviewing: true },
      { userId: 19, name: "ida", fullName: null, isReviewing: false },
    ];
    const api = serve({ "GET /documentation/findAssignableUsers": () => ({ items: people }) });
    renderApp("/documentation", writer());
    await userEvent.click(await screen.findByRole("checkbox", { name: "Select one" }));
    await userEvent.click(await screen.findByRole("button", { name: "Assign" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Assign documentations" }));
    expect(await dialog.findByRole("button", { name: "Add the 2 who are reviewing now" })).toBeTruthy();
    expect(api.to("POST /documentation/countBulkChange")).toEqual([]);
    await userEvent.click(dialog.getByRole("button", { name: "Add the 2 who are reviewing now" }));
    await userEvent.type(dialog.getByLabelText("Review by"), "2999-01-04");
    expect(await dialog.findByText(/12,000 documentations will be changed/)).toBeTruthy();
    expect(await axeFaults()).toEqual([]);
    await userEvent.click(dialog.getByRole("button", { name: "Assign (12,000)" }));
    expect(await dialog.findByText("2 documentations were changed.")).toBeTruthy();
    expect(api.to("POST /documentation/bulkChange").at(-1)!.body).toEqual({
      ...{ change: "ASSIGN", ids: [rows[0]!.id], expected: 12_000 },
      ...{ assigneeIds: [17, 18], dueDay: "2999-01-04" },
    });
  });

  test("a tag is added, or removed if staff added it", async () => {
    const api = serve({
      "POST /documentation/countBulkChange": () => ({
        ...{ documentations: 2, changed: 1, unchanged: 0, inFieldCount: 0, awaiting: 0 },
        refused: [{ reason: "tagNotByStaff", status: "COMPLETED", documentations: 1 }],
      }),
    });
    renderApp("/documentation", writer());
    await userEvent.click(await screen.findByRole("checkbox", { name: "Select one" }));
    await userEvent.click(await screen.findByRole("button", { name: "Tag" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Tag documentations" }));
    expect(dialog.getByRole<HTMLButtonElement>("button", { name: /^Add tag/ }).disabled).toBe(true);
    await userEvent.type(dialog.getByLabelText(/^Tag/), "Etapp 7");
    await userEvent.click(dialog.getByRole("radio", { name: "Remove tag" }));
    expect(await dialog.findByText(/the tag comes from the field or from a tag setting/)).toBeTruthy();
    expect(await axeFaults()).toEqual([]);
    await userEvent.click(dialog.getByRole("button", { name: "Remove tag (1)" }));
    expect(await dialog.findByText("2 documentations were changed.")).toBeTruthy();
    expect(api.to("POST /documentation/bulkChange").at(-1)!.body).toEqual({
      ...{ change: "UNTAG", tag: "Etapp 7", ids: [rows[0]!.id], expected: 1 },
    });
  });

  test("design§Retakes documentations are sent back with one reason, to devices or to a mail address", async () => {
    const api = serve({
      "POST /documentation/countBulkChange": () => ({
        ...{ documentations: 2, changed: 1, unchanged: 0, inFieldCount: 0, awaiting: 0 },
        refused: [{ reason: "nothingToSendBack", status: "COMPLETED", documentations: 1 }],
      }),
    });
    renderApp("/documentation", writer());
    await userEvent.click(await screen.findByRole("checkbox", { name: "Select one" }));
    await userEvent.click(await screen.findByRole("button", { name: "Send back" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Send documentations back" }));
    const confirm = await dialog.findByRole<HTMLButtonElement>("button", { name: "Send back (1)" });
    expect(confirm.disabled).toBe(true);
    expect(dialog.getByText(/nothing left to send back/)).toBeTruthy();
    expect(dialog.getByText(/already exported stays at its destinations/)).toBeTruthy();
    await userEvent.type(await dialog.findByLabelText(/^Reason/), "Photos are missing");
    expect(confirm.disabled).toBe(false);
    await userEvent.click(dialog.getByRole("radio", { name: "All tasks" }));
    await userEvent.click(dialog.getByRole("radio", { name: "Email address" }));
    expect(confirm.disabled).toBe(true);
    await userEvent.type(dialog.getByRole("textbox", { name: /^Email address/ }), "crew@example.com");
    expect(await axeFaults()).toEqual([]);
    await userEvent.click(await dialog.findByRole("button", { name: "Send back (1)" }));
    expect(await dialog.findByText("2 documentations were changed.")).toBeTruthy();
    const sendBack = {
      tasks: "ALL",
      reason: "Photos are missing",
      dueDay: null,
      address: "crew@example.com",
    };
    expect(api.to("POST /documentation/bulkChange").at(-1)!.body).toEqual({
      ...{ change: "SEND_BACK", sendBack, ids: [rows[0]!.id], expected: 1 },
    });
  });

  test("2§2 documentations with one name are compared; others are not", async () => {
    serve({
      "GET /documentations": () => ({
        items: [rows[0]!, aDocumentation({ name: "Mast 7" }), aDocumentation({ name: "Mast 7" })],
      }),
      "GET /documentationComparison/list": () => ({ items: [] }),
    });
    const { address } = renderApp(
      "/documentation",
      aSession({ roles: ["ROLE_DOCUMENTATION_READ"], products: ["DOCUMENTATION_COMPARISON"] }),
    );
    const [first, second] = await screen.findAllByRole("checkbox", { name: "Select Mast 7" });
    await userEvent.click(first!);
    const compare = await screen.findByRole<HTMLButtonElement>("button", { name: "Compare" });
    expect(compare.disabled).toBe(true);
    await userEvent.click(second!);
    expect(compare.disabled).toBe(false);
    await userEvent.click(screen.getByRole("checkbox", { name: "Select one" }));
    expect(compare.disabled).toBe(true);
    await userEvent.click(screen.getByRole("checkbox", { name: "Select one" }));
    await userEvent.click(compare);
    expect(address()).toBe("/documentationComparison/Mast%207");
  });

  test("rows are selected and deselected", () => {
    const selected = withSelected(emptySelection, ["a"], true, ["a", "b"]);
    expect([isSelected(selected, "a"), isSelected(selected, "b")]).toEqual([true, false]);
    // Deselecting one row of "all" keeps only the visible rows selected: unseen rows must not be excluded silently.
    expect([...withSelected(allSelected, ["a"], false, ["a", "b"]).ids]).toEqual(["b"]);
    expect([...togglePage(selected, ["a", "b"]).ids]).toEqual(["a", "b"]);
    expect(togglePage(togglePage(selected, ["a", "b"]), ["a", "b"]).ids.size).toBe(0);
    expect(togglePage(allSelected, ["a"])).toBe(emptySelection);
  });
});

describe("2§2 the list as a workbook", () => {
  test("requires at least one column, and downloads in the browser with the current filter", async () => {
    const api = serve({ "POST /documentation/requestExcelExport": () => ({ token: "a.b.c" }) });
    const roles = ["ROLE_DOCUMENTATION_READ", "ROLE_EXPORT_DOCUMENTATION_LIST"] as const;
    renderApp("/documentation?creatorFilter=Isak&sort=name&order=asc", aSession({ roles: [...roles] }));
    const openedUrls: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
      openedUrls.push(this.getAttribute("href")!);
    });
    await userEvent.click(await screen.findByRole("button", { name: "Export" }));
    await userEvent.click(await screen.findByRole("menuitem", { name: "List to Excel…" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Export list to Excel" }));
    for (const field of workbookFields) await userEvent.click(dialog.getByLabelText(fieldNames.en[field]));
    expect(dialog.getAllByText("Choose at least one column")).not.toEqual([]);
    expect(dialog.getByRole("button", { name: "Export" })).toHaveProperty("disabled", true);
    await userEvent.click(dialog.getByLabelText("Status"));
    await userEvent.click(dialog.getByLabelText("Name"));
    await userEvent.click(dialog.getByRole("button", { name: "Export" }));
    await waitFor(() =>
      expect(openedUrls).toEqual(["/api/documentation/exportExcel/a.b.c?options=name%3Bstatus"]),
    );
    expect(api.to("POST /documentation/requestExcelExport").at(-1)!.body).toMatchObject({
      creatorFilter: "Isak",
      sort: "name",
      order: "asc",
      language: "en",
    });
  });
});
