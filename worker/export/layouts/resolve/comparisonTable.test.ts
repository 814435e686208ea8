import { describe, expect, it } from "vitest";
import { layoutTypes } from "#domain/layout/types.ts";
import { photosIn, textsIn } from "#worker/export/testing/drawnContents.ts";
import { layoutOf, type Sketch } from "#worker/export/testing/layouts.ts";
import { makeGroupReport, makeReport, type TaskSketch } from "#worker/export/testing/reports.ts";
import { MemorySource, makeFile, makePhoto, makePlan } from "#worker/export/testing/samplePlans.ts";
import type { DrawnItem, DrawnRow, DrawnTable, RenderTree } from "../renderTree.ts";
import type { Report } from "../report.ts";
import { resolveLayout } from "./resolve.ts";

const source = new MemorySource();
const { documentation } = makePlan();

function makeVisit(
  id: string,
  day: string,
  { tasks, photos = [] }: { tasks: readonly TaskSketch[]; photos?: readonly (readonly [string, string])[] },
) {
  const dateCreated = `2026-${day}T08:00:00Z`;
  return makeReport({
    plan: { documentation: { ...documentation, id, name: `Mast ${id}`, alias: null, dateCreated } },
    tasks: tasks.map((task) => ({
      ...task,
      id: `${task.id}-${id}`,
      ...(task.in && { in: `${task.in}-${id}` }),
    })),
    photos: photos.map(([photoId, taskId]) =>
      makePhoto(source, { id: `${photoId}-${id}`, name: photoId, taskId: `${taskId}-${id}`, dateCreated }),
    ),
  });
}

const depth = (answer: string | null, fields: Partial<TaskSketch> = {}): TaskSketch => ({
  id: "depth",
  type: "DECIMAL",
  name: "Depth",
  key: "depth",
  answer,
  ...fields,
});
const view: TaskSketch = { id: "view", type: "PHOTO", name: "View" };

const visits = makeGroupReport([
  makeVisit("b", "06-01", { tasks: [depth("1.5"), view], photos: [["first", "view"]] }),
  makeVisit("a", "05-04", {
    tasks: [depth(null), view],
    photos: [
      ["first", "view"],
      ["second", "view"],
    ],
  }),
  makeVisit("c", "06-02", { tasks: [depth("2")] }),
]);

/** The comparison of each type where its grammar allows it. */
const wrapNode = (type: (typeof layoutTypes)[number], node: Sketch): Sketch => {
  if (type === "POWERPOINT") return ["SLIDE", {}, [["COLUMN", {}, [node]]]];
  if (type === "PDF") return ["PAGE", {}, [["COLUMN", {}, [node]]]];
  return type === "EXCEL" ? ["SHEET", { NAME: "S" }, [node]] : node;
};

const isTable = (item: { kind: string }): item is DrawnTable => item.kind === "table";

/** The rows of all tables of a tree, headers included. */
function rowsOf(tree: RenderTree): DrawnRow[] {
  const rowsOfTable = ({ header, rows }: DrawnTable) => [
    ...(header ? [header] : []),
    ...[...rows].filter((row) => row.kind === "row"),
  ];
  switch (tree.type) {
    case "POWERPOINT":
    case "PDF":
      return [...tree.pages].flatMap((page) =>
        page.kind === "page"
          ? page.columns.flatMap(({ items }) => items.filter(isTable).flatMap(rowsOfTable))
          : [],
      );
    case "EXCEL":
      return [...tree.sheets].flatMap((sheet) => (sheet.kind === "sheet" ? [...sheet.rows] : []));
    default:
      return [...tree.blocks].filter(isTable).flatMap(rowsOfTable);
  }
}

const describeItem = (item: DrawnItem): string =>
  item.kind === "text" ? item.text.replaceAll("\n", "/") : item.kind === "photo" ? `[${item.photo.id}]` : "?";

const compare = (
  type: (typeof layoutTypes)[number],
  report: Report,
  params: Sketch[1] = {},
  wrap: (node: Sketch) => Sketch = (node) => node,
) => rowsOf(resolveLayout(layoutOf(type, [wrap(wrapNode(type, ["COMPARISON", params]))]), report).drawn);
const cellsOf = (rows: readonly DrawnRow[]) =>
  rows.map(({ cells }) => cells.map(({ items }) => items.map(describeItem).join(" ")));

describe("3§4 and 2§2 a COMPARISON", () => {
  it.each(layoutTypes)("has tasks as rows and documentations as columns, oldest first, in %s", (type) => {
    expect(cellsOf(compare(type, visits))).toEqual([
      [
        "Task",
        "Mast a 2026-05-04 10:00/anna",
        "Mast b 2026-06-01 10:00/anna",
        "Mast c 2026-06-02 10:00/anna",
      ],
      ["Depth", "Not answered", "1.5", "2"],
      ["View", "[first-a] 2026-05-04 10:00", "[first-b] 2026-06-01 10:00", "Not included"],
      ["View (2)", "[second-a] 2026-05-04 10:00", "–", "Not included"],
    ]);
  });

  it("of one documentation has one column", () => {
    const visit = makeVisit("a", "05-04", { tasks: [depth("1")] });
    expect(cellsOf(compare("WORD", visit))).toEqual([
      ["Task", "Mast a 2026-05-04 10:00/anna"],
      ["Depth", "1"],
    ]);
  });

  it("says what is missing, also in Swedish", () => {
    const tasks: TaskSketch[] = [
      { id: "t", type: "TEXT", name: "Text", answer: " " },
      { id: "p", type: "PHOTO", name: "Photo" },
      { id: "f", type: "FILE", name: "File" },
      { id: "g", type: "FILE", name: "Files", files: 2 },
    ];
    const plan = makeGroupReport([
      makeVisit("a", "05-04", { tasks }),
      makeVisit("b", "05-05", { tasks: [] }),
    ]);
    const swedish = { ...plan, plan: { ...plan.plan, language: "sv" as const } };
    const column = (report: Report, index: number) =>
      cellsOf(compare("WORD", report))
        .slice(1)
        .map((cells) => cells[index]);
    expect(column(plan, 1)).toEqual(["Not answered", "No photo", "No file", "Files: 2"]);
    expect(column(swedish, 1)).toEqual(["Inte besvarad", "Inget foto", "Ingen fil", "Filer: 2"]);
    expect(column(swedish, 2)).toEqual(Array.from({ length: 4 }, () => "Ingår inte"));
  });

  it.each(layoutTypes)("of documentations without tasks has a row that says so in %s", (type) => {
    const emptyVisits = makeGroupReport([
      makeVisit("a", "05-04", { tasks: [] }),
      makeVisit("b", "05-05", { tasks: [{ id: "h", type: "HEADER", name: "Site" }] }),
    ]);
    const rows = cellsOf(compare(type, emptyVisits));
    expect(rows.map(([first, ...others]) => [first, others.length])).toEqual([
      ["Task", 2],
      ["No tasks", 2],
    ]);
    expect(compare(type, emptyVisits, { IDS: "depth" })).toEqual([]);
  });

  it("names the files of a task, and counts them if it does not have them all", () => {
    const files = ["Protocol.pdf", "Drawing.dwg"].map((name, index) =>
      makeFile(source, { id: `file${index}`, taskId: "a-f", name }),
    );
    const task = (count: number): TaskSketch => ({ id: "a-f", type: "FILE", name: "Files", files: count });
    const column = (count: number) =>
      cellsOf(compare("WORD", makeReport({ tasks: [task(count)], files })))
        .slice(1)
        .map(([, cell]) => cell);
    expect(column(2)).toEqual(["Protocol.pdf/Drawing.dwg"]);
    expect(column(3)).toEqual(["Files: 3"]);
  });

  it("continues with further documentations in tables of the same width", () => {
    const manyDocumentations = makeGroupReport(
      ["a", "b", "c", "d", "e"].map((id, index) =>
        makeVisit(id, `05-0${index + 1}`, { tasks: [depth("1")] }),
      ),
    );
    const headers = (type: (typeof layoutTypes)[number], params = {}) =>
      cellsOf(compare(type, manyDocumentations, params))
        .filter(([first]) => first === "Task")
        .map((cells) => cells.slice(1).map((name) => name.slice(0, 6)));
    expect(headers("WORD")).toEqual([
      ["Mast a", "Mast b", "Mast c"],
      ["Mast d", "Mast e"],
    ]);
    expect(headers("WORD", { COLUMNS: "4" }).map(({ length }) => length)).toEqual([3, 2]);
    expect(headers("WORD", { COLUMNS: "5" }).map(({ length }) => length)).toEqual([5]);
    expect(headers("EXCEL").map(({ length }) => length)).toEqual([5]);
    expect(headers("POWERPOINT").map(({ length }) => length)).toEqual([3, 2]);
  });

  it("has equally wide columns in a sheet, however many columns that has", () => {
    const row: Sketch = [
      "ROW",
      {},
      Array.from({ length: 9 }, (): Sketch => ["COLUMN", {}, [["TEXT", { TEXT: "x" }]]]),
    ];
    const { drawn } = resolveLayout(
      layoutOf("EXCEL", [["SHEET", { NAME: "S" }, [row, ["COMPARISON"]]]]),
      visits,
    );
    expect(
      rowsOf(drawn)
        .slice(1)
        .map(({ cells }) => cells.map(({ colspan }) => colspan)),
    ).toEqual(Array.from({ length: 4 }, () => [1, 2, 2, 2]));
    expect(
      compare("EXCEL", visits)[0]?.cells.map(({ width, colspan }) => [colspan, Math.round(width)]),
    ).toEqual([
      [1, 20],
      [1, 27],
      [1, 27],
      [1, 27],
    ]);
  });

  it("draws answers as numbers, and captions with the values of each photo", () => {
    const rows = compare("EXCEL", visits, { CAPTION: "{DOCUMENTATION_NAME}: {PHOTO_NAME} {TASK_NAME}" });
    expect(rows[1]?.cells[2]?.items).toMatchObject([{ text: "1.5", format: "number" }]);
    expect(cellsOf(rows)[2]).toEqual([
      "View",
      "[first-a] Mast a: first View",
      "[first-b] Mast b: first View",
      "Not included",
    ]);
  });

  it("has the selected tasks only, if one documentation meets their conditions", () => {
    const names = (params: Sketch[1]) => cellsOf(compare("WORD", visits, params)).map(([name]) => name);
    expect(names({ IDS: "depth" })).toEqual(["Task", "Depth"]);
    expect(names({ FILTERS: "HAS_PHOTOS" })).toEqual(["Task", "View", "View (2)"]);
    expect(names({ FILTERS: "ANSWERED" })).toEqual(["Task", "Depth"]);
    expect(compare("WORD", visits, { IDS: "nobody" })).toEqual([]);
  });

  it("has the photos without a task below the tasks, unless it selects tasks", () => {
    const withPhotos = (id: string, day: string, ...names: string[]) => {
      const report = makeVisit(id, day, { tasks: [depth("1")] });
      const photos = names.map((name) => makePhoto(source, { id: `${name}-${id}`, name }));
      return {
        ...report,
        documentations: report.documentations.map((reported) => ({ ...reported, photos })),
      };
    };
    const report = makeGroupReport([
      withPhotos("a", "05-04", "x", "y"),
      withPhotos("b", "05-05", "z"),
      withPhotos("c", "05-06"),
    ]);
    const rows = cellsOf(compare("WORD", report, { CAPTION: "{PHOTO_NAME}" }));
    expect(rows.slice(2)).toEqual([
      ["Other photos", "[x-a] x", "[z-b] z", "No photo"],
      ["Other photos (2)", "[y-a] y", "–", "No photo"],
    ]);
    expect(cellsOf(compare("WORD", report, { FILTERS: "HAS_PHOTOS" })).length).toBe(3);
    expect(cellsOf(compare("WORD", report, { FILTERS: "ANSWERED" })).length).toBe(2);
    expect(cellsOf(compare("WORD", report, { IDS: "depth" })).length).toBe(2);
  });

  it("in an EACH has the tasks and photos that the EACH visits", () => {
    const each =
      (IN: string) =>
      (node: Sketch): Sketch => ["EACH", { IN }, [node]];
    expect(cellsOf(compare("WORD", visits, { IDS: "depth" }, each("DOCUMENTATIONS")))).toEqual([
      ["Task", "Mast a 2026-05-04 10:00/anna"],
      ["Depth", "Not answered"],
      ["Task", "Mast b 2026-06-01 10:00/anna"],
      ["Depth", "1.5"],
      ["Task", "Mast c 2026-06-02 10:00/anna"],
      ["Depth", "2"],
    ]);
    expect(cellsOf(compare("POWERPOINT", visits, {}, each("TEMPLATE_TASKS"))).map(([name]) => name)).toEqual([
      "Task",
      "Depth",
      "Task",
      "View",
      "View (2)",
    ]);
  });
});

describe("3§4 and 2§2 a COMPARISON matches tasks", () => {
  const text = (id: string, fields: Partial<TaskSketch> = {}): TaskSketch => ({
    ...{ id, type: "TEXT", name: id, answer: id },
    ...fields,
  });
  const group = (id: string, name = id): TaskSketch => ({ id, type: "GROUP", name });
  const match = (...taskLists: TaskSketch[][]) =>
    cellsOf(
      compare(
        "EXCEL",
        makeGroupReport(
          taskLists.map((tasks, index) => makeVisit(`${index}`, `05-0${index + 1}`, { tasks })),
        ),
      ),
    ).slice(1);
  const notIncludedText = "Not included";

  it("by key, whatever their names and groups are", () => {
    expect(
      match(
        [text("x", { key: "k", name: "Old name", answer: "1" })],
        [group("G"), text("y", { key: "k", name: "New name", answer: "2", in: "G" })],
      ),
    ).toEqual([["Old name", "1", "2"]]);
  });

  it("else by group path and name, which have to be the same", () => {
    expect(
      match(
        [
          group("g", "North"),
          text("a", { name: "Depth", in: "g" }),
          group("h", "South"),
          text("b", { name: "Depth", in: "h" }),
        ],
        [group("s", "South"), text("c", { name: "Depth", in: "s" })],
      ),
    ).toEqual([
      ["North Depth", "a", notIncludedText],
      ["South Depth", "b", "c"],
    ]);
  });

  it("by path where a group with keys is repeated, and by order where that is repeated too", () => {
    const trench = (id: string, name: string, answer: string): TaskSketch[] => [
      group(id, name),
      text(`${id}d`, { key: "depth", name: "Depth", answer, in: id }),
    ];
    expect(
      match([...trench("1", "Trench 1", "a"), ...trench("2", "Trench 2", "b")], trench("2", "Trench 2", "c")),
    ).toEqual([
      ["Trench 1 Depth", "a", notIncludedText],
      ["Trench 2 Depth", "b", "c"],
    ]);
    expect(
      match(
        [...trench("1", "Trench", "a"), ...trench("2", "Trench", "b")],
        [...trench("1", "Trench", "c"), ...trench("2", "Trench", "d")],
      ),
    ).toEqual([
      ["Trench Depth", "a", "c"],
      ["Trench Depth", "b", "d"],
    ]);
  });

  it("with and without a key by their names, but not with two keys", () => {
    expect(
      match(
        [text("a", { name: "Depth" })],
        [text("b", { name: "Depth", key: "k" })],
        [text("c", { name: "Deep", key: "k" })],
      ),
    ).toEqual([["Depth", "a", "b", "c"]]);
    expect(match([text("a", { name: "Depth", key: "k" })], [text("b", { name: "Depth", key: "l" })])).toEqual(
      [
        ["Depth", notIncludedText, "b"],
        ["Depth", "a", notIncludedText],
      ],
    );
  });

  it("and keeps the reading order, with later tasks after the one before them", () => {
    expect(
      match([text("a"), text("d")], [text("a"), text("b"), text("d"), text("e")], [text("c"), text("d")]).map(
        ([name]) => name,
      ),
    ).toEqual(["c", "a", "b", "d", "e"]);
  });
});

describe("3§4 and 2§2 an EACH over DOCUMENTATIONS", () => {
  const texts: Sketch[] = [
    ["TEXT", { TEXT: "{DOCUMENTATION_NAME} {DATE_CREATED}" }],
    ["EACH", { IN: "TASKS", IDS: "depth" }, [["TEXT", { TEXT: "{TASK_NAME}: {TASK_ANSWER}" }]]],
    ["EACH", { IN: "PHOTOS" }, [["PHOTO"], ["TEXT", { TEXT: "{PHOTO_NAME}" }]]],
  ];
  const columns = (...nodes: Sketch[]): Sketch[] => nodes.map((node): Sketch => ["COLUMN", {}, [node]]);
  const layouts: Record<(typeof layoutTypes)[number], readonly Sketch[]> = {
    POWERPOINT: [
      ["SLIDE", {}, columns(texts[0]!)],
      [
        "EACH",
        { IN: "TASKS", IDS: "depth" },
        [["SLIDE", {}, columns(["TEXT", { TEXT: "{TASK_NAME}: {TASK_ANSWER}" }])]],
      ],
      ["EACH", { IN: "PHOTOS" }, [["SLIDE", {}, columns(["PHOTO"], ["TEXT", { TEXT: "{PHOTO_NAME}" }])]]],
    ],
    PDF: [
      ["PAGE", {}, columns(texts[0]!)],
      [
        "EACH",
        { IN: "TASKS", IDS: "depth" },
        [["PAGE", {}, columns(["TEXT", { TEXT: "{TASK_NAME}: {TASK_ANSWER}" }])]],
      ],
      ["EACH", { IN: "PHOTOS" }, [["PAGE", {}, columns(["PHOTO"], ["TEXT", { TEXT: "{PHOTO_NAME}" }])]]],
    ],
    WORD: texts,
    WORD_TO_PDF: texts,
    EXCEL: [
      [
        "SHEET",
        { NAME: "{DOCUMENTATION_NAME}" },
        [
          ["ROW", {}, columns(texts[0]!)],
          [
            "EACH",
            { IN: "TASKS", IDS: "depth" },
            [["ROW", {}, columns(["TEXT", { TEXT: "{TASK_NAME}: {TASK_ANSWER}" }])]],
          ],
          ["EACH", { IN: "PHOTOS" }, [["ROW", {}, columns(["PHOTO"], ["TEXT", { TEXT: "{PHOTO_NAME}" }])]]],
        ],
      ],
    ],
  };
  const draw = (type: (typeof layoutTypes)[number], report: Report) =>
    resolveLayout(layoutOf(type, [["EACH", { IN: "DOCUMENTATIONS" }, layouts[type]]]), report).drawn;

  it.each(layoutTypes)("repeats tasks and photos of one after the other in %s", (type) => {
    const tree = draw(type, visits);
    const visitLabels = /^Mast . · /;
    expect(textsIn(tree).filter((text) => !visitLabels.test(text))).toEqual([
      ...["Mast a 2026-05-04 10:00", "Depth: ", "first", "second"],
      ...["Mast b 2026-06-01 10:00", "Depth: 1.5", "first"],
      ...["Mast c 2026-06-02 10:00", "Depth: 2"],
    ]);
    expect(photosIn(tree).map(({ photo }) => photo.id)).toEqual(["first-a", "second-a", "first-b"]);
  });

  it.each(layoutTypes)("has one iteration for one documentation in %s", (type) => {
    const visit = makeVisit("a", "05-04", { tasks: [depth("1"), view], photos: [["first", "view"]] });
    expect(textsIn(draw(type, visit))).toEqual(["Mast a 2026-05-04 10:00", "Depth: 1", "first"]);
  });

  it("names sheets after the documentations", () => {
    const tree = draw("EXCEL", visits);
    expect(
      tree.type === "EXCEL" && [...tree.sheets].map((sheet) => sheet.kind === "sheet" && sheet.name),
    ).toEqual(["Mast a", "Mast b", "Mast c"]);
  });

  it("inside a matched task visits it in each documentation that has it", () => {
    const layout = layoutOf("POWERPOINT", [
      [
        "EACH",
        { IN: "TEMPLATE_TASKS", IDS: "View" },
        [
          [
            "EACH",
            { IN: "DOCUMENTATIONS" },
            [["SLIDE", {}, columns(["TEXT", { TEXT: "{TASK_NAME} {DOCUMENTATION_NAME}" }])]],
          ],
        ],
      ],
    ]);
    expect(textsIn(resolveLayout(layout, visits).drawn).filter((text) => text.startsWith("View"))).toEqual([
      "View Mast a",
      "View Mast b",
    ]);
  });
});
