import { describe, expect, it } from "vitest";
import { textsIn } from "#worker/export/testing/drawnContents.ts";
import { layoutOf, type Sketch } from "#worker/export/testing/layouts.ts";
import { makeGroupReport, makeReport, type TaskSketch } from "#worker/export/testing/reports.ts";
import { MemorySource, makePhoto, makePlan } from "#worker/export/testing/samplePlans.ts";
import { resolveLayout } from "./resolve.ts";

const source = new MemorySource();
const { documentation } = makePlan();

function makeVisit(id: string, dateCreated: string, result: string | null, fields = {}) {
  const tasks: TaskSketch[] = [
    { id: `result-${id}`, type: "TEXT", name: "Result", key: "result", answer: result },
    { id: `photo-${id}`, type: "PHOTO", name: "View" },
  ];
  return makeReport({
    plan: { documentation: { ...documentation, id, name: "Mast", alias: null, dateCreated, ...fields } },
    tasks,
    photos: [makePhoto(source, { id: `p-${id}`, name: `View ${id}`, taskId: `photo-${id}` })],
    events: [{ id: `e-${id}`, type: "CREATED", eventDate: dateCreated, creator: "anna", status: null }],
  });
}

const visits = [
  makeVisit("a", "2026-05-04T08:00:00Z", "Fail"),
  makeVisit("b", "2026-06-01T08:00:00Z", "Pass"),
  makeVisit("c", "2026-06-02T08:00:00Z", null),
];
const group = makeGroupReport(visits);

const text = (TEXT: string): Sketch => ["TEXT", { TEXT }];
const textsOf = (type: Parameters<typeof layoutOf>[0], sketches: Sketch[], report = group) =>
  textsIn(resolveLayout(layoutOf(type, sketches), report).drawn);
const answers = ["Mast · 2026-05-04: Fail", "Mast · 2026-06-01: Pass", "Mast · 2026-06-02: –"].join("\n");

describe("2§2 a report of several documentations names the documentation and day", () => {
  it("3§4 before the tasks and photos of each in a flow, and not twice", () => {
    for (const type of ["WORD", "WORD_TO_PDF"] as const) {
      expect(
        textsOf(type, [
          ["EACH", { IN: "TASKS", FILTERS: "ANSWERED" }, [text("{TASK_ANSWER}"), text("{TASK_NAME}")]],
        ]),
      ).toEqual(["Mast · 2026-05-04", "Fail", "Result", "Mast · 2026-06-01", "Pass", "Result"]);
      expect(textsOf(type, [["EACH", { IN: "PHOTOS" }, [["PHOTO"]]]])).toEqual([
        "Mast · 2026-05-04",
        "Mast · 2026-06-01",
        "Mast · 2026-06-02",
      ]);
    }
  });

  it("3§4 before the rows of each in tables and sheets, over all columns", () => {
    const cells = ["{TASK_NAME}", "{TASK_ANSWER}"].map((TEXT): Sketch => ["COLUMN", {}, [text(TEXT)]]);
    const each: Sketch = ["EACH", { IN: "TASKS", IDS: "result" }, [["ROW", {}, cells]]];
    const expected = [
      "Mast · 2026-05-04",
      "Result",
      "Fail",
      "Mast · 2026-06-01",
      "Result",
      "Pass",
      "Mast · 2026-06-02",
      "Result",
    ];
    expect(textsOf("WORD", [["TABLE", {}, [each]]])).toEqual(expected);
    expect(textsOf("EXCEL", [["SHEET", { NAME: "S" }, [each]]])).toEqual(expected);
    const [sheet] = (
      resolveLayout(layoutOf("EXCEL", [["SHEET", { NAME: "S" }, [each]]]), group).drawn as {
        sheets: Iterable<{ rows: Iterable<{ cells: readonly { colspan: number }[] }> }>;
      }
    ).sheets;
    expect([...sheet!.rows][0]!.cells.map(({ colspan }) => colspan)).toEqual([2]);
  });

  it("3§4 on every slide and page of one documentation, and beside every photo of a grid", () => {
    const column: Sketch = ["COLUMN", {}, [["PHOTO"], text("{PHOTO_NAME}")]];
    const expected = [
      "View a",
      "Mast · 2026-05-04",
      "View b",
      "Mast · 2026-06-01",
      "View c",
      "Mast · 2026-06-02",
    ];
    expect(textsOf("PDF", [["EACH", { IN: "PHOTOS" }, [["PAGE", {}, [column]]]]])).toEqual(expected);
    expect(textsOf("POWERPOINT", [["EACH", { IN: "PHOTOS" }, [["SLIDE", {}, [column]]]]])).toEqual(expected);
    const [grid] = (
      resolveLayout(layoutOf("POWERPOINT", [["PHOTO_GRID", {}]]), group).drawn as {
        pages: Iterable<{ cells: readonly { name: string }[] }>;
      }
    ).pages;
    expect(grid!.cells.map(({ name }) => name)).toEqual([
      "View a · Mast · 2026-05-04",
      "View b · Mast · 2026-06-01",
      "View c · Mast · 2026-06-02",
    ]);
  });

  it("3§4 before each answer of a task of several documentations, one per line", () => {
    expect(textsOf("WORD", [text("{TASK_ANSWER:result}")])).toEqual([answers]);
    const cells: Sketch[] = [
      ["TABLE_CELL", {}, [text("{TASK_NAME}")]],
      ["TABLE_CELL", {}, [text("{TASK_ANSWER}")]],
    ];
    const table: Sketch = [
      "TABLE",
      {},
      [["EACH", { IN: "TEMPLATE_TASKS", IDS: "result" }, [["TABLE_ROW", {}, cells]]]],
    ];
    expect(textsOf("POWERPOINT", [["SLIDE", {}, [["COLUMN", {}, [table]]]]])).toEqual(["Result", answers]);
    // A task that only one of them has.
    const other = makeGroupReport([
      visits[0]!,
      makeReport({ plan: { documentation: { ...documentation, name: "Pole" } } }),
    ]);
    expect(textsOf("POWERPOINT", [["SLIDE", {}, [["COLUMN", {}, [table]]]]], other)).toEqual([
      "Result",
      "Mast · 2026-05-04: Fail",
    ]);
    expect(textsOf("WORD", [text("{TASK_ANSWER:nothing}")])).toEqual([]);
  });

  it("3§4 with a TASK of each documentation, and with each event", () => {
    expect(
      textsOf("WORD_TO_PDF", [["TASK", { TASK_IDENTIFIER: "result" }, [text("{TASK_NAME} {TASK_ANSWER}")]]]),
    ).toEqual([
      ...[
        "Mast · 2026-05-04",
        "Result Fail",
        "Mast · 2026-06-01",
        "Result Pass",
        "Mast · 2026-06-02",
        "Result ",
      ],
    ]);
    expect(
      textsOf("WORD_TO_PDF", [["EACH", { IN: "DOCUMENTATION_EVENTS" }, [text("{EVENT_CREATOR}")]]]),
    ).toEqual(["Mast · 2026-05-04", "anna", "Mast · 2026-06-01", "anna", "Mast · 2026-06-02", "anna"]);
  });

  it("with template and minute, and a number, where days do not tell them apart", () => {
    const sameDay = makeGroupReport([
      makeVisit("a", "2026-05-04T08:00:00Z", "1", { templateName: "Mast" }),
      makeVisit("b", "2026-05-04T08:00:00Z", "2", { templateName: "Mast" }),
      makeVisit("c", "2026-05-04T09:00:00Z", "3", { templateName: "Pole", name: "North" }),
    ]);
    expect(textsOf("WORD", [text("{TASK_ANSWER:result}")], sameDay)).toEqual([
      "Mast · Mast · 2026-05-04 10:00: 1\nMast · Mast · 2026-05-04 10:00 (2): 2\nNorth · 2026-05-04: 3",
    ]);
  });

  it("unless the layout's own texts name them, or the report has one documentation", () => {
    const each: Sketch = [
      "EACH",
      { IN: "TASKS", IDS: "result" },
      [text("{DOCUMENTATION_NAME} {DATE_CREATED}: {TASK_ANSWER}")],
    ];
    expect(textsOf("WORD", [each])[0]).toBe("Mast 2026-05-04 10:00: Fail");
    const plain: Sketch = ["EACH", { IN: "TASKS", IDS: "result" }, [text("{TASK_ANSWER}")]];
    expect(textsOf("WORD", [plain], visits[0]!)).toEqual(["Fail"]);
  });
});
