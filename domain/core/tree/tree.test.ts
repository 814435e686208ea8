import { describe, expect, test } from "vitest";
import { createTreeOperations } from "./tree.ts";

interface Node {
  id: string;
  text: string;
  children: Node[];
}
const tree = createTreeOperations<Node>({
  childrenOf: (node) => node.children,
  withChildren: (node, children) => ({ ...node, children }),
});
const makeNode = (id: string, ...children: Node[]): Node => ({ id, text: "", children });
const leafNode = makeNode("leaf");
const otherNode = makeNode("other", makeNode("otherLeaf"));
const group = makeNode("group", makeNode("inner", leafNode, makeNode("sibling")), makeNode("beside"));
const nodes = [group, otherNode, makeNode("last")];

describe("3§2 nodes that an edit does not affect keep their identity, so that editors do not render them again", () => {
  test("replacing a node makes new ancestors only", () => {
    const newNodes = tree.replace(nodes, "leaf", (node) => [{ ...node, text: "new" }]);
    expect(tree.find(newNodes, "leaf")?.node.text).toBe("new");
    expect(newNodes.map((node, index) => node === nodes[index])).toEqual([false, true, true]);
    expect(newNodes[0]?.children.map((node, index) => node === group.children[index])).toEqual([false, true]);
  });

  test("removing the last child changes its parent, and removing an unknown id changes nothing", () => {
    const newNodes = tree.replace(nodes, "beside", () => []);
    expect(newNodes[0]?.children.map(({ id }) => id)).toEqual(["inner"]);
    expect(newNodes[0]?.children[0]).toBe(group.children[0]);
    expect(tree.replace(nodes, "unknown", () => [])).toEqual(nodes);
    expect(tree.replace(nodes, "unknown", () => []).every((node, index) => node === nodes[index])).toBe(true);
  });

  test("a mapping that changes nothing returns the same array; a mapping that changes a leaf makes new ancestors only", () => {
    expect(tree.mapChangedNodes(nodes, (node) => node)).toBe(nodes);
    const newNodes = tree.mapChangedNodes(nodes, (node) =>
      node.id === "leaf" ? { ...node, text: "new" } : node,
    );
    expect(tree.find(newNodes, "leaf")?.node.text).toBe("new");
    expect(tree.find(newNodes, "sibling")?.node).toBe(tree.find(nodes, "sibling")?.node);
    expect(newNodes.map((node, index) => node === nodes[index])).toEqual([false, true, true]);
  });
});

test("3§2 a tree is listed depth first, with paths and levels, and a node can be inserted at an index", () => {
  const flatNodes = tree.flatten(nodes);
  expect(flatNodes.map(({ node, level, path }) => `${node.id} ${level} ${path.join(".")}`)).toEqual([
    "group 0 0",
    "inner 1 0.0",
    "leaf 2 0.0.0",
    "sibling 2 0.0.1",
    "beside 1 0.1",
    "other 0 1",
    "otherLeaf 1 1.0",
    "last 0 2",
  ]);
  expect(flatNodes.map(({ parent, index }) => [parent?.id ?? null, index])).toContainEqual(["inner", 1]);
  expect(nodes.map(tree.height)).toEqual([3, 2, 1]);
  const insertedNodes = tree.insert(nodes, makeNode("new"), "inner", 1);
  expect(tree.find(insertedNodes, "new")).toMatchObject({ level: 2, index: 1, path: [0, 0, 1] });
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
