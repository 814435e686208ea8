import {
  customerExportDocumentConfiguration,
  exportDocumentConfiguration,
  exportDocumentNode,
} from "../../worker/db/schema";
import { customerIds, daysFrom, demoId, type SeedContext } from "./context.ts";
import { insert } from "./insert.ts";

interface NodeSketch {
  type: string;
  name?: string;
  params?: Record<string, string>;
  children?: NodeSketch[];
}

interface LayoutSketch {
  name: string;
  description: string;
  type: "POWERPOINT" | "WORD" | "EXCEL" | "PDF" | "WORD_TO_PDF";
  nodes: NodeSketch[];
}

const text = (words: string, params: Record<string, string> = {}): NodeSketch => ({
  type: "TEXT",
  params: { TEXT: words, SIZE: "11", COLOR: "000000", STYLE: "NORMAL", ALIGNMENT: "LEFT", ...params },
});

const layouts: readonly LayoutSketch[] = [
  {
    name: "Foton två per bild",
    description: "En bild per foto med namn och kommentar.",
    type: "POWERPOINT",
    nodes: [
      {
        type: "EACH",
        name: "Foton",
        params: { IN: "PHOTOS", SORT_BY: "TASK" },
        children: [
          {
            type: "SLIDE",
            children: [
              { type: "COLUMN", children: [{ type: "PHOTO", params: { POSITION: "CENTER" } }] },
              { type: "COLUMN", children: [text("{PHOTO_NAME}", { SIZE: "32", POSITION: "BOTTOM" })] },
            ],
          },
        ],
      },
    ],
  },
  {
    name: "Besiktningsprotokoll",
    description: "Svar och foton uppgift för uppgift.",
    type: "WORD",
    nodes: [
      { type: "HEADER", children: [text("{DOCUMENTATION_NAME}", { STYLE: "BOLD" })] },
      {
        type: "EACH",
        params: { IN: "TASKS", FILTERS: "ANSWERED_OR_HAS_PHOTOS" },
        children: [text("{TASK_NAME}: {TASK_ANSWER}")],
      },
      { type: "PAGE_BREAK" },
      { type: "EACH", params: { IN: "PHOTOS" }, children: [{ type: "PHOTO" }, text("{PHOTO_COMMENT}")] },
    ],
  },
  {
    name: "Överlämning",
    description: "Word som exporteras som PDF, med villkor på status.",
    type: "WORD_TO_PDF",
    nodes: [
      { type: "FOOTER", children: [text("{CUSTOMER_NAME}", { SIZE: "9" })] },
      {
        type: "IF",
        params: { TYPE: "DOCUMENTATION_STATUS", STATUS: "APPROVED" },
        children: [text("Godkänd {DATE_UPLOADED}")],
      },
    ],
  },
];

/** Report layouts: they belong to no customer; Norrfiber is granted them all. */
export async function seedLayouts({ DB, today }: SeedContext): Promise<void> {
  const dateCreated = daysFrom(today, -450);
  const idOf = (layout: LayoutSketch) => demoId("layout", layout.name);
  await insert(
    DB,
    exportDocumentConfiguration,
    layouts.map((layout) => ({
      id: idOf(layout),
      name: layout.name,
      description: layout.description,
      type: layout.type,
      dateCreated,
    })),
  );
  for (const layout of layouts)
    await insert(DB, exportDocumentNode, rowsOf(idOf(layout), layout.nodes, null));
  await insert(
    DB,
    customerExportDocumentConfiguration,
    layouts.map((layout) => ({
      customerId: customerIds.norrfiber,
      exportDocumentConfigurationId: idOf(layout),
    })),
  );
}

/** Parents before their children, as the foreign key requires. */
function rowsOf(
  layoutId: string,
  nodes: readonly NodeSketch[],
  parentId: string | null,
): (typeof exportDocumentNode.$inferInsert)[] {
  return nodes.flatMap((node, position) => {
    const id = demoId("layoutNode", layoutId, parentId ?? "", position);
    const { type, name = null, params = {}, children = [] } = node;
    return [
      { id, exportDocumentConfigurationId: layoutId, parentId, type, name, position, params },
      ...rowsOf(layoutId, children, id),
    ];
  });
}

export const layoutIds = layouts.map((layout) => demoId("layout", layout.name));
