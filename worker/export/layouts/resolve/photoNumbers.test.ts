import { describe, expect, it } from "vitest";
import { type LayoutType, layoutTypes } from "#domain/layout/types.ts";
import { photosIn, textsIn } from "#worker/export/testing/drawnContents.ts";
import { layoutOf, type Sketch } from "#worker/export/testing/layouts.ts";
import { makeReport } from "#worker/export/testing/reports.ts";
import { MemorySource, makePhoto } from "#worker/export/testing/samplePlans.ts";
import { resolveLayout } from "./resolve.ts";

const source = new MemorySource();
const photo = (id: string, taskId: string | null) => makePhoto(source, { id, name: id, taskId });
/** In reading order: a2, a10, b1, b2, c1, stray. */
const report = makeReport({
  tasks: [
    { id: "a", type: "PHOTO", name: "A" },
    { id: "g", type: "GROUP", name: "G" },
    { id: "b", type: "PHOTO", name: "B", in: "g" },
    { id: "c", type: "PHOTO", name: "C", in: "g" },
    { id: "d", type: "TEXT", name: "D" },
  ],
  photos: [
    photo("a2", "a"),
    photo("b1", "b"),
    photo("c1", "c"),
    photo("a10", "a"),
    photo("b2", "b"),
    photo("s", null),
  ],
});

/** A table or sheet of the photos, by name, below a list of the tasks with the numbers of their photos. */
const layouts: Readonly<Record<LayoutType, readonly Sketch[]>> = {
  POWERPOINT: [
    [
      "EACH",
      { IN: "TASKS" },
      [["SLIDE", {}, [["COLUMN", {}, [["TEXT", { TEXT: "{TASK_NAME}={PHOTO_NUMBERS}" }]]]]]],
    ],
    [
      "EACH",
      { IN: "PHOTOS", SORT_BY: "NAME" },
      [["SLIDE", {}, [["COLUMN", {}, [["PHOTO"], ["TEXT", { TEXT: "#{PHOTO_NUMBER} {PHOTO_NAME}" }]]]]]],
    ],
  ],
  PDF: [
    [
      "EACH",
      { IN: "TASKS" },
      [["PAGE", {}, [["COLUMN", {}, [["TEXT", { TEXT: "{TASK_NAME}={PHOTO_NUMBERS}" }]]]]]],
    ],
    [
      "EACH",
      { IN: "PHOTOS", SORT_BY: "NAME" },
      [["PAGE", {}, [["COLUMN", {}, [["PHOTO"], ["TEXT", { TEXT: "#{PHOTO_NUMBER} {PHOTO_NAME}" }]]]]]],
    ],
  ],
  EXCEL: [
    [
      "SHEET",
      { NAME: "Tasks" },
      [
        [
          "EACH",
          { IN: "TASKS" },
          [["ROW", {}, [["COLUMN", {}, [["TEXT", { TEXT: "{TASK_NAME}={PHOTO_NUMBERS}" }]]]]]],
        ],
      ],
    ],
    [
      "SHEET",
      { NAME: "Photos" },
      [["PHOTO_GRID", { SORT_BY: "NAME", CAPTION: "#{PHOTO_NUMBER} {PHOTO_NAME}" }]],
    ],
  ],
  WORD: [
    ["EACH", { IN: "TASKS" }, [["TEXT", { TEXT: "{TASK_NAME}={PHOTO_NUMBERS}" }]]],
    ["PHOTO_GRID", { SORT_BY: "NAME", CAPTION: "#{PHOTO_NUMBER} {PHOTO_NAME}" }],
  ],
  WORD_TO_PDF: [
    ["EACH", { IN: "TASKS" }, [["TEXT", { TEXT: "{TASK_NAME}={PHOTO_NUMBERS}" }]]],
    [
      "EACH",
      { IN: "PHOTOS", SORT_BY: "NAME" },
      [["PHOTO"], ["TEXT", { TEXT: "#{PHOTO_NUMBER} {PHOTO_NAME}" }]],
    ],
  ],
};

describe.each(layoutTypes)("3§4 photo numbers in %s", (type) => {
  it("follow the order of drawing, also in texts before the photos", () => {
    const { drawn } = resolveLayout(layoutOf(type, layouts[type]), report);
    const texts = textsIn(drawn).filter(Boolean);
    expect(texts.filter((text) => text.includes("="))).toEqual(["A=1–2", "B=3–4", "C=5", "D="]);
    const captions = texts.filter((text) => text.startsWith("#"));
    expect(captions).toEqual(["#1 a2", "#2 a10", "#3 b1", "#4 b2", "#5 c1", "#6 s"]);
    expect(photosIn(drawn).map(({ altText }) => altText.split(":")[0])).toEqual(
      [1, 2, 3, 4, 5, 6].map((number) => `Photo ${number}`),
    );
  });
});

describe("3§4 photo numbers", () => {
  const numberText: Sketch = ["TEXT", { TEXT: "{PHOTO_NAME} {PHOTO_NUMBER}." }];
  const resolveTexts = (sketches: readonly Sketch[], layoutReport = report) =>
    textsIn(resolveLayout(layoutOf("WORD_TO_PDF", sketches), layoutReport).drawn);

  it("count a photo once, however often it is drawn, and none that is not drawn", () => {
    const drawTwice: Sketch = ["EACH", { IN: "PHOTOS", IDS: "C;B" }, [["PHOTO"], numberText, ["PHOTO"]]];
    const list: Sketch = ["EACH", { IN: "PHOTOS" }, [numberText]];
    expect(resolveTexts([list, drawTwice, drawTwice])).toEqual([
      ...["a2 .", "a10 .", "b1 1.", "b2 2.", "c1 3.", "s ."],
      ...["b1 1.", "b2 2.", "c1 3."],
      ...["b1 1.", "b2 2.", "c1 3."],
    ]);
  });

  it("of a group include all tasks in it; consecutive numbers are a range", () => {
    expect(
      resolveTexts([
        ["EACH", { IN: "PHOTOS", IDS: "B" }, [["PHOTO"]]],
        ["EACH", { IN: "PHOTOS", IDS: "A" }, [["PHOTO"]]],
        ["EACH", { IN: "PHOTOS", IDS: "C" }, [["PHOTO"]]],
        ["TASK", { TASK_IDENTIFIER: "G" }, [["TEXT", { TEXT: "See {PHOTO_NUMBERS}" }]]],
      ]),
    ).toEqual(["See 1–2, 5"]);
  });

  it("are listed as unfilled if no photo is drawn", () => {
    const resolved = resolveLayout(
      layoutOf("WORD_TO_PDF", [["EACH", { IN: "PHOTOS" }, [numberText]]]),
      report,
    );
    textsIn(resolved.drawn);
    expect(resolved.listUnfilled().map(({ placeholder }) => placeholder)).toEqual(["{PHOTO_NUMBER}"]);
  });
});
