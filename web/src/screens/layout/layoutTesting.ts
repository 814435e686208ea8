import type { z } from "zod";
import { previewLayout } from "#domain/endpoints/configuration/layout.ts";
import { newLayoutNode, renumberedLayout } from "#domain/layout/layoutEdit.ts";
import type { LayoutNode } from "#domain/layout/node.ts";
import type { LayoutNodeType, LayoutType } from "#domain/layout/types.ts";
import { exportDocumentConfiguration } from "#domain/resources/exportDocumentConfiguration.ts";
import { anId } from "#testing/fixtures.ts";

/** Report layouts that meet the contract. */

type Sketch = [type: LayoutNodeType, params?: LayoutNode["params"], children?: Sketch[]];

/** New nodes with some params changed, and with children. */
export const someNodes = (type: LayoutType, ...sketches: Sketch[]): readonly LayoutNode[] => {
  const made = (list: readonly Sketch[], around: readonly LayoutNode[]): LayoutNode[] =>
    list.map(([nodeType, params = {}, children = []]) => {
      const begun = newLayoutNode(type, nodeType, around);
      const node = { ...begun, id: anId(), params: { ...begun.params, ...params } };
      return { ...node, children: made(children, [node, ...around]) };
    });
  return renumberedLayout(made(sketches, []));
};

export const aLayout = (changes: Partial<z.input<typeof exportDocumentConfiguration.row>> = {}) =>
  exportDocumentConfiguration.row.parse({
    id: anId(),
    name: "Inspection protocol",
    description: "Yearly",
    type: "WORD",
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
    parts: [],
    unfilled: [],
    ...changes,
  });
