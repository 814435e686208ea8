import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test } from "vitest";
import { axeFaults } from "#testing/axe.ts";
import { aTaskFilter } from "#testing/configuration.ts";
import { aTask } from "#testing/fixtures.ts";
import { findSection, hideFromObserver, serve, show } from "../testing.tsx";

beforeEach(hideFromObserver);

const filters = [
  aTaskFilter({ name: "Answered", type: "ANSWERED", automatic: true }),
  aTaskFilter({ name: "Whole numbers", type: "TASK_TYPE", params: { TASK_TYPE: "INTEGER" } }),
];
const tasks = [
  aTask({ name: "Gate", type: "TEXT", answer: "open" }),
  aTask({ name: "Depth", type: "INTEGER", answer: "3" }),
  aTask({ name: "Width", type: "INTEGER" }),
];

describe("3§2 task filters of the form view", () => {
  test("automatic filters start active; more are selected in a menu, and one button clears all", async () => {
    serve({ details: { taskFilters: filters }, tasks });
    show();
    const list = await findSection("Tasks");
    expect(await list.findByText("2 of 3 tasks shown")).toBeTruthy();
    expect(list.queryByText("Width")).toBeNull();
    await userEvent.click(list.getByRole("button", { name: /^Filter/ }));
    const menu = within(await screen.findByRole("menu"));
    const state = () =>
      menu
        .getAllByRole("menuitemcheckbox")
        .map((item) => [item.textContent, item.getAttribute("aria-checked")]);
    expect(state()).toEqual([
      ["Answered", "true"],
      ["Whole numbers", "false"],
    ]);
    await userEvent.click(menu.getByRole("menuitemcheckbox", { name: "Whole numbers" }));
    expect(list.queryByText("Gate")).toBeNull();
    expect(list.getByText("Depth")).toBeTruthy();
    await userEvent.click(menu.getByRole("menuitemcheckbox", { name: "Answered" }));
    expect(list.getByText("Width")).toBeTruthy();
    await userEvent.keyboard("{Escape}");
    expect(await axeFaults()).toEqual([]);
    await userEvent.click(list.getByRole("button", { name: "Show all" }));
    expect(list.getByText("Gate")).toBeTruthy();
    expect(list.queryByText(/tasks shown/)).toBeNull();
  });

  test("a filter without matches says so", async () => {
    const unmatchedFilter = aTaskFilter({ automatic: true, params: { ANSWER: "closed" } });
    serve({ details: { taskFilters: [unmatchedFilter] }, tasks });
    show();
    expect(await (await findSection("Tasks")).findByText("No tasks match the filters")).toBeTruthy();
  });
});

test("3§2 without task filters there is no menu", async () => {
  serve({ tasks });
  show();
  const list = await findSection("Tasks");
  expect(await list.findByText("Gate")).toBeTruthy();
  expect(list.queryByRole("button", { name: /^Filter/ })).toBeNull();
});
