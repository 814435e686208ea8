import { expect, it } from "vitest";
import { layoutOf } from "#worker/export/testing/layouts.ts";
import { openPdf } from "#worker/export/testing/readPdf.ts";
import { makeReport } from "#worker/export/testing/reports.ts";
import { MemorySource, makePhoto } from "#worker/export/testing/samplePlans.ts";
import { loadFont } from "#worker/fonts.ts";
import { createLayoutFile } from "./layoutFile.ts";

it.each([
  ["4", 3],
  ["9", 2],
])(
  "3§4 a PHOTO_GRID of %s a page that flows has no more of them, however low they are",
  async (PER_PAGE, count) => {
    const source = new MemorySource();
    const photos = Array.from({ length: Number(PER_PAGE) * (count - 1) + 1 }, () => makePhoto(source));
    const layout = layoutOf("WORD_TO_PDF", [["PHOTO_GRID", { PER_PAGE, CAPTION: "{PHOTO_NUMBER}" }]]);
    const bytes = source.bytesOf(await createLayoutFile(layout, makeReport({ photos }), { fonts: loadFont }));
    const pdf = await openPdf(bytes);
    expect(pdf.numPages).toBe(count);
  },
);
