import type { LayoutNode } from "#domain/layout/node.ts";
import type { NodeSketch } from "#domain/layout/nodeSketch.ts";
import type { LayoutType } from "#domain/layout/types.ts";
import {
  customerExportDocumentConfiguration,
  exportDocumentConfiguration,
  exportDocumentNode,
  templateExportDocumentConfiguration,
} from "#worker/db/schema/index.ts";
import { nodesOf } from "../support/layoutNodes.ts";
import { type CustomerKey, customerIds, daysFrom, demoId, type SeedContext } from "./context.ts";
import { readLogo } from "./demoPictures.ts";
import { insert } from "./insertRows.ts";
import {
  aterstallning,
  demoWalk,
  fiberschakt,
  kabelskap,
  mastInspection,
  type TemplateSketch,
  templateId,
  turbineService,
} from "./templates.ts";

interface LayoutSketch {
  name: string;
  description: string;
  type: LayoutType;
  /** The customers it is granted to; empty if it is only inserted into others. */
  customers: readonly CustomerKey[];
  /** `logo` is Norrfiber's, a PNG as base64. */
  nodes(logo: string): readonly NodeSketch[];
}

const ink = "#1B2733";
const grey = "#57606A";
const navy = "#17324D";
const accent = "#1F5A94";
const rule = "#D0D7DE";
const shade = "#F3F5F7";
const alarm = "#A4231A";
const white = "#FFFFFF";

type Params = NonNullable<NodeSketch[1]>;
const text = (TEXT: string, params: Params = {}): NodeSketch => [
  "TEXT",
  { TEXT, COLOR: ink, SIZE: "10", ...params },
];
const bold = (TEXT: string, params: Params = {}): NodeSketch => text(TEXT, { STYLE: "BOLD", ...params });

const cell = (params: Params, ...children: NodeSketch[]): NodeSketch => ["COLUMN", params, children];
const row = (...children: NodeSketch[]): NodeSketch => ["ROW", {}, children];
const table = (params: Params, ...rows: NodeSketch[]): NodeSketch => ["TABLE", params, rows];
const each = (params: Params, ...children: NodeSketch[]): NodeSketch => ["EACH", params, children];
const cellPadding = {
  PADDING_TOP: "1.5",
  PADDING_BOTTOM: "1.5",
  PADDING_LEFT: "2",
  PADDING_RIGHT: "2",
} as const;

/** Aligns cells with the text around the table. */
const flushPadding = {
  PADDING_TOP: "0.8",
  PADDING_BOTTOM: "0.8",
  PADDING_LEFT: "0",
  PADDING_RIGHT: "0",
} as const;

/** Facts of a documentation as a table without borders. */
const factTable = (rows: readonly [label: string, value: string][]): NodeSketch =>
  table(
    { REMOVE_BORDERS: "true" },
    ...rows.map(([label, value]) =>
      row(
        cell({ WIDTH: "26", ...flushPadding }, text(label, { COLOR: grey })),
        cell({ WIDTH: "74", ...flushPadding }, text(value)),
      ),
    ),
  );

const headerRow = (...titles: readonly [title: string, width: string, params?: Params][]): NodeSketch =>
  row(
    ...titles.map(([title, WIDTH, params = {}]) =>
      cell({ ...cellPadding, WIDTH }, bold(title, { COLOR: white, ...params })),
    ),
  );

/** The header of every page: the logo on the left, the document's title on the right. */
const header = (logo: string, title: string): NodeSketch => [
  "HEADER",
  {},
  [
    table(
      { REMOVE_BORDERS: "true" },
      row(
        cell({ WIDTH: "50", ...flushPadding }, ["IMAGE", { DATA: logo, TYPE: "image/png", HEIGHT: "9" }]),
        cell({ WIDTH: "50", ...flushPadding }, text(title, { SIZE: "9", COLOR: grey, ALIGNMENT: "RIGHT" })),
      ),
    ),
  ],
];

const footer: NodeSketch = [
  "FOOTER",
  {},
  [
    table(
      { REMOVE_BORDERS: "true" },
      row(
        cell(
          { WIDTH: "75", ...flushPadding },
          text("{CUSTOMER_NAME} · {DOCUMENTATION_NAME}", { SIZE: "8", COLOR: grey }),
        ),
        cell(
          { WIDTH: "25", ...flushPadding },
          text("Sida {PAGE} av {PAGES}", { SIZE: "8", COLOR: grey, ALIGNMENT: "RIGHT" }),
        ),
      ),
    ),
  ],
];

const heading = (title: string): NodeSketch => text(title, { SIZE: "14", COLOR: navy, STYLE: "BOLD" });

/** A row for every answered task, under a header that each page repeats. */
const answerTable = table(
  { HEADER_BACKGROUND_COLOR: navy, ROW_BACKGROUND_COLOR: shade },
  headerRow(["Kontrollpunkt", "45"], ["Resultat", "55"]),
  each(
    { IN: "TASKS", FILTER: "CHILDREN", FILTERS: "ANSWERED" },
    row(
      cell({ ...cellPadding, WIDTH: "45" }, text("{TASK_NAME}")),
      cell({ ...cellPadding, WIDTH: "55" }, text("{TASK_ANSWER}")),
    ),
  ),
);

/** Every photo with its task, name and comment beside it. */
const photoTable = table(
  { REMOVE_BORDERS: "true" },
  each(
    { IN: "PHOTOS", SORT_BY: "TASK" },
    row(
      cell({ WIDTH: "60", ...flushPadding, PADDING_BOTTOM: "5" }, [
        "PHOTO",
        { COMPRESS: "true", HEIGHT: "72" },
      ]),
      cell(
        { WIDTH: "40", PADDING_LEFT: "5", PADDING_BOTTOM: "5" },
        bold("{TASK_NAME}", { COLOR: navy }),
        text("{PHOTO_NAME}", { SIZE: "9", COLOR: grey }),
        text("{PHOTO_COMMENT}"),
      ),
    ),
  ),
);

const slideRow = (texts: readonly string[], params: Params = {}): NodeSketch => [
  "TABLE_ROW",
  {},
  texts.map((line, index) => [
    "TABLE_CELL",
    { WIDTH: ["20", "35", "45"][index]! },
    [text(line, { SIZE: "12", ...params })],
  ]),
];

const beforeAndAfter: LayoutSketch = {
  name: "Före och efter",
  description: "Bildspel med foton före och efter, sida vid sida för varje yta, och alla foton sist.",
  type: "POWERPOINT",
  customers: ["norrfiber"],
  nodes: (logo) => [
    [
      "SLIDE",
      {},
      [
        cell({ WIDTH: "3", BACKGROUND_COLOR: navy, PADDING: "0" }),
        cell(
          { WIDTH: "97", PADDING: "20" },
          ["IMAGE", { DATA: logo, TYPE: "image/png", POSITION: "TOP_LEFT", HEIGHT: "16" }],
          bold("{DOCUMENTATION_NAME}", { SIZE: "44", COLOR: navy, POSITION: "LEFT" }),
          text("Före och efter återställning", { SIZE: "24", COLOR: accent, POSITION: "LEFT" }),
          text("{CUSTOMER_NAME} · {TEMPLATE_NAME} · {DATE_CREATED} · {CREATOR}", {
            SIZE: "14",
            COLOR: grey,
            POSITION: "BOTTOM_LEFT",
          }),
        ),
      ],
    ],
    each({ IN: "GROUPS", GROUPS_TYPE: "PRE_POST" }, [
      "SLIDE",
      {},
      [
        cell(
          { PADDING: "12" },
          bold("{GROUP_NAME}", { SIZE: "28", COLOR: navy, POSITION: "TOP_LEFT" }),
          ["PHOTO", { POSITION: "LEFT", COMPRESS: "true" }],
          ["PHOTO", { POSITION: "RIGHT", COMPRESS: "true" }],
          bold("Före", { SIZE: "18", COLOR: accent, POSITION: "BOTTOM_LEFT" }),
          bold("Efter", { SIZE: "18", COLOR: accent, POSITION: "BOTTOM_RIGHT", ALIGNMENT: "RIGHT" }),
        ),
      ],
    ]),
    [
      "SLIDE",
      {},
      [
        cell(
          { PADDING: "12" },
          bold("Uppgifter", { SIZE: "28", COLOR: navy, POSITION: "TOP_LEFT" }),
          table(
            { HEADER_BACKGROUND_COLOR: navy, ROW_BACKGROUND_COLOR: shade },
            slideRow(["Yta", "Uppgift", "Svar"], { STYLE: "BOLD", COLOR: white }),
            each(
              { IN: "TASKS", FILTER: "CHILDREN", FILTERS: "ANSWERED" },
              slideRow(["{GROUP_NAME}", "{TASK_NAME}", "{TASK_ANSWER}"]),
            ),
          ),
        ),
      ],
    ],
    ["PHOTO_GRID", { SORT_BY: "TASK" }],
  ],
};

const inspection: LayoutSketch = {
  name: "Besiktningsprotokoll",
  description: "Uppgifter om platsen, alla svar i en tabell och varje foto med sin kommentar.",
  type: "WORD",
  customers: ["norrfiber", "sydvind", "demo"],
  nodes: (logo) => [
    header(logo, "Besiktningsprotokoll"),
    footer,
    bold("Besiktningsprotokoll", { SIZE: "24", COLOR: navy }),
    text("{DOCUMENTATION_NAME}", { SIZE: "14", COLOR: accent }),
    ["LINE_BREAK"],
    factTable([
      ["Beställare", "{CUSTOMER_NAME}"],
      ["Avser", "{TEMPLATE_NAME}"],
      ["Utfört av", "{CREATOR}"],
      ["Besiktningsdatum", "{DATE_CREATED}"],
      ["Status", "{DOCUMENTATION_STATUS}"],
    ]),
    ["LINE_BREAK"],
    heading("Resultat"),
    answerTable,
    ["PAGE_BREAK"],
    heading("Foton"),
    photoTable,
  ],
};

const cellBorder = { BORDER_WIDTH: "0.5", BORDER_COLOR: rule } as const;

const sheetHeader = (titles: readonly string[], widths: readonly string[]): NodeSketch =>
  row(
    ...titles.map((title, index) =>
      cell({ WIDTH: widths[index]!, BACKGROUND_COLOR: navy }, bold(title, { COLOR: white })),
    ),
  );

const measurements: LayoutSketch = {
  name: "Mätblad",
  description: "Längd, bredd och material för varje återställd yta, och en lista över fotona.",
  type: "EXCEL",
  customers: ["norrfiber"],
  nodes: () => [
    [
      "SHEET",
      { NAME: "Mått" },
      [
        row(cell({ COLSPAN: "5" }, bold("Mätblad för {DOCUMENTATION_NAME}", { SIZE: "16", COLOR: navy }))),
        row(cell({ COLSPAN: "5" }, text("{CUSTOMER_NAME} · {CREATOR} · {DATE_CREATED}", { COLOR: grey }))),
        sheetHeader(
          ["Yta", "Längd i meter", "Bredd i meter", "Material", "Anmärkning"],
          ["18", "16", "16", "20", "30"],
        ),
        each(
          { IN: "TASKS", FILTER: "GROUPS" },
          row(
            cell({ WIDTH: "18", ...cellBorder }, bold("{TASK_NAME}")),
            ...["Längd i meter", "Bredd i meter", "Material", "Anmärkning"].map((NAME, index) =>
              cell({ WIDTH: ["16", "16", "20", "30"][index]!, ...cellBorder }, [
                "CHILD",
                { NAME },
                [text("{TASK_ANSWER}")],
              ]),
            ),
          ),
        ),
      ],
    ],
    [
      "SHEET",
      { NAME: "Foton" },
      [
        sheetHeader(["Foto", "Yta", "Namn", "Kommentar"], ["30", "20", "20", "30"]),
        each(
          { IN: "PHOTOS", SORT_BY: "TASK" },
          row(
            cell({ WIDTH: "30", ...cellBorder }, ["PHOTO", { COMPRESS: "true", HEIGHT: "40" }]),
            cell({ WIDTH: "20", ...cellBorder }, bold("{GROUP_NAME}")),
            cell({ WIDTH: "20", ...cellBorder }, text("{PHOTO_NAME}")),
            cell({ WIDTH: "30", ...cellBorder }, text("{PHOTO_COMMENT}")),
          ),
        ),
      ],
    ],
  ],
};

const deliveryNote: LayoutSketch = {
  name: "Följesedel",
  description: "Försättsblad med vad som lämnas över, och ett foto på varje sida.",
  type: "PDF",
  customers: ["norrfiber", "sydvind"],
  nodes: (logo) => [
    [
      "PAGE",
      {},
      [
        cell(
          { WIDTH: "34", BACKGROUND_COLOR: "#E8EEF5", PADDING: "10" },
          ["IMAGE", { DATA: logo, TYPE: "image/png", POSITION: "TOP_LEFT", WIDTH: "45" }],
          ...(
            [
              ["Mottagare", "{CUSTOMER_NAME}"],
              ["Levererat av", "{CREATOR}"],
              ["Utfört", "{DATE_CREATED}"],
              ["Status", "{DOCUMENTATION_STATUS}"],
            ] as const
          ).flatMap(([label, value]) => [
            text(label, { SIZE: "9", COLOR: grey, POSITION: "BOTTOM_LEFT" }),
            bold(value, { SIZE: "12", COLOR: navy, POSITION: "BOTTOM_LEFT" }),
          ]),
        ),
        cell(
          { WIDTH: "66", PADDING: "14" },
          bold("Följesedel", { SIZE: "34", COLOR: navy, POSITION: "TOP_LEFT" }),
          text("{TEMPLATE_NAME}", { SIZE: "14", COLOR: accent, POSITION: "TOP_LEFT" }),
          bold("{DOCUMENTATION_NAME}", { SIZE: "18", POSITION: "LEFT" }),
          text(
            "Dokumentationen lämnas över med samtliga foton i denna handling. Kontrollera innehållet och meddela avvikelser inom 14 dagar.",
            {
              SIZE: "11",
              POSITION: "LEFT",
            },
          ),
          text("Mottaget den ____________________\n\nUnderskrift ________________________________", {
            POSITION: "BOTTOM_LEFT",
          }),
        ),
      ],
    ],
    each({ IN: "PHOTOS", SORT_BY: "TASK" }, [
      "PAGE",
      {},
      [
        cell(
          { PADDING: "18" },
          bold("{TASK_NAME}", { SIZE: "16", COLOR: navy, POSITION: "TOP_LEFT" }),
          ["PHOTO", { POSITION: "CENTER", COMPRESS: "true" }],
          bold("{PHOTO_NAME}", { POSITION: "BOTTOM_LEFT" }),
          text("{PHOTO_COMMENT}", { POSITION: "BOTTOM_LEFT" }),
          text("{DOCUMENTATION_NAME}", { SIZE: "8", COLOR: grey, POSITION: "BOTTOM_RIGHT" }),
        ),
      ],
    ]),
  ],
};

const signatures: LayoutSketch = {
  name: "Underskrifter",
  description: "Plats för underskrifter. Infogas sist i andra layouter.",
  type: "WORD_TO_PDF",
  customers: [],
  nodes: () => [
    heading("Underskrifter"),
    text("Undertecknade intygar att arbetet är utfört och besiktigat enligt protokollet."),
    ["LINE_BREAK"],
    table({ REMOVE_BORDERS: "true" }, [
      "ROW",
      {},
      ["Entreprenör", "Beställare"].map((role) =>
        cell(
          { WIDTH: "50", ...flushPadding, PADDING_TOP: "14" },
          text("__________________________________"),
          text(`${role}, datum och namnteckning`, { SIZE: "8", COLOR: grey }),
        ),
      ),
    ]),
  ],
};

const ifStatus = (STATUS: string, ...children: NodeSketch[]): NodeSketch => [
  "IF",
  { TYPE: "DOCUMENTATION_STATUS", STATUS },
  children,
];

const handover: LayoutSketch = {
  name: "Överlämningsprotokoll",
  description: "Besiktningsprotokollet som PDF, med besked om det är godkänt och plats för underskrifter.",
  type: "WORD_TO_PDF",
  customers: ["norrfiber"],
  nodes: (logo) => [
    header(logo, "Överlämningsprotokoll"),
    footer,
    bold("Överlämningsprotokoll", { SIZE: "24", COLOR: navy }),
    text("{DOCUMENTATION_NAME}", { SIZE: "14", COLOR: accent }),
    ifStatus("APPROVED", bold("Protokollet är godkänt.", { SIZE: "12", COLOR: "#1A7F37" })),
    ifStatus("HANDLED", bold("Protokollet är granskat.", { SIZE: "12", COLOR: "#1A7F37" })),
    ifStatus("COMPLETED", bold("Arbetet är utfört och väntar på granskning.", { SIZE: "12", COLOR: accent })),
    ...["ONGOING", "PAUSED", "DOWNLOADED", "WAITING_FOR_FILE"].map((name) =>
      ifStatus(name, bold("Preliminärt protokoll: arbetet är inte avslutat.", { SIZE: "12", COLOR: alarm })),
    ),
    [
      "IF",
      { TYPE: "TASK_ANSWER", TASK_IDENTIFIER: "skick", OPERATOR: "EQUALS", ANSWER: "Trasigt" },
      [bold("Skåpet är trasigt och ska åtgärdas.", { SIZE: "12", COLOR: alarm })],
    ],
    ["LINE_BREAK"],
    factTable([
      ["Beställare", "{CUSTOMER_NAME}"],
      ["Avser", "{TEMPLATE_NAME}"],
      ["Utfört av", "{CREATOR}"],
      ["Utfört", "{DATE_CREATED}"],
    ]),
    ["LINE_BREAK"],
    heading("Resultat"),
    answerTable,
    ["LINE_BREAK"],
    [
      "TASK",
      { TASK_IDENTIFIER: "markagare" },
      [heading("Markägare"), ["CONTACT_PERSONS_TABLE", { HEADER_BACKGROUND_COLOR: rule }]],
    ],
    table(
      {},
      each(
        { IN: "DOCUMENTATION_EVENTS", FILTERS: "STATUS_CHANGED_APPROVED" },
        row(
          cell({ ...cellPadding, WIDTH: "70" }, text("Godkänt av {EVENT_CREATOR}")),
          cell({ ...cellPadding, WIDTH: "30" }, text("{EVENT_DATE}", { ALIGNMENT: "RIGHT" })),
        ),
      ),
    ),
    ["LINE_BREAK"],
    ["INSERT", { CONFIGURATION: layoutId(signatures) }],
    ["PAGE_BREAK"],
    heading("Foton"),
    photoTable,
  ],
};

// An inserted layout comes before the layout that inserts it.
const sketches: readonly LayoutSketch[] = [
  signatures,
  beforeAndAfter,
  inspection,
  measurements,
  deliveryNote,
  handover,
];

function layoutId({ name }: Pick<LayoutSketch, "name">): string {
  return demoId("layout", name);
}

/** The demo layouts with their ids and complete nodes. */
export async function createDemoLayouts() {
  const logo = await readLogo("Norrfiber");
  return sketches.map((sketch) => {
    const id = layoutId(sketch);
    return { ...sketch, id, nodes: nodesOf(id, sketch.type, sketch.nodes(logo)) };
  });
}

/** The layouts that each template offers. */
export const layoutsByTemplate: readonly { template: TemplateSketch; layouts: readonly LayoutSketch[] }[] = [
  { template: aterstallning, layouts: [beforeAndAfter, measurements, handover] },
  { template: fiberschakt, layouts: [inspection, deliveryNote, handover] },
  { template: kabelskap, layouts: [inspection, deliveryNote, handover] },
  { template: mastInspection, layouts: [inspection, handover] },
  { template: turbineService, layouts: [inspection, deliveryNote] },
  { template: demoWalk, layouts: [inspection] },
];

/** Seeds the report layouts, which belong to no customer, and grants them. */
export async function seedLayouts({ DB, today }: SeedContext): Promise<void> {
  const layouts = await createDemoLayouts();
  const dateCreated = daysFrom(today, -450);
  await insert(
    DB,
    exportDocumentConfiguration,
    layouts.map(({ id, name, description, type }) => ({ id, name, description, type, dateCreated })),
  );
  for (const { id, nodes } of layouts) await insert(DB, exportDocumentNode, rowsOf(id, nodes));
  await insert(
    DB,
    customerExportDocumentConfiguration,
    layouts.flatMap(({ id, customers }) =>
      customers.map((customer) => ({
        customerId: customerIds[customer],
        exportDocumentConfigurationId: id,
      })),
    ),
  );
}

/** Seeds the layouts that templates offer, after the templates. */
export const seedTemplateLayouts = ({ DB }: SeedContext): Promise<void> =>
  insert(
    DB,
    templateExportDocumentConfiguration,
    layoutsByTemplate.flatMap(({ template, layouts }) =>
      layouts.map((layout) => ({
        customerId: customerIds[template.customer],
        templateId: templateId(template),
        exportDocumentConfigurationId: layoutId(layout),
      })),
    ),
  );

/** Parents before their children, as the foreign key requires. */
const rowsOf = (
  exportDocumentConfigurationId: string,
  nodes: readonly LayoutNode[],
): (typeof exportDocumentNode.$inferInsert)[] =>
  nodes.flatMap(({ id, parent, type, name, description, position, params, children }) => [
    { id, exportDocumentConfigurationId, parentId: parent, type, name, description, position, params },
    ...rowsOf(exportDocumentConfigurationId, children),
  ]);
