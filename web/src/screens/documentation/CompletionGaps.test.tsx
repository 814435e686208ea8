import { screen } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { axeFaults } from "#testing/axe.ts";
import { type DocumentationFixture, hideFromObserver, serve, show } from "./testing.tsx";

beforeEach(hideFromObserver);

type Details = NonNullable<DocumentationFixture["details"]>;
const gaps: Details["completedWithout"] = [
  { what: "EMAIL", task: null },
  { what: "PHOTO", task: "Roof" },
];

async function open(details: Details) {
  serve({ details });
  show();
  await screen.findByRole("heading", { level: 1 });
}

test("2§4 the details list what was missing when a device completed the documentation", async () => {
  await open({ status: "COMPLETED", completedWithout: gaps });
  expect(screen.getByText("It was completed without an email address and a photo for Roof.")).toBeTruthy();
  expect(await axeFaults()).toEqual([]);
});

test.each(["HANDLED", "APPROVED", "ONGOING"] as const)(
  "2§4 the details of a documentation with the status %s do not list the gaps",
  async (status) => {
    await open({ status, completedWithout: gaps });
    expect(screen.queryByText(/completed without/)).toBeNull();
  },
);
