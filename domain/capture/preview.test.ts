import { describe, expect, it } from "vitest";
import type { TemplateTask } from "#domain/template/task.ts";
import { newTask, renumberTasks, withType } from "#domain/template/taskRules.ts";
import { newTemplate } from "#domain/template/templateEdit.ts";
import { type Draft, visibleTasks, withAnswer, withMedia } from "./draft.ts";
import { validateForCompletion } from "./draftValidation.ts";
import { emptyPreviewInput, previewDraft, previewInputOf } from "./preview.ts";

const corrosion = newTask("SINGLE_CHOICE", { name: "Corrosion", options: "None;Severe" });
const closeUp = newTask("PHOTO", {
  name: "Close-up",
  preconditions: [
    {
      id: crypto.randomUUID(),
      type: "TASK_ANSWER",
      params: { task: corrosion.id, operator: "EQUALS", answer: "Severe" },
    },
  ],
});
const webOnlyTask = newTask("TEXT", {
  name: "Browser",
  preconditions: [
    { id: crypto.randomUUID(), type: "PLATFORM", params: { operator: "EQUALS", platform: "WEB" } },
  ],
});
const tower = newTask("GROUP", { name: "Tower", tasks: [corrosion, closeUp, webOnlyTask] });

const context = {
  ...{ id: crypto.randomUUID(), userId: 1, creator: "Eva", platform: "APP" as const },
  ...{ at: "2026-05-04T09:30:00Z", listParams: new Map() },
};
const content = (tasks: TemplateTask[]) => ({ ...newTemplate(), name: "Mast", tasks: renumberTasks(tasks) });
const names = (draft: Draft) => visibleTasks(draft).map(({ name }) => name);
const photo = {
  ...{ id: "p", kind: "PHOTO" as const, taskId: closeUp.id, name: "a.jpg", comment: "", type: "image/jpeg" },
  ...{ size: 1, sha256: "", md5: "", dateCreated: null },
};

describe("previewing a template while editing it", () => {
  it("2§4 preconditions show and hide tasks as during capture", () => {
    const first = previewDraft(content([tower]), emptyPreviewInput, context);
    expect(names(first)).toEqual(["Tower", "Corrosion"]);
    const draft = withAnswer(first, corrosion.id, "Severe");
    expect(names(draft)).toEqual(["Tower", "Corrosion", "Close-up"]);
    expect(
      names(previewDraft(content([tower]), emptyPreviewInput, { ...context, platform: "WEB" })),
    ).toContain("Browser");
  });

  it("3§4 an entered value stays with its task when others are added, moved or deleted, and is dropped when its type changes", () => {
    const first = previewDraft(content([tower]), emptyPreviewInput, context);
    const enteredDraft = withMedia(withAnswer(first, corrosion.id, "Severe"), photo);
    const enteredInput = previewInputOf(enteredDraft, emptyPreviewInput);
    const moved = previewDraft(
      content([newTask("TEXT", { name: "New" }), tower]),
      enteredInput,
      context,
      enteredDraft.tasks,
    );
    expect(moved.tasks.find(({ id }) => id === corrosion.id)?.answer).toBe("Severe");
    expect(moved.media.map(({ name }) => name)).toEqual(["Close-up_01"]);

    const retyped = { ...tower, tasks: [withType(corrosion, "INTEGER"), withType(closeUp, "FILE")] };
    const changedTypes = previewDraft(content([retyped]), enteredInput, context);
    expect(changedTypes.tasks.map(({ answer }) => answer)).toEqual([null, null, null]);
    expect(changedTypes.media).toEqual([]);
    // A type that was selected only briefly removes nothing.
    const restored = previewDraft(content([tower]), previewInputOf(changedTypes, enteredInput), context);
    expect(restored.media).toHaveLength(1);
  });

  it("3§3 allTasksRequired applies to each task, and an unchanged task keeps its identity", () => {
    const first = previewDraft(content([tower]), emptyPreviewInput, context);
    const strict = { ...content([tower]), allTasksRequired: "YES" as const };
    const next = previewDraft(strict, { ...emptyPreviewInput, name: "Mast 1" }, context, first.tasks);
    expect(validateForCompletion(next).map(({ name, what }) => [name, what])).toEqual([
      ["Corrosion", "required"],
    ]);
    expect(next.tasks[0]).toBe(first.tasks[0]);
    expect(next.tasks[1]).not.toBe(first.tasks[1]);
  });
});
