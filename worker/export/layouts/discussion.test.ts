import { describe, expect, it } from "vitest";
import { exportDocumentTypes } from "#domain/core/documentationTypes.ts";
import { layoutTypes } from "#domain/layout/types.ts";
import { loadFont } from "#worker/fonts.ts";
import { createDocumentModel } from "../documents/documentModel.ts";
import { exportFileFor } from "../export.ts";
import type { PlannedThread } from "../exportPlanTypes.ts";
import { unzipExport } from "../testing/documents.ts";
import { textsIn } from "../testing/drawnContents.ts";
import { layoutOf } from "../testing/layouts.ts";
import { createExcelFile, createWordFile, layoutOfFile } from "../testing/officeFiles.ts";
import { checkPdf, elementsIn, textOf } from "../testing/readPdf.ts";
import { makeReport } from "../testing/reports.ts";
import { MemorySource, makePhoto, makePlan } from "../testing/samplePlans.ts";
import { addDiscussionSection } from "./discussionSection.ts";
import { createLayoutFile } from "./layoutFile.ts";
import { resolveLayout } from "./resolve/resolve.ts";

const comment = { creator: "anna", dateCreated: "2026-05-04T10:15:00Z", edited: null };
const threads: PlannedThread[] = [
  {
    ...{ photoId: null, taskId: null, subject: "" },
    resolved: { date: "2026-05-05T06:00:00Z", author: "erik" },
    comments: [
      { ...comment, text: "Rätt\nstolpe <7>?" },
      { ...comment, creator: "erik", text: "Ja" },
    ],
  },
];
const heading = "Documentation (resolved by erik, 2026-05-05 08:00)";

describe("design§Threads a standard document includes the discussion on request", () => {
  it.each(exportDocumentTypes)("%s", async (kind) => {
    const source = new MemorySource();
    const plan = makePlan({ photos: [makePhoto(source)] });
    const wordsOf = async (contents: Partial<typeof plan>) =>
      unzipExport(source, await exportFileFor({ ...plan, ...contents }, { kind })).words(/\.xml$/);
    const words = await wordsOf({ threads });
    for (const text of ["Discussion", heading, "anna", "stolpe <7>?", "erik", "Ja"])
      expect(words).toContain(text);
    expect(await wordsOf({})).not.toContain("Discussion");
    expect(await wordsOf({ threads: [] })).not.toContain("Discussion");
  });

  it("as PDF, below a heading", async () => {
    const source = new MemorySource();
    const plan = makePlan({ photos: [makePhoto(source)], threads });
    const file = await exportFileFor(plan, { kind: "PHOTO_WORD_DOCUMENT", pdfFonts: loadFont });
    const { root, faults } = checkPdf(source.bytesOf(file));
    expect(faults).toEqual([]);
    const elements = elementsIn(root);
    expect(elements.filter(({ type }) => type === "H1").map(textOf)).toContain("Discussion");
    expect(elements.map(textOf).join("\n")).toContain(heading);
  });

  it("in its last part only", () => {
    const plan = makePlan({ threads });
    const volume = { firstPhotoNumber: 1, photos: [], count: 2 };
    expect([1, 2].map((number) => createDocumentModel(plan, { ...volume, number }).threads.length)).toEqual([
      0, 1,
    ]);
  });
});

describe("design§Threads a document of a report layout includes the discussion on request", () => {
  it.each(layoutTypes)("%s", (type) => {
    const report = makeReport({ plan: { threads, language: "sv" } });
    const { drawn } = resolveLayout(layoutOf(type, []), report);
    expect(textsIn(addDiscussionSection(drawn, report.plan))).toEqual(
      expect.arrayContaining(["Om", "anna", "2026-05-04 12:15", "Rätt\nstolpe <7>?", "Ja"]),
    );
    expect(addDiscussionSection(drawn, makeReport().plan)).toBe(drawn);
  });

  it("an uploaded file too, before what is missing", async () => {
    const source = new MemorySource();
    const report = makeReport({ plan: { threads, expectedPhotos: 2 } });
    const word = layoutOfFile(await createWordFile(({ Paragraph }) => [new Paragraph("Report")]));
    const document = unzipExport(source, await createLayoutFile(word, report, { fonts: loadFont }));
    expect(document.words(/document\.xml$/)).toMatch(
      /Report[\s\S]*Discussion[\s\S]*stolpe <7>\?[\s\S]*Missing/,
    );
    const excel = layoutOfFile(
      await createExcelFile((workbook) => workbook.addWorksheet("Report").addRow(["Report"])),
      "EXCEL",
    );
    const workbook = unzipExport(source, await createLayoutFile(excel, report, { fonts: loadFont }));
    expect(workbook.text("xl/workbook.xml")).toMatch(
      /name="Report"[\s\S]*name="Discussion" sheetId="2"[\s\S]*name="Missing" sheetId="3"/,
    );
    expect(workbook.words(/sheet2\.xml$/)).toContain("stolpe <7>?");
  });
});
