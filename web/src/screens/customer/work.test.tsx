import { fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { dayRangeOfPreset } from "#domain/core/calendar/dayPresets.ts";
import { subtractMonth, today } from "#domain/core/calendar/days.ts";
import type { JobStatus } from "#domain/endpoints/shared/job.ts";
import { axeFaults } from "#testing/axe.ts";
import { fakeApi, noResponse, problemReply } from "#testing/fakeApi.ts";
import { aLicense, anId, aSuperAdmin } from "#testing/fixtures.ts";
import { aCustomerRow, aJob } from "#testing/organisation.ts";
import { renderApp } from "#testing/renderApp.tsx";

/** The URLs that the browser was told to download. */
const downloads: string[] = [];
beforeEach(() => {
  downloads.length = 0;
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    downloads.push(this.getAttribute("href") ?? "");
  });
});
afterEach(() => vi.useRealTimers());

const serve = (overrides: Parameters<typeof fakeApi>[0]) =>
  fakeApi({
    "GET /customers": () => ({ items: [aCustomerRow()] }),
    "GET /customers/count": () => ({ total: 1 }),
    "POST /downloadTicket": ({ body }) => ({
      url: `${(body as { path: string }).path}&token=signed`,
      expires: "2026-05-04T09:45:00Z",
    }),
    ...overrides,
  });

/** Replies to the polls of a job; the last reply repeats. */
const replyInTurn = (replies: JobStatus[]) => () => (replies.length > 1 ? replies.shift() : replies[0]);

async function open(dialog: "Photo dump" | "Invoice attachment") {
  await userEvent.click(await screen.findByRole("button", { name: `${dialog}: Norrfiber` }));
  return screen.findByRole("dialog");
}

// Jobs are polled once a second.
describe("1§4 the photo dump", () => {
  const job = aJob();
  const start = () => userEvent.click(screen.getByRole("button", { name: "Prepare and download" }));
  const runningJob = { ...job, state: "RUNNING" as const, progress: 20, total: 52 };
  const doneJob = {
    ...job,
    state: "DONE" as const,
    progress: 52,
    total: 52,
    result: { size: 38_640_000, included: 298, missing: 10 },
  };

  test("is prepared with real progress, then downloaded by the browser with a ticket", async () => {
    const api = serve({
      "GET /customer/photoDump/7": () => job,
      [`GET /job/${job.id}`]: replyInTurn([job, runningJob, doneJob]),
    });
    renderApp("/customer", aSuperAdmin());
    await open("Photo dump");
    expect(await axeFaults()).toEqual([]);
    await start();
    expect(await screen.findByText("20 of 52")).toBeTruthy();
    expect(screen.getByRole("progressbar").getAttribute("aria-valuetext")).toBe("20 of 52");
    expect(await screen.findByText("The zip file is ready")).toBeTruthy();
    for (const text of ["38.64 MB", "298", "10", /lists each one with its reason/])
      expect(screen.getByText(text)).toBeTruthy();
    await waitFor(() =>
      expect(downloads).toEqual([
        `/api/customer/downloadPhotoDump/photos.zip?customerId=7&job=${job.id}&token=signed`,
      ]),
    );
    expect(api.to("GET /customer/photoDump/7")).toHaveLength(1);
  });

  test("continues when the dialog is closed, and is shown again when it reopens", async () => {
    const api = serve({
      "GET /customer/photoDump/7": () => job,
      [`GET /job/${job.id}`]: () => runningJob,
    });
    renderApp("/customer", aSuperAdmin());
    await open("Photo dump");
    await start();
    expect(await screen.findByText("20 of 52")).toBeTruthy();
    await userEvent.click(screen.getAllByRole("button", { name: "Close" }).at(-1)!);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await open("Photo dump");
    expect(await screen.findByText("20 of 52")).toBeTruthy();
    expect(api.to("GET /customer/photoDump/7")).toHaveLength(1);
  });

  test("says why it failed and can be retried", async () => {
    const api = serve({
      "GET /customer/photoDump/7": () => job,
      [`GET /job/${job.id}`]: replyInTurn([{ ...job, state: "FAILED", error: "storageChanged" }, doneJob]),
    });
    renderApp("/customer", aSuperAdmin());
    await open("Photo dump");
    await start();
    expect(
      await screen.findByText("A stored photo or file changed while it was being read. Try again.", {}),
    ).toBeTruthy();
    expect(downloads).toEqual([]);
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("The zip file is ready")).toBeTruthy();
    expect(api.to("GET /customer/photoDump/7")).toHaveLength(2);
  });

  test("says why it cannot be started; a lost connection is not a failed job", async () => {
    const startReplies = [() => problemReply(500, "internal"), () => job];
    const pollReplies = [noResponse, () => doneJob];
    serve({
      "GET /customer/photoDump/7": () => startReplies.shift()!(),
      [`GET /job/${job.id}`]: () => (pollReplies.length > 1 ? pollReplies.shift()! : pollReplies[0]!)(),
    });
    renderApp("/customer", aSuperAdmin());
    await open("Photo dump");
    await start();
    expect(await screen.findByText("Server Error: Status Text")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("Connection lost. Reconnecting…")).toBeTruthy();
    expect(await screen.findByText("The zip file is ready")).toBeTruthy();
  });
});

describe("1§2 the invoice attachment", () => {
  const job = aJob({ kind: "invoice" });
  const doneJob = { ...job, state: "DONE" as const, result: { size: 4120 } };
  const getDayInput = (name: RegExp) => screen.getByLabelText<HTMLInputElement>(name);
  const setDay = (name: RegExp, value: string) => fireEvent.change(getDayInput(name), { target: { value } });
  const create = () => userEvent.click(screen.getByRole("button", { name: "Create and download" }));

  test("1§9 starts one month ago and ends today, with all licences and templates", async () => {
    const api = serve({
      "POST /customer/prepareInvoiceAttachment": () => job,
      [`GET /job/${job.id}`]: () => doneJob,
    });
    renderApp("/customer", aSuperAdmin());
    await open("Invoice attachment");
    expect(getDayInput(/^Start date/).value).toBe(subtractMonth(today()));
    expect(getDayInput(/^End date/).value).toBe(today());
    expect(screen.getByText("Leave empty to include all licences.")).toBeTruthy();
    expect(screen.getByText("Leave empty to include all templates.")).toBeTruthy();
    expect(await axeFaults()).toEqual([]);
    await create();
    expect(await screen.findByText("The Excel file is ready")).toBeTruthy();
    expect(api.to("POST /customer/prepareInvoiceAttachment")[0]!.body).toEqual({
      customerId: 7,
      startDate: subtractMonth(today()),
      endDate: today(),
      licenses: [],
      templates: [],
      language: "en",
    });
    await waitFor(() => expect(downloads).toHaveLength(1));
  });

  test("1§1 is offered in both languages", async () => {
    const api = serve({
      "POST /customer/prepareInvoiceAttachment": () => job,
      [`GET /job/${job.id}`]: () => doneJob,
    });
    renderApp("/customer", aSuperAdmin());
    await open("Invoice attachment");
    await userEvent.selectOptions(screen.getByLabelText("Language of the file"), "Svenska");
    await create();
    await waitFor(() =>
      expect(api.to("POST /customer/prepareInvoiceAttachment")[0]!.body).toMatchObject({ language: "sv" }),
    );
  });

  test("1§9 selects the whole of last month in one click", async () => {
    const api = serve({
      "POST /customer/prepareInvoiceAttachment": () => job,
      [`GET /job/${job.id}`]: () => doneJob,
    });
    renderApp("/customer", aSuperAdmin());
    await open("Invoice attachment");
    await userEvent.click(screen.getByRole("button", { name: /^Last month: [A-Z][a-z]+ \d{4}$/ }));
    await create();
    await waitFor(() =>
      expect(api.to("POST /customer/prepareInvoiceAttachment")[0]!.body).toMatchObject(
        dayRangeOfPreset("lastMonth"),
      ),
    );
  });

  test("1§7 is downloaded with its ids joined by semicolons, and the prepared job", async () => {
    const licenses = [aLicense({ name: "One" }), aLicense({ name: "Two" })];
    const template = { id: anId(), name: "Mast inspection" };
    const api = serve({
      "GET /licenses": () => ({ items: licenses }),
      "GET /customerStatistics/findAllTemplatesByCustomerId/7": () => [
        template,
        { id: anId(), name: "Turbine" },
      ],
      "POST /customer/prepareInvoiceAttachment": () => job,
      [`GET /job/${job.id}`]: () => doneJob,
    });
    renderApp("/customer", aSuperAdmin());
    await open("Invoice attachment");
    await userEvent.click(screen.getByRole("combobox", { name: "Licences" }));
    await userEvent.click(await screen.findByRole("option", { name: "One" }));
    await userEvent.click(screen.getByRole("option", { name: "Two" }));
    await userEvent.type(screen.getByRole("combobox", { name: "Templates" }), "mast");
    await userEvent.click(await screen.findByRole("option", { name: "Mast inspection" }));
    await create();
    await waitFor(() => expect(downloads).toHaveLength(1));
    expect(api.to("GET /licenses")[0]!.query.get("customerId")).toBe("7");
    const { pathname, searchParams } = new URL(downloads[0]!, "http://console.test");
    expect(pathname).toBe("/api/customer/createInvoiceAttachement/");
    expect(Object.fromEntries(searchParams)).toEqual({
      customerId: "7",
      startDate: subtractMonth(today()),
      endDate: today(),
      licenses: licenses.map(({ id }) => id).join(";"),
      templates: template.id,
      job: job.id,
      token: "signed",
    });
  });

  test.each([
    ["2026-03-02", "2026-03-01", "The start date must not be after the end date"],
    ["2026-03-02", "2026-03-01", "The end date must not be before the start date"],
    ["2026-03-02", "2999-01-01", "The date must not be later than today"],
    ["", "2026-03-01", "This field is required!"],
  ])("1§5 from %s to %s is refused: %s", async (start, end, message) => {
    const api = serve({});
    renderApp("/customer", aSuperAdmin());
    await open("Invoice attachment");
    setDay(/^Start date/, start);
    setDay(/^End date/, end);
    await create();
    expect(await screen.findByText(message)).toBeTruthy();
    expect(api.to("POST /customer/prepareInvoiceAttachment")).toHaveLength(0);
  });
});
