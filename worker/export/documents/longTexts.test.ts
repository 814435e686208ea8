import { describe, expect, test } from "vitest";
import { formatOf } from "#domain/configuration/exportTypes.ts";
import { exportDocumentTypes } from "#domain/core/documentationTypes.ts";
import { loadFont } from "#worker/fonts.ts";
import { exportFileFor } from "../export.ts";
import type { PlannedTask } from "../exportPlanTypes.ts";
import { TrueTypeFace } from "../pdf/truetype.ts";
import { unzipExport } from "../testing/documents.ts";
import { elementsOf, type XmlElement, xmlText, xmlTree } from "../testing/readXml.ts";
import { MemorySource, makePhoto, makePlan } from "../testing/samplePlans.ts";
import { computeLinesHeight, estimateLines } from "./textFit.ts";

/* Texts as long as the product allows, in every type of document. */

const words = (mark: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${mark}${String(index).padStart(3, "0")}`);
const task = (id: string, overrides: Partial<PlannedTask> = {}): PlannedTask => ({
  ...{ id, name: `Task ${id}`, type: "TEXT", answer: null, path: [], position: 0 },
  ...overrides,
});
const photoTask = (id: string, overrides: Partial<PlannedTask> = {}) =>
  task(id, { type: "PHOTO", ...overrides });

const slideName = /^ppt\/slides\/slide\d+\.xml$/;
const decks = exportDocumentTypes.filter((kind) => formatOf(kind) === "POWERPOINT");
const wordKinds = exportDocumentTypes.filter((kind) => formatOf(kind) === "WORD");

async function documentOf(
  kind: (typeof exportDocumentTypes)[number],
  tasks: PlannedTask[],
  comments: (string | null)[],
  name = "Odenplan 2",
) {
  const source = new MemorySource();
  const photos = comments.map((comment, index) =>
    makePhoto(source, {
      ...{ id: `photo-${index}`, comment, taskId: tasks.at(-1)!.id, orientation: (index % 8) + 1 },
      ...(comment &&
        comment.length > 100 && { name: words("n", 50).join(" "), alias: words("a", 50).join(" ") }),
      ...(comment && comment.length > 100 && { creator: words("c", 50).join(" ") }),
    }),
  );
  const plan = makePlan({ tasks, photos });
  plan.documentation.name = name;
  return unzipExport(source, await exportFileFor(plan, { kind }));
}

describe.each(exportDocumentTypes)("D9 docx#529 %s", (kind) => {
  test("keeps the line breaks of a comment", async () => {
    const { names, text } = await documentOf(kind, [photoTask("p")], ["first\nsecond\r\nthird", null]);
    const brokenLines = {
      POWERPOINT:
        />first<\/a:t>(?:(?!<a:t>).)*(?:<a:br\b|<\/a:p>)(?:(?!<a:t>).)*<a:t>second<(?:(?!<a:t>).)*(?:<a:br\b|<\/a:p>)(?:(?!<a:t>).)*<a:t>third</s,
      WORD: />first<\/w:t>(?:(?!<w:t\b).)*<w:br\/>(?:(?!<w:t\b).)*<w:t[^>]*>second<\/w:t>(?:(?!<w:t\b).)*<w:br\/>(?:(?!<w:t\b).)*<w:t[^>]*>third</s,
      EXCEL: />first\nsecond\nthird</,
    }[formatOf(kind)];
    const parts = names.filter((name) => /slide\d+\.xml$|document\.xml$|sheet\d+\.xml$/.test(name)).map(text);
    expect(parts.some((part) => brokenLines.test(part))).toBe(true);
  });
});

const [regular, bold] = await Promise.all(
  (["Arimo-Regular", "Arimo-Bold"] as const).map(async (face) => new TrueTypeFace(await loadFont(face))),
);

/** The lines of a text by the widths of Arimo, which are Arial's. @param width inches */
function countLines(text: string, points: number, width: number, isBold: boolean): number {
  const { advanceOf, glyphOf } = (isBold ? bold : regular)!;
  const widthOf = (letter: string) => {
    const unit = letter.charCodeAt(0);
    return (glyphOf[unit] === 0 ? 1 : advanceOf[unit]! / 1000) * (points / 72);
  };
  let lines = 1;
  let usedWidth = 0;
  for (const word of text.split(/(?<=\s)/u)) {
    const widths = [...word].map(widthOf);
    const visible = widths.slice(0, word.trimEnd().length).reduce((sum, letter) => sum + letter, 0);
    if (usedWidth > 0 && usedWidth + visible > width) {
      lines++;
      usedWidth = 0;
    }
    // A word longer than the line is broken at its end.
    for (const letter of widths) {
      if (visible > width && usedWidth > 0 && usedWidth + letter > width) {
        lines++;
        usedWidth = 0;
      }
      usedWidth += letter;
    }
  }
  return lines;
}

/** The texts of a slide that run out of their boxes. */
function overflowsOf(slide: string): string[] {
  const emu = 914_400;
  return elementsOf(xmlTree(slide), "p:sp").flatMap((shape) => {
    const [extent] = elementsOf(shape, "a:ext").filter(({ attributes }) => attributes.cx);
    const [body] = elementsOf(shape, "p:txBody");
    if (!extent || !body) return [];
    const [width, height] = [Number(extent.attributes.cx) / emu, Number(extent.attributes.cy) / emu];
    const textHeight = elementsOf(body, "a:p").reduce((sum, paragraph) => {
      const runs = elementsOf(paragraph, "a:r");
      const { sz = 0, b = "" } = elementsOf(paragraph, "a:rPr")[0]?.attributes ?? {};
      const points = Number(sz) / 100;
      const lines = runs.reduce(
        (count, run) => count + countLines(xmlText(run), points, width, b === "1"),
        0,
      );
      return sum + computeLinesHeight(lines, points);
    }, 0);
    return textHeight > height + 0.01
      ? [`${textHeight.toFixed(2)} > ${height.toFixed(2)}: ${xmlText(body).slice(0, 60)}`]
      : [];
  });
}

describe.each(decks)("D7 PptxGenJS#544 #991 %s", (kind) => {
  const path = words("G", 5).map((group) => words(group, 31).join(" "));
  const comments = [
    words("m", 50).join(" "),
    words("m", 60)
      .map((word) => word.slice(1))
      .join("\n"),
    "short",
    "二".repeat(255),
    null,
  ];

  test("no text runs out of its box, and none is lost", async () => {
    const name = words("D", 50).join(" ");
    const {
      names,
      text,
      words: textOf,
    } = await documentOf(kind, [photoTask("p", { path, name: words("T", 50).join(" ") })], comments, name);
    const slides = names.filter((part) => slideName.test(part));
    expect(slides.flatMap((slide) => overflowsOf(text(slide)).map((fault) => `${slide} ${fault}`))).toEqual(
      [],
    );
    const shownText = textOf(slideName);
    const expected = [
      ...path.flatMap((group) => group.split(" ")),
      ...["m", "n", "a", "c", "T", "D"].flatMap((mark) => words(mark, 50)),
    ];
    expect(expected.filter((word) => !shownText.includes(word))).toEqual([]);
    expect(shownText.match(/二/g)!.length).toBeGreaterThanOrEqual(255);
  });

  test("D12 PptxGenJS#1532 every shape of a slide has a unique id", async () => {
    const { names, text } = await documentOf(kind, [photoTask("p")], ["a", "b", "c", "d", "e"]);
    for (const name of names.filter((part) => /^ppt\/slide(?:s|Layouts|Masters)\/[^/]*\.xml$/.test(part))) {
      const ids = [...text(name).matchAll(/<p:cNvPr id="(\d+)"/g)].map(([, id]) => id);
      expect([name, ids.length - new Set(ids).size]).toEqual([name, 0]);
    }
  });
});

const isUnsplit = (row: XmlElement): boolean =>
  elementsOf(row, "w:cantSplit").some(({ attributes }) => attributes["w:val"] !== "off");

describe.each(wordKinds)("D2 python-docx#1366 %s", (kind) => {
  test("no row that may not be split is higher than a page", async () => {
    const tasks = [
      task("lines", { answer: words("l", 75).join("\n") }),
      task("many", { answer: Array.from({ length: 500 }, () => "x").join("\n") }),
      task("persons", {
        type: "CONTACT_PERSONS",
        columns: ["Name", "Note"],
        answer: `A;${words("p", 300).join(" ")}`,
      }),
      photoTask("p", { path: words("G", 5).map((group) => words(group, 31).join(" ")) }),
    ];
    const breaks = Array.from({ length: 127 }, () => "y").join("\n");
    const { text } = await documentOf(kind, tasks, [breaks, null, null, null, null, breaks, "short"]);
    const rows = elementsOf(xmlTree(text("word/document.xml")), "w:tr");
    const high = rows.filter((row) => {
      const lines = elementsOf(row, "w:tc").map((cell) =>
        elementsOf(cell, "w:p").reduce((sum, paragraph) => {
          const breakCount = elementsOf(paragraph, "w:br").length;
          return sum + breakCount + estimateLines(xmlText(paragraph), 8, 5);
        }, 0),
      );
      return Math.max(...lines) > 40 && isUnsplit(row);
    });
    expect(high.map((row) => xmlText(row).slice(0, 60))).toEqual([]);
    expect(rows.some(isUnsplit)).toBe(true);
  });
});

test("3§4 a static text longer than a slide continues on the next one, and is shown once", async () => {
  const texts = words("s", 999);
  const tasks = [task("t", { type: "STATIC_TEXT", description: texts.join(" ") }), photoTask("p")];
  const { names, text } = await documentOf("FORM_POWERPOINT_PRESENTATION", tasks, [null]);
  const drawnWords = names
    .filter((name) => slideName.test(name))
    .flatMap((name) => text(name).match(/\bs\d{3}\b/g) ?? []);
  expect(drawnWords.toSorted()).toEqual(texts);
});
