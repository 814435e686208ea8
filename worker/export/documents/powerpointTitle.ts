import type PptxGenJS from "pptxgenjs";
import type { DocumentModel } from "./model.ts";
import { maxFactCharacters } from "./powerpointSlides.ts";
import { estimateLines } from "./textFit.ts";
import { themeColors, themeFont } from "./theme.ts";
import { ellipsis } from "./xml.ts";

/** The facts as a ruled table of label and value, and a completeness summary below it. Inches. */
export function factTable(
  slide: PptxGenJS.Slide,
  model: DocumentModel,
  { x, y, width, lang }: { x: number; y: number; width: number; lang: string },
): void {
  const label = 1.9;
  const rows = model.facts.map((fact): PptxGenJS.TableRow => {
    const value = ellipsis(fact.value, maxFactCharacters);
    return [
      { text: fact.label, options: { color: themeColors.muted, fontSize: 11, lang } },
      {
        text: value,
        options: {
          color: themeColors.ink,
          fontSize: estimateLines(value, 13, width - label) > 1 ? 10 : 13,
          lang,
        },
      },
    ];
  });
  const rule = { type: "solid", pt: 0.5, color: themeColors.rule } as const;
  const noLine = { type: "none" } as const;
  slide.addTable(rows, {
    x,
    y,
    w: width,
    colW: [label, width - label],
    fontFace: themeFont,
    border: [noLine, noLine, rule, noLine],
    margin: [0.05, 0.05, 0.05, 0],
    valign: "middle",
  });
  const notes = [model.summary, model.part?.photos, model.unnamed].filter(Boolean).join("  ·  ");
  slide.addText(notes, {
    x,
    y: 6.3,
    w: width,
    h: 0.7,
    margin: 0,
    fontFace: themeFont,
    fontSize: 12,
    bold: true,
    color: model.missing.length > 0 || model.unnamed ? themeColors.alarm : themeColors.accent,
    valign: "middle",
    lang,
  });
}
