import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import { getProgress, type Progress, reviewGroupings } from "#domain/endpoints/documentation/progress.ts";
import { axeFaults } from "#testing/axe.ts";
import { fakeApi } from "#testing/fakeApi.ts";
import { anId, aSession } from "#testing/fixtures.ts";
import { renderApp } from "#testing/renderApp.tsx";

const noTimes = { documentations: 0, medianSeconds: null, maxSeconds: null };
const noTable = { groupCount: 0, items: [] };
const week = (startDate: string, values: Partial<Progress["weeks"][number]> = {}) => ({
  ...{ startDate, created: 0, reviewed: 0, sentBack: 0, medianSeconds: null },
  ...values,
});
const emptyProgress: Progress = {
  customerName: "Norrfiber",
  startDate: "2026-11-02",
  endDate: "2026-11-26",
  queue: null,
  reviews: { startDate: "2026-11-02", ...noTimes },
  groupings: { creator: noTable, license: noTable, template: noTable, place: noTable, reviewer: noTable },
  weeks: ["2026-11-02", "2026-11-09", "2026-11-16", "2026-11-23"].map((day) => week(day)),
  sentBack: { items: 0, documentations: 0, open: 0, answered: 0, withdrawn: 0, reasons: [], newest: [] },
  deliveries: { done: 0, failed: 0, inProgress: 0, cancelled: 0 },
  findings: { answers: 0, documentations: 0, lists: [] },
};

const manager = (roles: readonly string[] = []) => aSession({ roles: ["ROLE_PROGRESS", ...roles] as never });
function renderProgress(progress: Partial<Progress>, session = manager(["ROLE_DOCUMENTATION_READ"])) {
  const api = fakeApi({
    "GET /progress": () => getProgress.response!.parse({ ...emptyProgress, ...progress }),
  });
  return { api, ...renderApp("/progress?weeks=4", session) };
}
const hrefOf = (element: HTMLElement) => decodeURIComponent(element.getAttribute("href") ?? "");

describe("design§Web the manager's page", () => {
  test("links each figure to the list of its rows", async () => {
    const [templateId, licenseId] = [anId(), anId()];
    const times = { documentations: 7, medianSeconds: 7200, maxSeconds: 90_000 };
    const keys = {
      creator: "bo",
      license: licenseId,
      template: templateId,
      place: "Mast 7",
      reviewer: "anna",
    };
    const { container } = renderProgress({
      queue: {
        documentations: 3,
        oldest: "2026-10-01T10:00:00Z",
        ages: [
          { startDate: "2026-11-25", endDate: "2026-11-26", documentations: 1 },
          { startDate: null, endDate: "2026-10-27", documentations: 2 },
        ],
      },
      reviews: { startDate: "2026-11-09", ...times },
      groupings: Object.fromEntries(
        reviewGroupings.map((grouping) => [
          grouping,
          { groupCount: 30, items: [{ key: keys[grouping], name: `the ${grouping}`, ...times }] },
        ]),
      ) as never,
      weeks: [
        ...emptyProgress.weeks.slice(0, 3),
        week("2026-11-23", { created: 5, reviewed: 4, sentBack: 2 }),
      ],
      sentBack: {
        ...emptyProgress.sentBack,
        ...{ items: 2, documentations: 1, open: 1, answered: 1 },
        reasons: [{ reason: "Blurred", items: 2 }],
        newest: [
          {
            documentationId: templateId,
            documentationName: "Mast 7",
            name: "a.jpg",
            reason: "Blurred",
            creator: "anna",
            dateCreated: "2026-11-25T10:00:00Z",
          },
        ],
      },
      findings: { answers: 3, documentations: 2, lists: [{ name: "Cable", answers: 3 }] },
    });
    const queue = await screen.findByRole("region", { name: "Awaiting review" });
    expect(within(queue).getAllByRole("link").map(hrefOf)).toEqual([
      "/documentation?createdDateRange=2026-11-25;2026-11-26&statusFilter=COMPLETED",
      "/documentation?createdDateRange=;2026-10-27&statusFilter=COMPLETED",
    ]);
    const reviewTimes = screen.getByRole("region", { name: "Time from capture to review" });
    const expectedLinks = {
      "Created by": "?activityFilter=REVIEWED;2026-11-09;2026-11-26&creatorFilter=bo",
      Licence: `?activityFilter=REVIEWED;2026-11-09;2026-11-26;license=${licenseId}`,
      Template: `?activityFilter=REVIEWED;2026-11-09;2026-11-26&templateFilter=${templateId}`,
      Place: "?activityFilter=REVIEWED;2026-11-09;2026-11-26;place=Mast+7",
      "Reviewed by": "?activityFilter=REVIEWED;2026-11-09;2026-11-26;person=anna",
    };
    expect(reviewTimes.textContent).toContain(
      "2026\u201111\u201109 – 2026\u201111\u201126: there were so many reviews",
    );
    for (const [tab, link] of Object.entries(expectedLinks)) {
      await userEvent.click(within(reviewTimes).getByRole("tab", { name: tab }));
      expect(hrefOf(within(reviewTimes).getByRole("link", { name: /^the / }))).toBe(`/documentation${link}`);
    }
    expect(within(reviewTimes).getByText("The 1 of 30 with the most reviews.")).toBeTruthy();
    await userEvent.click(screen.getByText("Show as a table"));
    const [newestWeek] = within(screen.getByRole("table", { name: "Week by week" }))
      .getAllByRole("row")
      .slice(1);
    expect(within(newestWeek!).getAllByRole("link").map(hrefOf)).toEqual([
      "/documentation?createdDateRange=2026-11-23;2026-11-26",
      "/documentation?activityFilter=REVIEWED;2026-11-23;2026-11-26",
      "/documentation?activityFilter=SENT_BACK;2026-11-23;2026-11-26",
    ]);
    expect(screen.getByRole("link", { name: /^Mast 7.*a\.jpg: Blurred/ }).getAttribute("href")).toBe(
      `/documentation/details/${templateId}`,
    );
    // Deliveries open only for those who may see them.
    const deliveries = screen.getByRole("region", { name: "Deliveries" });
    expect(within(deliveries).queryAllByRole("link")).toEqual([]);
    expect(await axeFaults(container)).toEqual([]);
  });

  test("says what is empty, and shows figures without links to users who may not read documentations", async () => {
    const { container } = renderProgress({}, manager());
    expect(await screen.findByText("Nothing was reviewed in this period.")).toBeTruthy();
    expect(screen.getByText("Nothing was sent back in this period.")).toBeTruthy();
    expect(screen.getByText(/no status that ends a review/)).toBeTruthy();
    expect(within(screen.getByRole("main")).queryAllByRole("link")).toEqual([]);
    expect(await axeFaults(container)).toEqual([]);
  });

  test("asks for another period and keeps it in the address", async () => {
    const queries: string[] = [];
    fakeApi({
      "GET /progress": ({ query }: { query: URLSearchParams }) => {
        queries.push(String(query.get("weeks")));
        return emptyProgress;
      },
    } as never);
    const { address } = renderApp("/progress", manager());
    await userEvent.click(await screen.findByRole("button", { name: "52 weeks" }));
    await screen.findByText("Nothing was reviewed in this period.");
    expect(queries).toEqual(["12", "52"]);
    expect(address()).toBe("/progress?weeks=52");
  });
});
