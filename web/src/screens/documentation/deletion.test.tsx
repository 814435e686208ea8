import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test } from "vitest";
import { deletionUrgencyOf } from "#features/documentation/upcomingDeletion.ts";
import { axeFaults } from "#testing/axe.ts";
import { aSession, someDetails } from "#testing/fixtures.ts";
import {
  type DocumentationFixture,
  hideFromObserver,
  documentationId as id,
  serve,
  show,
} from "./testing.tsx";

const aReviewer = () => aSession({ roles: ["ROLE_DOCUMENTATION_READ", "ROLE_DOCUMENTATION_WRITE"] });
const findTitle = () => screen.findByRole("heading", { level: 1 });
type Deletion = NonNullable<DocumentationFixture["details"]>["deletion"];
const dueDeletion = (
  blockers: NonNullable<Deletion>["blockers"] = [],
): NonNullable<DocumentationFixture["details"]> => ({
  ...{ status: "COMPLETED", deleteAfter: "2026-05-04T10:00:00Z" },
  deletion: { limit: "DAY", blockers },
});

beforeEach(hideFromObserver);

describe("3§3 an automatic deletion is announced", () => {
  test("with the reasons that block it", async () => {
    const linkExpiresAt = "2026-06-04T10:00:00Z";
    serve({
      details: dueDeletion([
        { type: "FAILED", name: "Arkiv", until: null },
        { type: "LINK", name: "Mejl", until: linkExpiresAt },
        { type: "RECEIVED_FILES", name: "", until: null },
      ]),
    });
    show();
    await findTitle();
    expect(screen.getByText(/^Will be deleted automatically once this is resolved:/)).toBeTruthy();
    const blockers = screen.getAllByRole("listitem").map(({ textContent }) => textContent);
    expect(blockers).toEqual(
      expect.arrayContaining([
        "The export to Arkiv failed.",
        expect.stringMatching(/^A link emailed by Mejl can be opened until 2026.06.04/),
        "Received files are waiting for a decision.",
      ]),
    );
    expect(screen.queryByRole("button", { name: "Keep" })).toBeNull();
    expect(await axeFaults()).toEqual([]);
  });

  test("as a time limit before completion, and only in the metadata while it is far off", async () => {
    serve({ details: { status: "ONGOING", deletion: { limit: "WEEK", blockers: [] } } });
    const ongoingPage = show(aReviewer());
    expect(await screen.findByText("One week after completion")).toBeTruthy();
    ongoingPage.unmount();
    serve({ details: { ...dueDeletion(), deleteAfter: "2999-01-01T10:00:00Z" } });
    show(aReviewer());
    await findTitle();
    expect(screen.getByText(/^2999-01-01/)).toBeTruthy();
    expect(screen.queryByText(/^Will be deleted automatically on/)).toBeNull();
  });

  test("and can be cancelled by a user who can edit", async () => {
    const fixture: DocumentationFixture = { details: dueDeletion() };
    const api = serve(fixture, {
      [`PUT /documentation/keep/${id}`]: () => {
        fixture.details = { status: "COMPLETED", deletion: null, version: 2 };
        return someDetails({ id, ...fixture.details });
      },
    });
    show(aReviewer());
    await findTitle();
    expect(screen.getByText("Will be deleted automatically within a few minutes.")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Keep" }));
    const question = await screen.findByRole("alertdialog");
    await userEvent.click(within(question).getByRole("button", { name: "Keep" }));
    expect(await screen.findByText("Automatic deletion cancelled")).toBeTruthy();
    expect(api.to(`PUT /documentation/keep/${id}`)[0]?.body).toEqual({ version: 1 });
    expect(screen.queryByText(/^(Will be deleted|Deleted) automatically/)).toBeNull();
  });

  test("in a note from a week before it is due", () => {
    const nowMs = Date.parse("2026-05-04T10:00:00Z");
    const urgencyOf = (deleteAfter: string | null) => deletionUrgencyOf(deleteAfter, nowMs);
    expect(urgencyOf("2026-05-04T10:00:00Z")).toBe("now");
    expect(urgencyOf("2026-05-04T10:00:01Z")).toBe("soon");
    expect(urgencyOf("2026-05-11T10:00:00Z")).toBe("soon");
    expect(urgencyOf("2026-05-11T10:00:01Z")).toBeNull();
    expect(urgencyOf(null)).toBeNull();
  });
});
