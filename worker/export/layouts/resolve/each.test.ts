import { describe, expect, it } from "vitest";
import type { LayoutNode } from "#domain/layout/node.ts";
import { photosIn, textsIn } from "#worker/export/testing/drawnContents.ts";
import { layoutOf, type Sketch } from "#worker/export/testing/layouts.ts";
import { makeGroupReport, makeReport, type TaskSketch } from "#worker/export/testing/reports.ts";
import { MemorySource, makePhoto } from "#worker/export/testing/samplePlans.ts";
import type { Report, ReportTaskFilter } from "../report.ts";
import { resolveLayout } from "./resolve.ts";

const source = new MemorySource();
const photo = (id: string, taskId: string | null, values: Parameters<typeof makePhoto>[1] = {}) =>
  makePhoto(source, { id, name: id, taskId, ...values });

/** A site with nested groups, tasks outside them, and a task that does not apply. */
const tasks: readonly TaskSketch[] = [
  { id: "permit", type: "TEXT", name: "Permit", key: "P", answer: "A-17" },
  { id: "open", type: "TEXT", name: "Open" },
  { id: "site", type: "GROUP", name: "Site" },
  { id: "depth", type: "INTEGER", name: "Depth", answer: "3", in: "site" },
  { id: "before", type: "PHOTO", name: "Before", in: "site" },
  { id: "joint", type: "GROUP", name: "Joint", in: "site" },
  { id: "weld", type: "PHOTO", name: "Weld", in: "joint" },
  { id: "after", type: "PHOTO", name: "After", in: "site" },
  { id: "empty", type: "GROUP", name: "Empty" },
  { id: "unused", type: "PHOTO", name: "Unused", in: "empty" },
  { id: "heading", type: "HEADER", name: "Heading" },
  { id: "blank", type: "STATIC_TEXT", name: " " },
  { id: "protocol", type: "FILE", name: "Protocol", files: 1 },
  { id: "lapsed", type: "TEXT", name: "Lapsed", answer: "x", skipped: true },
];
const photos = [
  photo("p10", "after"),
  photo("p2", "before"),
  photo("p1", "before"),
  photo("w1", "weld"),
  photo("stray", null),
  photo("old", "lapsed"),
];
const report = makeReport({ tasks, photos });

/** The texts that an EACH draws in a Word-to-PDF layout. */
const textsOfEach = (params: LayoutNode["params"], text: string, drawnReport: Report = report): string[] =>
  textsIn(
    resolveLayout(layoutOf("WORD_TO_PDF", [["EACH", params, [["TEXT", { TEXT: text }]]]]), drawnReport).drawn,
  );

const drawSlides = (sketches: readonly Sketch[], drawnReport: Report = report) =>
  resolveLayout(layoutOf("POWERPOINT", sketches), drawnReport).drawn;
const slideWithText = (text: string): Sketch => ["SLIDE", {}, [["COLUMN", {}, [["TEXT", { TEXT: text }]]]]];

describe("3§4 EACH over PHOTOS", () => {
  const names = (params: LayoutNode["params"]) => textsOfEach({ IN: "PHOTOS", ...params }, "{PHOTO_NAME}");

  it.each([
    [
      "by reading order and then time, those without a task last",
      {},
      ["p2", "p1", "w1", "p10", "old", "stray"],
    ],
    ["the same by SORT_BY TASK", { SORT_BY: "TASK" }, ["p2", "p1", "w1", "p10", "old", "stray"]],
    ["by SORT_BY NAME in natural order", { SORT_BY: "NAME" }, ["old", "p1", "p2", "p10", "stray", "w1"]],
    ["of the tasks of IDS, by key or name", { IDS: "Before; Weld" }, ["p2", "p1", "w1"]],
    ["of tasks that apply by FILTERS TASK", { FILTERS: "TASK" }, ["p2", "p1", "w1", "p10"]],
    ["of no task for unknown IDS", { IDS: "Nobody" }, []],
  ] as const)("visits photos %s", (_, params, expected) => {
    expect(names(params)).toEqual(expected);
  });

  it("visits the photos of the task or group in scope", () => {
    const visitIn = (identifier: string) =>
      photosIn(
        resolveLayout(
          layoutOf("WORD_TO_PDF", [
            ["TASK", { TASK_IDENTIFIER: identifier }, [["EACH", { IN: "PHOTOS" }, [["PHOTO"]]]]],
          ]),
          report,
        ).drawn,
      ).map(({ photo: { id } }) => id);
    expect(visitIn("Before")).toEqual(["p2", "p1"]);
    expect(visitIn("Site")).toEqual(["p2", "p1", "w1", "p10"]);
    expect(visitIn("Permit")).toEqual([]);
  });
});

describe("3§4 EACH over TASKS", () => {
  const names = (params: LayoutNode["params"], drawnReport?: Report) =>
    textsOfEach({ IN: "TASKS", ...params }, "{TASK_NAME}", drawnReport);
  const allNames = ["Permit", "Open", "Depth", "Before", "Weld", "After", "Unused", "Heading", "Protocol"];

  it.each([
    ["all that apply and are not blank, in reading order", {}, allNames],
    ["the same with FILTER NONE", { FILTER: "NONE" }, allNames],
    ["only groups with FILTER GROUPS", { FILTER: "GROUPS" }, ["Site", "Joint", "Empty"]],
    ["only groups with FILTERS GROUPS", { FILTERS: "GROUPS" }, ["Site", "Joint", "Empty"]],
    ["those of IDS, by key or name", { IDS: "P;Weld" }, ["Permit", "Weld"]],
    ["EMPTY ones", { FILTERS: "EMPTY" }, ["Open", "Unused"]],
    [
      "NOT_EMPTY ones",
      { FILTERS: "NOT_EMPTY" },
      ["Permit", "Depth", "Before", "Weld", "After", "Heading", "Protocol"],
    ],
    ["ANSWERED ones", { FILTERS: "ANSWERED" }, ["Permit", "Depth"]],
    ["UNANSWERED ones", { FILTERS: "UNANSWERED" }, ["Open", "Before", "Weld", "After", "Unused", "Protocol"]],
    ["those with HAS_PHOTOS", { FILTERS: "HAS_PHOTOS" }, ["Before", "Weld", "After"]],
    [
      "those with HAS_NO_PHOTOS",
      { FILTERS: "HAS_NO_PHOTOS" },
      ["Permit", "Open", "Depth", "Unused", "Heading", "Protocol"],
    ],
    [
      "those with ANSWERED_OR_HAS_PHOTOS",
      { FILTERS: "ANSWERED_OR_HAS_PHOTOS" },
      ["Permit", "Depth", "Before", "Weld", "After"],
    ],
    ["those that match all FILTERS", { FILTERS: "UNANSWERED;HAS_PHOTOS" }, ["Before", "Weld", "After"]],
    ["groups that contain photos", { FILTERS: "GROUPS;HAS_PHOTOS" }, ["Site", "Joint"]],
    ["groups that are empty", { FILTERS: "GROUPS;EMPTY" }, ["Empty"]],
    ["all for unknown filters", { FILTERS: "SOMETHING", FILTER: "ELSE" }, allNames],
  ] as const)("visits %s", (_, params, expected) => {
    expect(names(params)).toEqual(expected);
  });

  it.each([
    ["only direct ones", {}, ["Depth", "Before", "After"]],
    ["with FILTER CHILDREN all descendants", { FILTER: "CHILDREN" }, ["Depth", "Before", "Weld", "After"]],
    ["with FILTERS CHILDREN all descendants", { FILTERS: "CHILDREN" }, ["Depth", "Before", "Weld", "After"]],
    ["with FILTER GROUPS only groups", { FILTER: "GROUPS" }, ["Joint"]],
  ] as const)("visits the children of a group: %s", (_, params, expected) => {
    const layout = layoutOf("WORD_TO_PDF", [
      [
        "TASK",
        { TASK_IDENTIFIER: "Site" },
        [["EACH", { IN: "TASKS", ...params }, [["TEXT", { TEXT: "{TASK_NAME}" }]]]],
      ],
    ]);
    expect(textsIn(resolveLayout(layout, report).drawn)).toEqual(expected);
  });

  it("visits every task once if an outer EACH visits the groups", () => {
    const layout = layoutOf("WORD", [
      [
        "EACH",
        { IN: "TASKS", FILTER: "GROUPS" },
        [
          ["TEXT", { TEXT: "{GROUP_NAME}:" }],
          ["EACH", { IN: "TASKS" }, [["TEXT", { TEXT: "{TASK_NAME}" }]]],
        ],
      ],
    ]);
    expect(textsIn(resolveLayout(layout, report).drawn)).toEqual([
      "Site:",
      "Depth",
      "Before",
      "After",
      "Joint:",
      "Weld",
      "Empty:",
      "Unused",
    ]);
  });

  describe("EACH with the customer's task filters", () => {
    const makeFilter = (
      type: ReportTaskFilter["type"],
      params: Record<string, string> = {},
      automatic = false,
      name = "Filter",
    ): ReportTaskFilter => ({ name, type, automatic, params });
    const namesWithFilters = (taskFilters: readonly ReportTaskFilter[], params: LayoutNode["params"] = {}) =>
      names(
        { FILTERS: "DOCUMENTATION_TASK_FILTER", ...params },
        makeReport({
          tasks: [
            { id: "a", type: "MULTI_CHOICE", name: "Ground", answer: "Sand;Rock" },
            {
              id: "b",
              type: "TEXT",
              name: "Note",
              preconditions: [
                { type: "TASK_ANSWER", params: { task: "a", operator: "EQUALS", answer: "Sand" } },
              ],
            },
            { id: "c", type: "GROUP", name: "Group" },
            { id: "d", type: "CHECKBOX", name: "Safe", answer: "true", in: "c" },
            { id: "e", type: "PHOTO", name: "Whole" },
          ],
          photos: [photo("p", "e")],
          taskFilters,
        }),
      );

    it.each([
      ["ANSWER", { ANSWER: "rock" }, ["Ground"]],
      ["ANSWER", { ANSWER: "Ja" }, ["Safe"]],
      ["ANSWER_NOT", { ANSWER: "Sand" }, ["Note", "Safe", "Whole"]],
      ["PRECONDITION", { PRECONDITION_TYPE: "TASK_ANSWER", OPERATOR: "EQUALS", ANSWER: "Sand" }, ["Note"]],
      ["PRECONDITION", { PRECONDITION_TYPE: "TASK_ANSWER", OPERATOR: "NOT_EQUALS", ANSWER: "Sand" }, []],
      ["PRECONDITION", { PRECONDITION_TYPE: "TASK_PHOTOS_TAKEN" }, []],
      ["TASK_TYPE", { TASK_TYPE: "TEXT" }, ["Note"]],
      ["ANSWERED", {}, ["Ground", "Safe", "Whole"]],
      ["UNANSWERED", {}, ["Note"]],
    ] as const)("%s %j", (type, params, expected) => {
      expect(namesWithFilters([makeFilter(type, params)])).toEqual(expected);
    });

    it("applies the filters named, and automatic ones always", () => {
      const filters = [
        makeFilter("ANSWERED", {}, false, "Answered"),
        makeFilter("TASK_TYPE", { TASK_TYPE: "TEXT" }, false, "Texts"),
      ];
      expect(namesWithFilters(filters, { NAME: "Texts" })).toEqual(["Note"]);
      expect(namesWithFilters(filters, { NAME: "Texts;Answered" })).toEqual([]);
      expect(namesWithFilters(filters)).toEqual([]);
      expect(namesWithFilters(filters, { FILTERS: "" })).toEqual(["Ground", "Note", "Safe", "Whole"]);
      expect(namesWithFilters([makeFilter("ANSWERED", {}, true)], { FILTERS: "" })).toEqual([
        "Ground",
        "Safe",
        "Whole",
      ]);
      expect(
        namesWithFilters([makeFilter("TASK_TYPE", { TASK_TYPE: "CHECKBOX" })], { FILTER: "GROUPS" }),
      ).toEqual(["Group"]);
    });
  });
});

describe("3§4 EACH over GROUPS", () => {
  it("visits groups with any content, of all levels", () => {
    expect(textsIn(drawSlides([["EACH", { IN: "GROUPS" }, [slideWithText("{GROUP_NAME}")]]]))).toEqual([
      "Site",
      "Joint",
    ]);
    expect(
      textsIn(drawSlides([["EACH", { IN: "GROUPS", IDS: "Joint" }, [slideWithText("{TASK_NAME}")]]])),
    ).toEqual(["Joint"]);
  });

  it("contains the photos of its tasks, none of them twice if an inner group is visited too", () => {
    const photosInGrids = (params: LayoutNode["params"]) =>
      photosIn(drawSlides([["EACH", { IN: "GROUPS", ...params }, [["PHOTO_GRID"]]]])).map(
        ({ photo: { id } }) => id,
      );
    expect(photosInGrids({})).toEqual(["p2", "p1", "p10", "w1"]);
    expect(photosInGrids({ IDS: "Site" })).toEqual(["p2", "p1", "w1", "p10"]);
  });

  describe("with GROUPS_TYPE PRE_POST", () => {
    const drawnPairs = (columns: readonly Sketch[], drawnReport: Report = report) =>
      photosIn(
        drawSlides(
          [["EACH", { IN: "GROUPS", GROUPS_TYPE: "PRE_POST" }, [["SLIDE", {}, columns]]]],
          drawnReport,
        ),
      ).map(({ photo: { id }, half }) => `${id}${half ? ` ${half}` : ""}`);
    const photoAt = (POSITION: string): Sketch => ["PHOTO", { POSITION }];

    it("draws the first photo task on the left and the last on the right, pair by pair", () => {
      expect(
        drawnPairs([
          ["COLUMN", {}, [photoAt("LEFT")]],
          ["COLUMN", {}, [photoAt("TOP_RIGHT")]],
        ]),
      ).toEqual(["p1", "p10", "p2"]);
    });

    it("gives each photo half of the column if both are in one column, or if a photo in the middle stands for both", () => {
      expect(drawnPairs([["COLUMN", {}, [photoAt("BOTTOM_LEFT"), photoAt("RIGHT")]]])).toEqual([
        "p1 LEFT",
        "p10 RIGHT",
        "p2 LEFT",
      ]);
      expect(drawnPairs([["COLUMN", {}, [photoAt("CENTER")]]])).toEqual(["p1 LEFT", "p10 RIGHT", "p2 LEFT"]);
    });

    it("names the photo on the same side as the text", () => {
      const textAt = (POSITION: string): Sketch => ["TEXT", { TEXT: "{PHOTO_NAME}", POSITION }];
      const layout: Sketch = [
        "SLIDE",
        {},
        [["COLUMN", {}, [textAt("TOP_LEFT"), textAt("TOP_RIGHT"), photoAt("LEFT")]]],
      ];
      expect(textsIn(drawSlides([["EACH", { IN: "GROUPS", GROUPS_TYPE: "PRE_POST" }, [layout]]]))).toEqual([
        "p1",
        "p10",
        "p2",
      ]);
    });

    it("leaves out groups without both, and does not pair across nested groups", () => {
      const nestedReport = makeReport({
        tasks: [
          { id: "outer", type: "GROUP", name: "Outer" },
          { id: "one", type: "GROUP", name: "One", in: "outer" },
          { id: "b1", type: "PHOTO", in: "one" },
          { id: "a1", type: "PHOTO", in: "one" },
          { id: "two", type: "GROUP", name: "Two", in: "outer" },
          { id: "b2", type: "PHOTO", in: "two" },
        ],
        photos: [photo("x", "b1"), photo("y", "a1"), photo("z", "b2")],
      });
      expect(drawnPairs([["COLUMN", {}, [photoAt("CENTER")]]], nestedReport)).toEqual(["x LEFT", "y RIGHT"]);
    });

    it("puts a pair side by side in a grid", () => {
      const grid: Sketch = ["EACH", { IN: "GROUPS", GROUPS_TYPE: "PRE_POST" }, [["PHOTO_GRID"]]];
      expect(photosIn(drawSlides([grid])).map(({ photo: { id } }) => id)).toEqual(["p1", "p10", "p2"]);
    });
  });
});

describe("3§4 EACH over the parts of an answer and over events", () => {
  const eventReport = makeReport({
    plan: { language: "sv" },
    tasks: [
      { id: "ground", type: "MULTI_CHOICE", name: "Ground", answer: "Sand;Rock", options: "Sand;Rock" },
      { id: "period", type: "DATE_RANGE", name: "Period", answer: "2026-05-01;2026-05-20" },
      { id: "people", type: "CONTACT_PERSONS", name: "People", answer: "Eva;070-1\nBo;070-2" },
      { id: "safe", type: "CHECKBOX", name: "Safe", answer: "false" },
      { id: "none", type: "MULTI_CHOICE", name: "None" },
      {
        id: "odd",
        type: "TEXT",
        name: "Odd",
        answer: "Blue",
        unexpected: [{ list: "Colours", answer: "Red" }],
      },
    ],
    events: [
      { id: "1", type: "CREATED", eventDate: "2026-05-04T08:12:00Z", creator: "anna", status: null },
      {
        id: "2",
        type: "STATUS_CHANGED",
        eventDate: "2026-05-05T08:00:00Z",
        creator: "bo",
        status: "HANDLED",
      },
      {
        id: "3",
        type: "STATUS_CHANGED",
        eventDate: "2026-05-06T08:00:00Z",
        creator: "cia",
        status: "APPROVED",
      },
    ],
  });

  it.each([
    ["Ground", ["Sand", "Rock"]],
    ["Period", ["2026-05-01", "2026-05-20"]],
    ["People", ["Eva, 070-1", "Bo, 070-2"]],
    ["Safe", ["Nej"]],
    ["None", []],
  ])("TASK_ANSWERS of %s", (identifier, expected) => {
    const layout = layoutOf("WORD_TO_PDF", [
      [
        "TASK",
        { TASK_IDENTIFIER: identifier },
        [["EACH", { IN: "TASK_ANSWERS" }, [["TEXT", { TEXT: "{TASK_ANSWER}" }]]]],
      ],
    ]);
    expect(textsIn(resolveLayout(layout, eventReport).drawn)).toEqual(expected);
  });

  it("UNEXPECTED_ANSWER_EVENTS of all tasks, or of the one in scope", () => {
    const text = "{TASK_NAME} {TASK_ANSWER} {EXPECTED_ANSWER_LIST} {EXPECTED_ANSWER}";
    expect(textsOfEach({ IN: "UNEXPECTED_ANSWER_EVENTS" }, text, eventReport)).toEqual([
      "Odd Blue Colours Red",
    ]);
    const visitIn = (TASK_IDENTIFIER: string) =>
      textsIn(
        resolveLayout(
          layoutOf("WORD_TO_PDF", [
            [
              "TASK",
              { TASK_IDENTIFIER },
              [["EACH", { IN: "UNEXPECTED_ANSWER_EVENTS" }, [["TEXT", { TEXT: text }]]]],
            ],
          ]),
          eventReport,
        ).drawn,
      );
    expect(visitIn("Odd")).toEqual(["Odd Blue Colours Red"]);
    expect(visitIn("Ground")).toEqual([]);
  });

  it("UNEXPECTED_ANSWER_EVENTS show only the photos of their task, and those about a photo only that photo", () => {
    const odd = makeReport({
      tasks: [
        { id: "a", type: "PHOTO", name: "A", unexpected: [{ list: "Colours", answer: "Red" }] },
        { id: "b", type: "PHOTO", name: "B" },
      ],
      photos: [photo("a1", "a"), photo("a2", "a"), photo("b1", "b")],
    });
    const textsOf = (...sketches: readonly Sketch[]) => {
      const each: Sketch = ["EACH", { IN: "UNEXPECTED_ANSWER_EVENTS" }, sketches];
      const singlePhotos = photosIn(resolveLayout(layoutOf("WORD", [each]), odd).drawn);
      const nestedPhotos = photosIn(
        resolveLayout(layoutOf("WORD", [["EACH", { IN: "PHOTOS" }, [each]]]), odd).drawn,
      );
      return [singlePhotos, nestedPhotos].map((photos) => photos.map(({ photo }) => photo.id));
    };
    for (const sketches of [["PHOTO"], ["EACH", { IN: "PHOTOS" }, [["PHOTO"]]]] satisfies Sketch[])
      expect(textsOf(sketches)).toEqual([
        ["a1", "a2"],
        ["a1", "a2"],
      ]);
  });

  it("DOCUMENTATION_EVENTS by time, or only approvals", () => {
    const text = "{EVENT_DATE} {EVENT_TYPE} {EVENT_CREATOR} {EVENT_STATUS}";
    expect(textsOfEach({ IN: "DOCUMENTATION_EVENTS" }, text, eventReport)).toEqual([
      "2026-05-04 10:12 Skapad anna ",
      "2026-05-05 10:00 Status ändrad bo Hanterad",
      "2026-05-06 10:00 Status ändrad cia Godkänd",
    ]);
    expect(
      textsOfEach(
        { IN: "DOCUMENTATION_EVENTS", FILTERS: "STATUS_CHANGED_APPROVED" },
        "{EVENT_CREATOR}",
        eventReport,
      ),
    ).toEqual(["cia"]);
  });
});

describe("2§2 groups and comparisons: EACH over TEMPLATES and TEMPLATE_TASKS", () => {
  const makeTemplateReport = (
    id: string,
    templateName: string,
    sketches: readonly TaskSketch[],
    visiblePhotos = photos.slice(0, 0),
  ) => {
    const report = makeReport({ tasks: sketches, photos: visiblePhotos });
    return {
      ...report,
      documentations: report.documentations.map((documentation) => ({
        ...documentation,
        templateId: templateName,
        documentation: { ...documentation.documentation, id, name: id, templateName, creator: `by ${id}` },
      })),
    };
  };
  const groupReport = makeGroupReport([
    makeTemplateReport(
      "first",
      "Repair",
      [{ id: "r1", type: "PHOTO", name: "Hole", key: "hole" }],
      [photo("h1", "r1")],
    ),
    makeTemplateReport(
      "second",
      "Repair",
      [
        { id: "r2", type: "PHOTO", name: "The hole", key: "hole" },
        { id: "n2", type: "TEXT", name: "Note", answer: "wet" },
      ],
      [photo("h2", "r2")],
    ),
    makeTemplateReport(
      "third",
      "Inspection",
      [
        { id: "i1", type: "TEXT", name: "Note", answer: "dry" },
        { id: "i2", type: "PHOTO", name: "View" },
      ],
      [photo("v1", "i2")],
    ),
  ]);

  it("visits templates by name with their documentations", () => {
    const layout: Sketch[] = [
      ["EACH", { IN: "TEMPLATES" }, [slideWithText("{TEMPLATE_NAME}"), ["PHOTO_GRID"]]],
    ];
    const { pages } = resolveLayout(layoutOf("POWERPOINT", layout), groupReport).drawn as {
      pages: Iterable<{ title: string }>;
    };
    expect([...pages].map(({ title }) => title)).toEqual(["Inspection", "Inspection", "Repair", "Repair"]);
    expect(photosIn(drawSlides(layout, groupReport)).map(({ photo: { id } }) => id)).toEqual([
      "v1",
      "h1",
      "h2",
    ]);
  });

  it("matches tasks of several documentations by key, else by name", () => {
    const tasksOf = (outer: LayoutNode["params"] | null): Sketch[] => {
      const each: Sketch = [
        "EACH",
        { IN: "TEMPLATE_TASKS" },
        [slideWithText("{TASK_NAME}: {TASK_ANSWER}"), ["PHOTO_GRID"]],
      ];
      return outer ? [["EACH", outer, [each]]] : [each];
    };
    const tree = drawSlides(tasksOf(null), groupReport);
    const [wet, dry] = ["second · 2026-05-04: wet", "third · 2026-05-04: dry"];
    expect(textsIn(tree)).toEqual(["Hole: ", `Note: ${wet}\n${dry}`, "View: ", "third · 2026-05-04"]);
    expect(photosIn(tree).map(({ photo: { id } }) => id)).toEqual(["h1", "h2", "v1"]);
    expect(textsIn(drawSlides(tasksOf({ IN: "TEMPLATES" }), groupReport))).toEqual([
      ...[`Note: ${dry}`, "third · 2026-05-04", "View: ", "third · 2026-05-04"],
      ...["Hole: ", `Note: ${wet}`, "second · 2026-05-04"],
    ]);
  });

  it("visits the matching task in each documentation, with one photo per slide", () => {
    const each = (child: Sketch): Sketch[] => [["EACH", { IN: "TEMPLATE_TASKS", IDS: "hole" }, [child]]];
    expect(
      textsIn(
        drawSlides(each(["EACH", { IN: "TASKS" }, [slideWithText("{TASK_NAME} {CREATOR}")]]), groupReport),
      ),
    ).toEqual([...["Hole by first", "first · 2026-05-04"], ...["The hole by second", "second · 2026-05-04"]]);
    const tree = drawSlides(
      each([
        "SLIDE",
        {},
        [["COLUMN", {}, [["TEXT", { TEXT: "{PHOTO_NAME} {DOCUMENTATION_NAME}" }], ["PHOTO"]]]],
      ]),
      groupReport,
    );
    expect(textsIn(tree)).toEqual(["h1 first", "first · 2026-05-04", "h2 second", "second · 2026-05-04"]);
  });
});
