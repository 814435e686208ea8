import type { z } from "zod";
import { previewLayout } from "#domain/endpoints/configuration/layout.ts";
import { createLayoutNode, renumberLayout } from "#domain/layout/layoutEdit.ts";
import type { LayoutNode } from "#domain/layout/node.ts";
import type { LayoutNodeType, LayoutType } from "#domain/layout/types.ts";
import { exportDocumentConfiguration } from "#domain/resources/exportDocumentConfiguration.ts";
import { anId } from "#testing/fixtures.ts";

/** Report layouts that meet the contract. */

type Sketch = [type: LayoutNodeType, params?: LayoutNode["params"], children?: Sketch[]];

/** New nodes with the given params and children. */
export const someNodes = (type: LayoutType, ...sketches: Sketch[]): readonly LayoutNode[] => {
  const nodesOf = (list: readonly Sketch[], ancestors: readonly LayoutNode[]): LayoutNode[] =>
    list.map(([nodeType, params = {}, children = []]) => {
      const newNode = createLayoutNode(type, nodeType, ancestors);
      const node = { ...newNode, id: anId(), params: { ...newNode.params, ...params } };
      return { ...node, children: nodesOf(children, [node, ...ancestors]) };
    });
  return renumberLayout(nodesOf(sketches, []));
};

export const aLayout = (changes: Partial<z.input<typeof exportDocumentConfiguration.row>> = {}) =>
  exportDocumentConfiguration.row.parse({
    id: anId(),
    customerId: null,
    customerName: null,
    name: "Inspection protocol",
    description: "Yearly",
    type: "WORD",
    photoSize: "NORMAL",
    nodes: [],
    faults: {},
    dateCreated: "2026-05-04T09:30:00Z",
    version: 1,
    ...changes,
  });

export const aPreview = (changes: Partial<z.input<NonNullable<typeof previewLayout.response>>> = {}) =>
  previewLayout.response!.parse({
    pdf: btoa("%PDF-1.7"),
    pages: 1,
    cut: false,
    compared: 0,
    parts: [],
    unfilled: [],
    undecided: [],
    ...changes,
  });
