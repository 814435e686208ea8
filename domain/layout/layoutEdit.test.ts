import { describe, expect, test } from "vitest";
import {
  addLayoutNode,
  canCopyNode,
  changeParams,
  copyLayoutNode,
  createHistory,
  createLayout,
  createLayoutCopy,
  findFlatLayoutNode,
  flattenLayout,
  type LayoutContent,
  listAddableTypes,
  maxUndoSteps,
  moveLayoutNode,
  pushEdit,
  redo,
  removeLayoutNode,
  setLayoutType,
  undo,
} from "./layoutEdit.ts";
import { type LayoutNode, layoutTree } from "./node.ts";
import { type LayoutNodeType, type LayoutType, maxLevels, maxNodes } from "./types.ts";

/** A layout with a chain of nested nodes, one for each type of `path`, and the ids of the nodes. */
function buildLayout(type: LayoutType, ...path: LayoutNodeType[]): { content: LayoutContent; ids: string[] } {
  let content: LayoutContent = { ...createLayout(), type };
  const ids: string[] = [];
  for (const nodeType of path) {
    const next = addLayoutNode(content, nodeType, ids.at(-1) ?? null);
    if (!next) throw new Error(`${nodeType} is not allowed there`);
    content = next.content;
    ids.push(next.id);
  }
  return { content, ids };
}

const toShape = (nodes: readonly LayoutNode[]): unknown[] =>
  nodes.map(({ type, position, children }) => [type, position, toShape(children)]);

const addNode = (content: LayoutContent, type: LayoutNodeType, parent: string | null) => {
  const next = addLayoutNode(content, type, parent);
  if (!next) throw new Error(`${type} was not added`);
  return next;
};

describe("3§4 adding nodes", () => {
  test("a new EACH visits photos, a new TEXT has the size and colour of its document type", () => {
    const slideLayout = buildLayout("POWERPOINT", "EACH", "SLIDE", "COLUMN", "TEXT");
    const params = flattenLayout(slideLayout.content.nodes).map(({ node }) => node.params);
    expect(params[0]).toEqual({ IN: "PHOTOS" });
    expect(params[3]).toMatchObject({ SIZE: "32", COLOR: "#000000" });
    const cellLayout = buildLayout(
      "POWERPOINT",
      "SLIDE",
      "COLUMN",
      "TABLE",
      "TABLE_ROW",
      "TABLE_CELL",
      "TEXT",
    );
    expect(flattenLayout(cellLayout.content.nodes).at(-1)?.node.params).toEqual({
      SIZE: "32",
      COLOR: "#000000",
    });
    const wordParams = buildLayout("WORD", "TEXT").content.nodes[0]?.params;
    expect(wordParams).toMatchObject({ SIZE: "11", COLOR: "#000000", STYLE: "NORMAL", ALIGNMENT: "LEFT" });
    expect(
      buildLayout("PDF", "PAGE", "COLUMN", "TEXT").content.nodes[0]?.children[0]?.children[0]?.params,
    ).toMatchObject({ SIZE: "11", FONT: "HELVETICA" });
    expect(buildLayout("WORD_TO_PDF", "PHOTO").content.nodes[0]?.params).toMatchObject({ COMPRESS: "true" });
  });

  test("a node is appended, numbered and gets its parent; a type that is not allowed there is not added", () => {
    const { content, ids } = buildLayout("EXCEL", "SHEET", "ROW");
    const next = addNode(content, "ROW", ids[0]!).content;
    expect(toShape(next.nodes)).toEqual([
      [
        "SHEET",
        0,
        [
          ["ROW", 0, []],
          ["ROW", 1, []],
        ],
      ],
    ]);
    expect(next.nodes[0]?.children.map(({ parent }) => parent)).toEqual([ids[0], ids[0]]);
    expect(addLayoutNode(next, "SHEET", ids[0]!)).toBeNull();
    expect(addLayoutNode(next, "ROW", "none")).toBeNull();
    expect(listAddableTypes(next)).toEqual(["EACH", "SHEET", "CONTENTS", "IF"]);
    expect(listAddableTypes(next, findFlatLayoutNode(next.nodes, ids[1]!))).toEqual(["COLUMN"]);
  });

  test("an EACH in PowerPoint accepts another EACH only while it visits templates or their tasks", () => {
    const { content, ids } = buildLayout("POWERPOINT", "EACH");
    const listTypes = (candidate: LayoutContent) =>
      listAddableTypes(candidate, findFlatLayoutNode(candidate.nodes, ids[0]!));
    expect(listTypes(content)).not.toContain("EACH");
    expect(listTypes(changeParams(content, ids[0]!, { IN: "TEMPLATES" }))).toContain("EACH");
  });

  test("an ELSE is offered while an IF has none, and follows it; deleting the IF deletes both", () => {
    const { content, ids } = buildLayout("PDF", "IF");
    const pageContent = addNode(content, "PAGE", null).content;
    expect(listAddableTypes(pageContent)).toContain("ELSE");
    const { content: completeContent, id } = addNode(pageContent, "ELSE", null);
    expect(completeContent.nodes.map(({ type, position }) => [type, position])).toEqual([
      ["IF", 0],
      ["ELSE", 1],
      ["PAGE", 2],
    ]);
    expect(listAddableTypes(completeContent)).not.toContain("ELSE");
    expect(listAddableTypes(completeContent, findFlatLayoutNode(completeContent.nodes, id))).toEqual([
      "EACH",
      "PAGE",
      "PHOTO_GRID",
      "CONTENTS",
      "IF",
    ]);
    expect(copyLayoutNode(completeContent, id)).toBeNull();
    expect(removeLayoutNode(completeContent, ids[0]!).nodes.map(({ type }) => type)).toEqual(["PAGE"]);
    expect(removeLayoutNode(completeContent, id).nodes.map(({ type }) => type)).toEqual(["IF", "PAGE"]);
  });

  test("an ELSE follows an EACH where no IF needs one; deleting the EACH deletes both", () => {
    const { content, ids } = buildLayout("PDF", "EACH");
    expect(listAddableTypes(content)).toContain("ELSE");
    const withIf = addNode(content, "IF", null).content;
    const withElse = addNode(withIf, "ELSE", null).content;
    const completeContent = addNode(withElse, "ELSE", null).content;
    expect(completeContent.nodes.map(({ type }) => type)).toEqual(["EACH", "ELSE", "IF", "ELSE"]);
    expect(removeLayoutNode(completeContent, ids[0]!).nodes.map(({ type }) => type)).toEqual(["IF", "ELSE"]);
  });

  test("a full layout and the deepest level accept no more nodes", () => {
    const node = buildLayout("WORD", "TEXT").content.nodes[0]!;
    const nodes = Array.from({ length: maxNodes }, () => ({ ...node, id: crypto.randomUUID() }));
    const fullLayout: LayoutContent = { ...createLayout(), type: "WORD", nodes };
    expect(listAddableTypes(fullLayout)).toEqual([]);
    expect(copyLayoutNode(fullLayout, nodes[0]!.id)).toBeNull();
    const path: LayoutNodeType[] = Array.from({ length: maxLevels }, () => "EACH");
    const deepLayout = buildLayout("WORD", ...path);
    expect(addLayoutNode(deepLayout.content, "TEXT", deepLayout.ids.at(-1)!)).toBeNull();
  });
});

describe("3§4 moving, deleting and copying nodes", () => {
  const makeSiblings = () => {
    const { content, ids } = buildLayout("WORD", "EACH", "TEXT");
    const photo = addNode(content, "PHOTO", ids[0]!);
    const line = addNode(photo.content, "LINE_BREAK", ids[0]!);
    return { content: line.content, each: ids[0]!, text: ids[1]!, photo: photo.id, line: line.id };
  };
  const listTypes = (content: LayoutContent) => content.nodes[0]?.children.map(({ type }) => type);

  test("a move reorders siblings and renumbers them", () => {
    const { content, line, text } = makeSiblings();
    const next = moveLayoutNode(content, line, 0);
    expect(listTypes(next)).toEqual(["LINE_BREAK", "TEXT", "PHOTO"]);
    expect(next.nodes[0]?.children.map(({ position }) => position)).toEqual([0, 1, 2]);
    expect(listTypes(moveLayoutNode(content, text, 2))).toEqual(["PHOTO", "LINE_BREAK", "TEXT"]);
    expect(moveLayoutNode(content, text, 0)).toBe(content);
    expect(moveLayoutNode(content, text, 3)).toBe(content);
    expect(moveLayoutNode(content, text, -1)).toBe(content);
  });

  test("deleting renumbers the remaining nodes", () => {
    const { content, text } = makeSiblings();
    expect(toShape(removeLayoutNode(content, text).nodes)).toEqual([
      [
        "EACH",
        0,
        [
          ["PHOTO", 0, []],
          ["LINE_BREAK", 1, []],
        ],
      ],
    ]);
  });

  test("a copy has the params and children, new ids, and is last among its siblings", () => {
    const { content, each, text } = makeSiblings();
    const changedContent = changeParams(content, text, { TEXT: "{PHOTO_NAME}" });
    const editedContent = addNode(changedContent, "TEXT", null).content;
    const { content: next, id } = copyLayoutNode(editedContent, each)!;
    expect(next.nodes.map(({ type }) => type)).toEqual(["EACH", "TEXT", "EACH"]);
    const copy = next.nodes[2]!;
    expect(copy.id).toBe(id);
    expect(copy.children[0]?.params.TEXT).toBe("{PHOTO_NAME}");
    expect(copy.children[0]?.parent).toBe(copy.id);
    const ids = layoutTree.flatten(next.nodes).map(({ node }) => node.id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("3§2 copying is not offered in Excel, nor at the top level of PowerPoint", () => {
    expect(canCopyNode("EXCEL", "TEXT", 2)).toBe(false);
    expect(canCopyNode("POWERPOINT", "SLIDE", 0)).toBe(false);
    expect(canCopyNode("POWERPOINT", "TEXT", 1)).toBe(true);
    expect(canCopyNode("WORD", "TEXT", 0)).toBe(true);
    const { content, ids } = buildLayout("POWERPOINT", "SLIDE");
    expect(copyLayoutNode(content, ids[0]!)).toBeNull();
  });
});

describe("3§4 params", () => {
  test("changing what an EACH visits resets its other params", () => {
    const { content, ids } = buildLayout("WORD", "EACH");
    const id = ids[0]!;
    const tasksContent = changeParams(content, id, { IN: "TASKS" });
    const changedContent = changeParams(tasksContent, id, {
      FILTERS: "DOCUMENTATION_TASK_FILTER",
      NAME: "Open",
    });
    expect(changedContent.nodes[0]?.params).toEqual({
      IN: "TASKS",
      FILTERS: "DOCUMENTATION_TASK_FILTER",
      NAME: "Open",
    });
    expect(changeParams(changedContent, id, { FILTERS: "EMPTY" }).nodes[0]?.params).toEqual({
      IN: "TASKS",
      FILTERS: "EMPTY",
    });
    expect(changeParams(changedContent, id, { IN: "PHOTOS" }).nodes[0]?.params).toEqual({ IN: "PHOTOS" });
    expect(changeParams(changedContent, id, { IN: "TASKS" }).nodes[0]?.params).toEqual(
      changedContent.nodes[0]?.params,
    );
  });

  test("an IF on an answer starts with EQUALS and drops its status", () => {
    const { content, ids } = buildLayout("WORD_TO_PDF", "IF");
    const statusContent = changeParams(content, ids[0]!, { STATUS: "APPROVED" });
    expect(statusContent.nodes[0]?.params).toEqual({ TYPE: "DOCUMENTATION_STATUS", STATUS: "APPROVED" });
    expect(changeParams(statusContent, ids[0]!, { TYPE: "TASK_ANSWER" }).nodes[0]?.params).toEqual({
      TYPE: "TASK_ANSWER",
      OPERATOR: "EQUALS",
    });
  });

  test("an empty value removes the param, even one with an initial value", () => {
    const { content, ids } = buildLayout("PDF", "PAGE");
    expect(content.nodes[0]?.params).toEqual({ BACKGROUND_COLOR: "#FFFFFF" });
    expect(changeParams(content, ids[0]!, { BACKGROUND_COLOR: null }).nodes[0]?.params).toEqual({});
  });

  test("3§2 an edit of one of 500 nodes keeps the identity of all others", () => {
    const node = buildLayout("WORD", "TEXT").content.nodes[0]!;
    const nodes = Array.from({ length: 500 }, (_, position) => ({
      ...node,
      id: crypto.randomUUID(),
      position,
    }));
    const next = changeParams({ ...createLayout(), type: "WORD", nodes }, nodes[250]!.id, { TEXT: "x" });
    expect(next.nodes.filter((candidate, index) => candidate === nodes[index])).toHaveLength(499);
  });
});

describe("3§4 the layout itself", () => {
  test("changing the type clears the nodes, setting the same type does not", () => {
    const { content } = buildLayout("WORD", "TEXT");
    expect(setLayoutType(content, "PDF")).toMatchObject({ type: "PDF", nodes: [] });
    expect(setLayoutType(content, "WORD")).toBe(content);
  });

  test("a copy has the suffix, the description and type, and nodes with new ids", () => {
    const { content } = buildLayout("WORD", "EACH", "TEXT");
    const copy = createLayoutCopy({ ...content, name: "Protocol", description: "Yearly" });
    expect(copy).toMatchObject({ name: "Protocol - Kopia", description: "Yearly", type: "WORD" });
    expect(toShape(copy.nodes)).toEqual(toShape(content.nodes));
    expect(copy.nodes[0]?.id).not.toBe(content.nodes[0]?.id);
    expect(copy.nodes[0]?.children[0]?.parent).toBe(copy.nodes[0]?.id);
  });
});

describe("3§2 undo and redo", () => {
  test("steps can be undone and redone; a new edit discards undone steps", () => {
    const editedHistory = pushEdit(pushEdit(createHistory("a"), "b"), "c");
    expect(undo(editedHistory).present).toBe("b");
    expect(redo(undo(editedHistory)).present).toBe("c");
    expect(undo(undo(undo(editedHistory))).present).toBe("a");
    const branchedHistory = pushEdit(undo(editedHistory), "d");
    expect(redo(branchedHistory).present).toBe("d");
    expect(undo(branchedHistory).present).toBe("b");
  });

  test("typing into one field is one step, until another edit", () => {
    const history = ["b", "c", "d"].reduce(
      (history, next) => pushEdit(history, next, "name"),
      createHistory("a"),
    );
    expect(undo(history).present).toBe("a");
    const branchedHistory = pushEdit(pushEdit(history, "e", "text"), "f", "name");
    expect(undo(branchedHistory).present).toBe("e");
    expect(pushEdit(undo(history), "x", "name").past).toEqual(["a"]);
  });

  test("an edit without effect is not a step, and the oldest steps are dropped", () => {
    const startHistory = createHistory("a");
    expect(pushEdit(startHistory, "a")).toBe(startHistory);
    let history: ReturnType<typeof createHistory<number>> = createHistory(0);
    for (let step = 1; step <= maxUndoSteps + 5; step += 1) history = pushEdit(history, step);
    expect(history.past).toHaveLength(maxUndoSteps);
    expect(history.past[0]).toBe(5);
  });
});
