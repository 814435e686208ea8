import { describe, expect, test } from "vitest";
import { exportFileFor } from "../export.ts";
import { fullPlan, unzipExport } from "../testing/documents.ts";
import { MemorySource, makePhoto, makePlan } from "../testing/samplePlans.ts";

const documentOf = async (source: MemorySource, plan = fullPlan(source)) =>
  unzipExport(source, await exportFileFor(plan, { kind: "PHOTO_WORD_DOCUMENT" }));

describe("2§7 downloadExportDocument: Word", () => {
  test("has facts, contents, answers, photos by task, files, what is missing and the list of photos, in that order", async () => {
    const { words } = await documentOf(new MemorySource());
    const texts = words(/^word\/document\.xml$/);
    const expectedTexts = [
      "Odenplan & co",
      "Norrfiber",
      "Contents",
      "Trench › Before",
      "2 photos: 1–2",
      "A-17",
      "Photos",
      "Trench › Before",
      "1. Before_01",
      "Trench › After",
      "4. Before_01",
      "Other photos",
      "6. Nowhere",
      "Drawing A.pdf",
      "Missing (2)",
      "List of photos",
      "SHA-256",
    ];
    let searchStart = 0;
    for (const text of expectedTexts) {
      const index = texts.indexOf(text, searchStart);
      expect([text, index]).not.toEqual([text, -1]);
      searchStart = index;
    }
  });

  test("has headings, repeated table headers, and A4 pages with page numbers at the bottom", async () => {
    const { text } = await documentOf(new MemorySource());
    const document = text("word/document.xml");
    expect(document.match(/<w:pStyle w:val="Heading2"\/>/g)?.length).toBe(3);
    expect(document.match(/<w:tblHeader\/>/g)?.length).toBe(5);
    expect(document).toMatch(/<w:pgSz w:w="11906" w:h="16838"/);
    expect(text("word/footer1.xml")).toContain("NUMPAGES");
    expect(text("word/styles.xml")).toContain('w:lang w:val="en-GB"');
    expect(text("word/settings.xml")).toMatch(/w:val="15" w:name="compatibilityMode"/);
  });

  test("pictures have unique ids and existing relationships", async () => {
    const { text } = await documentOf(new MemorySource());
    const document = text("word/document.xml");
    const ids = [...document.matchAll(/<wp:docPr id="(\d+)"/g)].map(([, id]) => id);
    expect(ids).toEqual(["1", "2", "3", "4", "5", "6"]);
    const relationIds = [...document.matchAll(/r:embed="([^"]*)"/g)].map(([, id]) => id);
    expect(relationIds).toHaveLength(6);
    // The same photo twice is stored once.
    expect(new Set(relationIds).size).toBe(5);
    for (const id of relationIds) expect(text("word/_rels/document.xml.rels")).toContain(`Id="${id}"`);
  });

  test("line breaks of a comment are kept, and right-to-left texts are laid out right to left", async () => {
    const { text } = await documentOf(new MemorySource());
    const document = text("word/document.xml");
    expect(document).toMatch(/>one<\/w:t>(?:(?!<w:t\b).)*<w:br\/><w:t[^>]*>two</);
    expect(document).toMatch(/<w:bidi\/>/);
    expect(document).toMatch(/<w:rtl\/>/);
  });

  test("a documentation without tasks or photos also produces a valid document", async () => {
    const source = new MemorySource();
    const { words } = await documentOf(source, makePlan({ tasks: [] }));
    expect(words(/^word\/document\.xml$/)).toContain("0 photos included, 0 expected, none missing.");
    const emptyDocument = await documentOf(source, makePlan({ tasks: [], photos: [makePhoto(source)] }));
    expect(emptyDocument.text("word/document.xml")).not.toContain('w:val="Heading2"');
  });
});
