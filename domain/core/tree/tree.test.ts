import { describe, expect, test } from "vitest";
import { createTree } from "./tree.ts";

interface Node {
  id: string;
  text: string;
  children: Node[];
}
const tree = createTree<Node>({
  childrenOf: (node) => node.children,
  withChildren: (node, children) => ({ ...node, children }),
});
const makeNode = (id: string, ...children: Node[]): Node => ({ id, text: "", children });
const leaf = makeNode("leaf");
const other = makeNode("other", makeNode("otherLeaf"));
const group = makeNode("group", makeNode("inner", leaf, makeNode("sibling")), makeNode("beside"));
const nodes = [group, other, makeNode("last")];

describe("3§2 nodes that an edit does not affect keep their identity, so that editors do not render them again", () => {
  test("replacing a node makes new ancestors only", () => {
    const next = tree.replace(nodes, "leaf", (node) => [{ ...node, text: "new" }]);
    expect(tree.find(next, "leaf")?.node.text).toBe("new");
    expect(next.map((node, index) => node === nodes[index])).toEqual([false, true, true]);
    expect(next[0]?.children.map((node, index) => node === group.children[index])).toEqual([false, true]);
  });

  test("removing the last child is a change of its parent, an unknown id none", () => {
    const next = tree.replace(nodes, "beside", () => []);
    expect(next[0]?.children.map(({ id }) => id)).toEqual(["inner"]);
    expect(next[0]?.children[0]).toBe(group.children[0]);
    expect(tree.replace(nodes, "unknown", () => [])).toEqual(nodes);
    expect(tree.replace(nodes, "unknown", () => []).every((node, index) => node === nodes[index])).toBe(true);
  });

  test("a mapping that changes nothing returns the same array, one that changes a leaf new ancestors only", () => {
    expect(tree.mapChangedNodes(nodes, (node) => node)).toBe(nodes);
    const next = tree.mapChangedNodes(nodes, (node) =>
      node.id === "leaf" ? { ...node, text: "new" } : node,
    );
    expect(tree.find(next, "leaf")?.node.text).toBe("new");
    expect(tree.find(next, "sibling")?.node).toBe(tree.find(nodes, "sibling")?.node);
    expect(next.map((node, index) => node === nodes[index])).toEqual([false, true, true]);
  });
});

test("3§2 a tree is listed depth first, with paths and levels, and an inserted node has its place", () => {
  const flat = tree.flatten(nodes);
  expect(flat.map(({ node, level, path }) => `${node.id} ${level} ${path.join(".")}`)).toEqual([
    "group 0 0",
    "inner 1 0.0",
    "leaf 2 0.0.0",
    "sibling 2 0.0.1",
    "beside 1 0.1",
    "other 0 1",
    "otherLeaf 1 1.0",
    "last 0 2",
  ]);
  expect(flat.map(({ parent, index }) => [parent?.id ?? null, index])).toContainEqual(["inner", 1]);
  expect(nodes.map(tree.height)).toEqual([3, 2, 1]);
  const inserted = tree.insert(nodes, makeNode("new"), "inner", 1);
  expect(tree.find(inserted, "new")).toMatchObject({ level: 2, index: 1, path: [0, 0, 1] });
  expect(tree.insert(nodes, makeNode("new"), null, 0).map(({ id }) => id)).toEqual([
    "new",
    "group",
    "other",
    "last",
  ]);
  expect(
    tree.mapNodes(nodes, (node) => ({
      ...node,
      text: node.children.map(({ text }) => text || "x").join(""),
    }))[0]?.text,
  ).toBe("xxx");
});
