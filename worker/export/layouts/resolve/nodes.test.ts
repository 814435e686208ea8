import { describe, expect, it } from "vitest";
import type { LayoutNode } from "#domain/layout/node.ts";
import { type LayoutType, layoutTypes, maxInsertedNodes, maxNodes, positions } from "#domain/layout/types.ts";
import { hostileTexts } from "#worker/export/testing/documents.ts";
import { itemsOf, photosIn, sheetsOf, textsIn } from "#worker/export/testing/drawnContents.ts";
import { layoutOf, picture, type Sketch } from "#worker/export/testing/layouts.ts";
import { fullReport, makeGroupReport, makeReport, type TaskSketch } from "#worker/export/testing/reports.ts";
import { MemorySource, makePhoto } from "#worker/export/testing/samplePlans.ts";
import type { DrawnCell, DrawnPage, DrawnTable, RenderTree, RenderTreeOf } from "../renderTree.ts";
import type { Report } from "../report.ts";
import { resolveLayout } from "./resolve.ts";

const source = new MemorySource();
const report = makeReport({
  tasks: [
    { id: "site", type: "GROUP", name: "Site" },
    { id: "depth", type: "INTEGER", name: "Depth", key: "d", answer: "3", in: "site" },
    { id: "wet", type: "CHECKBOX", name: "Wet", answer: "true", in: "site" },
    { id: "view", type: "PHOTO", name: "View", in: "site" },
    {
      id: "people",
      type: "CONTACT_PERSONS",
      name: "People",
      answer: "Eva;070-1\nBo",
      columns: ["Name", "Phone"],
    },
    { id: "ground", type: "MULTI_CHOICE", name: "Ground", answer: "Sand;Rock" },
  ],
  photos: ["v1", "v2"].map((id) =>
    makePhoto(source, { id, name: id, taskId: "view", comment: `seen ${id}` }),
  ),
});

function draw<T extends LayoutType>(
  type: T,
  sketches: readonly Sketch[],
  drawnReport: Report = report,
): RenderTreeOf<T> {
  const { drawn } = resolveLayout(layoutOf(type, sketches), drawnReport);
  const isExpectedType = (tree: RenderTree): tree is RenderTreeOf<T> => tree.type === type;
  if (!isExpectedType(drawn)) throw new Error(`a ${type} layout drew ${(drawn as RenderTree).type}`);
  return drawn;
}

const text = (TEXT: string, params: LayoutNode["params"] = {}): Sketch => ["TEXT", { TEXT, ...params }];
const slide = (...items: readonly Sketch[]): Sketch => ["SLIDE", {}, [["COLUMN", {}, items]]];
const tableOf = (sketches: readonly Sketch[], params: LayoutNode["params"] = {}): DrawnTable => {
  const [table] = draw("WORD", [["TABLE", params, sketches]]).blocks;
  if (table?.kind !== "table") throw new Error("no table");
  return table;
};
const withoutGrids = (pages: RenderTreeOf<"POWERPOINT" | "PDF">["pages"]): DrawnPage[] =>
  [...pages].flatMap((page) => (page.kind === "page" ? [page] : []));
const textsOfCells = (cells: readonly DrawnCell[]) =>
  cells.map(({ items }) => items.map((item) => (item.kind === "text" ? item.text : item.kind)).join(" "));

describe("3§4 TEXT", () => {
  it("has size, colour, style, alignment and font, and a position in a column with positions", () => {
    const [item] = itemsOf(
      draw("PDF", [
        [
          "PAGE",
          {},
          [
            [
              "COLUMN",
              {},
              [
                text("Hello\nyou", {
                  SIZE: "12.5",
                  COLOR: "#ff0080",
                  STYLE: "BOLD_ITALIC",
                  ALIGNMENT: "RIGHT",
                  FONT: "TIMES_ROMAN",
                  POSITION: "ABOVE_CENTER",
                }),
              ],
            ],
          ],
        ],
      ]),
    );
    expect(item).toEqual({
      kind: "text",
      node: "0.0.0",
      text: "Hello\nyou",
      size: 12.5,
      color: "#FF0080",
      bold: true,
      italic: true,
      alignment: "RIGHT",
      font: "TIMES_ROMAN",
      position: "ABOVE_CENTER",
    });
  });

  it.each([
    ["POWERPOINT", [slide(["TEXT", { TEXT: "x" }])], { size: 32, position: "CENTER", alignment: "CENTER" }],
    ["WORD", [["TEXT", { TEXT: "x" }]], { size: 11, position: null, alignment: "LEFT" }],
    ["PDF", [["PAGE", {}, [["COLUMN", {}, [["TEXT", { TEXT: "x" }]]]]]], { size: 11, font: "HELVETICA" }],
  ] as const)("3§9 has the defaults of a new text in %s", (type, sketches, expected) => {
    expect([...itemsOf(draw(type, sketches))][0]).toMatchObject({
      color: "#000000",
      bold: false,
      italic: false,
      ...expected,
    });
  });

  it("3§9 in a cell of a slide's table has the same default size as on the slide", () => {
    const tree = draw("POWERPOINT", [
      slide(["TABLE", {}, [["TABLE_ROW", {}, [["TABLE_CELL", {}, [text("x")]]]]]]),
    ]);
    expect([...itemsOf(tree)].at(-1)).toMatchObject({ text: "x", size: 32, position: null });
  });

  it.each(positions)("is aligned by its side unless an alignment is given: %s", (POSITION) => {
    const expected = POSITION.endsWith("LEFT") ? "LEFT" : POSITION.endsWith("RIGHT") ? "RIGHT" : "CENTER";
    const [item] = itemsOf(draw("POWERPOINT", [slide(text("x", { POSITION }))]));
    expect(item).toMatchObject({ position: POSITION, alignment: expected });
  });

  it.each([
    ["NORMAL", false, false],
    ["BOLD", true, false],
    ["ITALIC", false, true],
  ])("STYLE %s", (STYLE, bold, italic) => {
    expect([...itemsOf(draw("WORD", [text("x", { STYLE })]))][0]).toMatchObject({ bold, italic });
  });

  it("uses defaults for invalid values in a layout of an older grammar", () => {
    const invalidParams = {
      SIZE: "huge",
      COLOR: "red",
      STYLE: "WILD",
      ALIGNMENT: "X",
      FONT: "Y",
      POSITION: "Z",
    };
    expect([...itemsOf(draw("POWERPOINT", [slide(text("x", invalidParams))]))][0]).toMatchObject({
      size: 32,
      color: "#000000",
      bold: false,
      alignment: "CENTER",
      font: "HELVETICA",
      position: "CENTER",
    });
    expect([...itemsOf(draw("WORD", [text("x", { SIZE: "90000" })]))][0]).toMatchObject({ size: 400 });
  });
});

describe("3§4 PHOTO", () => {
  const eachPhoto = (params: LayoutNode["params"]): Sketch[] => [
    ["EACH", { IN: "PHOTOS" }, [slide(["PHOTO", params])]],
  ];

  it("is the photo in scope, as its rendition unless COMPRESS is false, in its box", () => {
    const photoOf = (params: LayoutNode["params"]) => photosIn(draw("POWERPOINT", eachPhoto(params)))[0];
    expect(photoOf({})).toMatchObject({
      photo: { id: "v1" },
      variant: "rendition",
      box: { width: null, height: null },
      position: "CENTER",
      half: null,
      altText: "Photo 1: v1. Site › View. seen v1",
    });
    expect(photoOf({ COMPRESS: "false", WIDTH: "80", HEIGHT: "60.5", POSITION: "TOP" })).toMatchObject({
      variant: "original",
      box: { width: 80, height: 60.5 },
      position: "TOP",
    });
  });

  it("draws nothing if no photo is in scope, and a page without other content is left out", () => {
    expect(photosIn(draw("WORD", [["PHOTO"]]))).toEqual([]);
    const { pages } = draw("POWERPOINT", [slide(["PHOTO"]), slide(["PHOTO"], text("Title"))]);
    expect([...pages].map(({ node }) => node)).toEqual(["1"]);
  });

  it("draws all photos of a task in flowing layouts, and one per page on pages", () => {
    const inWord = draw("WORD", [["EACH", { IN: "TASKS" }, [["PHOTO"]]]]);
    expect(photosIn(inWord).map(({ photo }) => photo.id)).toEqual(["v1", "v2"]);
    const { pages } = draw("PDF", [
      [
        "EACH",
        { IN: "TASKS" },
        [["PAGE", {}, [["COLUMN", {}, [text("{TASK_NAME} {PHOTO_NAME}"), ["PHOTO"]]]]]],
      ],
    ]);
    expect(withoutGrids(pages).map(({ title, columns }) => [title, ...textsOfCells(columns)])).toEqual([
      ["Depth", "Depth "],
      ["Wet", "Wet "],
      ["View", "View v1 photo"],
      ["View", "View v2 photo"],
      ["People", "People "],
      ["Ground", "Ground "],
    ]);
  });

  it("3§9 is a thumbnail in a preview, whatever its parameters", () => {
    const layout = layoutOf("POWERPOINT", eachPhoto({ COMPRESS: "false" }));
    expect(photosIn(resolveLayout(layout, report, "thumbnail").drawn).map(({ variant }) => variant)).toEqual([
      "thumbnail",
      "thumbnail",
    ]);
  });
});

describe("3§4 PHOTO_GRID", () => {
  const grids = (count: number, params: LayoutNode["params"] = {}) => {
    const photos = Array.from({ length: count }, (_, index) =>
      makePhoto(source, {
        id: `g${index}`,
        name: `G_${count - index}`,
        comment: index === 0 ? hostileTexts.markup : null,
      }),
    );
    return [...draw("POWERPOINT", [["PHOTO_GRID", params]], makeReport({ photos })).pages].flatMap((page) =>
      page.kind === "grid" ? [page] : [],
    );
  };

  it.each([
    [0, []],
    [1, ["1x1:1"]],
    [2, ["2x1:2"]],
    [3, ["2x2:3"]],
    [4, ["2x2:4"]],
    [5, ["3x2:5"]],
    [6, ["3x2:6"]],
    [7, ["3x3:7"]],
    [9, ["3x3:9"]],
    [10, ["3x2:5", "3x2:5"]],
    [19, ["3x3:7", "3x3:7", "3x3:5"]],
    [2000, Array.from({ length: 223 }, (_, index) => (index < 222 ? "3x3:9" : "3x3:2"))],
  ])("lays out %d photos on as few slides as possible", (count, expected) => {
    expect(grids(count).map(({ columns, rows, cells }) => `${columns}x${rows}:${cells.length}`)).toEqual(
      expected,
    );
  });

  it("shows name and comment below each photo, in the order of SORT_BY", () => {
    const [grid] = grids(12, { SORT_BY: "NAME", BACKGROUND_COLOR: "#abcdef", COMPRESS: "false" });
    expect(grid?.background).toBe("#ABCDEF");
    expect(grid?.cells.map(({ name }) => name)).toEqual(["G_1", "G_2", "G_3", "G_4", "G_5", "G_6"]);
    expect(grids(1)[0]?.cells[0]).toMatchObject({ name: "G_1", comment: hostileTexts.markup });
    expect(grid?.cells[0]?.photo).toMatchObject({ variant: "original", position: null });
  });
});

describe("3§4 PHOTO_GRID in every type", () => {
  const photos = Array.from({ length: 8 }, (_, index) =>
    makePhoto(source, { id: `g${index}`, name: `G_${index}`, comment: index === 0 ? "first" : null }),
  );
  const manyPhotos = makeReport({ photos });

  it.each([
    [{ PER_PAGE: "6" }, ["2x3:6", "2x3:2"]],
    [{ PER_PAGE: "12" }, ["3x4:8"]],
    [{ PER_PAGE: "3" }, ["1x3:3", "1x3:3", "1x3:2"]],
    [{ PER_PAGE: "6", COLUMNS: "3" }, ["3x2:6", "3x2:2"]],
    [{ COLUMNS: "4", ROWS: "1" }, ["4x1:4", "4x1:4"]],
    [{ PER_PAGE: "4", ROWS: "4" }, ["1x4:4", "1x4:4"]],
    [{ COLUMNS: "2" }, ["2x2:4", "2x2:4"]],
  ])("%j has the pages %j in a PDF", (params, expected) => {
    const { pages } = draw("PDF", [["PHOTO_GRID", { PER_PAGE: "", ...params }]], manyPhotos);
    expect(
      [...pages].map((page) => page.kind === "grid" && `${page.columns}x${page.rows}:${page.cells.length}`),
    ).toEqual(expected);
  });

  it("has a caption with placeholders of each photo, a border and a size", () => {
    const params = { CAPTION: "{PHOTO_NAME} {PHOTO_COMMENT}", BORDER_WIDTH: "1", SIZE: "7", HEIGHT: "30" };
    const [page] = draw("PDF", [["PHOTO_GRID", params]], manyPhotos).pages;
    if (page?.kind !== "grid") throw new Error("no grid");
    expect(page).toMatchObject({ border: { width: 1, color: "#000000" }, captionSize: 7 });
    expect(page.cells[0]).toMatchObject({ name: "", comment: "G_0 first", photo: { box: { height: 30 } } });
    const [table] = draw("WORD", [["PHOTO_GRID", params]], manyPhotos).blocks;
    const [row] = table?.kind === "table" ? table.rows : [];
    if (row?.kind !== "row") throw new Error("no row");
    expect(row.cells[0]?.border).toEqual({ width: 1, color: "#000000" });
    expect(row.cells[0]?.items).toMatchObject([
      { kind: "photo", box: { height: 30 } },
      { kind: "text", text: "G_0 first", size: 7, alignment: "LEFT" },
    ]);
  });

  it.each(["WORD", "WORD_TO_PDF", "EXCEL"] as const)("flows as rows of photos and captions in %s", (type) => {
    const grid: Sketch = ["PHOTO_GRID", { PER_PAGE: "6" }];
    const table: Sketch = ["ROW", {}, [1, 2, 3, 4].map((): Sketch => ["COLUMN", {}, [text("x")]])];
    const tree = draw(
      type,
      type === "EXCEL" ? [["SHEET", { NAME: "S" }, [table, grid]]] : [grid],
      manyPhotos,
    );
    expect(photosIn(tree).map(({ photo }) => photo.id)).toEqual(photos.map(({ id }) => id));
    const rows = (
      tree.type === "EXCEL"
        ? sheetsOf(tree).flatMap((sheet) => [...sheet.rows].slice(1))
        : [...tree.blocks].flatMap((block) => (block.kind === "table" ? [...block.rows] : []))
    ).flatMap((row) => (row.kind === "row" ? [row] : []));
    const columns = type === "EXCEL" ? 3 : 2;
    expect(rows).toHaveLength(Math.ceil(8 / columns));
    for (const { cells } of rows) {
      expect(cells).toHaveLength(columns);
      expect(Math.round(cells.reduce((sum, { width }) => sum + width, 0))).toBe(100);
      expect(cells.reduce((sum, { colspan }) => sum + colspan, 0)).toBe(type === "EXCEL" ? 4 : 2);
    }
    expect(rows[0]?.cells[0]?.items).toMatchObject([{ kind: "photo" }, { text: "G_0" }, { text: "first" }]);
    expect(rows.at(-1)?.cells.at(-1)?.items).toHaveLength(type === "EXCEL" ? 0 : 2);
  });

  it("makes room for captions, so that a row keeps its share of the page", () => {
    const photoHeightOf = (CAPTION: string) => {
      const [table] = draw("WORD", [["PHOTO_GRID", { PER_PAGE: "6", CAPTION }]], manyPhotos).blocks;
      const [row] = table?.kind === "table" ? table.rows : [];
      const item = row?.kind === "row" ? row.cells[0]?.items[0] : undefined;
      return item?.kind === "photo" ? item.box.height! : 0;
    };
    expect(photoHeightOf("x".repeat(400))).toBeLessThan(photoHeightOf("x") - 15);
    expect(photoHeightOf("x".repeat(2000))).toBeGreaterThan(30);
  });

  it.each([
    ["POWERPOINT", "SLIDE"],
    ["PDF", "PAGE"],
  ] as const)("is a table in a column of %s, as wide as the column", (type, page) => {
    const photosOfWidth = (WIDTH: string) => {
      const columns: Sketch[] = [
        ["COLUMN", { WIDTH }, [["PHOTO_GRID", { PER_PAGE: "4" }]]],
        ["COLUMN", {}, [text("beside")]],
      ];
      const tree = draw(type, [[page, {}, columns]], manyPhotos);
      const [first, ...otherPages] = tree.pages;
      expect(otherPages).toEqual([]);
      const [table] = first?.kind === "page" ? first.columns[0]!.items : [];
      expect(table).toMatchObject({ kind: "table", widths: [50, 50], header: null });
      return photosIn(tree);
    };
    const [widePhotos, narrowPhotos] = [photosOfWidth("90"), photosOfWidth("30")];
    expect(widePhotos.map(({ photo }) => photo.id)).toEqual(photos.map(({ id }) => id));
    expect(widePhotos[0]!.box.height).toBeGreaterThan(narrowPhotos[0]!.box.height! * 1.2);
  });

  it("draws nothing without photos", () => {
    expect([...draw("WORD", [["PHOTO_GRID"]], makeReport({})).blocks]).toEqual([]);
  });
});

describe("3§4 PHOTOs in neighbouring columns", () => {
  const photos = Array.from({ length: 5 }, (_, index) =>
    makePhoto(source, { id: `n${index}`, name: `N${index}`, taskId: "view" }),
  );
  const fivePhotos = makeReport({ tasks: [{ id: "view", type: "PHOTO", name: "View" }], photos });
  const column = (...items: Sketch[]): Sketch => ["COLUMN", {}, items];
  const photoColumn = column(["PHOTO"], text("{PHOTO_NAME}"));
  const cellsOf = (cells: readonly DrawnCell[]) =>
    cells.map(({ items }) =>
      items.map((item) => (item.kind === "photo" ? item.photo.name : "text" in item && item.text)),
    );

  it.each(["PHOTOS", "TASKS"])("3§4 on slides in an EACH over %s draw successive photos", (IN) => {
    const { pages } = draw(
      "POWERPOINT",
      [["EACH", { IN }, [["SLIDE", {}, [photoColumn, photoColumn]]]]],
      fivePhotos,
    );
    expect(withoutGrids(pages).map(({ columns }) => cellsOf(columns))).toEqual([
      [
        ["N0", "N0"],
        ["N1", "N1"],
      ],
      [
        ["N2", "N2"],
        ["N3", "N3"],
      ],
      [["N4", "N4"], []],
    ]);
  });

  const rowsOf = (sketches: Sketch[]) =>
    [...draw("WORD", sketches, fivePhotos).blocks].flatMap((block) =>
      block.kind === "table"
        ? [...block.rows].flatMap((row) => (row.kind === "row" ? [cellsOf(row.cells)] : []))
        : [],
    );

  it.each([
    [
      "in rows of an EACH",
      (...rows: Sketch[]): Sketch[] => [["TABLE", {}, [["EACH", { IN: "PHOTOS" }, rows]]]],
    ],
    [
      "in tables of an EACH",
      (...rows: Sketch[]): Sketch[] => [["EACH", { IN: "PHOTOS" }, [["TABLE", {}, rows]]]],
    ],
    [
      "in a condition",
      (...rows: Sketch[]): Sketch[] => [
        ["TABLE", {}, [["EACH", { IN: "PHOTOS" }, [["IF", { TYPE: "HAS_PHOTOS" }, rows]]]]],
      ],
    ],
  ])("3§4 %s draw successive photos, each with its own texts", (_, wrap) => {
    const row = (...columns: Sketch[]): Sketch => ["ROW", {}, columns];
    const photo = column(["PHOTO"]);
    const name = column(text("{PHOTO_NAME}"));
    expect(rowsOf(wrap(row(photo, name, photo, name)))).toEqual([
      [["N0"], ["N0"], ["N1"], ["N1"]],
      [["N2"], ["N2"], ["N3"], ["N3"]],
      [["N4"], ["N4"], [], []],
    ]);
    expect(rowsOf(wrap(row(name, photo, name, photo)))[1]).toEqual([["N2"], ["N2"], ["N3"], ["N3"]]);
    expect(rowsOf(wrap(row(photo, photo), row(name, name))).slice(2, 6)).toEqual([
      [["N2"], ["N3"]],
      [["N2"], ["N3"]],
      [["N4"], []],
      [["N4"], []],
    ]);
    expect(rowsOf(wrap(row(photo, name)))).toHaveLength(5);
  });

  it("2§2 of different documentations are in different rows, below their own heading", () => {
    const visitOf = (id: string, count: number) =>
      makeReport({
        photos: Array.from({ length: count }, (_, index) =>
          makePhoto(source, { id: `${id}${index}`, name: `${id}${index}` }),
        ),
      });
    const visits = makeGroupReport([visitOf("a", 3), visitOf("b", 2)]);
    const { pages } = draw(
      "POWERPOINT",
      [["EACH", { IN: "PHOTOS" }, [["SLIDE", {}, [column(["PHOTO"]), column(["PHOTO"])]]]]],
      visits,
    );
    const photoNames = withoutGrids(pages).map(({ columns }) =>
      columns.flatMap(({ items }) =>
        items.flatMap((item) => (item.kind === "photo" ? [item.photo.name] : [])),
      ),
    );
    expect(photoNames).toEqual([["a0", "a1"], ["a2"], ["b0", "b1"]]);
    const [grid] = draw("PDF", [["PHOTO_GRID", { CAPTION: "{PHOTO_NAME}" }]], visits).pages;
    expect(grid?.kind === "grid" && grid.cells.every(({ name }) => name !== "")).toBe(true);
  });

  it("3§4 a column without a further photo keeps its own texts", () => {
    const numbered = column(["PHOTO"], text("{TASK_NAME}"), text("Page {PAGE}, {DOCUMENTATION_NAME}"));
    const { pages } = draw(
      "PDF",
      [["EACH", { IN: "PHOTOS" }, [["PAGE", {}, [column(["PHOTO"]), numbered]]]]],
      fivePhotos,
    );
    expect(withoutGrids(pages).map(({ columns }) => cellsOf(columns)[1])).toEqual([
      ["N1", "View", "Page \ue010, Odenplan 2"],
      ["N3", "View", "Page \ue010, Odenplan 2"],
      ["Page \ue010, Odenplan 2"],
    ]);
  });

  it("3§4 in a row of a task divide its photos among them", () => {
    const row: Sketch = ["ROW", {}, [column(text("{TASK_NAME}")), column(["PHOTO"]), column(["PHOTO"])]];
    expect(rowsOf([["TABLE", {}, [["EACH", { IN: "TASKS" }, [row]]]]])).toEqual([
      [["View"], ["N0", "N2", "N4"], ["N1", "N3"]],
    ]);
  });
});

describe("3§4 SLIDE, PAGE and COLUMN", () => {
  it("have backgrounds, and share the remaining width", () => {
    const columns = (...widths: (string | null)[]) => {
      const { pages } = draw("POWERPOINT", [
        [
          "SLIDE",
          { BACKGROUND_COLOR: "#123456" },
          widths.map((WIDTH): Sketch => ["COLUMN", WIDTH === null ? {} : { WIDTH }, [text("x")]]),
        ],
      ]);
      const [page] = pages;
      if (page?.kind !== "page") throw new Error("no page");
      expect(page.background).toBe("#123456");
      return page.columns.map(({ width }) => Math.round(width * 10) / 10);
    };
    expect(columns(null)).toEqual([100]);
    expect(columns(null, null)).toEqual([50, 50]);
    expect(columns("25", null, null)).toEqual([25, 37.5, 37.5]);
    expect(columns("60", "60")).toEqual([50, 50]);
    expect(columns("20", "20")).toEqual([50, 50]);
    expect(columns("100", "100", null)).toEqual([42.9, 42.9, 14.3]);
  });

  it("3§5 have padding on each side, and a border if one is set", () => {
    const cellOf = (params: LayoutNode["params"]) => {
      const { pages } = draw("PDF", [["PAGE", {}, [["COLUMN", params, [text("x")]]]]]);
      return withoutGrids(pages)[0]?.columns[0];
    };
    expect(cellOf({ PADDING: "3", PADDING_LEFT: "7.5" })?.padding).toEqual({
      top: 3,
      bottom: 3,
      left: 7.5,
      right: 3,
    });
    expect(cellOf({})).toMatchObject({ padding: { top: 5, left: 5 }, border: null, background: null });
    expect(cellOf({ BORDER_WIDTH: "2" })?.border).toEqual({ width: 2, color: "#000000" });
    expect(cellOf({ BORDER_COLOR: "#ff0000" })?.border).toEqual({ width: 0.5, color: "#FF0000" });
    expect(cellOf({ BORDER_WIDTH: "0" })?.border).toEqual({ width: 0, color: "#000000" });
    expect(cellOf({ BACKGROUND_COLOR: "#00ff00" })?.background).toBe("#00FF00");
  });

  it("are titled after their group, task or photo", () => {
    const titles = (IN: string) =>
      [...draw("PDF", [["EACH", { IN }, [["PAGE", {}, [["COLUMN", {}, [text("x")]]]]]]]).pages].map(
        ({ title }) => title,
      );
    expect(titles("PHOTOS")).toEqual(["v1", "v2"]);
    expect(titles("TASKS")).toEqual(["Depth", "Wet", "View", "People", "Ground"]);
    expect(titles("GROUPS")).toEqual(["Site"]);
  });

  it.each(["POWERPOINT", "PDF", "EXCEL"] as const)(
    "%s has one blank page or sheet if nothing is drawn",
    (type) => {
      const tree = draw(type, []);
      const parts = "sheets" in tree ? [...tree.sheets] : "pages" in tree ? [...tree.pages] : [];
      expect(parts).toHaveLength(1);
      expect([...itemsOf(tree)]).toEqual([]);
    },
  );
});

describe("3§4 TABLE", () => {
  const row = (...cells: readonly string[]): Sketch => [
    "ROW",
    {},
    cells.map((cell): Sketch => ["COLUMN", {}, [text(cell)]]),
  ];
  const each: Sketch = ["EACH", { IN: "TASKS" }, [row("{TASK_NAME}", "{TASK_ANSWER}")]];

  it("has its first row as header if rows repeat below it or the header has a background", () => {
    const repeatingTable = tableOf([row("Task", "Answer"), each]);
    expect(repeatingTable.header && textsOfCells(repeatingTable.header.cells)).toEqual(["Task", "Answer"]);
    expect(
      [...repeatingTable.rows].map((row) => (row.kind === "row" ? textsOfCells(row.cells) : row.kind)),
    ).toEqual([
      ["Depth", "3"],
      ["Wet", "Yes"],
      ["View", ""],
      ["People", "Eva, 070-1\nBo"],
      ["Ground", "Sand, Rock"],
    ]);
    expect(tableOf([row("a"), row("b")]).header).toBeNull();
    expect(tableOf([row("a"), row("b")], { HEADER_BACKGROUND_COLOR: "#eeeeee" })).toMatchObject({
      header: { kind: "row" },
      headerBackground: "#EEEEEE",
    });
  });

  it("has borders unless they are removed, stripes, and column widths that are known before the first row", () => {
    expect(tableOf([row("a")])).toMatchObject({ borders: true, rowBackground: null, widths: [100] });
    expect(tableOf([row("a")], { REMOVE_BORDERS: "true", ROW_BACKGROUND_COLOR: "#f0f0f0" })).toMatchObject({
      borders: false,
      rowBackground: "#F0F0F0",
    });
    const cell = (params: LayoutNode["params"]): Sketch => ["COLUMN", params, [text("x")]];
    const spanningTable = tableOf([
      ["ROW", {}, [cell({ COLSPAN: "2", WIDTH: "50" }), cell({})]],
      ["ROW", {}, [cell({ WIDTH: "20" }), cell({}), cell({ WIDTH: "50" })]],
      ["ROW", {}, [cell({})]],
    ]);
    expect(spanningTable.widths).toEqual([20, 30, 50]);
    const rows = [...spanningTable.rows].map((row) => (row.kind === "row" ? row.cells : []));
    expect(rows.map((cells) => cells.map(({ width, colspan }) => [width, colspan]))).toEqual([
      [
        [50, 2],
        [50, 1],
      ],
      [
        [20, 1],
        [30, 1],
        [50, 1],
      ],
      // A row with too few cells gets an empty one at the end.
      [
        [20, 1],
        [80, 2],
      ],
    ]);
  });

  it("is not drawn if nothing repeats and it has no header", () => {
    const emptyEach: Sketch = ["EACH", { IN: "TASKS", IDS: "Nobody" }, [row("x")]];
    expect([...draw("WORD", [["TABLE", {}, [emptyEach]]]).blocks]).toEqual([]);
    expect([...draw("WORD", [["TABLE", {}, [row("head"), emptyEach]]]).blocks]).toHaveLength(1);
  });

  it("continues on the next slide after a PAGE_BREAK, but never before its first or after its last row", () => {
    const pptRow = (cell: string): Sketch => ["TABLE_ROW", {}, [["TABLE_CELL", {}, [text(cell)]]]];
    const tree = draw("POWERPOINT", [
      slide([
        "TABLE",
        {},
        [["PAGE_BREAK"], pptRow("a"), ["PAGE_BREAK"], ["PAGE_BREAK"], pptRow("b"), ["PAGE_BREAK"]],
      ]),
    ]);
    const [table] = itemsOf(tree);
    if (table?.kind !== "table") throw new Error("no table");
    expect([...table.rows].map(({ kind }) => kind)).toEqual(["row", "pageBreak", "row"]);
  });
});

describe("3§4 SHEET", () => {
  const sheet = (NAME: string): Sketch => ["SHEET", { NAME }, [["ROW", {}, [["COLUMN", {}, [text("x")]]]]]];
  const names = (...requestedNames: string[]) =>
    sheetsOf(draw("EXCEL", requestedNames.map(sheet))).map(({ name }) => name);

  it("has a name that Excel accepts: short, unique, and without forbidden characters", () => {
    expect(names("All", "all", "ALL")).toEqual(["All", "all (2)", "ALL (3)"]);
    expect(names("a/b\\c?d*e[f]g:h")).toEqual(["a_b_c_d_e_f_g_h"]);
    expect(names("'quoted'", "", "History")).toEqual(["quoted", "Documentation", "History (2)"]);
    const long = names("x".repeat(40), "x".repeat(41));
    expect(long).toEqual(["x".repeat(31), `${"x".repeat(27)} (2)`]);
    expect(names(`${"x".repeat(30)}🚧`)).toEqual(["x".repeat(30)]);
  });

  it("SheetJS#870 has its full name in a cell if its tab has no room for it", () => {
    const texts = (NAME: string) =>
      JSON.stringify(sheetsOf(draw("EXCEL", [sheet(NAME)])).map(({ rows }) => [...rows]));
    const long = "Kraftledning Storfinnforsen–Midskog, stolpe 7";
    expect(texts(long)).toContain(long);
    expect(texts("Stolpe 7")).not.toContain("Stolpe 7");
    const [first, second] = sheetsOf(draw("EXCEL", ["x".repeat(30), "x".repeat(30)].map(sheet)));
    expect([[...first!.rows].length, [...second!.rows].length]).toEqual([1, 2]);
  });

  it("can be named with placeholders, and is left out if it has no rows", () => {
    const rows: Sketch = [
      "EACH",
      { IN: "PHOTOS", IDS: "Nobody" },
      [["ROW", {}, [["COLUMN", {}, [text("x")]]]]],
    ];
    const tree = draw("EXCEL", [
      ["EACH", { IN: "TASKS", IDS: "d;Wet" }, [sheet("{TASK_NAME}/{TASK_ANSWER}")]],
      ["SHEET", { NAME: "Empty" }, [rows]],
    ]);
    expect(sheetsOf(tree).map(({ name }) => name)).toEqual(["Depth_3", "Wet_Yes"]);
  });

  it("has the widths of its columns, and may have rows with fewer cells", () => {
    const [first] = sheetsOf(
      draw("EXCEL", [
        [
          "SHEET",
          { NAME: "x" },
          [
            ["ROW", {}, [["COLUMN", { WIDTH: "75" }], ["COLUMN"]]],
            ["ROW", {}, [["COLUMN", {}, [["PHOTO"]]]]],
          ],
        ],
      ]),
    );
    expect(first?.widths).toEqual([75, 25]);
    expect([...(first?.rows ?? [])].map(({ cells }) => cells.length)).toEqual([2, 1]);
  });
});

describe("3§4 CHILD, TASK, IF, INSERT and CONTACT_PERSONS_TABLE", () => {
  it("CHILD draws its text from the child of the task in scope", () => {
    const tree = draw("EXCEL", [
      [
        "SHEET",
        { NAME: "x" },
        [
          [
            "EACH",
            { IN: "TASKS", FILTER: "GROUPS" },
            [
              [
                "ROW",
                {},
                ["d", "Wet", "Nobody"].map(
                  (NAME): Sketch => [
                    "COLUMN",
                    {},
                    [["CHILD", { NAME }, [text("{TASK_NAME}={TASK_ANSWER}")]]],
                  ],
                ),
              ],
            ],
          ],
        ],
      ],
    ]);
    expect([...(sheetsOf(tree)[0]?.rows ?? [])].map(({ cells }) => textsOfCells(cells))).toEqual([
      ["Depth=3", "Wet=Yes", ""],
    ]);
  });

  it("CHILD and named answers never come from another group", () => {
    const groups = ["one", "two", "none"].flatMap((id): TaskSketch[] => [
      { id, type: "GROUP", name: id },
      ...(id === "none" ? [] : [{ id: `${id}.d`, type: "TEXT", name: "Depth", answer: id, in: id } as const]),
    ]);
    const permitReport = makeReport({
      tasks: [...groups, { id: "p", type: "TEXT", name: "Permit", answer: "A-17" }],
    });
    const tree = draw(
      "WORD_TO_PDF",
      [
        [
          "EACH",
          { IN: "TASKS", FILTER: "GROUPS" },
          [
            [
              "TABLE",
              {},
              [["ROW", {}, [["COLUMN", {}, [["CHILD", { NAME: "Depth" }, [text("{TASK_ANSWER}")]]]]]]],
            ],
            text("{TASK_NAME} {TASK_ANSWER:Depth} {TASK_ANSWER:Permit}"),
          ],
        ],
        text("{TASK_ANSWER:Depth}"),
      ],
      permitReport,
    );
    expect(textsIn(tree)).toEqual(["one", "one one A-17", "two", "two two A-17", "none  A-17", "one"]);
  });

  it("TASK is the scope of its children, and draws nothing for an unknown task", () => {
    const tree = draw("WORD_TO_PDF", [
      ["TASK", { TASK_IDENTIFIER: "d" }, [text("{TASK_NAME}")]],
      ["TASK", { TASK_IDENTIFIER: "Nobody" }, [text("never")]],
    ]);
    expect(textsIn(tree)).toEqual(["Depth"]);
  });

  it.each([
    [{ TYPE: "DOCUMENTATION_STATUS", STATUS: "COMPLETED" }, true],
    [{ TYPE: "DOCUMENTATION_STATUS", STATUS: "APPROVED" }, false],
    [{ TYPE: "TASK_ANSWER", TASK_IDENTIFIER: "d", OPERATOR: "EQUALS", ANSWER: "3" }, true],
    [{ TYPE: "TASK_ANSWER", TASK_IDENTIFIER: "Depth", OPERATOR: "EQUALS", ANSWER: "4" }, false],
    [{ TYPE: "TASK_ANSWER", TASK_IDENTIFIER: "d", OPERATOR: "NOT_EQUALS", ANSWER: "3" }, false],
    [{ TYPE: "TASK_ANSWER", TASK_IDENTIFIER: "Ground", OPERATOR: "EQUALS", ANSWER: " rock " }, true],
    [{ TYPE: "TASK_ANSWER", TASK_IDENTIFIER: "Ground", OPERATOR: "NOT_EQUALS", ANSWER: "Sand" }, false],
    [{ TYPE: "TASK_ANSWER", TASK_IDENTIFIER: "Wet", OPERATOR: "EQUALS", ANSWER: "true" }, true],
    [{ TYPE: "TASK_ANSWER", TASK_IDENTIFIER: "Wet", OPERATOR: "EQUALS", ANSWER: "Ja" }, true],
    [{ TYPE: "TASK_ANSWER", TASK_IDENTIFIER: "Nobody", OPERATOR: "EQUALS", ANSWER: "x" }, false],
    [{ TYPE: "TASK_ANSWER", TASK_IDENTIFIER: "Nobody", OPERATOR: "NOT_EQUALS", ANSWER: "x" }, false],
  ] as const)("3§4 IF %j: %s", (params, expected) => {
    expect(textsIn(draw("WORD_TO_PDF", [["IF", params, [text("shown")]]]))).toEqual(
      expected ? ["shown"] : [],
    );
  });

  it.each([
    [{ OPERATOR: "CONTAINS", TASK_IDENTIFIER: "Ground", ANSWER: "oc" }, "then"],
    [{ OPERATOR: "CONTAINS", TASK_IDENTIFIER: "Ground", ANSWER: "clay" }, "else"],
    [{ OPERATOR: "GREATER", TASK_IDENTIFIER: "d", ANSWER: "2,5" }, "then"],
    [{ OPERATOR: "GREATER", TASK_IDENTIFIER: "d", ANSWER: "3" }, "else"],
    [{ OPERATOR: "LESS", TASK_IDENTIFIER: "d", ANSWER: "10" }, "then"],
    [{ OPERATOR: "LESS", TASK_IDENTIFIER: "Ground", ANSWER: "10" }, null],
    [{ OPERATOR: "ANSWERED", TASK_IDENTIFIER: "d" }, "then"],
    [{ OPERATOR: "ANSWERED", TASK_IDENTIFIER: "View" }, "else"],
    [{ OPERATOR: "NOT_ANSWERED", TASK_IDENTIFIER: "View" }, "then"],
    [{ OPERATOR: "NOT_ANSWERED", TASK_IDENTIFIER: "Nobody" }, null],
    [{ TYPE: "HAS_PHOTOS", TASK_IDENTIFIER: "View" }, "then"],
    [{ TYPE: "HAS_PHOTOS", TASK_IDENTIFIER: "Site" }, "then"],
    [{ TYPE: "HAS_PHOTOS", TASK_IDENTIFIER: "d" }, "else"],
    [{ TYPE: "HAS_PHOTOS", TASK_IDENTIFIER: "Nobody" }, null],
    [{ TYPE: "HAS_PHOTOS" }, "then"],
    [{ TYPE: "DOCUMENTATION_STATUS", STATUS: "APPROVED;COMPLETED" }, "then"],
    [{ TYPE: "DOCUMENTATION_STATUS", STATUS: "APPROVED;ONGOING" }, "else"],
  ])("3§4 IF %j draws %s of an IF and its ELSE in every type", (condition, branch) => {
    const params = { TYPE: "TASK_ANSWER", ...condition };
    const branches: Sketch[] = [
      ["IF", params, [text("then")]],
      ["ELSE", {}, [text("else")]],
    ];
    const cells: Sketch[] = [["ROW", {}, [["COLUMN", {}, branches]]]];
    for (const tree of [
      draw("POWERPOINT", [slide(...branches)]),
      draw("PDF", [["PAGE", {}, [["COLUMN", {}, branches]]]]),
      draw("WORD", branches),
      draw("WORD", [["TABLE", {}, cells]]),
      draw("WORD_TO_PDF", branches),
      draw("EXCEL", [["SHEET", { NAME: "S" }, cells]]),
    ])
      expect(textsIn(tree), tree.type).toEqual(branch === null ? [] : [branch]);
  });

  it("3§4 the ELSE of an EACH is drawn in every type if there is nothing to visit", () => {
    const branches = (IDS: string, repeated: Sketch, elseNode: Sketch): Sketch[] => [
      ["EACH", { IN: "TASKS", IDS }, [repeated]],
      ["ELSE", {}, [elseNode]],
    ];
    const row = (words: string): Sketch => ["ROW", {}, [["COLUMN", {}, [text(words)]]]];
    const rowOfSlide = (words: string): Sketch => ["TABLE_ROW", {}, [["TABLE_CELL", {}, [text(words)]]]];
    const page = (words: string): Sketch => ["PAGE", {}, [["COLUMN", {}, [text(words)]]]];
    for (const [ids, expected] of [
      ["Nobody", "none"],
      ["Ground", "some"],
    ] as const)
      for (const tree of [
        draw("POWERPOINT", [slide(["TABLE", {}, branches(ids, rowOfSlide("some"), rowOfSlide("none"))])]),
        draw("PDF", branches(ids, page("some"), page("none"))),
        draw("WORD", branches(ids, text("some"), text("none"))),
        draw("WORD_TO_PDF", [["TABLE", {}, branches(ids, row("some"), row("none"))]]),
        draw("EXCEL", [["SHEET", { NAME: "S" }, branches(ids, row("some"), row("none"))]]),
      ])
        expect(textsIn(tree), tree.type).toEqual([expected]);
  });

  it("2§2 a condition on several documentations is decided only if all of them agree", () => {
    const visitOf = (answer: string | null) =>
      makeReport({ tasks: answer === null ? [] : [{ id: "a", type: "TEXT", name: "A", answer }] });
    const condition: Sketch[] = [
      ["IF", { TYPE: "TASK_ANSWER", TASK_IDENTIFIER: "A", OPERATOR: "EQUALS", ANSWER: "OK" }, [text("yes")]],
      ["ELSE", {}, [text("no")]],
    ];
    const textsOf = (...answers: (string | null)[]) =>
      textsIn(draw("WORD", condition, makeGroupReport(answers.map(visitOf))));
    expect(textsOf("OK", "OK")).toEqual(["yes"]);
    expect(textsOf("Fail", "Bad")).toEqual(["no"]);
    expect(textsOf("OK", "Fail")).toEqual([]);
    expect(textsOf("OK", null)).toEqual([]);
  });

  it("3§4 a condition decides on slides, sheets, rows and headers too", () => {
    const condition = (...children: Sketch[]): Sketch => ["IF", { STATUS: "APPROVED" }, children];
    const otherwise = (...children: Sketch[]): Sketch => ["ELSE", {}, children];
    const row = (words: string): Sketch => ["ROW", {}, [["COLUMN", {}, [text(words)]]]];
    expect(textsIn(draw("POWERPOINT", [condition(slide(text("a"))), otherwise(slide(text("b")))]))).toEqual([
      "b",
    ]);
    const sheets = draw("EXCEL", [
      condition(["SHEET", { NAME: "A" }, [row("a")]]),
      otherwise(["SHEET", { NAME: "B" }, [condition(row("c")), otherwise(row("d"))]]),
    ]);
    expect(textsIn(sheets)).toEqual(["d"]);
    const [table] = draw("WORD", [
      ["TABLE", {}, [condition(row("wide"), row("c")), otherwise(row("d"))]],
    ]).blocks;
    expect(table?.kind === "table" && [...table.rows]).toHaveLength(1);
    const { header } = draw("WORD", [
      condition(["HEADER", {}, [text("a")]]),
      otherwise(["HEADER", {}, [condition(text("b")), otherwise(text("c"))]]),
    ]);
    expect(header.map((item) => item.kind === "text" && item.text)).toEqual(["c"]);
  });

  it("3§4 a slide whose PHOTO is in a branch that is not drawn is not repeated for each photo", () => {
    const tree = draw("POWERPOINT", [
      [
        "EACH",
        { IN: "TASKS", IDS: "View" },
        [slide(text("{TASK_NAME}"), ["IF", { STATUS: "APPROVED" }, [["PHOTO"]]])],
      ],
    ]);
    expect(textsIn(tree)).toEqual(["View"]);
  });

  it("3§4 a condition on a missing or unanswered task is undecided, and draws nothing", () => {
    const unanswered = makeReport({
      tasks: [
        { id: "approval", type: "SINGLE_CHOICE", name: "Approval", answer: " " },
        { id: "dry", type: "CHECKBOX", name: "Dry" },
      ],
    });
    const conditions = ["Approval", "Nobody", "Dry"].flatMap((TASK_IDENTIFIER) =>
      ["EQUALS", "NOT_EQUALS"].map((OPERATOR): Sketch => {
        const params = { TYPE: "TASK_ANSWER", TASK_IDENTIFIER, OPERATOR, ANSWER: "OK" };
        return ["IF", params, [text(`${TASK_IDENTIFIER} ${OPERATOR}`)]];
      }),
    );
    const layout = layoutOf("WORD_TO_PDF", conditions);
    const { drawn, listUndecided } = resolveLayout(layout, unanswered);
    expect(textsIn(drawn)).toEqual(["Dry NOT_EQUALS"]);
    expect(listUndecided()).toEqual(layout.nodes.slice(0, 4).map(({ id }) => id));
  });

  it("INSERT draws another layout without its header, under the INSERT's own node", () => {
    const insertedLayout = layoutOf(
      "WORD_TO_PDF",
      [["HEADER", {}, [text("never")]], text("inserted"), ["EACH", { IN: "PHOTOS" }, [["PHOTO"]]]],
      "other",
    );
    const insertingReport = { ...report, layouts: new Map([["other", insertedLayout]]) };
    const tree = draw(
      "WORD_TO_PDF",
      [text("before"), ["INSERT", { CONFIGURATION: "other" }], text("after")],
      insertingReport,
    );
    expect([...itemsOf(tree)].map(({ node, kind }) => `${node} ${kind}`)).toEqual([
      "0 text",
      "1 text",
      "1 photo",
      "1 photo",
      "2 text",
    ]);
  });

  it("INSERT of an unknown layout draws nothing", () => {
    expect(textsIn(draw("WORD_TO_PDF", [["INSERT", { CONFIGURATION: "gone" }], text("after")]))).toEqual([
      "after",
    ]);
  });

  it("3§5 if INSERTs add too many nodes, drawing fails rather than omitting some", () => {
    const insertOf = (CONFIGURATION: string): Sketch => ["INSERT", { CONFIGURATION }];
    const texts = (count: number) => Array.from({ length: count }, (_, index) => text(`${index}`));
    const layouts = [
      layoutOf("WORD_TO_PDF", texts(maxNodes), "full"),
      layoutOf("WORD_TO_PDF", texts(1), "one"),
      layoutOf("WORD_TO_PDF", [insertOf("layout")], "circle"),
    ];
    const insertingReport = { ...report, layouts: new Map(layouts.map((layout) => [layout.id, layout])) };
    const insertNodes = Array.from({ length: maxInsertedNodes / maxNodes }, () => insertOf("full"));
    expect(textsIn(draw("WORD_TO_PDF", insertNodes, insertingReport))).toHaveLength(maxInsertedNodes);
    for (const inserts of [[...insertNodes, insertOf("one")], [insertOf("circle")]])
      expect(() => draw("WORD_TO_PDF", inserts, insertingReport)).toThrow(
        expect.objectContaining({ code: "layoutFaulty" }),
      );
  });

  it("CONTACT_PERSONS_TABLE has the task's rows under its columns", () => {
    const contactTables = (task: string) =>
      [
        ...draw("WORD_TO_PDF", [
          [
            "TASK",
            { TASK_IDENTIFIER: task },
            [["CONTACT_PERSONS_TABLE", { HEADER_BACKGROUND_COLOR: "#dddddd" }]],
          ],
        ]).blocks,
      ].filter(({ kind }) => kind !== "mark");
    const [table] = contactTables("People");
    if (table?.kind !== "table") throw new Error("no table");
    expect(table).toMatchObject({ widths: [50, 50], borders: true, headerBackground: "#DDDDDD" });
    expect(table.header && textsOfCells(table.header.cells)).toEqual(["Name", "Phone"]);
    expect([...table.rows].map((row) => (row.kind === "row" ? textsOfCells(row.cells) : []))).toEqual([
      ["Eva", "070-1"],
      ["Bo", ""],
    ]);
    expect(contactTables("Depth")).toEqual([]);
  });
});

describe("3§4 IMAGE, LINE_BREAK, PAGE_BREAK, HEADER and FOOTER", () => {
  it("IMAGE draws its picture within its box", () => {
    const image: Sketch = ["IMAGE", { DATA: picture, TYPE: "image/png", WIDTH: "30", POSITION: "BOTTOM" }];
    expect([...itemsOf(draw("POWERPOINT", [slide(image)]))]).toEqual([
      {
        kind: "image",
        node: "0.0.0",
        data: picture,
        type: "image/png",
        box: { width: 30, height: null },
        position: "BOTTOM",
      },
    ]);
    expect([...itemsOf(draw("POWERPOINT", [slide(["IMAGE"], text("x"))]))]).toHaveLength(1);
  });

  it("PAGE_BREAK leaves no page empty", () => {
    const kinds = (...sketches: Sketch[]) => [...draw("WORD", sketches).blocks].map(({ kind }) => kind);
    expect(
      kinds(["PAGE_BREAK"], text("a"), ["PAGE_BREAK"], ["PAGE_BREAK"], text("b"), ["PAGE_BREAK"]),
    ).toEqual(["text", "pageBreak", "text"]);
    expect(kinds(text("a"), ["LINE_BREAK"], ["LINE_BREAK"], text("b"))).toEqual([
      "text",
      "lineBreak",
      "lineBreak",
      "text",
    ]);
    expect(kinds(["EACH", { IN: "PHOTOS" }, [["PHOTO"], ["PAGE_BREAK"]]])).toEqual([
      "photo",
      "pageBreak",
      "photo",
    ]);
  });

  it.each([
    ["POWERPOINT", "SLIDE"],
    ["PDF", "PAGE"],
  ] as const)("3§4 texts in the columns of %s have page numbers, others not", (type, page) => {
    const items: Sketch[] = [["IF", { TYPE: "HAS_PHOTOS" }, [text("{PAGE} of {PAGES}")]]];
    expect(textsIn(draw(type, [[page, {}, [["COLUMN", {}, items]]]]))).toEqual(["\ue010 of \ue011"]);
    expect(
      textsIn(draw("EXCEL", [["SHEET", { NAME: "S" }, [["ROW", {}, [["COLUMN", {}, items]]]]]])),
    ).toEqual([" of "]);
  });

  it("in flowing layouts only texts in HEADER and FOOTER have page numbers", () => {
    const tree = draw("WORD", [
      ["HEADER", {}, [text("{DOCUMENTATION_NAME}")]],
      [
        "FOOTER",
        {},
        [text("{PAGE}/{PAGES}"), ["TABLE", {}, [["ROW", {}, [["COLUMN", {}, [text("{PAGE}")]]]]]]],
      ],
      text("page {PAGE} of {PAGES}"),
      text("typed \ue010"),
    ]);
    expect(tree.header).toMatchObject([{ text: "Odenplan 2" }]);
    expect(tree.footer).toMatchObject([{ text: "\ue010/\ue011" }, { kind: "table" }]);
    expect([...tree.blocks]).toMatchObject([{ text: "page  of " }, { text: "typed " }]);
  });
});

describe("3§4 bookmarks of flowing layouts", () => {
  it("mark groups and tasks where their content starts, with their ancestors", () => {
    const { blocks } = draw("WORD", [["EACH", { IN: "TASKS" }, [text("{TASK_ANSWER}"), ["PHOTO"]]]]);
    expect(
      [...blocks].map((block) => (block.kind === "mark" ? `${block.level} ${block.title}` : block.kind)),
    ).toEqual([
      "1 Site",
      "2 Depth",
      "text",
      "2 Wet",
      "text",
      "2 View",
      "photo",
      "photo",
      "1 People",
      "text",
      "1 Ground",
      "text",
    ]);
  });
});

describe("hostile texts", () => {
  it.each(layoutTypes)("3§4 %s contains no character that XML does not allow", (type) => {
    const each = (child: Sketch): Sketch => ["EACH", { IN: "PHOTOS" }, [child]];
    const content = Object.values(hostileTexts).map((hostileText) =>
      text(`${hostileText}{PHOTO_NAME}{PHOTO_COMMENT}{TASK_NAME}`),
    );
    const page = (node: "SLIDE" | "PAGE"): Sketch => each([node, {}, [["COLUMN", {}, content]]]);
    const sketches: Sketch[] =
      type === "POWERPOINT"
        ? [page("SLIDE")]
        : type === "PDF"
          ? [page("PAGE")]
          : type === "EXCEL"
            ? [["SHEET", { NAME: hostileTexts.control }, [each(["ROW", {}, [["COLUMN", {}, content]]])]]]
            : [each(content[0]!), ...content];
    const largeReport = fullReport(source);
    const tree = draw(type, sketches, largeReport);
    const drawnTexts = textsIn(tree);
    expect(drawnTexts.length).toBeGreaterThan(7);
    for (const value of drawnTexts) {
      expect(value.isWellFormed()).toBe(true);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: what must not be there
      expect(value).not.toMatch(/[\u0000-\u0008\u000b-\u001f\ue000-\ue002\ue010\ue011\ufffe\uffff]/);
    }
  });
});
