import { describe, expect, it } from "vitest";
import type { LayoutType } from "#domain/layout/types.ts";
import { itemsOf } from "#worker/export/testing/drawnContents.ts";
import { layoutOf, type Sketch } from "#worker/export/testing/layouts.ts";
import { makeReport, makeTasks, type TaskSketch } from "#worker/export/testing/reports.ts";
import { MemorySource, makePhoto } from "#worker/export/testing/samplePlans.ts";
import { splitIntoVolumes } from "../layoutVolumes.ts";
import type { Report } from "../report.ts";
import { resolveLayout } from "./resolve.ts";

/** Counts the reads of a report's fields at any depth. */
class ReadCounter {
  count = 0;
  readonly #proxies = new WeakMap<object, unknown>();

  watch<T>(target: T): T {
    if (typeof target !== "object" || target === null || target instanceof Map) return target;
    const existingProxy = this.#proxies.get(target);
    if (existingProxy) return existingProxy as T;
    const proxy = new Proxy(target, {
      get: (target, key, receiver) => {
        this.count++;
        const value: unknown = Reflect.get(target, key, receiver);
        return typeof value === "function" ? value : this.watch(value);
      },
    });
    this.#proxies.set(target, proxy);
    return proxy;
  }
}

const source = new MemorySource();
const photo = makePhoto(source);

/** A report with `groups` groups, each with an answer and two photo tasks with one photo. */
function reportOf(groups: number): Report {
  const numbers = Array.from({ length: groups }, (_, index) => index);
  const tasks = makeTasks(
    numbers.flatMap((index): TaskSketch[] => [
      { id: `g${index}`, type: "GROUP", name: `Group ${index}` },
      { id: `b${index}`, type: "PHOTO", name: "Before", key: "before", in: `g${index}` },
      { id: `d${index}`, type: "TEXT", name: "Depth", key: "depth", answer: "3", in: `g${index}` },
      { id: `a${index}`, type: "PHOTO", name: "After", key: "after", in: `g${index}` },
    ]),
  );
  const photos = numbers.flatMap((index) =>
    ["b", "a"].map((side) => ({
      ...photo,
      id: `${side}${index}`,
      name: `Photo_${index}`,
      taskId: `${side}${index}`,
    })),
  );
  const report = makeReport({ photos });
  return {
    ...report,
    plan: { ...report.plan, tasks },
    documentations: report.documentations.map((documentation) => ({ ...documentation, tasks })),
  };
}

/** The number of reads needed to visit the whole tree. */
function countReads(type: LayoutType, sketches: readonly Sketch[], groups: number): number {
  const reads = new ReadCounter();
  const { drawn } = resolveLayout(layoutOf(type, sketches), reads.watch(reportOf(groups)));
  for (const _ of itemsOf(drawn));
  return reads.count;
}

const text = (TEXT: string): Sketch => ["TEXT", { TEXT }];
const slide = (...items: Sketch[]): Sketch => ["SLIDE", {}, [["COLUMN", {}, items]]];
const each = (IN: string, params: Sketch[1], ...children: Sketch[]): Sketch => [
  "EACH",
  { IN, ...params },
  children,
];

const layouts: Record<string, [LayoutType, readonly Sketch[]]> = {
  "photos by name": [
    "POWERPOINT",
    [each("PHOTOS", { SORT_BY: "NAME" }, slide(text("{TASK_ANSWER:depth}"), ["PHOTO"]))],
  ],
  "pairs of groups": [
    "POWERPOINT",
    [each("GROUPS", { GROUPS_TYPE: "PRE_POST" }, slide(text("{GROUP_NAME}"), ["PHOTO"]))],
  ],
  "groups and their tasks": [
    "WORD",
    [
      each(
        "TASKS",
        { FILTER: "GROUPS" },
        text("{TASK_NAME}"),
        each("TASKS", {}, text("{TASK_ANSWER}"), each("PHOTOS", {}, ["PHOTO"])),
      ),
    ],
  ],
  "rows of children": [
    "EXCEL",
    [
      [
        "SHEET",
        { NAME: "x" },
        [
          each("TASKS", { FILTERS: "GROUPS;NOT_EMPTY" }, [
            "ROW",
            {},
            [
              ["COLUMN", {}, [["CHILD", { NAME: "depth" }, [text("{TASK_ANSWER}")]]]],
              ["COLUMN", {}, [["PHOTO"]]],
            ],
          ]),
        ],
      ],
    ],
  ],
  "a sheet for each task": [
    "EXCEL",
    [each("TASKS", {}, ["SHEET", { NAME: "{TASK_NAME}" }, [["ROW", {}, [["COLUMN", {}, [text("x")]]]]]])],
  ],
  "tasks of a template": [
    "POWERPOINT",
    [each("TEMPLATE_TASKS", {}, ["PHOTO_GRID"], each("TASKS", {}, slide(text("{TASK_NAME}"))))],
  ],
  "a comparison": ["WORD", [["COMPARISON", { CAPTION: "{PHOTO_NAME}" }]]],
  conditions: [
    "WORD_TO_PDF",
    [
      each("TASKS", {}, [
        "IF",
        { TYPE: "TASK_ANSWER", TASK_IDENTIFIER: "depth", OPERATOR: "EQUALS", ANSWER: "3" },
        [["TASK", { TASK_IDENTIFIER: "before" }, [text("{TASK_NAME}")]]],
      ]),
    ],
  ],
};

describe("design§Exports resolving report layouts is linear", () => {
  it.each(Object.entries(layouts))(
    "%s: four times as much takes four times the work",
    (_, [type, sketches]) => {
      const smallReads = countReads(type, sketches, 100);
      expect(smallReads).toBeGreaterThan(500);
      // Sorting takes slightly more than linear time.
      expect(countReads(type, sketches, 400)).toBeLessThan(smallReads * 5);
    },
  );

  it("an item costs nothing before it is requested", () => {
    const reads = new ReadCounter();
    const { drawn } = resolveLayout(layoutOf(...layouts["photos by name"]!), reads.watch(reportOf(2000)));
    if (drawn.type !== "POWERPOINT") throw new Error("no slides");
    const slides = drawn.pages[Symbol.iterator]();
    slides.next();
    const previousReadCount = reads.count;
    slides.next();
    expect(reads.count - previousReadCount).toBeLessThan(100);
  });

  it("each volume takes one more iteration", () => {
    const countVolumeReads = (groups: number) => {
      const reads = new ReadCounter();
      const [type, sketches] = layouts["groups and their tasks"]!;
      const volumes = splitIntoVolumes(
        resolveLayout(layoutOf(type, sketches), reads.watch(reportOf(groups))),
      );
      expect(volumes).toHaveLength(1);
      return reads.count;
    };
    expect(countVolumeReads(400)).toBeLessThan(countVolumeReads(100) * 5);
  });
});
