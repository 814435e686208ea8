import type { LayoutNode } from "../../domain/layout/node";
import type { LayoutType } from "../../domain/layout/words";
import {
  customerExportDocumentConfiguration,
  exportDocumentConfiguration,
  exportDocumentNode,
  templateExportDocumentConfiguration,
} from "../../worker/db/schema";
import { type NodeSketch, nodesOf } from "../support/layoutNodes.ts";
import { type CustomerKey, customerIds, daysFrom, demoId, type SeedContext } from "./context.ts";
import { insert } from "./insert.ts";
import { drawLogo } from "./scenes.ts";
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
  /** The customers it is granted to; none for one that is only inserted into others. */
  customers: readonly CustomerKey[];
  /** `logo` is Norrfiber's, a PNG as base64. */
  nodes(logo: string): readonly NodeSketch[];
}

const INK = "#1B2733";
const MUTED = "#57606A";
const NAVY = "#17324D";
const ACCENT = "#1F5A94";
const RULE = "#D0D7DE";
const SHADE = "#F3F5F7";
const ALARM = "#A4231A";
const WHITE = "#FFFFFF";

type Params = NonNullable<NodeSketch[1]>;
const text = (TEXT: string, params: Params = {}): NodeSketch => [
  "TEXT",
  { TEXT, COLOR: INK, SIZE: "10", ...params },
];
const bold = (TEXT: string, params: Params = {}): NodeSketch => text(TEXT, { STYLE: "BOLD", ...params });

const cell = (params: Params, ...children: NodeSketch[]): NodeSketch => ["COLUMN", params, children];
const PADDED = { PADDING_TOP: "1.5", PADDING_BOTTOM: "1.5", PADDING_LEFT: "2", PADDING_RIGHT: "2" } as const;

/** Aligns cells with the text around the table. */
const FLUSH = { PADDING_TOP: "0.8", PADDING_BOTTOM: "0.8", PADDING_LEFT: "0", PADDING_RIGHT: "0" } as const;

/** Facts of a documentation as a table without borders. */
const facts = (rows: readonly [label: string, value: string][]): NodeSketch => [
  "TABLE",
  { REMOVE_BORDERS: "true" },
  rows.map(
    ([label, value]): NodeSketch => [
      "ROW",
      {},
      [
        cell({ WIDTH: "26", ...FLUSH }, text(label, { COLOR: MUTED })),
        cell({ WIDTH: "74", ...FLUSH }, text(value)),
      ],
    ],
  ),
];

const headed = (...titles: readonly [title: string, width: string, params?: Params][]): NodeSketch => [
  "ROW",
  {},
  titles.map(([title, WIDTH, params = {}]) =>
    cell({ ...PADDED, WIDTH }, bold(title, { COLOR: WHITE, ...params })),
  ),
];

/** The header of every page: the logo on the left, the document's title on the right. */
const header = (logo: string, title: string): NodeSketch => [
  "HEADER",
  {},
  [
    [
      "TABLE",
      { REMOVE_BORDERS: "true" },
      [
        [
          "ROW",
          {},
          [
            cell({ WIDTH: "50", ...FLUSH }, ["IMAGE", { DATA: logo, TYPE: "image/png", HEIGHT: "9" }]),
            cell({ WIDTH: "50", ...FLUSH }, text(title, { SIZE: "9", COLOR: MUTED, ALIGNMENT: "RIGHT" })),
          ],
        ],
      ],
    ],
  ],
];

const footer: NodeSketch = [
  "FOOTER",
  {},
  [
    [
      "TABLE",
      { REMOVE_BORDERS: "true" },
      [
        [
          "ROW",
          {},
          [
            cell(
              { WIDTH: "75", ...FLUSH },
              text("{CUSTOMER_NAME} · {DOCUMENTATION_NAME}", { SIZE: "8", COLOR: MUTED }),
            ),
            cell(
              { WIDTH: "25", ...FLUSH },
              text("Sida {PAGE} av {PAGES}", { SIZE: "8", COLOR: MUTED, ALIGNMENT: "RIGHT" }),
            ),
          ],
        ],
      ],
    ],
  ],
];

const heading = (words: string): NodeSketch => text(words, { SIZE: "14", COLOR: NAVY, STYLE: "BOLD" });

/** A row for every answered task, under a header that each page repeats. */
const answers: NodeSketch = [
  "TABLE",
  { HEADER_BACKGROUND_COLOR: NAVY, ROW_BACKGROUND_COLOR: SHADE },
  [
    headed(["Kontrollpunkt", "45"], ["Resultat", "55"]),
    [
      "EACH",
      { IN: "TASKS", FILTER: "CHILDREN", FILTERS: "ANSWERED" },
      [
        [
          "ROW",
          {},
          [
            cell({ ...PADDED, WIDTH: "45" }, text("{TASK_NAME}")),
            cell({ ...PADDED, WIDTH: "55" }, text("{TASK_ANSWER}")),
          ],
        ],
      ],
    ],
  ],
];

/** Every photo with its task, name and comment beside it. */
const photos: NodeSketch = [
  "TABLE",
  { REMOVE_BORDERS: "true" },
  [
    [
      "EACH",
      { IN: "PHOTOS", SORT_BY: "TASK" },
      [
        [
          "ROW",
          {},
          [
            cell({ WIDTH: "60", ...FLUSH, PADDING_BOTTOM: "5" }, [
              "PHOTO",
              { COMPRESS: "true", HEIGHT: "72" },
            ]),
            cell(
              { WIDTH: "40", PADDING_LEFT: "5", PADDING_BOTTOM: "5" },
              bold("{TASK_NAME}", { COLOR: NAVY }),
              text("{PHOTO_NAME}", { SIZE: "9", COLOR: MUTED }),
              text("{PHOTO_COMMENT}"),
            ),
          ],
        ],
      ],
    ],
  ],
];

const slideRow = (texts: readonly string[], params: Params = {}): NodeSketch => [
  "TABLE_ROW",
  {},
  texts.map((words, at) => [
    "TABLE_CELL",
    { WIDTH: ["20", "35", "45"][at]! },
    [text(words, { SIZE: "12", ...params })],
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
        cell({ WIDTH: "3", BACKGROUND_COLOR: NAVY, PADDING: "0" }),
        cell(
          { WIDTH: "97", PADDING: "20" },
          ["IMAGE", { DATA: logo, TYPE: "image/png", POSITION: "TOP_LEFT", HEIGHT: "16" }],
          bold("{DOCUMENTATION_NAME}", { SIZE: "44", COLOR: NAVY, POSITION: "LEFT" }),
          text("Före och efter återställning", { SIZE: "24", COLOR: ACCENT, POSITION: "LEFT" }),
          text("{CUSTOMER_NAME} · {TEMPLATE_NAME} · {DATE_CREATED} · {CREATOR}", {
            SIZE: "14",
            COLOR: MUTED,
            POSITION: "BOTTOM_LEFT",
          }),
        ),
      ],
    ],
    [
      "EACH",
      { IN: "GROUPS", GROUPS_TYPE: "PRE_POST" },
      [
        [
          "SLIDE",
          {},
          [
            cell(
              { PADDING: "12" },
              bold("{GROUP_NAME}", { SIZE: "28", COLOR: NAVY, POSITION: "TOP_LEFT" }),
              ["PHOTO", { POSITION: "LEFT", COMPRESS: "true" }],
              ["PHOTO", { POSITION: "RIGHT", COMPRESS: "true" }],
              bold("Före", { SIZE: "18", COLOR: ACCENT, POSITION: "BOTTOM_LEFT" }),
              bold("Efter", { SIZE: "18", COLOR: ACCENT, POSITION: "BOTTOM_RIGHT", ALIGNMENT: "RIGHT" }),
            ),
          ],
        ],
      ],
    ],
    [
      "SLIDE",
      {},
      [
        cell({ PADDING: "12" }, bold("Uppgifter", { SIZE: "28", COLOR: NAVY, POSITION: "TOP_LEFT" }), [
          "TABLE",
          { HEADER_BACKGROUND_COLOR: NAVY, ROW_BACKGROUND_COLOR: SHADE },
          [
            slideRow(["Yta", "Uppgift", "Svar"], { STYLE: "BOLD", COLOR: WHITE }),
            [
              "EACH",
              { IN: "TASKS", FILTER: "CHILDREN", FILTERS: "ANSWERED" },
              [slideRow(["{GROUP_NAME}", "{TASK_NAME}", "{TASK_ANSWER}"])],
            ],
          ],
        ]),
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
    bold("Besiktningsprotokoll", { SIZE: "24", COLOR: NAVY }),
    text("{DOCUMENTATION_NAME}", { SIZE: "14", COLOR: ACCENT }),
    ["LINE_BREAK"],
    facts([
      ["Beställare", "{CUSTOMER_NAME}"],
      ["Avser", "{TEMPLATE_NAME}"],
      ["Utfört av", "{CREATOR}"],
      ["Besiktningsdatum", "{DATE_CREATED}"],
      ["Status", "{DOCUMENTATION_STATUS}"],
    ]),
    ["LINE_BREAK"],
    heading("Resultat"),
    answers,
    ["PAGE_BREAK"],
    heading("Foton"),
    photos,
  ],
};

const LINED = { BORDER_WIDTH: "0.5", BORDER_COLOR: RULE } as const;

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
        [
          "ROW",
          {},
          [cell({ COLSPAN: "5" }, bold("Mätblad för {DOCUMENTATION_NAME}", { SIZE: "16", COLOR: NAVY }))],
        ],
        [
          "ROW",
          {},
          [cell({ COLSPAN: "5" }, text("{CUSTOMER_NAME} · {CREATOR} · {DATE_CREATED}", { COLOR: MUTED }))],
        ],
        [
          "ROW",
          {},
          ["Yta", "Längd i meter", "Bredd i meter", "Material", "Anmärkning"].map((title, at) =>
            cell(
              { WIDTH: ["18", "16", "16", "20", "30"][at]!, BACKGROUND_COLOR: NAVY },
              bold(title, { COLOR: WHITE }),
            ),
          ),
        ],
        [
          "EACH",
          { IN: "TASKS", FILTER: "GROUPS" },
          [
            [
              "ROW",
              {},
              [
                cell({ WIDTH: "18", ...LINED }, bold("{TASK_NAME}")),
                ...["Längd i meter", "Bredd i meter", "Material", "Anmärkning"].map((NAME, at) =>
                  cell({ WIDTH: ["16", "16", "20", "30"][at]!, ...LINED }, [
                    "CHILD",
                    { NAME },
                    [text("{TASK_ANSWER}")],
                  ]),
                ),
              ],
            ],
          ],
        ],
      ],
    ],
    [
      "SHEET",
      { NAME: "Foton" },
      [
        [
          "ROW",
          {},
          ["Foto", "Yta", "Namn", "Kommentar"].map((title, at) =>
            cell(
              { WIDTH: ["30", "20", "20", "30"][at]!, BACKGROUND_COLOR: NAVY },
              bold(title, { COLOR: WHITE }),
            ),
          ),
        ],
        [
          "EACH",
          { IN: "PHOTOS", SORT_BY: "TASK" },
          [
            [
              "ROW",
              {},
              [
                cell({ WIDTH: "30", ...LINED }, ["PHOTO", { COMPRESS: "true", HEIGHT: "40" }]),
                cell({ WIDTH: "20", ...LINED }, bold("{GROUP_NAME}")),
                cell({ WIDTH: "20", ...LINED }, text("{PHOTO_NAME}")),
                cell({ WIDTH: "30", ...LINED }, text("{PHOTO_COMMENT}")),
              ],
            ],
          ],
        ],
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
            text(label, { SIZE: "9", COLOR: MUTED, POSITION: "BOTTOM_LEFT" }),
            bold(value, { SIZE: "12", COLOR: NAVY, POSITION: "BOTTOM_LEFT" }),
          ]),
        ),
        cell(
          { WIDTH: "66", PADDING: "14" },
          bold("Följesedel", { SIZE: "34", COLOR: NAVY, POSITION: "TOP_LEFT" }),
          text("{TEMPLATE_NAME}", { SIZE: "14", COLOR: ACCENT, POSITION: "TOP_LEFT" }),
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
    [
      "EACH",
      { IN: "PHOTOS", SORT_BY: "TASK" },
      [
        [
          "PAGE",
          {},
          [
            cell(
              { PADDING: "18" },
              bold("{TASK_NAME}", { SIZE: "16", COLOR: NAVY, POSITION: "TOP_LEFT" }),
              ["PHOTO", { POSITION: "CENTER", COMPRESS: "true" }],
              bold("{PHOTO_NAME}", { POSITION: "BOTTOM_LEFT" }),
              text("{PHOTO_COMMENT}", { POSITION: "BOTTOM_LEFT" }),
              text("{DOCUMENTATION_NAME}", { SIZE: "8", COLOR: MUTED, POSITION: "BOTTOM_RIGHT" }),
            ),
          ],
        ],
      ],
    ],
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
    [
      "TABLE",
      { REMOVE_BORDERS: "true" },
      [
        [
          "ROW",
          {},
          ["Entreprenör", "Beställare"].map((who) =>
            cell(
              { WIDTH: "50", ...FLUSH, PADDING_TOP: "14" },
              text("__________________________________"),
              text(`${who}, datum och namnteckning`, { SIZE: "8", COLOR: MUTED }),
            ),
          ),
        ],
      ],
    ],
  ],
};

const status = (STATUS: string, ...children: NodeSketch[]): NodeSketch => [
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
    bold("Överlämningsprotokoll", { SIZE: "24", COLOR: NAVY }),
    text("{DOCUMENTATION_NAME}", { SIZE: "14", COLOR: ACCENT }),
    status("APPROVED", bold("Protokollet är godkänt.", { SIZE: "12", COLOR: "#1A7F37" })),
    status("HANDLED", bold("Protokollet är granskat.", { SIZE: "12", COLOR: "#1A7F37" })),
    status("COMPLETED", bold("Arbetet är utfört och väntar på granskning.", { SIZE: "12", COLOR: ACCENT })),
    ...["ONGOING", "PAUSED", "DOWNLOADED", "WAITING_FOR_FILE"].map((name) =>
      status(name, bold("Preliminärt protokoll: arbetet är inte avslutat.", { SIZE: "12", COLOR: ALARM })),
    ),
    [
      "IF",
      { TYPE: "TASK_ANSWER", TASK_IDENTIFIER: "skick", OPERATOR: "EQUALS", ANSWER: "Trasigt" },
      [bold("Skåpet är trasigt och ska åtgärdas.", { SIZE: "12", COLOR: ALARM })],
    ],
    ["LINE_BREAK"],
    facts([
      ["Beställare", "{CUSTOMER_NAME}"],
      ["Avser", "{TEMPLATE_NAME}"],
      ["Utfört av", "{CREATOR}"],
      ["Utfört", "{DATE_CREATED}"],
    ]),
    ["LINE_BREAK"],
    heading("Resultat"),
    answers,
    ["LINE_BREAK"],
    [
      "TASK",
      { TASK_IDENTIFIER: "markagare" },
      [heading("Markägare"), ["CONTACT_PERSONS_TABLE", { HEADER_BACKGROUND_COLOR: RULE }]],
    ],
    [
      "TABLE",
      {},
      [
        [
          "EACH",
          { IN: "DOCUMENTATION_EVENTS", FILTERS: "STATUS_CHANGED_APPROVED" },
          [
            [
              "ROW",
              {},
              [
                cell({ ...PADDED, WIDTH: "70" }, text("Godkänt av {EVENT_CREATOR}")),
                cell({ ...PADDED, WIDTH: "30" }, text("{EVENT_DATE}", { ALIGNMENT: "RIGHT" })),
              ],
            ],
          ],
        ],
      ],
    ],
    ["LINE_BREAK"],
    ["INSERT", { CONFIGURATION: layoutId(signatures) }],
    ["PAGE_BREAK"],
    heading("Foton"),
    photos,
  ],
};

// An inserted layout comes before the one that inserts it.
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

/** The demo layouts with their ids and whole nodes. */
export async function demoLayouts() {
  const logo = (await drawLogo("Norrfiber")).toString("base64");
  return sketches.map((sketch) => {
    const id = layoutId(sketch);
    return { ...sketch, id, nodes: nodesOf(id, sketch.type, sketch.nodes(logo)) };
  });
}

/** The layouts that each template offers. */
export const chosenLayouts: readonly { template: TemplateSketch; layouts: readonly LayoutSketch[] }[] = [
  { template: aterstallning, layouts: [beforeAndAfter, measurements, handover] },
  { template: fiberschakt, layouts: [inspection, deliveryNote, handover] },
  { template: kabelskap, layouts: [inspection, deliveryNote, handover] },
  { template: mastInspection, layouts: [inspection, handover] },
  { template: turbineService, layouts: [inspection, deliveryNote] },
  { template: demoWalk, layouts: [inspection] },
];

/** Seeds the report layouts, which belong to no customer, and grants them. */
export async function seedLayouts({ DB, today }: SeedContext): Promise<void> {
  const layouts = await demoLayouts();
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

/** Seeds the layouts that templates offer; runs after the templates are there. */
export const seedChosenLayouts = ({ DB }: SeedContext): Promise<void> =>
  insert(
    DB,
    templateExportDocumentConfiguration,
    chosenLayouts.flatMap(({ template, layouts }) =>
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
