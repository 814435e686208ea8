import { screen } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { axeFaults } from "#testing/axe.ts";
import { aTask } from "#testing/fixtures.ts";
import { type DocumentationFixture, findSection, hideFromObserver, serve, show } from "./testing.tsx";

beforeEach(hideFromObserver);

type Details = NonNullable<DocumentationFixture["details"]>;
const gaps: Details["completedWithout"] = [
  { kind: "EMAIL", task: null },
  { kind: "PHOTO", task: "Roof" },
];

const roof = aTask({ name: "Roof", type: "PHOTO", required: "YES" });

async function open(details: Details, task = roof) {
  serve({ details, tasks: [task] });
  show();
  await screen.findByRole("heading", { level: 1 });
}

test("2§4 the details list once what was missing when a device completed the documentation", async () => {
  await open({ status: "COMPLETED", completedWithout: gaps });
  expect(screen.getByText("It was completed without an email address.")).toBeTruthy();
  const tasks = await findSection("Tasks");
  expect(await tasks.findByRole("button", { name: "a photo for Roof" })).toBeTruthy();
  expect(screen.getAllByText(/a photo for Roof/)).toHaveLength(1);
  expect(await axeFaults()).toEqual([]);
});

test("2§4 what has been added since is ticked off", async () => {
  await open({ status: "WAITING_FOR_FILE", completedWithout: gaps }, { ...roof, required: "NO" });
  const tasks = await findSection("Tasks");
  expect(await tasks.findByRole("button", { name: "answered now a photo for Roof" })).toBeTruthy();
  expect(tasks.getByText("Nothing required is missing now")).toBeTruthy();
});

test.each(["HANDLED", "APPROVED", "ONGOING"] as const)(
  "2§4 the details of a documentation with the status %s do not list the gaps",
  async (status) => {
    await open({ status, completedWithout: gaps });
    expect(screen.queryByText(/completed without/)).toBeNull();
    // What is missing still is listed, whatever the status.
    expect((await findSection("Tasks")).getAllByText(/Roof/)).toHaveLength(2);
  },
);
