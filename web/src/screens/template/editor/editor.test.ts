import { describe, expect, test } from "vitest";
import { createExportNode } from "#domain/template/exportRules.ts";
import { taskTree } from "#domain/template/taskRules.ts";
import { aTemplate, aTemplateTask } from "../templateTesting.ts";
import { createEditorState, editorReducer, findChangedParts } from "./templateEditorState.ts";
import { nodeMoves, taskMoves } from "./treeMoves.ts";
import { groupErrorsByTask } from "./useEditorErrors.ts";

const tower = aTemplateTask("Tower", { type: "GROUP", tasks: [aTemplateTask("In it")] });
const [first, second] = [aTemplateTask("One"), aTemplateTask("Two")];
const tasks = [first, tower, second];

describe("3§2 the target positions of moved tasks", () => {
  test("by keys: among siblings, into the group above, and out of a group", () => {
    expect(taskMoves.moveBy(tasks, first.id, "up")).toBeNull();
    expect(taskMoves.moveBy(tasks, first.id, "down")).toEqual({ parent: null, index: 1 });
    expect(taskMoves.moveBy(tasks, second.id, "in")).toEqual({ parent: tower.id, index: 1 });
    expect(taskMoves.moveBy(tasks, tower.tasks[0]!.id, "out")).toEqual({ parent: null, index: 2 });
    expect(taskMoves.moveBy(tasks, first.id, "out")).toBeNull();
  });

  test("by dragging: the index excludes the dragged task; never into itself", () => {
    expect(taskMoves.moveBeside(tasks, first.id, second.id, "after")).toEqual({ parent: null, index: 2 });
    expect(taskMoves.moveBeside(tasks, second.id, tower.id, "into")).toEqual({ parent: tower.id, index: 1 });
    expect(taskMoves.moveBeside(tasks, tower.id, tower.tasks[0]!.id, "before")).toBeNull();
  });

  test("3§3 in an export tree: only into folders and zip files", () => {
    const photos = createExportNode("PHOTOS");
    const zip = createExportNode("ZIP_FILE");
    const files = createExportNode("FILES");
    expect(nodeMoves.moveBy([zip, photos], photos.id, "in")).toEqual({ parent: zip.id, index: 0 });
    expect(nodeMoves.moveBy([photos, files], files.id, "in")).toBeNull();
    expect(nodeMoves.moveBeside([photos, zip, files], photos.id, files.id, "after")).toEqual({
      parent: null,
      index: 2,
    });
  });
});

describe("3§5 errors by task", () => {
  test("a path is resolved to the id of its task", () => {
    const errorsByTask = groupErrorsByTask(aTemplate({ tasks }), {
      "tasks.1.tasks.0.preconditions.0.params.task": "required",
      "tasks.2.name": "required",
      name: "required",
    });
    expect([...errorsByTask]).toEqual([
      [tower.tasks[0]!.id, { "preconditions.0.params.task": "required" }],
      [second.id, { name: "required" }],
    ]);
  });
});

describe("3§2 the editor stays responsive with 500 tasks", () => {
  test("typing in one task keeps the objects of all others", () => {
    const fiveHundredTasks = Array.from({ length: 500 }, (_, index) => aTemplateTask(`Task ${index}`));
    const initialState = createEditorState(aTemplate({ tasks: fiveHundredTasks }));
    const { id } = initialState.content.tasks[250]!;
    const nextState = editorReducer(initialState, { kind: "changeTask", id, change: { name: "x" } });
    const unchangedTasks = nextState.content.tasks.filter(
      (task, index) => task === initialState.content.tasks[index],
    );
    expect(unchangedTasks).toHaveLength(499);
    expect(taskTree.find(nextState.content.tasks, id)?.node.name).toBe("x");
    expect(findChangedParts(nextState.base, nextState.content)).toEqual(["tasks"]);
  });
});
