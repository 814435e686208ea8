import { describe, expect, it } from "vitest";
import type { LayoutNode } from "#domain/layout/node.ts";
import { layoutPlaceholders } from "#domain/layout/types.ts";
import { hostileTexts } from "#worker/export/testing/documents.ts";
import { itemsOf, textsIn } from "#worker/export/testing/drawnContents.ts";
import { layoutOf, type Sketch } from "#worker/export/testing/layouts.ts";
import { makeGroupReport, makeReport } from "#worker/export/testing/reports.ts";
import { MemorySource, makePhoto, makePlan } from "#worker/export/testing/samplePlans.ts";
import { resolveLayout } from "./resolve.ts";

const source = new MemorySource();
const content: Parameters<typeof makeReport>[0] = {
  tasks: [
    { id: "g", type: "GROUP", name: "Trench 1", description: "By the road" },
    { id: "p", type: "PHOTO", name: "Before", description: "Look\nwest", in: "g" },
    { id: "k", type: "DECIMAL", name: "Depth", key: "depth", answer: "1.2", in: "g" },
    { id: "h", type: "GROUP", name: "Trench 2" },
    { id: "l", type: "DECIMAL", name: "Depth", key: "depth", answer: "0.9", in: "h" },
    { id: "e", type: "TEXT", name: "Empty", key: "empty" },
    { id: "s", type: "TEXT", name: "Skipped", key: "skipped", answer: "gone", skipped: true },
  ],
  photos: [
    makePhoto(source, {
      id: "p1",
      name: "Before_01",
      alias: "View",
      taskId: "p",
      comment: "one\r\ntwo",
      creator: "bo",
      lat: -33.5,
      lng: -70.25,
      direction: 315,
      sha256: "0123456789abcdef",
    }),
    makePhoto(source, { id: "p2", name: "Stray", dateCreated: "never", lat: 1000, lng: 1000, sha256: "" }),
  ],
};
const { documentation } = makePlan();
const report = makeReport({
  ...content,
  plan: { documentation: { ...documentation, alias: "Odenplan south", tags: ["fibre", "night"] } },
});

/** The texts that a text node produces in a scope, and its unfilled placeholders. */
function resolvePlaceholders(
  TEXT: string,
  scope: readonly (readonly [LayoutNode["type"], LayoutNode["params"]])[] = [],
  drawnReport = report,
) {
  const sketch = scope.reduceRight<Sketch>(
    (child, [type, params]) => [type, params, [child]],
    ["TEXT", { TEXT }],
  );
  const { drawn, listUnfilled } = resolveLayout(layoutOf("WORD_TO_PDF", [sketch]), drawnReport);
  const texts = textsIn(drawn);
  return { texts, unfilled: listUnfilled().map(({ placeholder }) => placeholder) };
}
const photoScope = [["EACH", { IN: "PHOTOS", IDS: "Before" }]] as const;
const taskScope = [["TASK", { TASK_IDENTIFIER: "Before" }]] as const;

describe("3§4 and 3§9 placeholders", () => {
  it.each([
    ["DOCUMENTATION_NAME", [], "Odenplan 2"],
    ["DOCUMENTATION_STATUS", [], "Upload completed"],
    ["TEMPLATE_NAME", [], "Trenching"],
    ["CUSTOMER_NAME", [], "Norrfiber"],
    ["CREATOR", [], "anna"],
    ["DATE_CREATED", [], "2026-05-04 10:12"],
    ["DATE_UPLOADED", [], "2026-05-04 14:00"],
    ["EXPORT_DATE", [], "2026-05-05"],
    ["EXPORT_TIME", [], "09:00"],
    ["PHOTO_NAME", photoScope, "Before_01"],
    ["PHOTO_COMMENT", photoScope, "one\ntwo"],
    ["PHOTO_ALIAS", photoScope, "View"],
    ["PHOTO_ALIAS_OR_NAME", photoScope, "View"],
    ["PHOTO_TASK_NAME", photoScope, "Before"],
    ["PHOTO_CREATOR", photoScope, "bo"],
    ["PHOTO_DATE_TIME", photoScope, "2026-05-04 13:37"],
    ["PHOTO_ID", photoScope, "p1"],
    ["ALIAS", [], "Odenplan south"],
    ["TAGS", [], "fibre, night"],
    ["LINK", photoScope, "https://console.example/documentation/details/documentation-1"],
    ["POSITION", [], "59.34892, 18.04732"],
    ["LAT", [], "59.34892"],
    ["LNG", [], "18.04732"],
    ["PHOTO_POSITION", photoScope, "-33.5, -70.25"],
    ["DIRECTION", photoScope, "NW 315°"],
    ["PHOTO_SHA256", photoScope, "0123456789abcdef"],
    ["PHOTO_SHA256_SHORT", photoScope, "01234567"],
    ["TASK_NAME", photoScope, "Before"],
    ["TASK_DESCRIPTION", taskScope, "Look\nwest"],
    ["GROUP_NAME", photoScope, "Trench 1"],
    ["TASK_ANSWER:depth", [], "1.2"],
    ["TASK_ANSWER:Depth", [["TASK", { TASK_IDENTIFIER: "Trench 2" }]], "0.9"],
    ["TASK_ANSWER: depth ", [["EACH", { IN: "TASKS", IDS: "Before" }]], "1.2"],
  ] as const)("{%s} is filled in", (word, scope, expected) => {
    expect(resolvePlaceholders(`<{${word}}>`, scope)).toEqual({ texts: [`<${expected}>`], unfilled: [] });
  });

  it.each([
    ["PHOTO_COMMENT", "one\ntwo\nReviewer's comment: fine"],
    ["PHOTO_CREW_COMMENT", "one\ntwo"],
    ["PHOTO_REVIEW_COMMENT", "fine"],
  ])("2§5 {%s} of a photo that crew and reviewer commented on", (word, expected) => {
    const photos = content.photos?.map((photo) => ({ ...photo, reviewComment: "fine" })) ?? [];
    const commentedReport = makeReport({ ...content, photos });
    expect(resolvePlaceholders(`{${word}}`, photoScope, commentedReport).texts).toEqual([expected]);
  });

  it.each([
    "PHOTO_NAME",
    "PHOTO_COMMENT",
    "TASK_NAME",
    "TASK_ANSWER",
    "TASK_ANSWER:Nobody",
    "TASK_ANSWER:empty",
    "TASK_ANSWER:skipped",
    "EVENT_TYPE",
    "PAGE",
    "PHOTO_NUMBER",
    "PHOTO_NUMBERS",
    "PHOTO_POSITION",
    "DIRECTION",
    "NO_SUCH_THING",
  ])("{%s} without a value is empty, and listed", (word) => {
    expect(resolvePlaceholders(`a{${word}}b`)).toEqual({ texts: ["ab"], unfilled: [`{${word}}`] });
  });

  it("a line of which only empty placeholders remain is left out, other empty lines stay", () => {
    const textOf = (TEXT: string) =>
      resolvePlaceholders(TEXT, [["TASK", { TASK_IDENTIFIER: "empty" }]]).texts;
    expect(textOf("{TASK_NAME}\n{TASK_ANSWER}\n{GROUP_NAME}{ALIAS}\nEnd")).toEqual([
      "Empty\nOdenplan south\nEnd",
    ]);
    expect(textOf("{TASK_NAME}\n{TASK_ANSWER}")).toEqual(["Empty"]);
    expect(textOf("{GROUP_NAME}\n{TASK_NAME}\n\n- {TASK_ANSWER}")).toEqual(["Empty\n\n- "]);
    expect(textOf("{GROUP_NAME}\n\n{TASK_ANSWER}")).toEqual([]);
  });

  it("lists each placeholder that is never filled in once, and none that is filled in somewhere", () => {
    const each = [["EACH", { IN: "PHOTOS" }]] as const;
    expect(resolvePlaceholders("{PHOTO_NAME} {PHOTO_COMMENT} {EVENT_TYPE}", each)).toEqual({
      texts: ["Before_01 one\ntwo ", "Stray  "],
      unfilled: ["{EVENT_TYPE}"],
    });
  });

  it("a text whose placeholders leave nothing is not drawn", () => {
    expect(resolvePlaceholders("{PHOTO_COMMENT} ", [["EACH", { IN: "PHOTOS" }]]).texts).toEqual([
      "one\ntwo ",
    ]);
    expect(resolvePlaceholders(" ").texts).toEqual([" "]);
  });

  it("braces without a placeholder are kept as written, and values are not expanded again", () => {
    expect(resolvePlaceholders("{a b} {} { {x}}").texts).toEqual(["{a b} {} { {x}}"]);
    const placeholderReport = makeReport({
      tasks: [{ id: "t", type: "TEXT", name: "T", answer: "{DOCUMENTATION_NAME}" }],
    });
    expect(resolvePlaceholders("{TASK_ANSWER:T}", [], placeholderReport).texts).toEqual([
      "{DOCUMENTATION_NAME}",
    ]);
  });

  it("positions have a point in every language; unknown ones, aliases and tags are empty", () => {
    const words = "{POSITION}|{LAT}|{LNG}|{ALIAS}|{TAGS}";
    const swedish = makeReport({ plan: { language: "sv" } });
    expect(resolvePlaceholders(words, [], swedish).texts).toEqual([
      "59.34892, 18.04732|59.34892|18.04732||fibre",
    ]);
    const unknown = { ...documentation, lat: 1000, lng: 1000, tags: [] };
    expect(resolvePlaceholders(words, [], makeReport({ plan: { documentation: unknown } })).texts).toEqual([
      "||||",
    ]);
    const photoLoops = [["EACH", { IN: "PHOTOS" }]] as const;
    expect(resolvePlaceholders("<{PHOTO_POSITION}{DIRECTION}{PHOTO_SHA256}>", photoLoops).texts.at(-1)).toBe(
      "<>",
    );
  });

  it("{LINK} of a report of several documentations opens the one in scope, and none outside", () => {
    const other = { ...documentation, id: "documentation-2" };
    const groupReport = makeGroupReport([report, makeReport({ plan: { documentation: other } })]);
    expect(resolvePlaceholders("<{LINK}>", [], groupReport)).toEqual({ texts: ["<>"], unfilled: ["{LINK}"] });
    const inPhoto = resolvePlaceholders("<{LINK}>", [["EACH", { IN: "PHOTOS" }]], groupReport).texts;
    expect(inPhoto).toContain("<https://console.example/documentation/details/documentation-1>");
  });

  it("all placeholders are implemented", () => {
    for (const word of layoutPlaceholders)
      expect(resolvePlaceholders(`{${word}}`).texts.join()).not.toContain("{");
  });

  it.each(Object.entries(hostileTexts))(
    "hostile values are kept, without characters that XML does not allow: %s",
    (_, hostileText) => {
      const nastyReport = makeReport({
        tasks: [{ id: "t", type: "TEXT", name: hostileText, answer: hostileText }],
      });
      const [text = ""] = resolvePlaceholders(
        "{TASK_NAME}|{TASK_ANSWER}",
        [["EACH", { IN: "TASKS" }]],
        nastyReport,
      ).texts;
      expect(text.isWellFormed()).toBe(true);
      for (const mark of ["\u0000", "\ue000"]) expect(text).not.toContain(mark);
      expect(text.length).toBeGreaterThan(hostileText.length);
    },
  );
});

describe("3§2 replacement texts", () => {
  const codes = new Map([
    ["title", "Mastbesiktning"],
    ["m2", "m²"],
    ["loop", "{title}"],
    ["CREATOR", "Byggaren"],
    ["LINK", "www"],
  ]);
  const taskReport = makeReport({
    plan: { language: "sv" },
    replacementTexts: codes,
    tasks: [
      {
        id: "a",
        type: "SINGLE_CHOICE",
        name: "title",
        options: "m2;title page",
        answer: "m2",
        key: "choice",
      },
      {
        id: "b",
        type: "TEXT",
        name: "Area in {m2}",
        description: "{ title }: subtitle",
        answer: "title",
        key: "free",
      },
    ],
  });

  it.each([
    ["in braces", "{title} 1", "Mastbesiktning 1"],
    ["as the whole of a text", "title", "Mastbesiktning"],
    ["not as a part of a text or word", "subtitle title", "subtitle title"],
    ["once", "{loop}", "{title}"],
    ["before a placeholder of the same name", "{CREATOR}x", "Byggarenx"],
    ["not for other codes", "{other}", "{other}"],
  ])("stand for a code %s", (_, text, expected) => {
    expect(resolvePlaceholders(text, [], taskReport).texts).toEqual([expected]);
  });

  it("3§4 a code named LINK opens nothing", () => {
    const { drawn } = resolveLayout(layoutOf("WORD", [["TEXT", { TEXT: "{LINK}" }]]), taskReport);
    expect([...itemsOf(drawn)]).toEqual([expect.not.objectContaining({ link: expect.anything() })]);
    expect(textsIn(drawn)).toEqual(["www"]);
  });

  it("replace codes in names, descriptions and choices, but not in free answers", () => {
    expect(
      resolvePlaceholders(
        "{TASK_NAME}|{TASK_DESCRIPTION}|{TASK_ANSWER}",
        [["EACH", { IN: "TASKS" }]],
        taskReport,
      ).texts,
    ).toEqual(["Mastbesiktning||m²", "Area in m²|Mastbesiktning: subtitle|title"]);
  });
});
