import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import { templateContentOf } from "#domain/template/content.ts";
import { axeFaults } from "#testing/axe.ts";
import { fakeApi } from "#testing/fakeApi.ts";
import { anId, aSession } from "#testing/fixtures.ts";
import { renderApp } from "#testing/renderApp.tsx";
import { aTemplate, aTemplateTask } from "./templateTesting.ts";

const writer = () => aSession({ roles: ["ROLE_TEMPLATE_READ", "ROLE_TEMPLATE_WRITE"] });

function aMast() {
  const corrosion = aTemplateTask("Corrosion", { type: "SINGLE_CHOICE", options: "None;Severe" });
  const closeUp = aTemplateTask("Close-up", {
    type: "PHOTO",
    preconditions: [
      {
        id: anId(),
        type: "TASK_ANSWER",
        params: { task: corrosion.id, operator: "EQUALS", answer: "Severe" },
      },
    ],
  });
  const tower = aTemplateTask("Tower", { type: "GROUP", tasks: [corrosion, closeUp] });
  return aTemplate({ tasks: [tower, aTemplateTask("Remark")] });
}

describe("3§2 /template/details/{id}", () => {
  test("shows the tasks as a tree that opens and closes, and the preconditions of a task", async () => {
    const row = aMast();
    fakeApi({ [`GET /templates/${row.id}`]: () => row });
    renderApp(`/template/details/${row.id}`, writer());
    expect(await screen.findByRole("heading", { level: 1, name: "Mast inspection" })).toBeTruthy();
    expect(screen.getByText("Close-up")).toBeTruthy();
    expect(await axeFaults()).toEqual([]);
    await userEvent.click(screen.getByRole("button", { name: "Close all groups" }));
    expect(screen.queryByText("Close-up")).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Open Tower" }));
    await userEvent.click(screen.getByRole("button", { name: /Preconditions for Close-up/ }));
    const dialog = await screen.findByRole("dialog");
    expect(within(dialog).getByText("The answer to “Corrosion” is “Severe”")).toBeTruthy();
  });

  test("the edit button keeps the query parameters", async () => {
    const row = aMast();
    fakeApi({ [`GET /templates/${row.id}`]: () => row });
    const app = renderApp(`/template/details/${row.id}?page=2`, writer());
    await userEvent.click(await screen.findByRole("button", { name: "Edit" }));
    expect(app.address()).toBe(`/template/${row.id}?page=2`);
  });

  test("compares two backups task by task, and restores one of them", async () => {
    const row = aMast();
    const olderContent = {
      ...templateContentOf(row),
      name: "Old name",
      tasks: [row.tasks[0]!, { ...row.tasks[1]!, required: "YES" as const }],
    };
    const [newerId, olderId] = [anId(), anId()];
    const aBackup = (id: string, dateCreated: string, json: unknown) => ({
      id,
      dateCreated,
      size: 10,
      userId: 1,
      username: "staff",
      templateId: row.id,
      json: JSON.stringify(json),
    });
    const backups = [
      aBackup(newerId, "2026-05-04T09:30:00Z", templateContentOf(row)),
      aBackup(olderId, "2026-05-03T09:30:00Z", olderContent),
    ];
    const api = fakeApi({
      [`GET /templates/${row.id}`]: () => row,
      [`GET /template/getTemplateBackups/${row.id}`]: () => ({ items: backups }),
      [`GET /template/getTemplateBackup/${newerId}`]: () => backups[0],
      [`GET /template/getTemplateBackup/${olderId}`]: () => backups[1],
      "POST /template/restoreTemplateBackup": () => ({
        template: { ...row, version: 2 },
        droppedReferences: [],
      }),
    });
    renderApp(`/template/details/${row.id}`, writer());
    await userEvent.click(await screen.findByRole("tab", { name: "Backups" }));
    const table = await screen.findByRole("table", { name: "2 differences" });
    const rowTexts = within(table)
      .getAllByRole("row")
      .slice(1)
      .map((row) =>
        within(row)
          .getAllByRole("cell")
          .map((cell) => cell.textContent),
      );
    expect(rowTexts).toEqual([
      ["Name", "Old name", "Mast inspection"],
      ["Tasks › RemarkRequired", "Required", "Optional"],
    ]);
    await userEvent.click(screen.getByRole("button", { name: /^Restore/ }));
    await userEvent.click(await screen.findByRole("button", { name: "Restore" }));
    expect(await screen.findByText("Version restored")).toBeTruthy();
    expect(api.to("POST /template/restoreTemplateBackup")[0]?.body).toEqual({ id: olderId, version: 1 });
  });

  test("restoring is not offered to readers", async () => {
    const row = aMast();
    fakeApi({
      [`GET /templates/${row.id}`]: () => row,
      [`GET /template/getTemplateBackups/${row.id}`]: () => ({ items: [] }),
    });
    renderApp(`/template/details/${row.id}`, aSession({ roles: ["ROLE_TEMPLATE_READ"] }));
    await userEvent.click(await screen.findByRole("tab", { name: "Backups" }));
    expect(await screen.findByText("No backups yet")).toBeTruthy();
    expect(screen.queryByRole("button", { name: /^Restore/ })).toBeNull();
  });
});
