import { describe, expect, test } from "vitest";
import {
  createExportNode,
  exportOnOf,
  isContainerNode,
  nodeTree,
  validateTemplateExport,
  withAddedNode,
  withMovedNode,
} from "./exportRules.ts";
import type { ExportNode, TemplateExportConfiguration } from "./exportTree.ts";
import { exportNodeTypes, maxExportNodeLevel } from "./types.ts";

const id = "00000000-0000-4000-8000-000000000001";
const destination = (
  params: Record<string, string>,
  nodes: TemplateExportConfiguration["nodes"] = [],
): TemplateExportConfiguration => ({
  id,
  exportConfiguration: id,
  name: "Archive",
  position: 0,
  params,
  nodes,
});

describe("3§3 the params of a destination", () => {
  test.each([
    [{}, {}],
    [{ exportAutomatically: "true" }, {}],
    [{ exportAutomatically: "true", exportOn: "APPROVED" }, {}],
    [{ exportOn: "" }, {}],
    [{ exportAutomatically: "yes" }, { "params.exportAutomatically": "invalid" }],
    [{ threads: "true" }, {}],
    [{ threads: "1" }, { "params.threads": "invalid" }],
    [{ exportOn: "PAUSED" }, { "params.exportOn": "invalid" }],
    [{ exportOn: "completed" }, { "params.exportOn": "invalid" }],
  ])("%j", (params, errors) => expect(validateTemplateExport(destination(params))).toEqual(errors));

  test("without a status, the export runs on completion", () => {
    expect(exportOnOf({})).toBe("COMPLETED");
    expect(exportOnOf({ exportOn: "HANDLED" })).toBe("HANDLED");
  });
});

test.each([
  [{ compressPhotos: "true", maxSize: "0", quality: "0" }, {}],
  [{ compressPhotos: "false", maxSize: "1600", quality: "100" }, {}],
  [{ maxSize: "-1" }, { maxSize: "tooSmall" }],
  [{ quality: "101" }, { quality: "tooLarge" }],
  [{ quality: "high" }, { quality: "wrongType" }],
  [
    { quality: "80 %", maxSize: "ca 1600" },
    { quality: "wrongType", maxSize: "wrongType" },
  ],
  [{ maxSize: "1600.5" }, { maxSize: "wrongType" }],
  [{ compressPhotos: "maybe" }, { compressPhotos: "invalid" }],
])("3§5 photos are compressed to a quality of 0 to 100 and a size of at least 0: %j", (params, errors) => {
  const node = { ...createExportNode("PHOTOS"), params };
  const expected = Object.entries(errors).map(([param, error]) => [`nodes.0.params.${param}`, error]);
  expect(validateTemplateExport(destination({}, [node]))).toEqual(Object.fromEntries(expected));
});

/** Nested folders, one for each level. */
const nestedFolders = (levels: number): ExportNode => ({
  ...createExportNode("FOLDER"),
  children: levels > 1 ? [nestedFolders(levels - 1)] : [],
});
const deepestNode = (nodes: readonly ExportNode[]): ExportNode => nodeTree.flatten(nodes).at(-1)!.node;

describe("3§5 the tree of an export has levels 0 to 9", () => {
  const levels = maxExportNodeLevel + 1;

  test("a stored tree with one level too many is an error of the first node that is too deep", () => {
    expect(maxExportNodeLevel).toBe(9);
    expect(validateTemplateExport(destination({}, [nestedFolders(levels)]))).toEqual({});
    const path = Array.from({ length: levels + 1 }, () => "0").join(".children.");
    expect(validateTemplateExport(destination({}, [nestedFolders(levels + 1)]))).toEqual({
      [`nodes.${path}`]: "tooLarge",
    });
  });

  test.each([1, 2, levels - 1])("an added or moved node of %i levels counts with its own depth", (height) => {
    const addedNode = nestedFolders(height);
    const fittingTree = [nestedFolders(levels - height)];
    const fullTree = [nestedFolders(levels - height + 1)];
    expect(nodeTree.height(withAddedNode(fittingTree, addedNode, deepestNode(fittingTree).id)![0]!)).toBe(
      levels,
    );
    expect(withAddedNode(fullTree, addedNode, deepestNode(fullTree).id)).toBeNull();
    const movedTree = withMovedNode(
      [...fittingTree, addedNode],
      addedNode.id,
      deepestNode(fittingTree).id,
      0,
    )!;
    expect(movedTree.map(nodeTree.height)).toEqual([levels]);
    expect(withMovedNode([...fullTree, addedNode], addedNode.id, deepestNode(fullTree).id, 0)).toBeNull();
    expect(withAddedNode([], nestedFolders(levels))).toHaveLength(1);
    expect(withAddedNode([], nestedFolders(levels + 1))).toBeNull();
  });
});

describe("3§5 the requirements of a node", () => {
  test.each(exportNodeTypes)("%s: a folder or a zip needs a name, nothing else does", (type) => {
    for (const params of [{}, { name: "" }, { name: " \t" }] as Record<string, string>[])
      expect(validateTemplateExport(destination({}, [{ ...createExportNode(type), params }]))).toEqual({
        ...(isContainerNode(type) && { "nodes.0.params.name": "required" }),
        ...(type === "EXPORT_DOCUMENT_TYPE" && { "nodes.0.params.exportDocumentType": "required" }),
        ...(type === "EXPORT_DOCUMENT_CONFIGURATION" && {
          "nodes.0.params.exportDocumentConfiguration": "required",
        }),
      });
    expect(
      validateTemplateExport(destination({}, [createExportNode("FOLDER"), createExportNode("ZIP_FILE")])),
    ).toEqual({});
  });

  test("an error within folders has their path, and only folders and zips have contents", () => {
    const unnamedZip = { ...createExportNode("ZIP_FILE"), params: {} };
    const photos = { ...createExportNode("PHOTOS"), children: [createExportNode("FILES")] };
    const folder = { ...createExportNode("FOLDER"), children: [photos, unnamedZip] };
    expect(validateTemplateExport(destination({}, [createExportNode("FILES"), folder]))).toEqual({
      "nodes.1.children.0.children": "notAllowed",
      "nodes.1.children.1.params.name": "required",
    });
  });

  test("a document needs a known type", () => {
    const node = { ...createExportNode("EXPORT_DOCUMENT_TYPE"), params: { exportDocumentType: "EPUB" } };
    expect(validateTemplateExport(destination({}, [node]))).toEqual({
      "nodes.0.params.exportDocumentType": "invalid",
    });
  });
});
