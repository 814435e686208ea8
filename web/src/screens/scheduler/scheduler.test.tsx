import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import { scheduledJob, scheduledRun } from "../../../../domain/endpoints/scheduler";
import { axeFaults } from "../../testing/axe";
import { fakeApi } from "../../testing/fakeApi";
import { aSuperAdmin } from "../../testing/fixtures";
import { renderApp } from "../../testing/renderApp";
import { durationText } from "./duration";

const run = (success: boolean, started = "2026-05-04T09:30:00Z") =>
  scheduledRun.parse({ started, finished: started, duration: 1240, success, message: "3 mails were sent" });
const job = (jobName: string, runs = [run(true)]) =>
  scheduledJob.parse({
    name: `mail.${jobName}`,
    jobGroup: "mail",
    jobName,
    cron: "* * * * *",
    previousFireTime: null,
    nextFireTime: "2026-05-04T09:31:00Z",
    runs,
  });
const serve = (answer = run(true)) =>
  fakeApi({
    "GET /scheduler/list": () => ({
      items: [job("send", [run(true), run(false, "2026-05-03T09:30:00Z")]), job("clear", [])],
    }),
    "POST /scheduler/runNow": () => answer,
  });
async function show(answer?: ReturnType<typeof run>) {
  const api = serve(answer);
  renderApp("/quartz", aSuperAdmin());
  await screen.findByText(/Showing rows/);
  return api;
}
async function runNow() {
  await userEvent.click(screen.getByRole("button", { name: "Run now: mail.send" }));
  const question = await screen.findByRole("alertdialog");
  await userEvent.click(within(question).getByRole("button", { name: "Run now" }));
}

describe("3§2 /quartz", () => {
  test("lists the jobs with their times and last results", async () => {
    await show();
    expect(screen.getAllByRole("rowheader").map(({ textContent }) => textContent)).toEqual([
      "mail.clear",
      "mail.send",
    ]);
    expect(screen.getByText("Succeeded")).toBeTruthy();
    expect(screen.getByText("1.2 s")).toBeTruthy();
    expect(await axeFaults()).toEqual([]);
    await userEvent.click(screen.getByRole("button", { name: "Recent runs of mail.send" }));
    const dialog = await screen.findByRole("dialog");
    expect(within(dialog).getAllByRole("row")).toHaveLength(3);
    expect(within(dialog).getByText("Failed")).toBeTruthy();
  });

  test("runs a job after confirmation, and reports its result", async () => {
    const api = await show();
    await runNow();
    expect(await screen.findByText("mail.send finished in 1.2 s")).toBeTruthy();
    expect(api.to("POST /scheduler/runNow")[0]?.body).toEqual({ jobGroup: "mail", jobName: "send" });
    await waitFor(() => expect(api.to("GET /scheduler/list").length).toBeGreaterThan(2));
  });

  test("a failed run is not reported as success", async () => {
    await show(run(false));
    await runNow();
    expect(await screen.findByText("mail.send failed")).toBeTruthy();
  });

  test("durations are readable", () => {
    expect([0, 400, 12_300, 125_000, 3_780_000].map((one) => durationText(one))).toEqual([
      "0 s",
      "0.4 s",
      "12 s",
      "2 min 5 s",
      "1 h 3 min",
    ]);
  });
});
