import type PptxGenJS from "pptxgenjs";
import type { DocumentModel } from "./model.ts";
import type { SlideDeck } from "./powerpointDeck.ts";
import { masters } from "./powerpointMasters.ts";
import { estimateLines, isRightToLeft, largestFitting, linesHeight } from "./textFit.ts";
import { themeColors, themeFont } from "./theme.ts";
import { ellipsis } from "./xml.ts";

export function titleSlide(deck: SlideDeck, model: DocumentModel): void {
  const slide = deck.addSlide(masters.title);
  const { texts } = model;
  const base = { x: 0.95, w: 11.6, margin: 0, fontFace: themeFont, lang: deck.locale } as const;
  const overline = [model.overline, model.part?.label].filter(Boolean).join(" · ");
  slide.addText(overline.toLocaleUpperCase(texts.locale), {
    ...base,
    y: 0.55,
    h: 0.35,
    fontSize: 12,
    bold: true,
    color: themeColors.accent,
    charSpacing: 1.5,
  });
  const title = ellipsis(model.title, 180);
  const size = largestFitting(title, [36, 30, 24, 20], base.w, 2);
  slide.addText(title, {
    ...paragraph(title, deck.locale),
    placeholder: "title",
    fontSize: size,
    bold: true,
    color: themeColors.ink,
    valign: "top",
    x: base.x,
    y: 1.0,
    w: base.w,
    h: 1.35,
  });
  if (model.subtitle) {
    const subtitle = ellipsis(model.subtitle, 150);
    slide.addText(subtitle, {
      ...base,
      ...paragraph(subtitle, deck.locale),
      y: 2.4,
      h: 0.6,
      fontSize: estimateLines(subtitle, 16, base.w) > 1 ? 13 : 16,
      color: themeColors.muted,
      valign: "top",
    });
  }
  factColumns(slide, model, deck.locale);
  const notes = [model.summary, model.part?.photos, model.unnamed].filter(Boolean).join("  ·  ");
  slide.addText(notes, {
    ...base,
    y: 6.45,
    h: 0.6,
    fontSize: 13,
    bold: true,
    color: model.missing.length > 0 || model.unnamed ? themeColors.alarm : themeColors.accent,
    valign: "middle",
  });
}

/** The facts in two columns, each as label above value. */
function factColumns(slide: PptxGenJS.Slide, model: DocumentModel, lang: string): void {
  const perColumn = Math.ceil(model.facts.length / 2);
  const step = Math.min(0.62, 3.2 / Math.max(perColumn, 1));
  model.facts.forEach(({ label, value }, index) => {
    const x = index < perColumn ? 0.95 : 7.0;
    const text = ellipsis(value, 150);
    slide.addText(
      [
        { text: label, options: { fontSize: 10, color: themeColors.muted, breakLine: true, lang } },
        {
          text: text,
          options: { fontSize: estimateLines(text, 15, 5.6) > 1 ? 10 : 15, color: themeColors.ink, lang },
        },
      ],
      {
        x,
        y: 3.15 + (index % perColumn) * step,
        w: 5.6,
        h: step,
        margin: 0,
        fontFace: themeFont,
        valign: "top",
      },
    );
  });
}

export interface Column {
  title: string;
  width: number;
  align?: "left" | "right";
}

interface List {
  title: string;
  /** The line below the title, and its colour. */
  lead: string;
  color: string;
  columns: Column[];
  rows: ListRow[];
}

/** The cells of a row, or a text that spans all columns: a heading or a static text. */
export type ListRow = string[] | { spanning: string; heading: boolean };

/** Table slides in inches: the top and the maximum height of a table. */
const listBox = { x: 0.95, top: 1.65, height: 5.0, fontSize: 12 } as const;

export function missingSlides(deck: SlideDeck, model: DocumentModel): void {
  if (model.missing.length === 0) return;
  const { texts } = model;
  listSlides(deck, {
    title: `${texts.missing} (${model.missing.length})`,
    lead: model.summary,
    color: themeColors.alarm,
    columns: [
      { title: texts.name, width: 4.2 },
      { title: texts.kind, width: 1.0 },
      { title: texts.task, width: 3.6 },
      { title: texts.reason, width: 3.2 },
    ],
    rows: model.missing.map(({ name, kind, task, reason }) => [
      `${texts.missing}: ${name}`,
      kind,
      task,
      reason,
    ]),
  });
}

/**
 * Slides directly after the title: how many photos each task has and on which slides. Left out if all photos belong to one task.
 * Drawn last, when the slide numbers are known.
 * @param slideOf the slide of each photo, both counted from 1, before the contents slides are inserted
 */
export function contentsSlides(
  deck: SlideDeck,
  model: DocumentModel,
  slideOf: ReadonlyMap<number, number>,
): void {
  const { texts } = model;
  if (model.sections.length < 2) return;
  const rowsAfter = (slides: number) =>
    model.sections.map(({ heading, entries }) => {
      const first = slideOf.get(entries[0]!.number)! + slides;
      const last = slideOf.get(entries.at(-1)!.number)! + slides;
      return [heading, texts.photoCount(entries.length), first === last ? `${first}` : `${first}–${last}`];
    });
  const columns: Column[] = [
    { title: texts.task, width: 8.6 },
    { title: texts.photos, width: 1.7, align: "right" },
    { title: texts.slides, width: 1.7, align: "right" },
  ];
  // The numbers take one line, whatever their value.
  const slides = pages(cutRows(rowsAfter(0), columns), columns).length;
  const state = [model.summary, model.unnamed].filter(Boolean).join(" ");
  const rows = rowsAfter(slides);
  listSlides(deck, { title: texts.contents, lead: state, color: themeColors.muted, columns, rows });
  deck.moveLast(slides, 1);
}

/** A table on as many slides as necessary. */
export function listSlides(deck: SlideDeck, { title, lead, color, columns, rows }: List): void {
  const lang = deck.locale;
  for (const page of pages(cutRows(rows, columns), columns)) {
    const slide = deck.addSlide(masters.list);
    slide.addText(ellipsis(title, 90), {
      placeholder: "title",
      x: listBox.x,
      y: 0.4,
      w: 12,
      h: 0.6,
      fontSize: 26,
      bold: true,
      color: themeColors.ink,
      valign: "top",
      align: "left",
      lang,
    });
    slide.addText(lead, {
      x: listBox.x,
      y: 1.02,
      w: 12,
      h: 0.5,
      fontSize: 12,
      color,
      margin: 0,
      fontFace: themeFont,
      valign: "top",
      lang,
    });
    slide.addTable(tableRows(page, columns, lang), {
      x: listBox.x,
      y: listBox.top,
      w: 12,
      colW: columns.map(({ width }) => width),
      fontFace: themeFont,
      fontSize: listBox.fontSize,
      color: themeColors.ink,
      margin: [0.04, 0.08, 0.04, 0.08],
      border: { type: "solid", pt: 0.5, color: themeColors.rule },
      valign: "middle",
    });
  }
}

const widthOf = (columns: Column[]): number => columns.reduce((sum, { width }) => sum + width, 0);

const cutRows = (rows: ListRow[], columns: Column[]): ListRow[] =>
  rows.map((row) =>
    Array.isArray(row)
      ? row.map((text, index) => ellipsis(text, Math.round(columns[index]!.width * 22)))
      : { ...row, spanning: ellipsis(row.spanning, Math.round(widthOf(columns) * 22)) },
  );

function tableRows(rows: ListRow[], columns: Column[], lang: string): PptxGenJS.TableRow[] {
  const head = columns.map(({ title, align = "left" }) => ({
    text: title,
    options: { bold: true, color: themeColors.white, fill: { color: themeColors.navy }, align, lang },
  }));
  const body = rows.map((row): PptxGenJS.TableRow => {
    if (Array.isArray(row))
      return row.map((text, index) => ({ text, options: { align: columns[index]!.align ?? "left", lang } }));
    const { spanning, heading } = row;
    const style = heading
      ? { bold: true, color: themeColors.navy, fill: { color: themeColors.shade } }
      : { color: themeColors.muted };
    return [{ text: spanning, options: { ...style, align: "left", colspan: columns.length, lang } }];
  });
  return [head, ...body];
}

/** Distributes rows so that each table fits its slide and no heading is the last row; returns at least one page. */
function pages(rows: ListRow[], columns: Column[]): ListRow[][] {
  const result: ListRow[][] = [[]];
  const linesOf = (row: ListRow): number =>
    Array.isArray(row)
      ? Math.max(
          ...row.map((text, index) => estimateLines(text, listBox.fontSize, columns[index]!.width - 0.16)),
        )
      : estimateLines(row.spanning, listBox.fontSize, widthOf(columns) - 0.16);
  let height = rowHeight(1);
  rows.forEach((row, index) => {
    const ownHeight = rowHeight(linesOf(row));
    const next = rows[index + 1];
    const requiredHeight =
      !Array.isArray(row) && row.heading && next ? ownHeight + rowHeight(linesOf(next)) : ownHeight;
    if (height + requiredHeight > listBox.height && result.at(-1)!.length > 0) {
      result.push([]);
      height = rowHeight(1);
    }
    result.at(-1)!.push(row);
    height += ownHeight;
  });
  return result;
}

function rowHeight(lines: number): number {
  return linesHeight(lines, listBox.fontSize) + 0.08;
}

/** Direction and language of a user's text. */
export function paragraph(text: string, lang: string): PptxGenJS.TextPropsOptions {
  return isRightToLeft(text) ? { lang, rtlMode: true, align: "right" } : { lang, align: "left" };
}
