import type PptxGenJS from "pptxgenjs";
import type { DocumentTexts } from "./documentTexts.ts";
import type { DocumentModel } from "./model.ts";
import type { SlideDeck } from "./powerpointDeck.ts";
import { cutToLines } from "./powerpointFit.ts";
import { masters } from "./powerpointMasters.ts";
import { estimateLines, isRightToLeft, linesHeight, maxSizeForBox, splitByLines } from "./textFit.ts";
import { themeColors, themeFont } from "./theme.ts";

export function addTitleSlide(deck: SlideDeck, model: DocumentModel): void {
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
  const { title } = model;
  const size = maxSizeForBox(title, [36, 30, 24, 20, 16, 14], { width: base.w, height: 1.35 });
  slide.addText(title, {
    ...paragraphOptions(title, deck.locale),
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
    const { subtitle } = model;
    slide.addText(subtitle, {
      ...base,
      ...paragraphOptions(subtitle, deck.locale),
      y: 2.4,
      h: 0.6,
      fontSize: maxSizeForBox(subtitle, [16, 13, 11, 9], { width: base.w, height: 0.6 }),
      color: themeColors.muted,
      valign: "top",
    });
  }
  addFactColumns(slide, model, deck.locale);
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

/** The room for a fact on a title slide: the width in inches, and the maximum number of lines. */
export interface FactRoom {
  width: number;
  lines: number;
}
/** Points. */
const minFactSize = 10;

/** A fact shortened to fit a title slide, and its type size. Longer facts follow in full on separate slides. */
export function fitFact(
  value: string,
  { width, lines }: FactRoom,
  size: number,
): { text: string; size: number } {
  if (estimateLines(value, size, width) === 1) return { text: value, size };
  return { text: cutToLines(value, { size: minFactSize, width, lines }), size: minFactSize };
}

/** Facts that are too long for the title slide, such as the creators and tags of many documentations. */
export function addFactSlides(
  deck: SlideDeck,
  { facts, title, texts }: DocumentModel,
  room: FactRoom = columnRoom,
): void {
  const longFacts = facts.filter(({ value }) => fitFact(value, room, minFactSize).text !== value);
  if (longFacts.length === 0) return;
  addListSlides(deck, {
    texts,
    title: texts.details,
    lead: title,
    color: themeColors.muted,
    columns: [{ title: texts.details, width: 12 }],
    rows: longFacts.flatMap(({ label, value }): ListRow[] => [
      { spanningText: label, heading: true },
      { spanningText: value, heading: false },
    ]),
  });
}

const columnRoom: FactRoom = { width: 5.6, lines: 2 };

/** The facts in two columns, each as label above value. */
function addFactColumns(slide: PptxGenJS.Slide, model: DocumentModel, lang: string): void {
  const perColumn = Math.ceil(model.facts.length / 2);
  const step = Math.min(0.62, 3.2 / Math.max(perColumn, 1));
  model.facts.forEach(({ label, value }, index) => {
    const x = index < perColumn ? 0.95 : 7.0;
    const fittedValue = fitFact(value, columnRoom, 15);
    slide.addText(
      [
        { text: label, options: { fontSize: 10, color: themeColors.muted, breakLine: true, lang } },
        { text: fittedValue.text, options: { fontSize: fittedValue.size, color: themeColors.ink, lang } },
      ],
      {
        x,
        y: 3.15 + (index % perColumn) * step,
        w: columnRoom.width,
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

interface SlideList {
  texts: Pick<DocumentTexts, "continued">;
  title: string;
  /** The line below the title, and its colour. */
  lead: string;
  color: string;
  columns: Column[];
  rows: ListRow[];
}

/** The cells of a row, or a text that spans all columns: a heading or a static text. */
export type ListRow = string[] | { spanningText: string; heading: boolean };

/** Table slides in inches: the top and the maximum height of a table. */
const listBox = { x: 0.95, top: 1.65, height: 5.0, fontSize: 12 } as const;

/** Adds the captions that did not fit on their slides. */
export function addCaptionSlides(deck: SlideDeck, { texts, title }: DocumentModel): void {
  if (deck.cut.length === 0) return;
  addListSlides(deck, {
    texts,
    title: texts.captionsInFull,
    lead: title,
    color: themeColors.muted,
    columns: [
      { title: texts.photo, width: 1 },
      { title: texts.captionsInFull, width: 11 },
    ],
    rows: deck.cut.map(({ number, task, title: name, comment, photo }) => [
      String(number),
      [task || texts.otherPhotos, name, comment, photo.creator, name === photo.name ? "" : photo.name]
        .filter(Boolean)
        .join("\n"),
    ]),
  });
}

export function addMissingSlides(deck: SlideDeck, model: DocumentModel): void {
  if (model.missing.length === 0) return;
  const { texts } = model;
  addListSlides(deck, {
    texts,
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
 * Adds slides directly after the title: how many photos each task has and on which slides. Left out if all photos belong to one task.
 * Drawn last, when the slide numbers are known.
 * @param slideByPhoto the slide of each photo, both counted from 1, before the contents slides are inserted
 */
export function addContentsSlides(
  deck: SlideDeck,
  model: DocumentModel,
  slideByPhoto: ReadonlyMap<number, number>,
): void {
  const { texts } = model;
  if (model.sections.length < 2) return;
  const createRows = (contentsSlideCount: number) =>
    model.sections.map(({ heading, entries }) => {
      const first = slideByPhoto.get(entries[0]!.number)! + contentsSlideCount;
      const last = slideByPhoto.get(entries.at(-1)!.number)! + contentsSlideCount;
      return [heading, texts.photoCount(entries.length), first === last ? `${first}` : `${first}–${last}`];
    });
  const columns: Column[] = [
    { title: texts.task, width: 8.6 },
    { title: texts.photos, width: 1.7, align: "right" },
    { title: texts.slides, width: 1.7, align: "right" },
  ];
  // The slide numbers always fit on one line, so the number of pages does not depend on them.
  const slideCount = splitIntoPages(createRows(0), columns, texts).length;
  const statusLine = [model.summary, model.unnamed].filter(Boolean).join(" ");
  const rows = createRows(slideCount);
  addListSlides(deck, {
    texts,
    title: texts.contents,
    lead: statusLine,
    color: themeColors.muted,
    columns,
    rows,
  });
  deck.moveLastSlides(slideCount, 1);
}

/** Adds a table on as many slides as necessary: a text that is too long for a slide continues on the next one. */
export function addListSlides(
  deck: SlideDeck,
  { texts, title, lead, color, columns, rows }: SlideList,
): void {
  const lang = deck.locale;
  for (const page of splitIntoPages(rows, columns, texts)) {
    const slide = deck.addSlide(masters.list);
    slide.addText(title, {
      placeholder: "title",
      x: listBox.x,
      y: 0.4,
      w: 12,
      h: 0.6,
      fontSize: maxSizeForBox(title, [26, 20, 16, 13, 10, 8], { width: 12, height: 0.6 }),
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
      fontSize: maxSizeForBox(lead, [12, 10, 8], { width: 12, height: 0.5 }),
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

function tableRows(rows: ListRow[], columns: Column[], lang: string): PptxGenJS.TableRow[] {
  const head = columns.map(({ title, align = "left" }) => ({
    text: title,
    options: { bold: true, color: themeColors.white, fill: { color: themeColors.navy }, align, lang },
  }));
  const body = rows.map((row): PptxGenJS.TableRow => {
    if (Array.isArray(row))
      return row.map((text, index) => ({ text, options: { align: columns[index]!.align ?? "left", lang } }));
    const { spanningText, heading } = row;
    const style = heading
      ? { bold: true, color: themeColors.navy, fill: { color: themeColors.shade } }
      : { color: themeColors.muted };
    return [{ text: spanningText, options: { ...style, align: "left", colspan: columns.length, lang } }];
  });
  return [head, ...body];
}

/** Distributes rows so that each table fits its slide and no heading is the last row; returns at least one page. */
function splitIntoPages(rows: readonly ListRow[], columns: Column[], texts: SlideList["texts"]): ListRow[][] {
  const result: ListRow[][] = [[]];
  const headHeight = heightOfRow(Math.max(...columns.map((column) => countCellLines(column.title, column))));
  const maxLines = Math.max(
    1,
    Math.floor((listBox.height - headHeight - cellPadding) / linesHeight(1, listBox.fontSize)),
  );
  const parts = rows.flatMap((row) => splitRow(row, columns, maxLines, texts));
  let height = headHeight;
  parts.forEach((row, index) => {
    const ownHeight = heightOfRow(countRowLines(row, columns));
    const next = parts[index + 1];
    const isHeading = !Array.isArray(row) && row.heading;
    const requiredHeight =
      isHeading && next ? ownHeight + heightOfRow(countRowLines(next, columns)) : ownHeight;
    // A heading and a row as tall as a slide cannot share one.
    const isTooTall = isHeading && headHeight + requiredHeight > listBox.height;
    if (height + (isTooTall ? ownHeight : requiredHeight) > listBox.height && result.at(-1)!.length > 0) {
      result.push([]);
      height = headHeight;
    }
    result.at(-1)!.push(row);
    height += ownHeight;
  });
  return result;
}

/** Splits a row into parts that each fit a slide. If the first cell is shorter than the others, its beginning is repeated in every part. */
function splitRow(row: ListRow, columns: Column[], maxLines: number, texts: SlideList["texts"]): ListRow[] {
  if (countRowLines(row, columns) <= maxLines) return [row];
  if (!Array.isArray(row))
    return splitByLines(row.spanningText, listBox.fontSize, textWidth(totalColumn(columns)), maxLines).map(
      (spanningText) => ({
        ...row,
        spanningText,
      }),
    );
  const parts = row.map((text, index) =>
    splitByLines(text, listBox.fontSize, textWidth(columns[index]!), maxLines),
  );
  const count = Math.max(...parts.map(({ length }) => length));
  return Array.from({ length: count }, (_, part) =>
    parts.map(
      (cell, index) => cell[part] ?? (index === 0 ? continuedLabel(cell[0]!, columns[0]!, texts) : ""),
    ),
  );
}

/** The beginning of a label, marked as continued, on one or two lines. */
const continuedLabel = (label: string, column: Column, { continued }: SlideList["texts"]): string =>
  `${splitByLines(label, listBox.fontSize, textWidth(column), 1)[0]} (${continued})`;

const totalColumn = (columns: Column[]) => ({ width: columns.reduce((sum, { width }) => sum + width, 0) });
const textWidth = ({ width }: Pick<Column, "width">): number => width - 0.16;
export const countCellLines = (text: string, column: Pick<Column, "width">): number =>
  estimateLines(text, listBox.fontSize, textWidth(column));
const countRowLines = (row: ListRow, columns: Column[]): number =>
  Array.isArray(row)
    ? Math.max(...row.map((text, index) => countCellLines(text, columns[index]!)))
    : countCellLines(row.spanningText, totalColumn(columns));

/** The padding above and below the lines of a row, in inches. */
const cellPadding = 0.08;

function heightOfRow(lines: number): number {
  return linesHeight(lines, listBox.fontSize) + cellPadding;
}

/** Direction and language of a user's text. */
export function paragraphOptions(text: string, lang: string): PptxGenJS.TextPropsOptions {
  return isRightToLeft(text) ? { lang, rtlMode: true, align: "right" } : { lang, align: "left" };
}
