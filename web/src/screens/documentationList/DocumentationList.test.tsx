import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import { exclude } from "#domain/core/objects.ts";
import { reportedColumns } from "#domain/documentation/columns.ts";
import { fieldNames } from "#domain/documentation/documentationFields.ts";
import { readSettings } from "#features/documentationList/listSettings.ts";
import { axeFaults } from "#testing/axe.ts";
import { fakeApi } from "#testing/fakeApi.ts";
import { aDocumentation, anExportEvent, aSession, aSuperAdmin } from "#testing/fixtures.ts";
import { renderApp } from "#testing/renderApp.tsx";

const serve = (items: ReturnType<typeof aDocumentation>[], total = items.length) =>
  fakeApi({ "GET /documentations": () => ({ items }), "GET /documentation/count": () => ({ total }) });
const headers = async () => {
  await screen.findByText(/Showing rows/);
  return screen.getAllByRole("columnheader").map((header) => header.textContent ?? "");
};
const lastRowQuery = (api: ReturnType<typeof serve>) =>
  Object.fromEntries(api.to("GET /documentations").at(-1)!.query);

describe("2§2 the documentation list", () => {
  test("3§3 marks rows that are about to be deleted automatically", async () => {
    serve([aDocumentation({ name: "NF-1", deleteAfter: "2026-05-04T10:00:00Z" }), aDocumentation()]);
    renderApp("/documentation", aSession());
    const marks = await screen.findAllByLabelText(
      "Will be deleted automatically as soon as nothing blocks it",
    );
    expect(marks).toHaveLength(1);
    expect(marks[0]!.closest("tr")?.textContent).toContain("NF-1");
  });

  test("design§Threads counts the open threads of a row beside its name", async () => {
    serve([aDocumentation({ name: "NF-1", openThreadCount: 2 }), aDocumentation()]);
    renderApp("/documentation", aSession());
    const mark = await screen.findByLabelText("2 open threads");
    expect(mark.closest("td, th")?.textContent).toMatch(/^NF-1\s+2$/);
    expect(screen.getAllByLabelText(/open thread/)).toHaveLength(1);
  });

  test("has its columns; the customer is for super admins only", async () => {
    serve([aDocumentation()]);
    const staff = renderApp("/documentation", aSession());
    const common = [
      "Photo",
      "Name",
      "Template",
      "Created by",
      "Uploaded",
      "Created",
      "Status",
      "Exported to",
    ];
    // The first column selects rows. Reported texts may have columns too.
    const reported = reportedColumns.map((column) => fieldNames.en[column]);
    const standardHeaders = async () => exclude(await headers(), reported);
    expect(await standardHeaders()).toEqual(["", ...common]);
    expect(await axeFaults()).toEqual([]);
    staff.unmount();
    renderApp("/documentation", aSuperAdmin());
    expect(await standardHeaders()).toEqual(["", "Photo", "Name", "Customer", ...common.slice(2)]);
  });

  test("shows the alias above the name, the device's first four characters, and links", async () => {
    const row = aDocumentation({ alias: "Hamnmasten", deviceId: "e05c9a77" });
    serve([row]);
    const staff = renderApp("/documentation", aSession());
    const link = await screen.findByRole("link", { name: "Hamnmasten" });
    expect(link.getAttribute("href")).toBe(`/documentation/details/${row.id}?queue=`);
    expect(screen.getByText(row.name)).toBeTruthy();
    expect(screen.getByText("e05c")).toBeTruthy();
    expect(screen.queryByRole("link", { name: row.templateName })).toBeNull();
    staff.unmount();
    renderApp("/documentation", aSession({ roles: ["ROLE_DOCUMENTATION_READ", "ROLE_TEMPLATE_READ"] }));
    const template = await screen.findByRole("link", { name: row.templateName });
    expect(template.getAttribute("href")).toBe(`/template/details/${row.templateId}`);
  });

  test("2§4 shows statuses as text, and for ongoing ones the uploaded and expected photos", async () => {
    serve([
      aDocumentation({ status: "PAUSED" }),
      aDocumentation({ status: "DOWNLOADED" }),
      aDocumentation({ status: "ONGOING", uploadedPhotos: 2, numberOfPhotos: 5 }),
    ]);
    renderApp("/documentation", aSession());
    expect(await screen.findByText("Handed over")).toBeTruthy();
    expect(screen.getByText("Fetched")).toBeTruthy();
    expect(screen.getByText("Ongoing 2/5").getAttribute("title")).toBe("2 of 5 photos uploaded");
  });

  test("shows the newest export to each destination with its result", async () => {
    const event = (exportConfigurationName: string, success: boolean | null) =>
      anExportEvent({ exportConfigurationName, success });
    serve([
      aDocumentation({ exportEvents: [event("FTP", true), event("FTP", false), event("Mail", false)] }),
    ]);
    renderApp("/documentation", aSession());
    expect(await screen.findByText(/^FTP, 2026.05.05/)).toBeTruthy();
    expect(screen.getByText(/^Mail, .*: failed$/)).toBeTruthy();
    expect(screen.queryByText(/^FTP, .*: failed$/)).toBeNull();
  });

  test("2§9 warns if more rows match than are shown, and stores the settings in the browser", async () => {
    const api = serve(
      Array.from({ length: 25 }, () => aDocumentation()),
      1234,
    );
    renderApp("/documentation", aSession());
    expect(await screen.findByText("Showing rows 1 to 25 of 500")).toBeTruthy();
    expect(screen.getByText(/1,234 documentations match. The list shows the first 500/)).toBeTruthy();
    expect(lastRowQuery(api)).toMatchObject({
      max: "25",
      offset: "0",
      showHidden: "false",
      sort: "dateCreated",
    });

    await userEvent.click(await screen.findByRole("button", { name: "List settings" }));
    await userEvent.click(screen.getByRole("menuitemradio", { name: "All" }));
    expect(await screen.findByText(/^1,234 rows/)).toBeTruthy();
    // Blocks are fetched as they come into view, and only visible rows are rendered.
    await waitFor(() => expect(lastRowQuery(api)).toMatchObject({ max: "200", offset: "0" }));
    expect(screen.getAllByRole("row").length).toBeLessThan(100);
    expect(screen.queryByText(/documentations match/)).toBeNull();

    await userEvent.click(await screen.findByRole("button", { name: "List settings" }));
    await userEvent.click(screen.getByRole("menuitemcheckbox", { name: "Show hidden" }));
    await waitFor(() => expect(lastRowQuery(api)).toMatchObject({ showHidden: "true" }));
    expect(readSettings()).toEqual({ showHidden: true, showsThumbnails: true, max: -1 });
  });

  test("broken settings are ignored", () => {
    for (const text of ["{", "[]", '{"max":7,"showHidden":"yes"}']) {
      localStorage.setItem("documentationList", text);
      expect(readSettings()).toEqual({ showHidden: false, showsThumbnails: true, max: 500 });
    }
  });

  test("2§7 the search word is sent as `query`", async () => {
    const api = serve([aDocumentation()]);
    renderApp("/documentation?q=mast", aSession());
    await screen.findByText(/Showing rows/);
    expect(lastRowQuery(api)).toMatchObject({ query: "mast" });
    expect(within(screen.getByRole("search")).getByRole("searchbox")).toHaveProperty("value", "mast");
  });
});
