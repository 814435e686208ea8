import type { NodeSketch, SketchParams } from "../nodeSketch.ts";

/** The parts that starters are made of. Lengths are in millimetres, text sizes in points. */

export const colors = {
  ink: "#1B2733",
  grey: "#57606A",
  title: "#17324D",
  accent: "#1F5A94",
  rule: "#D0D7DE",
  shade: "#F3F5F7",
  white: "#FFFFFF",
} as const;

export const text = (TEXT: string, params: SketchParams = {}): NodeSketch => [
  "TEXT",
  { TEXT, COLOR: colors.ink, SIZE: "10", ...params },
];
export const bold = (TEXT: string, params: SketchParams = {}): NodeSketch =>
  text(TEXT, { STYLE: "BOLD", ...params });
export const cell = (params: SketchParams, ...children: NodeSketch[]): NodeSketch => [
  "COLUMN",
  params,
  children,
];
export const row = (...cells: NodeSketch[]): NodeSketch => ["ROW", {}, cells];
export const each = (params: SketchParams, ...children: NodeSketch[]): NodeSketch => [
  "EACH",
  params,
  children,
];
/** A task below the name of its group, if it is in one: tasks of different groups may have the same name. */
export const taskLines: readonly NodeSketch[] = [
  text("{GROUP_NAME}", { SIZE: "8", COLOR: colors.grey }),
  text("{TASK_NAME}"),
];
export const ifPhotos = (...children: NodeSketch[]): NodeSketch => ["IF", { TYPE: "HAS_PHOTOS" }, children];

const cellPadding = { PADDING_TOP: "1.5", PADDING_BOTTOM: "1.5", PADDING_LEFT: "2", PADDING_RIGHT: "2" };
/** Aligns cells with the text around the table. */
const flushPadding = { PADDING_TOP: "0.8", PADDING_BOTTOM: "0.8", PADDING_LEFT: "0", PADDING_RIGHT: "0" };

/** Cells next to each other without borders, with their widths in percent. */
const borderlessRow = (...cells: readonly [width: string, content: NodeSketch][]): NodeSketch => [
  "TABLE",
  { REMOVE_BORDERS: "true" },
  [row(...cells.map(([WIDTH, content]) => cell({ WIDTH, ...flushPadding }, content)))],
];

/** The header and footer of every page of a Word layout. */
export const pageFrame = (title: string, pageNumber: string): readonly NodeSketch[] => [
  [
    "HEADER",
    {},
    [
      borderlessRow(
        ["50", bold("{CUSTOMER_NAME}", { SIZE: "9", COLOR: colors.title })],
        ["50", text(title, { SIZE: "9", COLOR: colors.grey, ALIGNMENT: "RIGHT" })],
      ),
    ],
  ],
  [
    "FOOTER",
    {},
    [
      borderlessRow(
        ["75", text("{DOCUMENTATION_NAME}", { SIZE: "8", COLOR: colors.grey })],
        ["25", text(pageNumber, { SIZE: "8", COLOR: colors.grey, ALIGNMENT: "RIGHT" })],
      ),
    ],
  ],
];

export const titleLines = (title: string): readonly NodeSketch[] => [
  bold(title, { SIZE: "24", COLOR: colors.title }),
  text("{DOCUMENTATION_NAME}", { SIZE: "14", COLOR: colors.accent }),
  ["LINE_BREAK"],
];

/** Facts of a documentation as a table without borders. */
export const factTable = (facts: readonly (readonly [label: string, value: string])[]): NodeSketch => [
  "TABLE",
  { REMOVE_BORDERS: "true" },
  facts.map(([label, value]) =>
    row(
      cell({ WIDTH: "26", ...flushPadding }, text(label, { COLOR: colors.grey })),
      cell({ WIDTH: "74", ...flushPadding }, text(value)),
    ),
  ),
];

export const heading = (title: string): NodeSketch =>
  text(title, { SIZE: "14", COLOR: colors.title, STYLE: "BOLD", LEVEL: "1" });

/** A row across the table, drawn if the EACH before it visits nothing. */
const emptyRow = (label: string, columnCount: number, params: SketchParams): NodeSketch => [
  "ELSE",
  {},
  [row(cell({ ...params, COLSPAN: String(columnCount) }, text(label, { COLOR: colors.grey })))],
];

export interface TableColumnSketch {
  title: string;
  /** Percent. */
  width: string;
  content: readonly NodeSketch[];
}

/**
 * A table of Word with a row for each visited item, under a header that each page repeats.
 * @param emptyText replaces the items if there are none
 */
export const itemTable = (
  loop: SketchParams,
  columns: readonly TableColumnSketch[],
  emptyText: string,
): NodeSketch => [
  "TABLE",
  { HEADER_BACKGROUND_COLOR: colors.title, ROW_BACKGROUND_COLOR: colors.shade },
  [
    row(
      ...columns.map(({ title, width }) =>
        cell({ ...cellPadding, WIDTH: width }, bold(title, { COLOR: colors.white })),
      ),
    ),
    each(
      loop,
      row(...columns.map(({ width, content }) => cell({ ...cellPadding, WIDTH: width }, ...content))),
    ),
    emptyRow(emptyText, columns.length, cellPadding),
  ],
];

const cellBorder = { BORDER_WIDTH: "0.5", BORDER_COLOR: colors.rule };

/**
 * A worksheet with a title, facts, and a row for each visited item.
 * @param emptyText replaces the items if there are none
 */
export const itemSheet = (
  name: string,
  { title, facts }: { title: string; facts: string },
  loop: SketchParams,
  columns: readonly TableColumnSketch[],
  emptyText: string,
): NodeSketch => {
  const COLSPAN = String(columns.length);
  return [
    "SHEET",
    { NAME: name },
    [
      row(cell({ COLSPAN }, bold(title, { SIZE: "16", COLOR: colors.title }))),
      row(cell({ COLSPAN }, text(facts, { COLOR: colors.grey }))),
      row(
        ...columns.map((column) =>
          cell(
            { WIDTH: column.width, BACKGROUND_COLOR: colors.title },
            bold(column.title, { COLOR: colors.white }),
          ),
        ),
      ),
      each(
        loop,
        row(...columns.map(({ width, content }) => cell({ WIDTH: width, ...cellBorder }, ...content))),
      ),
      emptyRow(emptyText, columns.length, cellBorder),
    ],
  ];
};

/** The first slide, or the first page of a PDF: a coloured strip, then title, name and facts. */
export const cover = (type: "SLIDE" | "PAGE", title: string): NodeSketch => {
  const [large, medium, small] = type === "SLIDE" ? ["40", "24", "14"] : ["30", "16", "11"];
  return [
    type,
    {},
    [
      cell({ WIDTH: "3", BACKGROUND_COLOR: colors.title, PADDING: "0" }),
      cell(
        { WIDTH: "97", PADDING: "20" },
        text("{CUSTOMER_NAME}", { SIZE: medium!, COLOR: colors.grey, POSITION: "TOP_LEFT" }),
        bold(title, { SIZE: large!, COLOR: colors.title, POSITION: "LEFT", LEVEL: "1" }),
        text("{DOCUMENTATION_NAME}", { SIZE: medium!, COLOR: colors.accent, POSITION: "LEFT" }),
        text("{TEMPLATE_NAME} · {CREATOR} · {DATE_CREATED}", {
          SIZE: small!,
          COLOR: colors.grey,
          POSITION: "BOTTOM_LEFT",
        }),
      ),
    ],
  ];
};

/** Photos in a grid, with captions. */
export const photoGrid = (PER_PAGE: string, params: SketchParams = {}): NodeSketch => [
  "PHOTO_GRID",
  {
    PER_PAGE,
    SORT_BY: "TASK",
    CAPTION: "{PHOTO_NUMBER}. {TASK_NAME}\n{GROUP_NAME}\n{PHOTO_COMMENT}",
    SIZE: "9",
    ...params,
  },
];

/** A map as wide as the text. */
export const siteMap = (SHOW: "DOCUMENTATION" | "PHOTOS"): NodeSketch => [
  "MAP",
  { SHOW, WIDTH: "170", HEIGHT: "70" },
];

/** The photos on separate pages, if there are any. */
export const photoPages = (title: string, perPage: string): NodeSketch =>
  ifPhotos(["PAGE_BREAK"], heading(title), photoGrid(perPage));
