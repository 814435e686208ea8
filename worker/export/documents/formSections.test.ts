import { describe, expect, test } from "vitest";
import { type ExportKind, exportFileFor } from "../export.ts";
import type { ExportPlan, PlannedTask } from "../exportPlanTypes.ts";
import { unzipExport } from "../testing/documents.ts";
import { MemorySource, makeFile, makePhoto, makePlan } from "../testing/samplePlans.ts";

const task = (id: string, type: string, overrides: Partial<PlannedTask> = {}): PlannedTask => ({
  id,
  name: `Task ${id}`,
  type,
  answer: null,
  path: [],
  position: 0,
  ...overrides,
});

/** A form with nested groups, every kind of answer, and tasks whose preconditions are not met. */
function formPlan(source: MemorySource): ExportPlan {
  return makePlan({
    photos: [
      makePhoto(source, { id: "a", taskId: "overview", name: "Overview_01" }),
      makePhoto(source, { id: "b", taskId: "late", name: "Late_01" }),
      makePhoto(source, { id: "c", taskId: null, name: "Stray_01" }),
    ],
    files: [makeFile(source, { id: "f", taskId: "drawing", name: "Sheet 3.pdf" })],
    tasks: [
      task("order", "TEXT", { answer: "AO-2041" }),
      task("trench", "GROUP", { name: "Trench" }),
      task("overview", "PHOTO", { path: ["Trench"], name: "Overview" }),
      task("depth", "INTEGER", { path: ["Trench"], answer: "60" }),
      task("hidden", "TEXT", { path: ["Trench"], name: "Nobody asked", skipped: true }),
      task("late", "PHOTO", { path: ["Trench"], name: "Late", skipped: true }),
      task("moot", "TEXT", { path: ["Trench"], answer: "still here", skipped: true }),
      task("inner", "GROUP", { name: "Inner", path: ["Trench"] }),
      task("check", "CHECKBOX", { path: ["Trench", "Inner"], answer: "true" }),
      task("odd", "SINGLE_CHOICE", {
        path: ["Trench", "Inner"],
        answer: "No",
        unexpected: [{ list: "Approvals", answer: "Yes" }],
      }),
      task("after", "DATE_RANGE", { path: ["Trench"], answer: "2026-05-04;2026-05-20" }),
      task("gone", "GROUP", { name: "Gone group", skipped: true }),
      task("unseen", "TEXT", { path: ["Gone group"], name: "Unseen", skipped: true }),
      task("cable", "GROUP", { name: "Cable" }),
      task("note", "STATIC_TEXT", { path: ["Cable"], name: "Mind", description: "Both ends." }),
      task("drawing", "DRAWING", { path: ["Cable"], name: "As built" }),
      task("report", "FILE", { path: ["Cable"], name: "Report" }),
      task("people", "CONTACT_PERSONS", {
        path: ["Cable"],
        name: "People",
        answer: "Karin Ek;070-1;extra\nOla Berg;070-2",
        columns: ["Name", "Phone"],
      }),
    ],
  });
}

const bodyParts = /document\.xml$|slides\/slide\d+\.xml$|worksheets\/sheet\d+\.xml$/;
const kinds: ExportKind[] = [
  "FORM_WORD_DOCUMENT",
  "FORM_3GIS_PM",
  "FORM_SHEAB_WORD_DOCUMENT",
  "FORM_POWERPOINT_PRESENTATION",
  "FORM_EXCEL_WORKBOOK",
];

async function wordsOf(kind: ExportKind) {
  const source = new MemorySource();
  const archive = unzipExport(source, await exportFileFor(formPlan(source), { kind }));
  const names = archive.names.toSorted((a, b) => a.localeCompare(b, "en", { numeric: true }));
  const documentText = names
    .filter((name) => bodyParts.test(name))
    .map((name) => archive.text(name).replace(/<[^>]*>/g, "\n"))
    .join("\n");
  return { ...archive, words: documentText };
}

describe.each(kinds)("2§2 form exports: %s", (kind) => {
  test("groups are headings, and tasks with their answers follow in reading order", async () => {
    const { words } = await wordsOf(kind);
    let searchStart = 0;
    for (const heading of [
      "Task order",
      "AO-2041",
      "Trench",
      "Task depth",
      // A number in a workbook is not among its texts.
      ...(kind === "FORM_EXCEL_WORKBOOK" ? [] : ["60"]),
      "Inner",
      "Yes",
      "2026-05-20",
      "Cable",
    ]) {
      const index = words.indexOf(heading, searchStart);
      expect([heading, index]).not.toEqual([heading, -1]);
      searchStart = index;
    }
    expect(words).toMatch(/Trench \(continued\)/);
    expect(words).toContain("Both ends.");
  });

  test("2§4 tasks with unmet preconditions are left out, unless they were captured", async () => {
    const { words } = await wordsOf(kind);
    for (const absentText of ["Nobody asked", "Gone group", "Unseen"])
      expect(words).not.toContain(absentText);
    expect(words).toContain("Late_01");
    expect(words).toContain("still here");
    expect(words).toContain("Answered, but no longer applies");
  });

  test("2§3 number answers are numbers in workbooks, unless a cell would show them differently", async () => {
    if (kind !== "FORM_EXCEL_WORKBOOK") return;
    const { default: Excel } = await import("exceljs");
    const source = new MemorySource();
    const unexpectedAnswers = [{ list: "Depths", answer: "2" }];
    const tasks = [
      task("a", "INTEGER", { answer: "60" }),
      task("b", "DECIMAL", { answer: "2.50" }),
      task("c", "INTEGER", { answer: "007" }),
      task("d", "DECIMAL", { answer: "1.5", unexpected: unexpectedAnswers }),
    ];
    const file = await exportFileFor(makePlan({ tasks, photos: [] }), { kind });
    const book = new Excel.Workbook();
    await book.xlsx.load(source.bytesOf(file).buffer as unknown as Parameters<typeof book.xlsx.load>[0]);
    const rows = book.getWorksheet("Form")!.getSheetValues().slice(2) as unknown[][];
    expect(rows.map((row) => row[3])).toEqual([60, 2.5, "007", 1.5]);
    expect(rows[3]![2]).toMatch(/^Task d\n.*Depths/);
    expect(book.getWorksheet("Form")!.getCell("C3").numFmt).toBe("0.00");
  });

  test("2§5 answers and texts of any length are shown in full", async () => {
    const source = new MemorySource();
    const makeWords = (mark: string, count: number) =>
      Array.from({ length: count }, (_, index) => `${mark}${String(index).padStart(4, "0")}`);
    const [answer, staticText, contact] = [makeWords("a", 333), makeWords("s", 800), makeWords("c", 300)];
    const lines = makeWords("l", 90);
    const longWord = "x".repeat(1990);
    const tasks = [
      task("long", "TEXT", { path: ["Trench"], answer: answer.join(" ") }),
      task("lines", "TEXT", { path: ["Trench"], answer: lines.join("\n") }),
      task("unbroken", "TEXT", { path: ["Trench"], answer: longWord }),
      task("static", "STATIC_TEXT", { path: ["Trench"], description: staticText.join(" ") }),
      task("persons", "CONTACT_PERSONS", { columns: ["Name", "Note"], answer: `Alva;${contact.join(" ")}` }),
    ];
    const read = unzipExport(source, await exportFileFor(makePlan({ tasks, photos: [] }), { kind }));
    const words = read.names
      .filter((name) => bodyParts.test(name))
      .map((name) => read.text(name).replace(/<[^>]*>/g, "\n"))
      .join("\n");
    for (const list of [answer, lines, staticText, contact])
      expect(list.filter((word) => !words.includes(word))).toEqual([]);
    expect(words.match(/x{20,}/g)?.join("").length).toBe(longWord.length);
  });

  test("2§5 an answer that continues repeats its task", async () => {
    if (kind !== "FORM_EXCEL_WORKBOOK" && kind !== "FORM_POWERPOINT_PRESENTATION") return;
    const source = new MemorySource();
    const answer = Array.from({ length: 150 }, (_, line) => `line ${line}`).join("\n");
    const plan = makePlan({ tasks: [task("long", "TEXT", { answer })], photos: [] });
    const { words } = unzipExport(source, await exportFileFor(plan, { kind }));
    expect(words(bodyParts).match(/Task long \(continued\)/g)!.length).toBeGreaterThan(1);
  });

  test("unexpected answers, missing files, drawings and photos without a task are listed", async () => {
    const { words } = await wordsOf(kind);
    expect(words).toContain("Unexpected answer. Approvals expects: Yes");
    expect(words).toContain(kind === "FORM_3GIS_PM" ? "Not answered: Report." : "No file");
    expect(words).toContain("Sheet 3.pdf");
    expect(words).toContain("Stray_01");
    for (const cell of ["Name", "Phone", "Karin Ek", "extra", "070-2"]) expect(words).toContain(cell);
  });
});

describe("2§2 form exports: parts", () => {
  test("above 1000 photos only the first part has the answers", async () => {
    const source = new MemorySource();
    const plan = formPlan(source);
    const photo = plan.photos[0]!;
    const photos = Array.from({ length: 1001 }, (_, index) => ({
      ...photo,
      ...makePhoto(source, { id: `p${index}`, name: photo.name, taskId: photo.taskId }),
    }));
    const exportFile = await exportFileFor({ ...plan, photos }, { kind: "FORM_WORD_DOCUMENT" });
    const { files, names } = unzipExport(source, exportFile);
    expect(names).toHaveLength(2);
    const wordsOfPart = (name: string) =>
      unzipExport(source, { ...exportFile, segments: [{ kind: "inline", bytes: files[name]! }] }).words(
        /document\.xml/,
      );
    expect(wordsOfPart(names[0]!)).toContain("AO-2041");
    expect(wordsOfPart(names[1]!)).not.toContain("AO-2041");
    expect(wordsOfPart(names[1]!)).toContain("1001. Overview_01");
  });
});

describe("2§2 PowerPoints with a special layout", () => {
  const exportDeck = async (kind: ExportKind) => {
    const source = new MemorySource();
    const photos = Array.from({ length: 6 }, (_, index) =>
      makePhoto(source, { id: `p${index}`, taskId: "before", comment: index === 0 ? "A comment" : null }),
    );
    return unzipExport(source, await exportFileFor(makePlan({ photos }), { kind }));
  };

  test("Ramsite shows four photos per slide, each with number, task and caption", async () => {
    const { text, words } = await exportDeck("RAMSITE_POWERPOINT");
    expect(text("ppt/slides/slide2.xml").match(/<p:pic>/g)).toHaveLength(4);
    expect(text("ppt/slides/slide3.xml").match(/<p:pic>/g)).toHaveLength(2);
    const first = words(/slides\/slide2\.xml$/);
    for (const wordsOfPart of ["Trench › Before", "A comment", "Photos 1–4 of 6"])
      expect(first).toContain(wordsOfPart);
    // Photos of a single task need no table of contents.
    expect(words(/slides\/slide4\.xml$/)).toBe("");
    // The slide shows four different pictures.
    const relations = [...text("ppt/slides/_rels/slide2.xml.rels").matchAll(/media\/([^"]*)/g)].map(
      ([, name]) => name,
    );
    expect(new Set(relations).size).toBe(4);
  });

  test("Ramsite shows four photos per slide, however long names and comments are", async () => {
    const source = new MemorySource();
    const comment = Array.from({ length: 60 }, (_, line) => `line ${line}`).join("\n");
    const photos = Array.from({ length: 8 }, (_, index) =>
      makePhoto(source, { id: `p${index}`, name: "name ".repeat(50), comment }),
    );
    const plan = makePlan({ tasks: [], photos });
    plan.documentation.name = "Odenplan ".repeat(30);
    const { text } = unzipExport(source, await exportFileFor(plan, { kind: "RAMSITE_POWERPOINT" }));
    for (const slide of [2, 3])
      expect(text(`ppt/slides/slide${slide}.xml`).match(/<p:pic>/g)).toHaveLength(4);
  });

  test("Axians shows one photo per slide under its task, and the facts on the first slide", async () => {
    const { names, words } = await exportDeck("PHOTO_AXIANS_POWERPOINT_PRESENTATION");
    expect(names.filter((name) => /^ppt\/slides\/slide\d+\.xml$/.test(name))).toHaveLength(1 + 6);
    expect(words(/slides\/slide1\.xml$/)).toContain("Norrfiber");
    for (const wordsOfPart of ["Trench › Before", "A comment", "1 of 6"])
      expect(words(/slides\/slide2\.xml$/)).toContain(wordsOfPart);
  });
});
