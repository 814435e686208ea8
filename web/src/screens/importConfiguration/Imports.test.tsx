import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import swedish from "#i18n/locales/sv/imports.ts";
import { axeFaults } from "#testing/axe.ts";
import { fakeApi } from "#testing/fakeApi.ts";
import { aSession, aSuperAdmin } from "#testing/fixtures.ts";
import {
  anAnswerImport,
  anAnswerImportEvent,
  aSuggestionImport,
  aSuggestionImportEvent,
} from "#testing/lists.ts";
import { renderApp } from "#testing/renderApp.tsx";

const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole("button", { name }));
const headers = () => screen.getAllByRole("columnheader").map((header) => header.textContent);

function serve(
  row = aSuggestionImport(),
  events = [aSuggestionImportEvent()],
  overrides: Parameters<typeof fakeApi>[0] = {},
) {
  const startedEvent = aSuggestionImportEvent({ success: null, finished: null });
  const put = `PUT /suggestionImportConfigurations/${row.id}`;
  const run = `POST /suggestionImportConfiguration/triggerNow/${row.id}`;
  const api = fakeApi({
    "GET /suggestionImportConfigurations": () => ({ items: [row] }),
    "GET /suggestionImportConfigurations/count": () => ({ total: 1 }),
    [`GET /suggestionImportConfigurations/${row.id}`]: () => row,
    "POST /suggestionImportConfigurations": () => row,
    [put]: () => row,
    [run]: () => startedEvent,
    [`GET /suggestionImportEvents/${startedEvent.id}`]: () => startedEvent,
    "GET /suggestionImportEvents": () => ({ items: events }),
    "GET /suggestionImportEvents/count": () => ({ total: events.length }),
    "GET /customer/getOptions": () => [{ id: 7, name: "Norrfiber" }],
    "GET /suggestionLists": () => ({
      items: [
        {
          id: row.suggestionList,
          customerId: 7,
          customerName: "Norrfiber",
          name: "Sites",
          description: null,
          type: "DOCUMENTATION_NAMES",
          dateCreated: row.dateCreated,
          version: 1,
          suggestionCount: 0,
        },
      ],
    }),
    ...overrides,
  });
  return { api, row, put, run };
}

async function openEditor(row = aSuggestionImport()) {
  const context = serve(row);
  renderApp("/suggestionImport", aSuperAdmin());
  await press(`Edit: ${row.name}`);
  await screen.findByRole("dialog", { name: "Edit suggestion import" });
  return context;
}

describe("3§2 the imports of suggestions", () => {
  test("are for super admins; configurations and events are tabs with arrow keys", async () => {
    serve();
    const view = renderApp("/suggestionImport", aSuperAdmin());
    await screen.findByText(/Showing rows/);
    expect(headers()).toEqual([
      "Customer",
      "Name",
      "Suggestion list",
      "Type",
      "Frequency",
      "Status",
      "Next run",
      "Actions",
    ]);
    expect(await axeFaults()).toEqual([]);
    screen.getByRole("tab", { name: "Configurations" }).focus();
    await userEvent.keyboard("{ArrowRight}");
    await screen.findByText("1,234");
    expect(headers()).not.toContain("Actions");
    expect(screen.queryByRole("button", { name: "Add" })).toBeNull();
    expect(view.address()).toBe("/suggestionImport?tab=events");
    expect(await axeFaults()).toEqual([]);
    view.unmount();
    renderApp("/suggestionImport", aSession());
    expect(await screen.findByRole("heading", { name: /not allowed/i })).toBeTruthy();
  });

  test("3§4 events show their state as text; a failed one is red", async () => {
    serve(undefined, [
      aSuggestionImportEvent({ success: false, message: "401 from the site" }),
      aSuggestionImportEvent({ success: null, count: 0 }),
      aSuggestionImportEvent({ success: null, count: 700 }),
      aSuggestionImportEvent(),
      aSuggestionImportEvent({ added: 1200, removed: 3 }),
    ]);
    renderApp("/suggestionImport?tab=events", aSuperAdmin());
    const failed = await screen.findByText("Failed");
    expect(failed.closest("[data-result=failed]")).toBeTruthy();
    expect(screen.getByText("401 from the site")).toBeTruthy();
    expect(screen.getByText("Queued")).toBeTruthy();
    expect(screen.getByText("Running")).toBeTruthy();
    expect(screen.getAllByText("Succeeded")).toHaveLength(2);
    expect(screen.getByText("No changes")).toBeTruthy();
    expect(screen.getByText("1,200 added, 3 removed")).toBeTruthy();
  });

  test("a manual run needs confirmation, with the specification's wording", async () => {
    const { api, run, row } = serve();
    renderApp("/suggestionImport", aSuperAdmin());
    await press(`Import now: ${row.name}`);
    const dialog = await screen.findByRole("alertdialog", { name: "Import now" });
    expect(
      within(dialog).getAllByText("Are you sure you want to start an import job for this configuration?")
        .length,
    ).toBeGreaterThan(0);
    expect(swedish.run.title).toBe("Importera nu");
    await userEvent.click(within(dialog).getByRole("button", { name: "Cancel" }));
    expect(api.to(run)).toHaveLength(0);
    await press(`Import now: ${row.name}`);
    await userEvent.click(
      within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Import now" }),
    );
    await waitFor(() => expect(api.to(run)).toHaveLength(1));
    expect(await screen.findByRole("tab", { name: "Events", selected: true, hidden: true })).toBeTruthy();
    // The started run opens immediately.
    expect(await screen.findByRole("dialog", { name: "Sites from SharePoint" })).toBeTruthy();
  });

  test("a run that stopped before removing more than half says so, and continues after confirmation", async () => {
    const stoppedEvent = aSuggestionImportEvent({
      success: false,
      needsConfirmation: true,
      count: 3,
      removed: 812,
      message: "…",
    });
    const confirmedRun = `POST /suggestionImportConfiguration/triggerNow/${stoppedEvent.suggestionImportConfigurationId}`;
    const confirmedEvent = aSuggestionImportEvent({
      confirmed: true,
      count: 3,
      removed: 812,
      added: 2,
      updated: 1,
    });
    const { api } = serve(undefined, [stoppedEvent], {
      [`GET /suggestionImportEvents/${stoppedEvent.id}`]: () => stoppedEvent,
      [`GET /suggestionImportEvents/${confirmedEvent.id}`]: () => confirmedEvent,
      [confirmedRun]: () => confirmedEvent,
    });
    renderApp("/suggestionImport?tab=events", aSuperAdmin());
    expect(await screen.findByText(/^812 imported entries are no longer among the 3/)).toBeTruthy();
    await press("Sites from SharePoint");
    const panel = await screen.findByRole("dialog", { name: "Sites from SharePoint" });
    expect(await within(panel).findByText("Stopped: needs confirmation")).toBeTruthy();
    expect(await axeFaults()).toEqual([]);
    await userEvent.click(within(panel).getByRole("button", { name: "Run anyway" }));
    const question = await screen.findByRole("alertdialog", { name: "Run anyway" });
    await userEvent.click(within(question).getByRole("button", { name: "Run anyway" }));
    await waitFor(() => expect(api.to(confirmedRun)).toHaveLength(1));
    expect(api.to(confirmedRun)[0]!.query.get("confirmed")).toBe("true");
    const confirmedPanel = await screen.findByRole("dialog", { name: "Sites from SharePoint" });
    expect(await within(confirmedPanel).findByText("Succeeded")).toBeTruthy();
    expect(within(confirmedPanel).queryByRole("button", { name: "Run anyway" })).toBeNull();
  });

  test("3§5 a configuration is created with its customer, list, type and frequency", async () => {
    const { api, row } = serve();
    renderApp("/suggestionImport", aSuperAdmin());
    await press("Add");
    await press("Save");
    await waitFor(() => expect(screen.getAllByText("This field is required!").length).toBeGreaterThan(1));
    await userEvent.click(screen.getByRole("combobox", { name: /^Customer/ }));
    await userEvent.click(await screen.findByRole("option", { name: "Norrfiber" }));
    await userEvent.click(screen.getByRole("combobox", { name: /^Suggestion list/ }));
    await userEvent.click(await screen.findByRole("option", { name: "Sites" }));
    await userEvent.type(screen.getByRole("textbox", { name: /^Name(?! in)/ }), "Nightly");
    await userEvent.selectOptions(screen.getByRole("combobox", { name: /^Type/ }), "NEXT users");
    await userEvent.type(screen.getByRole("textbox", { name: "Columns" }), "fullname;email");
    await userEvent.type(screen.getByLabelText("Access token"), "s3cret");
    await press("Save");
    const post = "POST /suggestionImportConfigurations";
    await waitFor(() => expect(api.to(post)).toHaveLength(1));
    expect(api.to(post)[0]!.body).toEqual({
      customerId: 7,
      suggestionList: row.suggestionList,
      name: "Nightly",
      type: "NEXT_USER",
      frequency: "DAILY",
      disabled: false,
      params: { columns: "fullname;email" },
      secrets: { accessToken: "s3cret" },
    });
    expect(api.to("GET /suggestionLists")[0]!.query.get("customerId")).toBe("7");
  });

  test("3§4 a changed type starts with its own params and drops the old ones", async () => {
    const { api, put } = await openEditor();
    await userEvent.selectOptions(screen.getByRole("combobox", { name: /^Type/ }), "SharePoint folders");
    expect(screen.queryByText("Saved")).toBeNull();
    await waitFor(() =>
      expect(screen.getByRole("textbox", { name: "Path" })).toHaveProperty("value", "Shared Documents"),
    );
    await press("Save");
    await waitFor(() => expect(api.to(put)).toHaveLength(1));
    expect(api.to(put)[0]!.body).toEqual({
      type: "SHAREPOINT_FOLDERS",
      params: {
        clientId: "",
        tenantId: "",
        siteUrl: "",
        scope: "https://graph.microsoft.com/.default",
        path: "Shared Documents",
      },
      secrets: {},
      version: 1,
    });
  });

  test("a stored secret shows as set, and stays unless it is replaced or removed", async () => {
    const { api, put } = await openEditor();
    expect(screen.getByText("Saved")).toBeTruthy();
    await press("Replace Client secret");
    await userEvent.type(screen.getByLabelText("Client secret"), "new");
    await press("Keep saved value: Client secret");
    await press("Remove Client secret");
    expect(screen.getByText("Will be removed when you save")).toBeTruthy();
    await press("Keep saved value: Client secret");
    await press("Replace Client secret");
    await userEvent.type(screen.getByLabelText("Client secret"), "newer");
    await press("Save");
    await waitFor(() => expect(api.to(put)).toHaveLength(1));
    expect(api.to(put)[0]!.body).toEqual({ secrets: { clientSecret: "newer" }, version: 1 });
  });
});

describe("3§2 the events", () => {
  test("are polled only while one is queued or running", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    try {
      const events = [aSuggestionImportEvent({ success: null, count: 0 })];
      const { api } = serve(undefined, events);
      renderApp("/suggestionImport?tab=events", aSuperAdmin());
      expect(await screen.findByText("Queued")).toBeTruthy();
      events[0] = aSuggestionImportEvent({ ...events[0], success: true });
      await act(() => vi.advanceTimersByTimeAsync(5000));
      expect(await screen.findByText("Succeeded")).toBeTruthy();
      await act(() => vi.advanceTimersByTimeAsync(20_000));
      expect(api.to("GET /suggestionImportEvents")).toHaveLength(2);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe("3§2 the imports of expected answers", () => {
  test("use the same screen with their own lists and events", async () => {
    const row = anAnswerImport();
    fakeApi({
      "GET /expectedAnswerImportConfigurations": () => ({ items: [row] }),
      "GET /expectedAnswerImportConfigurations/count": () => ({ total: 1 }),
      [`GET /expectedAnswerImportConfigurations/${row.id}`]: () => row,
      "GET /expectedAnswerImportEvents": () => ({ items: [anAnswerImportEvent({ success: false })] }),
      "GET /expectedAnswerImportEvents/count": () => ({ total: 1 }),
    });
    renderApp("/expectedAnswerImport", aSuperAdmin());
    await screen.findByText(/Showing rows/);
    expect(headers()[2]).toBe("List of expected answers");
    await press(`Edit: ${row.name}`);
    expect(await screen.findByRole("textbox", { name: "Valid values" })).toBeTruthy();
    expect(screen.getByRole("combobox", { name: /^List of expected/ })).toHaveProperty("value", "Tags");
    await press("Cancel");
    await userEvent.click(screen.getByRole("tab", { name: "Events" }));
    expect(await screen.findByText("Failed")).toBeTruthy();
  });
});
