import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import { axeFaults } from "#testing/axe.ts";
import { aDelivery, aDeliveryDetails, aDeliveryFile, aDestination, failedAuth } from "#testing/deliveries.ts";
import { fakeApi, problemReply } from "#testing/fakeApi.ts";
import { aSession, aSuperAdmin } from "#testing/fixtures.ts";
import { renderApp } from "#testing/renderApp.tsx";

type Row = ReturnType<typeof aDelivery>;
type Handlers = Parameters<typeof fakeApi>[0];

const anExporter = () => aSession({ roles: ["ROLE_DOCUMENTATION_READ", "ROLE_EXPORT_DOCUMENTATION"] });

const serve = (items: Row[], overrides: Handlers = {}, destinations = [aDestination()]) =>
  fakeApi({
    "GET /deliveries": () => ({ items }),
    "GET /delivery/count": () => ({ count: items.length }),
    "GET /delivery/destinations": () => ({ items: destinations }),
    ...overrides,
  });

const findDeliveriesTable = () => screen.findByRole("table", { name: "Deliveries" });
/** Finds the row of a documentation by name. */
const findRow = async (name: string) =>
  within((await screen.findByRole("link", { name })).closest("[data-row]") as HTMLElement);

describe("2§2 /delivery: the list", () => {
  test("shows delivered, running and failed deliveries, with their states in words", async () => {
    serve([
      aDelivery({ documentationName: "Arrived" }),
      aDelivery({
        documentationName: "Moving",
        state: "RUNNING",
        automatic: true,
        username: "",
        filesDone: 3,
        bytesSent: 12_000_000,
        finished: null,
      }),
      aDelivery({
        documentationName: "Held up",
        state: "WAITING",
        filesDone: 0,
        bytesSent: 0,
        errorKind: "transient",
        errorMessage: "The connection was reset.",
        nextTry: "2999-01-01T12:00:00Z",
        finished: null,
      }),
      aDelivery({ documentationName: "Stuck", ...failedAuth, missing: 2 }),
    ]);
    renderApp("/delivery", anExporter());
    const deliveredRow = await findRow("Arrived");
    expect(deliveredRow.getByText("Delivered")).toBeTruthy();
    expect(deliveredRow.getByText("12 of 12")).toBeTruthy();
    expect(deliveredRow.getByText("48.00 MB")).toBeTruthy();
    expect(deliveredRow.getByText("anna")).toBeTruthy();
    const runningRow = await findRow("Moving");
    expect(runningRow.getByText("Automatic")).toBeTruthy();
    const bar = runningRow.getByRole("progressbar", { name: "Progress: Moving, Archive" });
    expect(bar.getAttribute("aria-valuenow")).toBe("25");
    expect(runningRow.getByText("12.00 MB of 48.00 MB, 3 of 12 files")).toBeTruthy();
    const waitingRow = await findRow("Held up");
    expect(waitingRow.getByText(/^Next attempt at 2999.01.01/)).toBeTruthy();
    expect(waitingRow.getByText(/tries again automatically/)).toBeTruthy();
    const failedRow = await findRow("Stuck");
    expect(failedRow.getByText(/rejected the login/)).toBeTruthy();
    expect(
      failedRow.getByText(
        "The destination responded with 530: The server did not accept the user name and password.",
      ),
    ).toBeTruthy();
    expect(failedRow.getByText("2 photos and files are missing")).toBeTruthy();
    expect(screen.queryByText("Norrfiber")).toBeNull();
    expect(await axeFaults()).toEqual([]);
  });

  test("promises no further attempt after the last transient error", async () => {
    serve([aDelivery({ ...failedAuth, errorKind: "transient" })]);
    renderApp("/delivery", anExporter());
    expect(await screen.findByText(/after several attempts/)).toBeTruthy();
    expect(screen.queryByText(/tries again automatically/)).toBeNull();
  });

  test("says in the user's language why the service cancelled a delivery, with technical details", async () => {
    const errorMessage = "The documentation was handed over or deleted.";
    serve([aDelivery({ state: "CANCELLED", errorKind: null, errorMessage })]);
    renderApp("/delivery", anExporter());
    expect(await screen.findByText(/its template no longer sends here\.$/)).toBeTruthy();
    expect(screen.getByText(`Details: ${errorMessage}`)).toBeTruthy();
  });

  test("keeps the filters in the URL, and ignores invalid filters", async () => {
    const destination = aDestination();
    const api = serve([aDelivery()], {}, [destination]);
    renderApp(
      `/delivery?state=FAILED&exportConfigurationId=${destination.exportConfigurationId}&from=2026-05-01&to=x&customerId=-1&q=mast`,
      anExporter(),
    );
    await findDeliveriesTable();
    const firstQuery = api.to("GET /deliveries")[0]?.query;
    expect(Object.fromEntries(firstQuery!)).toEqual({
      state: "FAILED",
      exportConfigurationId: destination.exportConfigurationId,
      from: "2026-05-01",
      q: "mast",
      sort: "dateCreated",
      order: "desc",
      max: "25",
      offset: "0",
    });
    expect(await screen.findByText("Destination: Archive")).toBeTruthy();
    expect(screen.getByText("State: Failed")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Remove the filter State: Failed" }));
    await waitFor(() => expect(api.to("GET /deliveries").at(-1)?.query.get("state")).toBeNull());
    expect(api.to("GET /deliveries").at(-1)?.query.get("q")).toBe("mast");
  });

  test("filters by deliveries in progress", async () => {
    const api = serve([aDelivery()]);
    renderApp("/delivery", anExporter());
    const filters = within(await screen.findByRole("group", { name: "Filters" }));
    await userEvent.click(filters.getByRole("button", { name: "State" }));
    await userEvent.click(await screen.findByRole("radio", { name: "In progress" }));
    await waitFor(() => expect(api.to("GET /deliveries").at(-1)?.query.get("open")).toBe("true"));
    expect(await screen.findByText("State: In progress")).toBeTruthy();
  });

  test("says when there are no deliveries, and when none match", async () => {
    serve([], {}, []);
    const { unmount } = renderApp("/delivery", anExporter());
    expect(await screen.findByText("No deliveries yet")).toBeTruthy();
    unmount();
    renderApp("/delivery?open=true", anExporter());
    expect(await screen.findByText("No deliveries match")).toBeTruthy();
  });

  test("offers separate retries for the list and the destinations if loading fails", async () => {
    serve([], {
      "GET /deliveries": () => problemReply(422, "ruleBroken"),
      "GET /delivery/destinations": () => problemReply(422, "ruleBroken"),
    });
    renderApp("/delivery", anExporter());
    expect(await screen.findAllByRole("button", { name: "Try again" })).toHaveLength(2);
  });

  test("1§6 shows super admins the customers with a filter, and requires the authority", async () => {
    serve([aDelivery()]);
    const { unmount } = renderApp("/delivery", aSuperAdmin());
    expect(await (await findRow("NF-2041 Skellefteå")).findByText("Norrfiber")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Customer" })).toBeTruthy();
    unmount();
    renderApp("/delivery", aSession({ roles: ["ROLE_DOCUMENTATION_READ"] }));
    expect(await screen.findByRole("heading", { name: /not allowed/i })).toBeTruthy();
  });
});

describe("2§4 /delivery: resending and stopping", () => {
  test("retries a waiting delivery immediately", async () => {
    const row = aDelivery({ state: "WAITING", finished: null, nextTry: "2999-01-01T12:00:00.000Z" });
    const api = serve([row], { [`POST /delivery/resend/${row.id}`]: () => ({ ...row, state: "PENDING" }) });
    renderApp("/delivery", anExporter());
    await userEvent.click(
      await screen.findByRole("button", { name: "Try now: NF-2041 Skellefteå to Archive" }),
    );
    expect(await screen.findByText("Sending NF-2041 Skellefteå to Archive again")).toBeTruthy();
    expect(api.to(`POST /delivery/resend/${row.id}`)[0]?.body).toEqual({});
  });

  test("resends a failed delivery, and fetches the list again", async () => {
    const row = aDelivery(failedAuth);
    const api = serve([row], { [`POST /delivery/resend/${row.id}`]: () => ({ ...row, state: "PENDING" }) });
    renderApp("/delivery", anExporter());
    await userEvent.click(
      await screen.findByRole("button", { name: "Send again: NF-2041 Skellefteå to Archive" }),
    );
    expect(await screen.findByText("Sending NF-2041 Skellefteå to Archive again")).toBeTruthy();
    expect(api.to(`POST /delivery/resend/${row.id}`)[0]?.body).toEqual({});
    await waitFor(() => expect(api.to("GET /deliveries").length).toBeGreaterThan(1));
  });

  test("stops a running delivery after confirmation, and has no buttons for a delivered delivery", async () => {
    const row = aDelivery({ state: "PENDING", bytes: null, finished: null });
    const api = serve([row, aDelivery({ documentationName: "Arrived" })], {
      [`POST /delivery/cancel/${row.id}`]: () => ({ ...row, state: "CANCELLED" }),
    });
    renderApp("/delivery", anExporter());
    const deliveredRow = await findRow("Arrived");
    expect(deliveredRow.queryByRole("button", { name: /again|Stop/ })).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: /^Stop delivery: NF-2041/ }));
    await userEvent.click(await screen.findByRole("button", { name: "Stop delivery" }));
    await waitFor(() => expect(api.to(`POST /delivery/cancel/${row.id}`)).toHaveLength(1));
  });

  test("resends selected deliveries after confirmation, and counts refused deliveries", async () => {
    const [first, second] = [
      aDelivery(failedAuth),
      aDelivery({ ...failedAuth, documentationName: "Paused" }),
    ];
    const api = serve([first, second, aDelivery()], {
      [`POST /delivery/resend/${first.id}`]: () => ({ ...first, state: "PENDING" }),
      [`POST /delivery/resend/${second.id}`]: () => problemReply(422, "exportRefused"),
    });
    renderApp("/delivery", anExporter());
    expect(await screen.findAllByRole("checkbox")).toHaveLength(3);
    await userEvent.click(screen.getByRole("checkbox", { name: /all on this page/ }));
    const bar = within(screen.getByRole("region", { name: "Selection" }));
    expect(bar.getByText("2 selected")).toBeTruthy();
    await userEvent.click(bar.getByRole("button", { name: "Send again" }));
    const question = within(await screen.findByRole("alertdialog"));
    expect(question.getAllByText(/^2 deliveries will be sent again/).length).toBeGreaterThan(0);
    await userEvent.click(question.getByRole("button", { name: "Send again" }));
    expect(await screen.findByText("Sending 1 delivery again")).toBeTruthy();
    expect(screen.getByText("1 delivery could not be sent again")).toBeTruthy();
    expect(api.to(`POST /delivery/resend/${second.id}`)).toHaveLength(1);
    await waitFor(() => expect(screen.queryByRole("region", { name: "Selection" })).toBeNull());
  });
});

describe("2§2 /delivery: destinations", () => {
  test("shows 30-day success rates, destinations with failures first, and filters the list by destination", async () => {
    const failing = aDestination({ exportConfigurationName: "Broken", done: 199, failed: 1 });
    const succeeding = aDestination({ failed: 0, done: 500 });
    const unusedDestination = aDestination({
      exportConfigurationName: "Unused",
      failed: 0,
      done: 0,
      lastSuccess: null,
    });
    const api = serve([aDelivery()], {}, [unusedDestination, succeeding, failing]);
    renderApp("/delivery", anExporter());
    const table = within(await screen.findByRole("table", { name: "Destinations" }));
    await table.findByText("Broken");
    const rows = table.getAllByRole("row").slice(1);
    expect(rows.map((row) => within(row).getByRole("rowheader").textContent)).toEqual([
      "BrokenFTP",
      "ArchiveFTP",
      "UnusedFTP",
    ]);
    expect(within(rows[0]!).getByText("99 %")).toBeTruthy();
    expect(within(rows[1]!).getByText("100 %")).toBeTruthy();
    await userEvent.click(table.getByRole("button", { name: "Broken" }));
    await waitFor(() =>
      expect(api.to("GET /deliveries").at(-1)?.query.get("exportConfigurationId")).toBe(
        failing.exportConfigurationId,
      ),
    );
    expect(table.getByRole("button", { name: "Broken" }).getAttribute("aria-pressed")).toBe("true");
  });

  test("resends all deliveries that failed on or after a chosen day, and shows their number", async () => {
    const destination = aDestination({ failed: 3 });
    const api = serve(
      [aDelivery()],
      {
        "GET /delivery/count": ({ query }) => ({ count: query.get("from") === "2026-05-02" ? 2 : 3 }),
        "POST /delivery/resendFailed": () => ({ count: 2 }),
      },
      [destination],
    );
    renderApp("/delivery", anExporter());
    await userEvent.click(await screen.findByRole("button", { name: "Send all failed again: Archive" }));
    const dialog = within(await screen.findByRole("dialog"));
    expect(await dialog.findByText(/^3 failed deliveries will be sent again/)).toBeTruthy();
    const day = dialog.getByLabelText("Started on this day or later");
    await userEvent.clear(day);
    await userEvent.type(day, "2026-05-02");
    await userEvent.click(await dialog.findByRole("button", { name: "Send 2 again" }));
    expect(await screen.findByText("Sending 2 deliveries again")).toBeTruthy();
    expect(api.to("POST /delivery/resendFailed")[0]?.body).toEqual({
      exportConfigurationId: destination.exportConfigurationId,
      since: "2026-05-02",
    });
  });
});

describe("2§2 /delivery: one delivery", () => {
  test("shows for each file whether it was sent or already there, and how that was verified", async () => {
    const row = aDeliveryDetails({
      items: [
        aDeliveryFile({ path: "a.jpg" }),
        aDeliveryFile({ path: "b.jpg", arrival: "FOUND", evidence: "SIZE", bytesSent: 0 }),
        aDeliveryFile({ path: "c.jpg", arrival: "SENT", evidence: "SHA256" }),
        aDeliveryFile({ path: "d.docx", arrival: "SENT", evidence: null }),
        aDeliveryFile({ path: "mailed.jpg", arrival: null, evidence: null }),
      ],
    });
    serve([aDelivery()], { [`GET /delivery/${row.id}`]: () => row });
    renderApp(`/delivery?delivery=${row.id}`, anExporter());
    expect(await screen.findByText("Sent; the destination reports the same size")).toBeTruthy();
    expect(screen.getByText("Already there, compared by size; not sent again")).toBeTruthy();
    expect(screen.getByText("Sent; the destination computed the same SHA-256")).toBeTruthy();
    expect(screen.getByText(/the destination changes files of this type/)).toBeTruthy();
    expect(screen.getAllByText("Delivered").length).toBeGreaterThan(4);
  });

  test("O2 O6 FileRise#122 rclone#7271 says that files were written directly, and under which names", async () => {
    const row = aDeliveryDetails({
      writesDirectly: true,
      items: [aDeliveryFile({ path: "Åre/a.jpg", storedAs: "Are~1a2b3c4d/a.jpg" })],
    });
    serve([aDelivery()], { [`GET /delivery/${row.id}`]: () => row });
    renderApp(`/delivery?delivery=${row.id}`, anExporter());
    expect(await screen.findByText(/^Files were written directly under their names/)).toBeTruthy();
    expect(screen.getByText("Name at the destination: Are~1a2b3c4d/a.jpg")).toBeTruthy();
  });

  test("shows its files with their proof and what is missing, and resends one file", async () => {
    const succeeding = aDeliveryFile({ remoteId: "01ABC" });
    const failing = aDeliveryFile({
      path: "NF-2041 Skellefteå/report.pptx",
      kind: "DOCUMENT",
      state: "FAILED",
      sha256: null,
      tries: 2,
      errorKind: "full",
      errorStatusCode: 507,
      errorMessage: "The quota is used up.",
      finished: null,
    });
    const row = aDeliveryDetails({
      ...failedAuth,
      missing: 1,
      missingItems: [{ kind: "PHOTO", name: "lost.jpg", reason: "notUploaded" }],
      items: [succeeding, failing],
    });
    const api = serve([aDelivery()], {
      [`GET /delivery/${row.id}`]: () => row,
      [`POST /delivery/resend/${row.id}`]: () => row,
    });
    renderApp(`/delivery?delivery=${row.id}`, anExporter());
    const panel = within(await screen.findByRole("dialog", { name: "NF-2041 Skellefteå to Archive" }));
    expect(panel.getByText("9f86d081884c…")).toBeTruthy();
    expect(panel.getByRole("button", { name: "Copy SHA-256 9f86d081884c…" })).toBeTruthy();
    expect(panel.getByText("ID at the destination: 01ABC")).toBeTruthy();
    expect(panel.getByText(/The destination is full/)).toBeTruthy();
    expect(panel.getByText("2 failed attempts")).toBeTruthy();
    expect(panel.getByText("1 photo or file is missing")).toBeTruthy();
    expect(panel.getByText("Not uploaded")).toBeTruthy();
    expect(await axeFaults()).toEqual([]);
    await userEvent.click(panel.getByRole("button", { name: `Send again: ${failing.path}` }));
    await waitFor(() =>
      expect(api.to(`POST /delivery/resend/${row.id}`)[0]?.body).toEqual({ file: failing.id }),
    );
    await userEvent.click(panel.getByRole("button", { name: "Send again" }));
    await waitFor(() => expect(api.to(`POST /delivery/resend/${row.id}`)[1]?.body).toEqual({}));
    await userEvent.click(panel.getByRole("button", { name: "Failed" }));
    await waitFor(() => expect(api.to(`GET /delivery/${row.id}`).at(-1)?.query.get("failed")).toBe("true"));
  });

  test("design§Delivery shows a started file as waiting while its delivery waits", async () => {
    const file = aDeliveryFile({ state: "SENDING", bytesSent: 1_000_000, finished: null });
    const row = aDeliveryDetails({ state: "WAITING", items: [file] });
    serve([aDelivery()], { [`GET /delivery/${row.id}`]: () => row });
    renderApp(`/delivery?delivery=${row.id}`, anExporter());
    const panel = within(await screen.findByRole("dialog"));
    const fileRow = within(await panel.findByRole("row", { name: new RegExp(file.path) }));
    expect(fileRow.getByText("Waiting to retry")).toBeTruthy();
    expect(fileRow.queryByText("Sending")).toBeNull();
  });

  test("shows a refusal in the panel, and lists a hundred files per page", async () => {
    const items = Array.from({ length: 100 }, (_, index) => aDeliveryFile({ path: `photo ${index}.jpg` }));
    const row = aDeliveryDetails({ ...failedAuth, items, itemCount: 250 });
    const api = serve([aDelivery()], {
      [`GET /delivery/${row.id}`]: () => row,
      [`POST /delivery/resend/${row.id}`]: () => problemReply(422, "exportRefused"),
    });
    renderApp(`/delivery?delivery=${row.id}`, anExporter());
    const panel = within(await screen.findByRole("dialog"));
    await userEvent.click(await panel.findByRole("button", { name: "Send again" }));
    expect(await panel.findByText(/cannot be exported until it is completed again/)).toBeTruthy();
    expect(panel.getByText("Showing rows 1 to 100 of 250")).toBeTruthy();
    await userEvent.click(panel.getByRole("button", { name: "Next page" }));
    await waitFor(() => expect(api.to(`GET /delivery/${row.id}`).at(-1)?.query.get("offset")).toBe("100"));
  });

  test("reports a deleted delivery", async () => {
    const row = aDelivery();
    serve([row]);
    renderApp(`/delivery?delivery=${row.id}`, anExporter());
    const panel = within(await screen.findByRole("dialog"));
    expect(await panel.findByText("This does not exist, or has been deleted")).toBeTruthy();
  });
});
