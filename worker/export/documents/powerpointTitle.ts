import type PptxGenJS from "pptxgenjs";
import type { DocumentModel } from "./model.ts";
import { type FactRoom, fitFact } from "./powerpointSlides.ts";
import { themeColors, themeFont } from "./theme.ts";

/** The width of the labels, in inches. */
export const labelWidth = 1.9;

/** The facts as a ruled table of label and value, and a completeness summary below it. Inches. */
export function addFactTable(
  slide: PptxGenJS.Slide,
  model: DocumentModel,
  { x, y, room, lang }: { x: number; y: number; room: FactRoom; lang: string },
): void {
  const width = labelWidth + room.width;
  const rows = model.facts.map((fact): PptxGenJS.TableRow => {
    const { text, size } = fitFact(fact.value, room, 13);
    return [
      { text: fact.label, options: { color: themeColors.muted, fontSize: 11, lang } },
      { text, options: { color: themeColors.ink, fontSize: size, lang } },
    ];
  });
  const rule = { type: "solid", pt: 0.5, color: themeColors.rule } as const;
  const noBorder = { type: "none" } as const;
  slide.addTable(rows, {
    x,
    y,
    w: width,
    colW: [labelWidth, room.width],
    fontFace: themeFont,
    border: [noBorder, noBorder, rule, noBorder],
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
