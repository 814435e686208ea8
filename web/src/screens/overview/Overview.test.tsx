import { screen, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { getOverview } from "#domain/endpoints/documentation/overview.ts";
import { axeFaults } from "#testing/axe.ts";
import { fakeApi } from "#testing/fakeApi.ts";
import { aSession } from "#testing/fixtures.ts";
import { renderApp } from "#testing/renderApp.tsx";

const templateId = "0b9c2b1e-5a41-4f0e-9a55-6f2d1c7e8a90";
const emptyOverview = {
  review: { total: 0, templates: [] },
  handedOver: 0,
  attention: {
    RECEIVED_FILES: 0,
    OVERDUE_UPLOADS: 0,
    EXPIRING_LINKS: 0,
    COMPLETED_WITHOUT: 0,
    UNANSWERED: 0,
    LATE_REVIEW: 0,
    LATE_RETAKE: 0,
  },
  failedDeliveries: null,
  photos: { day: "2026-05-03", count: 0, items: [] },
};
type Overview = Parameters<NonNullable<typeof getOverview.response>["parse"]>[0];
const show = (overview: Overview) => {
  fakeApi({ "GET /overview": () => getOverview.response!.parse(overview) });
  return renderApp("/overview", aSession());
};
const hrefOf = (name: string | RegExp) => screen.getByRole("link", { name }).getAttribute("href");

describe("design§Web the overview", () => {
  test("links each count to the list of its documentations", async () => {
    const { container } = show({
      ...emptyOverview,
      review: {
        total: 1234,
        templates: [{ templateId, templateName: "Mast", customerName: "Norrfiber", documentations: 7 }],
      },
      attention: {
        RECEIVED_FILES: 2,
        OVERDUE_UPLOADS: 0,
        EXPIRING_LINKS: 1000,
        COMPLETED_WITHOUT: 0,
        UNANSWERED: 0,
        LATE_REVIEW: 0,
        LATE_RETAKE: 0,
      },
      handedOver: 3,
      failedDeliveries: { count: 4, from: "2026-04-03" },
      photos: {
        day: "2026-05-03",
        count: 1,
        items: [
          {
            id: "5d0e8a57-93ab-4c26-8d0f-2a1b7c3e4f60",
            documentationId: templateId,
            documentationName: "Mast 7",
            name: "a.jpg",
            alias: null,
            dateCreated: "2026-05-03T10:00:00Z",
            hasData: true,
            rotation: 0,
            derivativeRotation: 0,
            derivativeRevision: "made",
          },
        ],
      },
    });
    const section = await screen.findByRole("region", { name: "Needs attention" });
    expect(
      within(section)
        .getAllByRole("link")
        .map(({ textContent }) => textContent),
    ).toEqual([
      "Received files waiting2",
      "Unused links about to expire1,000+",
      "Handed over, not fetched3",
      "Failed deliveries4",
    ]);
    expect(hrefOf(/^Received files/)).toBe("/documentation?attentionFilter=RECEIVED_FILES");
    expect(within(section).getByRole("button", { name: "Review: Received files waiting" })).toBeTruthy();
    expect(hrefOf(/^Handed over/)).toBe("/documentation?statusFilter=PAUSED");
    expect(hrefOf(/^Failed/)).toBe("/delivery?state=FAILED&from=2026-04-03");
    expect(hrefOf(/^Mast ?7$/)).toBe(`/documentation?templateFilter=${templateId}&statusFilter=COMPLETED`);
    expect(hrefOf("Show all 1,234")).toBe("/documentation?statusFilter=COMPLETED");
    expect(hrefOf("a.jpg in Mast 7")).toBe(
      `/documentation/details/${templateId}?photo=5d0e8a57-93ab-4c26-8d0f-2a1b7c3e4f60`,
    );
    expect(await axeFaults(container)).toEqual([]);
  });

  test("says that there is nothing to do", async () => {
    show(emptyOverview);
    expect(await screen.findByRole("heading", { name: "Nothing to do" })).toBeTruthy();
    expect(screen.getByText("No photos yesterday.")).toBeTruthy();
    expect(screen.queryByRole("region", { name: "Needs attention" })).toBeNull();
  });
});
