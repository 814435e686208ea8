import { describe, expect, it } from "vitest";
import type { TemplateTask } from "#domain/template/task.ts";
import { createTask, renumberTasks, withType } from "#domain/template/taskRules.ts";
import { createTemplate } from "#domain/template/templateEdit.ts";
import { type Draft, findVisibleTasks, withAnswer, withMedia } from "./draft.ts";
import { validateForCompletion } from "./draftValidation.ts";
import { emptyPreviewInput, previewDraft, previewInputOf } from "./preview.ts";

const corrosion = createTask("SINGLE_CHOICE", { name: "Corrosion", options: "None;Severe" });
const closeUp = createTask("PHOTO", {
  name: "Close-up",
  preconditions: [
    {
      id: crypto.randomUUID(),
      type: "TASK_ANSWER",
      params: { task: corrosion.id, operator: "EQUALS", answer: "Severe" },
    },
  ],
});
const webOnlyTask = createTask("TEXT", {
  name: "Browser",
  preconditions: [
    { id: crypto.randomUUID(), type: "PLATFORM", params: { operator: "EQUALS", platform: "WEB" } },
  ],
});
const tower = createTask("GROUP", { name: "Tower", tasks: [corrosion, closeUp, webOnlyTask] });

const context = {
  ...{ id: crypto.randomUUID(), userId: 1, creator: "Eva", platform: "APP" as const },
  ...{ startedAt: "2026-05-04T09:30:00Z", listParams: new Map() },
};
const makeContent = (tasks: TemplateTask[]) => ({
  ...createTemplate(),
  name: "Mast",
  tasks: renumberTasks(tasks),
});
const namesOf = (draft: Draft) => findVisibleTasks(draft).map(({ name }) => name);
const photo = {
  ...{ id: "p", kind: "PHOTO" as const, taskId: closeUp.id, name: "a.jpg", comment: "", type: "image/jpeg" },
  ...{ size: 1, sha256: "", md5: "", dateCreated: null },
};

describe("previewing a template while editing it", () => {
  it("2§4 preconditions show and hide tasks as during capture", () => {
    const firstDraft = previewDraft(makeContent([tower]), emptyPreviewInput, context);
    expect(namesOf(firstDraft)).toEqual(["Tower", "Corrosion"]);
    const draft = withAnswer(firstDraft, corrosion.id, "Severe");
    expect(namesOf(draft)).toEqual(["Tower", "Corrosion", "Close-up"]);
    expect(
      namesOf(previewDraft(makeContent([tower]), emptyPreviewInput, { ...context, platform: "WEB" })),
    ).toContain("Browser");
  });

  it("3§4 an entered value stays with its task when other tasks are added, moved or deleted, and is dropped when the task's type changes", () => {
    const firstDraft = previewDraft(makeContent([tower]), emptyPreviewInput, context);
    const enteredDraft = withMedia(withAnswer(firstDraft, corrosion.id, "Severe"), photo);
    const enteredInput = previewInputOf(enteredDraft, emptyPreviewInput);
    const movedDraft = previewDraft(
      makeContent([createTask("TEXT", { name: "New" }), tower]),
      enteredInput,
      context,
      enteredDraft.tasks,
    );
    expect(movedDraft.tasks.find(({ id }) => id === corrosion.id)?.answer).toBe("Severe");
    expect(movedDraft.media.map(({ name }) => name)).toEqual(["Close-up_01"]);

    const retypedGroup = { ...tower, tasks: [withType(corrosion, "INTEGER"), withType(closeUp, "FILE")] };
    const retypedDraft = previewDraft(makeContent([retypedGroup]), enteredInput, context);
    expect(retypedDraft.tasks.map(({ answer }) => answer)).toEqual([null, null, null]);
    expect(retypedDraft.media).toEqual([]);
    // A type that was selected only briefly removes nothing.
    const restoredDraft = previewDraft(
      makeContent([tower]),
      previewInputOf(retypedDraft, enteredInput),
      context,
    );
    expect(restoredDraft.media).toHaveLength(1);
  });

  it("3§3 allTasksRequired applies to each task, and an unchanged task keeps its identity", () => {
    const firstDraft = previewDraft(makeContent([tower]), emptyPreviewInput, context);
    const strictContent = { ...makeContent([tower]), allTasksRequired: "YES" as const };
    const nextDraft = previewDraft(
      strictContent,
      { ...emptyPreviewInput, name: "Mast 1" },
      context,
      firstDraft.tasks,
    );
    expect(validateForCompletion(nextDraft).map(({ name, reason: error }) => [name, error])).toEqual([
      ["Corrosion", "required"],
    ]);
    expect(nextDraft.tasks[0]).toBe(firstDraft.tasks[0]);
    expect(nextDraft.tasks[1]).not.toBe(firstDraft.tasks[1]);
  });
});
