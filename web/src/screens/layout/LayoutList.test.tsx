import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import { smallestPng } from "#domain/testing/layouts.ts";
import { axeFaults } from "#testing/axe.ts";
import { fakeApi, problemReply, Reply } from "#testing/fakeApi.ts";
import { anId, aSession, aSuperAdmin } from "#testing/fixtures.ts";
import { renderApp } from "#testing/renderApp.tsx";
import { aLayout, someNodes } from "./layoutTesting.ts";

const path = "/exportDocumentConfiguration";
const calls = "exportDocumentConfigurations";

function serve(rows: ReturnType<typeof aLayout>[], overrides: Parameters<typeof fakeApi>[0] = {}) {
  return fakeApi({
    [`GET /${calls}`]: () => ({ items: rows }),
    [`GET /${calls}/count`]: () => ({ total: rows.length }),
    "GET /exportDocumentConfiguration/getCustomerCounts": () => ({
      items: rows.slice(0, 1).map(({ id }) => ({ id, customers: 3 })),
    }),
    ...overrides,
  });
}

describe("3§2 the list of report layouts", () => {
  test("has name, description, type, owner, the number of customers and when it was created", async () => {
    serve([aLayout(), aLayout({ name: "Delivery note", type: "PDF", description: null })]);
    renderApp(path, aSuperAdmin());
    await screen.findByText(/Showing rows/);
    const headers = screen.getAllByRole("columnheader").map(({ textContent }) => textContent);
    expect(headers).toEqual(["Name", "Description", "Type", "From", "Customers", "Created", "Actions"]);
    const row = screen.getByRole("row", { name: /Inspection protocol/ });
    await waitFor(() => expect(within(row).getByText("3")).toBeTruthy());
    expect(within(row).getByText("Word")).toBeTruthy();
    expect(within(screen.getByRole("row", { name: /Delivery note/ })).getByText("0")).toBeTruthy();
    expect(await axeFaults()).toEqual([]);
  });

  test("staff change and delete their customer's layouts, and copy those of the service", async () => {
    const customerLayout = aLayout({ name: "Our report", customerId: 7, customerName: "Norrfiber" });
    const api = serve([customerLayout, aLayout()]);
    renderApp(path, aSession({ roles: ["ROLE_EXPORT_LAYOUTS"] }));
    const ownRow = within(await screen.findByRole("row", { name: /Our report/ }));
    const grantedRow = within(screen.getByRole("row", { name: /Inspection protocol/ }));
    expect(screen.queryByRole("columnheader", { name: "Customers" })).toBeNull();
    expect([ownRow.getByText("Norrfiber"), grantedRow.getByText("Siteproof")]).toHaveLength(2);
    const isDisabled = (row: typeof ownRow, name: RegExp) =>
      row.getByRole("button", { name }).getAttribute("aria-disabled") === "true";
    expect([/^Edit/, /^Delete/, /^Copy/].map((name) => isDisabled(ownRow, name))).toEqual([
      false,
      false,
      false,
    ]);
    expect([/^Edit/, /^Delete/, /^Copy/].map((name) => isDisabled(grantedRow, name))).toEqual([
      true,
      true,
      false,
    ]);
    expect(api.calls.some(({ path: called }) => called.includes("getCustomerCounts"))).toBe(false);
  });

  test("an empty list says so and offers to add one; the editor keeps the list's query string", async () => {
    serve([]);
    const { address } = renderApp(`${path}?sort=type`, aSuperAdmin());
    expect(await screen.findByText("No report layouts yet")).toBeTruthy();
    await userEvent.click(screen.getAllByRole("button", { name: "Add" })[0]!);
    await waitFor(() => expect(address()).toBe(`${path}/create?sort=type`));
  });

  test("a copy is created under a new name", async () => {
    const row = aLayout();
    const api = serve([row], {
      "POST /exportDocumentConfiguration/copy": ({ body }) =>
        new Reply(201, { ...row, id: anId(), name: (body as { name: string }).name }),
    });
    renderApp(path, aSuperAdmin());
    await userEvent.click(await screen.findByRole("button", { name: "Copy: Inspection protocol" }));
    const dialog = within(await screen.findByRole("dialog"));
    const name = dialog.getByRole("textbox", { name: /^Name of the copy/ });
    expect((name as HTMLInputElement).value).toBe("Inspection protocol - Kopia");
    await userEvent.clear(name);
    await userEvent.click(dialog.getByRole("button", { name: "Copy" }));
    expect(await dialog.findByText("This field is required!")).toBeTruthy();
    await userEvent.type(name, "Handover");
    await userEvent.click(dialog.getByRole("button", { name: "Copy" }));
    expect(await screen.findByText("“Handover” has been created")).toBeTruthy();
    expect(api.to("POST /exportDocumentConfiguration/copy")[0]?.body).toEqual({
      id: row.id,
      name: "Handover",
    });
  });

  test("deleting asks for confirmation; a layout in use is kept, and its uses are named", async () => {
    const row = aLayout();
    const api = serve([row], {
      [`DELETE /${calls}/${row.id}`]: () =>
        new Reply(422, {
          error: { code: "inUse", message: "in use", names: ["Norrfiber", "Mast inspection"] },
        }),
    });
    renderApp(path, aSuperAdmin());
    await userEvent.click(await screen.findByRole("button", { name: "Delete: Inspection protocol" }));
    const dialog = within(await screen.findByRole("alertdialog"));
    expect(api.to(`DELETE /${calls}/${row.id}`)).toHaveLength(0);
    await userEvent.click(dialog.getByRole("button", { name: "Delete" }));
    expect(await screen.findByText(/Norrfiber, Mast inspection/)).toBeTruthy();
  });
});

describe("3§2 a report layout, read only", () => {
  const row = aLayout({
    type: "WORD_TO_PDF",
    nodes: someNodes(
      "WORD_TO_PDF",
      ["EACH", { IN: "TASKS", FILTERS: "ANSWERED" }, [["TEXT", { TEXT: "{TASK_NAME}" }]]],
      ["IF", { STATUS: "APPROVED" }, [["PHOTO"]]],
    ),
  });

  test("shows the tree in plain words; Edit keeps the query; the id is copied", async () => {
    const api = fakeApi({ [`GET /${calls}/${row.id}`]: () => row });
    const { address } = renderApp(`${path}/details/${row.id}?q=x`, aSuperAdmin());
    expect(await screen.findByText("For each task, filtered")).toBeTruthy();
    expect(screen.getByText("Text “{TASK_NAME}”")).toBeTruthy();
    expect(screen.getByText("If the status is Approved")).toBeTruthy();
    expect(await axeFaults()).toEqual([]);
    await userEvent.click(screen.getByRole("button", { name: "Close all" }));
    expect(screen.queryByText("Text “{TASK_NAME}”")).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Open: For each task, filtered" }));
    expect(screen.getByText("Text “{TASK_NAME}”")).toBeTruthy();
    const writeText = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
    await userEvent.click(screen.getByRole("button", { name: "Copy ID" }));
    expect(await screen.findByText("ID copied!")).toBeTruthy();
    expect(writeText).toHaveBeenCalledWith(row.id);
    await userEvent.click(screen.getByRole("button", { name: "Edit" }));
    await waitFor(() => expect(address()).toBe(`${path}/${row.id}?q=x`));
    expect(api.calls.every(({ method }) => method === "GET")).toBe(true);
  });

  test("3§9 shows the image of an IMAGE node 100 pixels wide", async () => {
    const layoutWithImage = aLayout({
      nodes: someNodes("WORD", [
        "TABLE",
        {},
        [["ROW", {}, [["COLUMN", {}, [["IMAGE", { DATA: smallestPng, TYPE: "image/png" }]]]]]],
      ]),
    });
    fakeApi({ [`GET /${calls}/${layoutWithImage.id}`]: () => layoutWithImage });
    renderApp(`${path}/details/${layoutWithImage.id}`, aSuperAdmin());
    const image = (await screen.findByRole("img", { name: "The chosen image" })) as HTMLImageElement;
    expect(image.src).toBe(`data:image/png;base64,${smallestPng}`);
    expect(getComputedStyle(image).width).toBe("100px");
  });

  test("a missing layout is reported", async () => {
    fakeApi({ [`GET /${calls}/${row.id}`]: () => problemReply(404, "notFound") });
    renderApp(`${path}/details/${row.id}`, aSuperAdmin());
    expect(await screen.findByText("This report layout does not exist or has been deleted")).toBeTruthy();
  });
});
