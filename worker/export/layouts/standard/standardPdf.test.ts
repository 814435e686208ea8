import { describe, expect, test } from "vitest";
import { exportDocumentTypes } from "#domain/core/documentationTypes.ts";
import { exportFileFor } from "#worker/export/export.ts";
import type { ExportPlan } from "#worker/export/exportPlanTypes.ts";
import { fullPlan, hostileTexts } from "#worker/export/testing/documents.ts";
import { checkPdf, elementsIn, linesOf, openPdf, textOf } from "#worker/export/testing/readPdf.ts";
import { MemorySource, makeFile, makePhoto, makePlan } from "#worker/export/testing/samplePlans.ts";
import { loadFont } from "#worker/fonts.ts";

async function pdfOf(
  source: MemorySource,
  plan: ExportPlan,
  kind: (typeof exportDocumentTypes)[number],
  photos: "rendition" | "original" = "rendition",
) {
  const file = await exportFileFor(plan, { kind, photos, pdfFonts: loadFont });
  const bytes = source.bytesOf(file);
  const { root, faults } = checkPdf(bytes);
  const spoken = elementsIn(root).map(textOf).join("\n");
  return { file, bytes, root, faults, spoken, document: await openPdf(bytes) };
}

describe("2§2 a standard document as PDF", () => {
  test.each(exportDocumentTypes)("%s has the facts, photos, answers and what is missing", async (kind) => {
    const source = new MemorySource();
    const plan = fullPlan(source);
    const { file, faults, spoken, root, document } = await pdfOf(source, plan, kind);
    expect(faults).toEqual([]);
    expect([file.contentType, file.fileName]).toEqual([
      "application/pdf",
      expect.stringMatching(/^Odenplan & co.*\.pdf$/),
    ]);
    for (const words of [
      ...["Odenplan & co", "Norrfiber", "Trenching", "59.34892, 18.04732", "A-17", "2026-05-04 10:12"],
      ...[
        "After_07",
        "not uploaded",
        "Permit.pdf",
        "Drawing A.pdf",
        hostileTexts.arabic,
        hostileTexts.formula,
      ],
      hostileTexts.markup.split(" ")[0]!,
    ])
      expect(spoken).toContain(words);
    const figures = elementsIn(root).filter(({ type }) => type === "Figure");
    expect(figures).toHaveLength(plan.photos.length);
    const attachments = await document.getAttachments();
    expect([...(attachments?.keys() ?? [])]).toEqual(["manifest.json"]);
    const outline = await document.getOutline();
    expect(outline.length).toBeGreaterThan(1);
  });

  test("has the form in reading order, with contact persons as a table and numbers as the language writes them", async () => {
    const source = new MemorySource();
    const task = { answer: null, path: [], position: 0 };
    const plan = makePlan({
      language: "sv",
      photos: [makePhoto(source, { id: "p", taskId: "view", name: "Vy_01" })],
      files: [makeFile(source, { id: "f", taskId: "drawing", name: "Ritning.pdf" })],
      tasks: [
        { ...task, id: "trench", name: "Schakt", type: "GROUP" },
        { ...task, id: "depth", name: "Djup", type: "DECIMAL", answer: "72.5", path: ["Schakt"] },
        { ...task, id: "view", name: "Vy", type: "PHOTO", path: ["Schakt"] },
        { ...task, id: "note", name: "Not", type: "TEXT", answer: "rad ett\nrad två", path: ["Schakt"] },
        {
          ...task,
          id: "people",
          name: "Kontakter",
          type: "CONTACT_PERSONS",
          answer: "Eva;070-1",
          columns: ["Namn", "Telefon"],
        },
        { ...task, id: "drawing", name: "Ritning", type: "FILE" },
      ],
    });
    const { spoken, faults } = await pdfOf(source, plan, "FORM_WORD_DOCUMENT");
    expect(faults).toEqual([]);
    const order = [
      "Schakt",
      "Djup",
      "72,5",
      "Vy_01",
      "rad ett",
      "rad två",
      "Telefon",
      "070-1",
      "Ritning.pdf",
    ];
    let from = 0;
    for (const words of order) {
      from = spoken.indexOf(words, from);
      expect([words, from >= 0]).toEqual([words, true]);
    }
  });

  test("has the same bytes for the same state, and original photos on request", async () => {
    const source = new MemorySource();
    const plan = makePlan({ photos: [makePhoto(source, { id: "p", orientation: 6 })] });
    const [first, second] = [
      await pdfOf(source, plan, "PHOTO_WORD_DOCUMENT"),
      await pdfOf(source, plan, "PHOTO_WORD_DOCUMENT"),
    ];
    expect(first.file.etag).toBe(second.file.etag);
    const original = await pdfOf(source, plan, "PHOTO_WORD_DOCUMENT", "original");
    expect(original.faults).toEqual([]);
    expect(original.file.etag).not.toBe(first.file.etag);
  });

  test("never has a heading alone at the foot of a page", async () => {
    const task = { answer: null, path: [], position: 0 };
    for (let lineCount = 20; lineCount <= 44; lineCount += 1) {
      const source = new MemorySource();
      const plan = makePlan({
        photos: [makePhoto(source, { id: "p", taskId: "view", name: "View_01" })],
        tasks: [
          { ...task, id: "note", name: "Note", type: "TEXT", answer: "line\n".repeat(lineCount) },
          { ...task, id: "trench", name: "Trench", type: "GROUP" },
          { ...task, id: "view", name: "Where it lies", type: "PHOTO", path: ["Trench"] },
        ],
      });
      const { document } = await pdfOf(source, plan, "FORM_WORD_DOCUMENT");
      const pages = await Promise.all(
        Array.from({ length: document.numPages }, (_, index) => linesOf(document, index + 1)),
      );
      const pageOf = (words: string) =>
        pages.findIndex((lines) => lines.some((line) => line.endsWith(words)));
      const photoPage = pageOf("View_01");
      expect([lineCount, pageOf("Trench"), pageOf("Where it lies")]).toEqual([
        lineCount,
        photoPage,
        photoPage,
      ]);
    }
  });

  test("is a zip of parts for more photos than one document holds", async () => {
    const source = new MemorySource();
    const photos = Array.from({ length: 1001 }, (_, index) => makePhoto(source, { id: `p${index}` }));
    const file = await exportFileFor(makePlan({ photos }), {
      kind: "PHOTO_WORD_DOCUMENT",
      pdfFonts: loadFont,
    });
    expect(file.contentType).toBe("application/zip");
  });
});
