import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import type { z } from "zod";
import { scheduledJob, scheduledRun } from "#domain/endpoints/operations/scheduler.ts";
import { suggestionImportEvent } from "#domain/resources/index.ts";
import { axeFaults } from "#testing/axe.ts";
import { fakeApi } from "#testing/fakeApi.ts";
import { anId, aSuperAdmin } from "#testing/fixtures.ts";
import { renderApp } from "#testing/renderApp.tsx";
import { durationText } from "./swedishTimes.ts";

const aRun = (success: boolean, startedAt = "2026-05-04T09:30:00Z") =>
  scheduledRun.parse({
    started: startedAt,
    finished: startedAt,
    duration: 1240,
    success,
    message: "3 mails were sent",
  });
const aJob = (jobName: string, changes: Partial<z.input<typeof scheduledJob>> = {}) =>
  scheduledJob.parse({
    ...{ name: `mail.${jobName}`, jobGroup: "mail", jobName, label: jobName, customerName: null },
    ...{ cron: "* * * * *", frequency: null, disabled: false, previousFireTime: null },
    ...{ nextFireTime: "2026-05-04T09:31:00Z", lastRun: aRun(true), ...changes },
  });
const configurationId = anId();
const anImport = (changes: Partial<z.input<typeof scheduledJob>> = {}) =>
  aJob("import", {
    ...{
      name: `suggestionImport.${configurationId}`,
      jobGroup: "suggestionImport",
      jobName: configurationId,
    },
    ...{ label: "Projects", customerName: "Norrfiber", cron: null, frequency: "DAILY", ...changes },
  });
const serve = (items: z.input<typeof scheduledJob>[], response = aRun(true)) =>
  fakeApi({
    "GET /scheduler/list": () => ({ items }),
    "GET /scheduler/runs": () => ({ items: [aRun(true), aRun(false, "2026-05-03T09:30:00Z")] }),
    "POST /scheduler/runNow": () => response,
    [`POST /suggestionImportConfiguration/triggerNow/${configurationId}`]: () => {
      items.splice(0, items.length, anImport({ lastRun: { ...aRun(true), success: null, finished: null } }));
      return suggestionImportEvent.row.parse({
        ...{
          id: anId(),
          customerId: 7,
          customerName: "Norrfiber",
          suggestionImportConfigurationId: configurationId,
        },
        ...{ suggestionImportConfigurationName: "Projects", type: "NEXT_PROJECT", success: null, count: 0 },
        ...{ added: 0, updated: 0, removed: 0, message: null, needsConfirmation: false, confirmed: false },
        ...{ requesterName: "super", finished: null, dateCreated: "2026-05-04T09:30:00Z" },
      });
    },
  });
async function show(
  response?: ReturnType<typeof aRun>,
  items = [aJob("send"), aJob("clear", { lastRun: null })],
) {
  const api = serve(items, response);
  renderApp("/quartz", aSuperAdmin());
  await screen.findByText(/Showing rows/);
  return api;
}
async function runNow() {
  await userEvent.click(screen.getByRole("button", { name: "Run now: send" }));
  const question = await screen.findByRole("alertdialog");
  await userEvent.click(within(question).getByRole("button", { name: "Run now" }));
}

describe("3§2 /quartz", () => {
  test("lists the jobs with their times and last results", async () => {
    await show();
    expect(screen.getAllByRole("rowheader").map(({ textContent }) => textContent)).toEqual(["clear", "send"]);
    expect(screen.getByText("Succeeded")).toBeTruthy();
    expect(screen.getByText("1.2 s")).toBeTruthy();
    expect(await axeFaults()).toEqual([]);
    await userEvent.click(screen.getByRole("button", { name: "History of send" }));
    const dialog = await screen.findByRole("dialog");
    expect(await within(dialog).findByText("Failed")).toBeTruthy();
    expect(within(dialog).getAllByRole("row")).toHaveLength(3);
  });

  test("an import shows its customer and frequency, is started by a separate call, and its run is visible", async () => {
    const disabledImport = anImport({
      name: "suggestionImport.off",
      label: "Old",
      disabled: true,
      nextFireTime: null,
    });
    const api = await show(undefined, [anImport(), disabledImport]);
    expect(screen.getAllByText("Norrfiber")).toHaveLength(2);
    expect(screen.getByText("Daily")).toBeTruthy();
    expect(screen.getByText("Disabled")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Run now: Projects" }));
    const question = await screen.findByRole("alertdialog");
    await userEvent.click(within(question).getByRole("button", { name: "Import now" }));
    expect(await screen.findByText("Projects has started")).toBeTruthy();
    expect(api.to(`POST /suggestionImportConfiguration/triggerNow/${configurationId}`)).toHaveLength(1);
    expect(await screen.findByText("Running")).toBeTruthy();
  });

  test("runs a job after confirmation, and reports its result", async () => {
    const api = await show();
    await runNow();
    expect(await screen.findByText("send finished in 1.2 s")).toBeTruthy();
    expect(api.to("POST /scheduler/runNow")[0]?.body).toEqual({ jobGroup: "mail", jobName: "send" });
    await waitFor(() => expect(api.to("GET /scheduler/list").length).toBeGreaterThan(2));
  });

  test("a job has a descriptive name, and its schedule is shown as text", async () => {
    await show(undefined, [
      aJob("sendWaitingMails", { cron: "*/2 * * * *" }),
      aJob("purgeEnded", { cron: "17 3 * * *" }),
      aJob("verifyMedia", { cron: "41 1 1 * *" }),
      aJob("sendDailyMails", { cron: "*/5 5,6 * * *" }),
    ]);
    const names = screen.getAllByRole("rowheader").map(({ textContent }) => textContent);
    expect(names[0]).toMatch(/^Clean up what has expired/);
    expect(names[1]).toMatch(/^Compare stored files/);
    expect(names[2]).toMatch(/^Send daily email/);
    expect(names[3]).toMatch(/^Send email/);
    // Swedish times are an hour later in summer.
    expect(screen.getByText(/^Every 5 minutes, 0[67]:00–0[89]:00$/).title).toBe("*/5 5,6 * * * UTC");
    expect(screen.getByText("Every 2 minutes").title).toBe("*/2 * * * *");
    expect(screen.getByText(/^Daily at 0[45]:17$/).title).toBe("17 3 * * * UTC");
    expect(screen.getByText(/^Monthly on day 1 at 0[23]:41$/)).toBeTruthy();
    expect(screen.getByRole("button", { name: "Run now: Send email" })).toBeTruthy();
  });

  test("shows the result of the previous run, even if that run had nothing to do", async () => {
    await show(undefined, [
      aJob("did", { previousFireTime: "2026-05-04T09:30:00Z" }),
      aJob("idle", { previousFireTime: "2026-05-04T09:32:00Z" }),
      aJob("never", { previousFireTime: "2026-05-04T09:32:00Z", lastRun: null }),
      aJob("new", { lastRun: null }),
    ]);
    expect(screen.getAllByText("Succeeded")).toHaveLength(1);
    expect(screen.getAllByText("Nothing to do")).toHaveLength(2);
    expect(screen.getAllByText("Not run yet")).toHaveLength(1);
    expect(screen.getByRole("button", { name: "History of idle" })).toBeTruthy();
  });

  test("a failed run is not reported as success", async () => {
    await show(aRun(false));
    await runNow();
    expect(await screen.findByText("send failed")).toBeTruthy();
  });

  test("durations are readable", () => {
    expect(
      [0, 400, 12_300, 60_000, 125_000, 3_780_000].map((milliseconds) => durationText(milliseconds)),
    ).toEqual(["0 s", "0.4 s", "12 s", "1 min", "2 min 5 s", "1 h 3 min"]);
  });
});
