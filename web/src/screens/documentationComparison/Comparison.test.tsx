import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test } from "vitest";
import { axeFaults } from "#testing/axe.ts";
import { aDeliveryDetails, aProgress } from "#testing/deliveries.ts";
import { someOptions } from "#testing/exporting.ts";
import { fakeApi } from "#testing/fakeApi.ts";
import { anExportEvent, anId, aSession, aSuperAdmin } from "#testing/fixtures.ts";
import { aGroup, aVisitedSite, observeAllButPhotos } from "#testing/groups.ts";
import { renderApp } from "#testing/renderApp.tsx";
import { formatDateTime } from "#ui/format/dates.ts";
import { compareTasks } from "./compareTasks.ts";

beforeEach(observeAllButPhotos);

const staff = (roles: string[] = []) =>
  aSession({
    products: ["DOCUMENTATION_COMPARISON"],
    roles: ["ROLE_DOCUMENTATION_READ", ...roles] as never,
  });
const path = "/documentationComparison/NF-2041%20Skellefte%C3%A5";
const historyPath = "GET /exportEvent/findAllByDocumentationName/NF-2041%20Skellefte%C3%A5";

function serve(items: unknown[] = [], overrides: Parameters<typeof fakeApi>[0] = {}) {
  const site = aVisitedSite();
  const selection = anId();
  const api = fakeApi({
    ...site.calls,
    [historyPath]: () => ({ items }),
    "POST /documentationComparison/selectPhotos": () => ({ selection }),
    "POST /downloadTicket": () => ({ url: "/api/x?token=1", expires: "2026-05-09T09:30:00Z" }),
    "GET /exportDocumentConfiguration/getAll": () => ({
      items: [
        {
          id: selection,
          customerId: null,
          customerName: null,
          name: "Before and after",
          description: null,
          type: "POWERPOINT",
        },
      ],
    }),
    ...overrides,
  });
  return { ...site, api, selection };
}
const grid = (name: RegExp) => screen.findByRole("table", { name });
const rowNames = (table: HTMLElement) =>
  within(table)
    .getAllByRole("rowheader")
    .map((header) => header.textContent?.replace("Before and after", ""));

test("2§2 photos of a task are ordered oldest first, by name or by key, and tasks in form order", () => {
  const { before: earlierVisit, after: laterVisit, anotherVisit } = aVisitedSite();
  const visits = [laterVisit, anotherVisit, earlierVisit];
  const rows = (key: "name" | "key") =>
    compareTasks(
      visits.map(({ documentation }) => documentation),
      visits.map(({ task }) => task),
      [...visits.map(({ photo }) => photo), { ...earlierVisit.photo, id: anId(), documentationTaskId: null }],
      key,
    ).map(({ name, photos, cells }) => [name, photos.map(({ photo }) => photo.name), cells.size]);
  expect(rows("name")).toEqual([
    ["Overview", ["Overview_04", "Overview_09"], 1],
    ["Whole cabinet", ["Whole cabinet_06"], 1],
    ["", ["Overview_04"], 1],
  ]);
  expect(rows("key")).toEqual([["overview", ["Overview_04", "Whole cabinet_06", "Overview_09"], 2]]);
});

test("2§2 tasks of equal names in different groups have separate rows, and so has every key", () => {
  const { before: earlierVisit, after: laterVisit, anotherVisit } = aVisitedSite();
  const visits = [
    { ...earlierVisit, task: { ...earlierVisit.task, groups: ["Mast"], name: "Before", key: "a" } },
    { ...laterVisit, task: { ...laterVisit.task, groups: ["Pole"], name: "Before", key: "b" } },
    { ...anotherVisit, task: { ...anotherVisit.task, groups: ["Mast"], name: "Before", key: null } },
  ];
  const rows = (key: "name" | "key") =>
    compareTasks(
      visits.map(({ documentation }) => documentation),
      visits.map(({ task }) => task),
      visits.map(({ photo }) => photo),
      key,
    ).map(({ name, photos }) => [name, photos.length]);
  expect(rows("name")).toEqual([
    ["Mast › Before", 2],
    ["Pole › Before", 1],
  ]);
  expect(rows("key")).toEqual([
    ["a", 1],
    ["b", 1],
  ]);
});

describe("2§2 the list of comparisons", () => {
  test("has its columns, newest first", async () => {
    const api = fakeApi({
      "GET /documentationComparisons": () => ({
        items: [aGroup({ exported: "SOME", alias: "Hamnmasten", templates: aVisitedSite().group.templates })],
      }),
      "GET /documentationComparison/count": () => ({ total: 1 }),
    });
    renderApp("/documentationComparison", staff());
    expect(await screen.findByText("Partly exported")).toBeTruthy();
    expect(screen.getAllByRole("columnheader").map(({ textContent }) => textContent)).toEqual([
      "Name",
      "Alias",
      "Templates",
      "Latest date",
      "Exported",
    ]);
    expect(Object.fromEntries(api.to("GET /documentationComparisons")[0]!.query)).toMatchObject({
      sort: "latest",
      order: "desc",
      max: "25",
    });
    expect(await axeFaults()).toEqual([]);
  });
});

describe("2§2 a comparison", () => {
  test("selects templates and photos, and downloads the selection", async () => {
    const { api, selection, before: earlierVisit, after: laterVisit } = serve();
    earlierVisit.photo.markup = [{ type: "BLUR", from: [0, 0], to: [1, 1] }];
    renderApp(path, staff());
    const table = await grid(/Photos by task/);
    expect(rowNames(table)).toEqual(["Overview", "Whole cabinet"]);
    expect(await axeFaults()).toEqual([]);
    await userEvent.click(screen.getByRole("checkbox", { name: /^Cabinet/ }));
    expect(rowNames(await grid(/Photos by task/))).toEqual(["Overview"]);
    // 2§8
    await userEvent.click(screen.getByRole("button", { name: "Download zip file" }));
    expect(await screen.findByText("Select at least one photo")).toBeTruthy();
    expect(api.to("POST /documentationComparison/selectPhotos")).toEqual([]);
    await userEvent.click(await screen.findByRole("checkbox", { name: /^Select Overview_09/ }));
    expect(screen.getByText("1 photo selected")).toBeTruthy();
    // This photo has no markup.
    expect(screen.queryByRole("button", { name: /more ways to download/ })).toBeNull();
    await userEvent.click(screen.getByRole("checkbox", { name: "Select all photos for Overview" }));
    expect(screen.getByText("2 photos selected")).toBeTruthy();
    const withoutMarkup = "Photos without markup";
    await userEvent.click(screen.getByRole("button", { name: "Download PowerPoint" }));
    await waitFor(() => expect(api.to("POST /downloadTicket")).toHaveLength(1));
    expect(api.to("POST /documentationComparison/selectPhotos")[0]!.body).toEqual({
      photos: [earlierVisit.photo.id, laterVisit.photo.id],
    });
    expect(api.to("POST /downloadTicket")[0]!.body).toEqual({
      path: `/api/documentationComparison/downloadPowerPoint?selection=${selection}&name=NF-2041+Skellefte%C3%A5&language=en`,
    });
    await userEvent.click(screen.getByRole("button", { name: "Report layout" }));
    await userEvent.click(await screen.findByRole("menuitem", { name: /^Before and after/ }));
    await waitFor(() => expect(api.to("POST /downloadTicket")).toHaveLength(2));
    expect(api.to("POST /downloadTicket")[1]!.body).toEqual({
      path: `/api/documentationComparison/downloadExportDocument?configuration=${selection}&selection=${selection}&name=NF-2041+Skellefte%C3%A5&language=en`,
    });
    await userEvent.click(screen.getByRole("button", { name: "Report layout" }));
    await userEvent.click(await screen.findByRole("menuitemcheckbox", { name: withoutMarkup }));
    await userEvent.click(await screen.findByRole("menuitem", { name: /^Before and after/ }));
    await userEvent.click(screen.getByRole("button", { name: "Download PowerPoint: more ways to download" }));
    await userEvent.click(await screen.findByRole("menuitem", { name: withoutMarkup }));
    await waitFor(() => expect(api.to("POST /downloadTicket")).toHaveLength(4));
    for (const { body } of api.to("POST /downloadTicket").slice(2))
      expect(body).toMatchObject({ path: expect.stringContaining("markup=false") });
    await userEvent.click(screen.getByRole("button", { name: "Clear selection" }));
    expect(screen.getByText("No photos selected")).toBeTruthy();
  });

  test("enlarges a photo", async () => {
    serve();
    renderApp(path, staff());
    await grid(/Photos by task/);
    await userEvent.click(await screen.findByRole("button", { name: /^Enlarge Whole cabinet_06/ }));
    expect(within(await screen.findByRole("dialog")).getByText("Whole cabinet_06")).toBeTruthy();
  });

  test("overlays any two photos of a task; the arrow keys move the divider", async () => {
    serve();
    renderApp(path, staff());
    await grid(/Photos by task/);
    await userEvent.click(
      screen.getByRole("button", { name: /^Before and after: Compare photos for Overview/ }),
    );
    const dialog = within(await screen.findByRole("dialog", { name: "Before and after: Overview" }));
    const selectedOptions = () =>
      dialog.getAllByRole("combobox").map((select) => (select as HTMLSelectElement).selectedOptions[0]!.text);
    expect(selectedOptions()).toEqual([
      `${formatDateTime("2026-05-04T09:30:00Z")} · Overview_04 · Mast inspection`,
      `${formatDateTime("2026-05-09T09:30:00Z")} · Overview_09 · Mast inspection`,
    ]);
    const divider = dialog.getByRole("slider");
    const value = () => Number(divider.getAttribute("aria-valuenow"));
    expect(value()).toBe(50);
    divider.focus();
    await userEvent.keyboard("{ArrowRight}{ArrowRight}{ArrowLeft}");
    expect(value()).toBe(52);
    await userEvent.keyboard("{Home}");
    expect(value()).toBe(0);
    const stage = divider.parentElement!;
    stage.getBoundingClientRect = () => ({ left: 100, width: 400 }) as DOMRect;
    fireEvent.pointerDown(stage, { clientX: 200, buttons: 1, pointerId: 1 });
    expect(value()).toBe(25);
    fireEvent.pointerMove(stage, { clientX: 900, buttons: 1, pointerId: 1 });
    expect(value()).toBe(100);
    await userEvent.click(dialog.getByRole("button", { name: "Swap before and after" }));
    expect(dialog.getByText(`Before · ${formatDateTime("2026-05-09T09:30:00Z")}`)).toBeTruthy();
    expect(await axeFaults()).toEqual([]);
  });

  test("2§6 Export requires ROLE_EXPORT_DOCUMENTATION; the history shows failed, running and automatic exports", async () => {
    const running = aProgress({ state: "RUNNING", automatic: true, bytes: 10_000_000, bytesSent: 4_000_000 });
    serve([
      {
        ...anExportEvent({
          success: null,
          username: "",
          exportConfigurationName: "Archive",
          delivery: running,
        }),
        templateName: "Mast inspection",
      },
      {
        ...anExportEvent({ success: false, errorStatusCode: 530, errorMessage: "Login incorrect" }),
        templateName: "Mast inspection",
      },
    ]);
    renderApp(path, staff());
    expect(await screen.findByText("The destination responded with 530: Login incorrect")).toBeTruthy();
    expect(screen.getByText("Automatic")).toBeTruthy();
    expect(screen.getByRole("progressbar", { name: "Progress: Archive" }).getAttribute("aria-valuenow")).toBe(
      "40",
    );
    expect(screen.queryByRole("button", { name: "Export" })).toBeNull();
  });

  test("2§5 exporting asks about markup if a selected photo has some", async () => {
    const { before: earlierVisit } = serve([], {
      "GET /documentationComparison/getExportOptions/NF-2041%20Skellefte%C3%A5": () => someOptions([{}]),
      "POST /documentationComparison/planExport": () => ({ items: [] }),
    });
    earlierVisit.photo.markup = [{ type: "BLUR", from: [0, 0], to: [1, 1] }];
    renderApp(path, staff(["ROLE_EXPORT_DOCUMENTATION"]));
    const offersMarkup = async () => {
      await userEvent.click(screen.getByRole("button", { name: "Export" }));
      await screen.findByRole("checkbox", { name: /^Archive/ });
      const isOffered = screen.queryByRole("checkbox", { name: "Show markup on photos" }) !== null;
      await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
      return isOffered;
    };
    await grid(/Photos by task/);
    await userEvent.click(await screen.findByRole("checkbox", { name: /^Select Overview_09/ }));
    expect(await offersMarkup()).toBe(false);
    await userEvent.click(screen.getByRole("checkbox", { name: /^Select Overview_04/ }));
    expect(await offersMarkup()).toBe(true);
  });

  test("2§4 a failed export in the history can be resent by a user who can export", async () => {
    const failed = {
      ...anExportEvent({ success: false, delivery: aProgress({ state: "FAILED" }) }),
      templateName: "Mast inspection",
    };
    const { api } = serve([failed], { [`POST /delivery/resend/${failed.id}`]: () => aDeliveryDetails() });
    renderApp(path, staff(["ROLE_EXPORT_DOCUMENTATION"]));
    await userEvent.click(await screen.findByRole("button", { name: /^Send again to/ }));
    await waitFor(() => expect(api.to(`POST /delivery/resend/${failed.id}`)).toHaveLength(1));
  });

  test("2§6 a super admin sees a grid by task key as well", async () => {
    serve();
    const reader = renderApp(path, staff());
    await grid(/Photos by task/);
    expect(screen.queryByRole("table", { name: /task key/ })).toBeNull();
    reader.unmount();
    renderApp(`${path}?customerId=7`, aSuperAdmin());
    expect(rowNames(await grid(/Photos by task key/))).toEqual(["overview"]);
  });
});
