import type * as Docx from "docx";
import { fitInto } from "../orientation.ts";
import type { DocumentModel } from "./model.ts";
import { estimateLines, isRightToLeft } from "./textFit.ts";
import { themeColors, themeFont } from "./theme.ts";
import { truncate } from "./xml.ts";

/** A4 in millimetres, and the text area inside the margins. */
export const pageSize = {
  ...{ width: 210, height: 297, margin: 20, bottom: 22 },
  ...{ textWidth: 170, textHeight: 297 - 20 - 22 },
} as const;

/** Millimetres; the library counts pixels of 1/96 inch. */
const logoBox = { width: 45, height: 12 } as const;
const mmPerPixel = 25.4 / 96;
/** Larger than the ids of photos. */
const logoId = "1000000";

export type Block = Docx.Paragraph | Docx.Table;

export interface Column {
  title: string;
  /** Millimetres. */
  width: number;
  align?: "right";
}

/** Text of a table cell, optionally with a small grey line below. `rtl` is set when the text is a placeholder. */
export type CellText = string | { text: string; small?: string; rtl?: boolean };

export const mmToTwips = (millimetres: number) => Math.round((millimetres * 1440) / 25.4);

/** Type sizes of cells and of the lines below their texts, in points. */
const cellSize = { text: 9, small: 6 } as const;

/** Higher rows may be split. */
const maxUnsplitMm = 100;
const mmPerPoint = 25.4 / 72;

/** Height in millimetres of lines of text. @param width millimetres */
export const textHeightMm = (text: string, points: number, width: number): number =>
  estimateLines(text, points, width / 25.4) * points * 1.25 * mmPerPoint;

/** Whether a row is so high that a page break may split it. */
export const isHighRow = (columns: readonly Column[], cells: readonly CellText[]): boolean =>
  cells.some((cell, index) => {
    const { text, small = "" } = typeof cell === "string" ? { text: cell } : cell;
    const width = columns[index]!.width - 3;
    const height = textHeightMm(text, cellSize.text, width) + textHeightMm(small, cellSize.small, width);
    return height > maxUnsplitMm;
  });

/** The building blocks of the Word document, in its language and style. Font sizes are in half points, as in the format. */
export class WordBlocks {
  readonly #docx: typeof Docx;
  readonly #model: DocumentModel;

  constructor(docx: typeof Docx, model: DocumentModel) {
    this.#docx = docx;
    this.#model = model;
  }

  document(children: Block[]): Docx.Document {
    const { Document } = this.#docx;
    const heading = (size: number, spaceBefore: number) => ({
      run: { font: themeFont, size, bold: true, color: themeColors.navy },
      paragraph: { spacing: { before: spaceBefore, after: 120 }, keepNext: true, keepLines: true },
    });
    return new Document({
      title: this.#model.title,
      creator: this.#model.documentation.creator,
      styles: {
        default: {
          document: {
            run: {
              font: themeFont,
              size: 20,
              color: themeColors.ink,
              language: { value: this.#model.texts.locale },
            },
          },
          title: {
            run: { font: themeFont, size: 52, bold: true, color: themeColors.navy },
            paragraph: { spacing: { before: 60, after: 80 }, keepNext: true },
          },
          heading1: heading(30, 320),
          heading2: heading(23, 240),
          heading3: heading(20, 200),
        },
      },
      sections: [
        {
          properties: {
            page: {
              size: { width: mmToTwips(pageSize.width), height: mmToTwips(pageSize.height) },
              margin: {
                top: mmToTwips(pageSize.margin),
                left: mmToTwips(pageSize.margin),
                right: mmToTwips(pageSize.margin),
                bottom: mmToTwips(pageSize.bottom),
                header: mmToTwips(6),
                footer: mmToTwips(9),
              },
            },
          },
          ...this.#headers(),
          footers: { default: this.#footer() },
          children,
        },
      ],
    });
  }

  titleBlock(): Block[] {
    const {
      texts,
      overline,
      title,
      subtitle,
      part,
      facts,
      summary,
      unnamed: neverReceivedText,
      missing,
    } = this.#model;
    const { Paragraph, TextRun, HeadingLevel } = this.#docx;
    const overlineText = [overline, part?.label].filter(Boolean).join(" · ");
    const blocks: Block[] = [
      new Paragraph({
        children: [
          new TextRun({
            text: overlineText.toLocaleUpperCase(texts.locale),
            bold: true,
            size: 18,
            color: themeColors.accent,
            characterSpacing: 20,
          }),
        ],
      }),
      new Paragraph({
        heading: HeadingLevel.TITLE,
        bidirectional: isRightToLeft(title),
        children: [this.run(title, { size: title.length > 90 ? 28 : title.length > 40 ? 38 : 52 })],
      }),
    ];
    if (subtitle) blocks.push(this.text(subtitle, { color: themeColors.muted, size: 22 }, { after: 120 }));
    blocks.push(this.text("", { size: 8 }));
    blocks.push(
      this.table(
        [
          { title: "", width: 45 },
          { title: "", width: 125 },
        ],
        facts.map(({ label, value }) => [label, value]),
        { header: false },
      ),
    );
    const isAlarming = missing.length > 0 || neverReceivedText !== "";
    blocks.push(
      this.text(
        [summary, part?.photos].filter(Boolean).join(" "),
        { bold: true, color: isAlarming ? themeColors.alarm : themeColors.accent },
        { before: 200, after: 60 },
      ),
    );
    if (neverReceivedText)
      blocks.push(this.text(neverReceivedText, { color: themeColors.alarm }, { after: 60 }));
    return blocks;
  }

  answers(): Block[] {
    const { texts, answers } = this.#model;
    if (answers.length === 0) return [];
    return [
      this.heading(texts.answers, 1),
      this.table(
        [
          { title: texts.task, width: 80 },
          { title: texts.answer, width: 90 },
        ],
        answers.map(({ group, task, answer }) => [group ? { text: task, small: group } : task, answer]),
      ),
    ];
  }

  files(): Block[] {
    const { texts, files } = this.#model;
    if (files.length === 0) return [];
    return [
      this.heading(texts.files, 1),
      this.table(
        [
          { title: texts.name, width: 94 },
          { title: texts.task, width: 46 },
          { title: texts.bytes, width: 30, align: "right" },
        ],
        files.map(({ name, task, size, sha256 }) => [
          { text: name, small: `SHA-256 ${sha256}` },
          task,
          String(size),
        ]),
      ),
    ];
  }

  missing(): Block[] {
    const { texts, missing, unnamed: neverReceivedText } = this.#model;
    if (missing.length === 0 && neverReceivedText === "") return [];
    const blocks: Block[] = [
      this.heading(`${texts.missing} (${missing.length})`, 1, { color: themeColors.alarm }),
    ];
    if (neverReceivedText) blocks.push(this.text(neverReceivedText, {}, { after: 120 }));
    if (missing.length > 0) {
      blocks.push(
        this.table(
          [
            { title: texts.name, width: 62 },
            { title: texts.kind, width: 16 },
            { title: texts.task, width: 46 },
            { title: texts.reason, width: 46 },
          ],
          missing.map(({ name, kind, task, reason }) => [`${texts.missing}: ${name}`, kind, task, reason]),
        ),
      );
    }
    return blocks;
  }

  heading(
    text: string,
    level: 1 | 2 | 3,
    { color, ...paragraph }: Docx.IParagraphOptions & { rtl?: boolean; color?: string } = {},
  ): Docx.Paragraph {
    const { HeadingLevel } = this.#docx;
    return this.text(text, color ? { color } : {}, undefined, {
      heading: HeadingLevel[`HEADING_${level}`],
      ...paragraph,
    });
  }

  /** A paragraph; `rtl` is set when the text is a placeholder, which does not show its direction. */
  text(
    text: string,
    options: Docx.IRunOptions = {},
    spacing?: { before?: number; after?: number },
    { rtl = isRightToLeft(text), ...paragraph }: Docx.IParagraphOptions & { rtl?: boolean } = {},
  ): Docx.Paragraph {
    const { Paragraph } = this.#docx;
    return new Paragraph({
      ...(spacing && { spacing }),
      ...(rtl && { bidirectional: true }),
      ...paragraph,
      children: text
        .split("\n")
        .map((line, index) => this.run(line, { ...options, ...(index > 0 && { break: 1 }) }, rtl)),
    });
  }

  /** A paragraph of differently styled runs. */
  paragraph(children: Docx.TextRun[], options: Docx.IParagraphOptions = {}): Docx.Paragraph {
    return new this.#docx.Paragraph({ ...options, children });
  }

  /** Separates two tables, which Word would join. */
  spacer(): Docx.Paragraph {
    return this.text("", { size: 8 }, { after: 40 });
  }

  run(text: string, options: Docx.IRunOptions = {}, rtl = isRightToLeft(text)): Docx.TextRun {
    return new this.#docx.TextRun({ text, ...options, ...(rtl && { rightToLeft: true }) });
  }

  /**
   * A ruled table across the text area. By default its first row is a header that repeats on every page. A page break splits only high
   * rows: Word and other programs cut off an unsplittable row at the end of the page.
   * @param canSplitRows for rows of placeholders, which do not show their height
   */
  table(
    columns: Column[],
    rows: CellText[][],
    { header = true, canSplitRows = false }: { header?: boolean; canSplitRows?: boolean } = {},
  ): Docx.Table {
    const { Table, TableRow, WidthType, BorderStyle, TableLayoutType } = this.#docx;
    const rule = { style: BorderStyle.SINGLE, size: 4, color: themeColors.rule };
    const noBorder = { style: BorderStyle.NONE, size: 0, color: "auto" };
    const body = rows.map(
      (cells) =>
        new TableRow({
          cantSplit: !canSplitRows && !isHighRow(columns, cells),
          children: cells.map((cell, index) =>
            this.#cell(columns[index]!, cell, !header && index === 0 ? { color: themeColors.muted } : {}),
          ),
        }),
    );
    const titles = columns.map(({ title }) => title);
    const head = new TableRow({
      tableHeader: !isHighRow(columns, titles),
      cantSplit: !isHighRow(columns, titles),
      children: columns.map((column) =>
        this.#cell(column, column.title, { bold: true, color: themeColors.white }, themeColors.navy),
      ),
    });
    return new Table({
      width: { size: mmToTwips(pageSize.textWidth), type: WidthType.DXA },
      columnWidths: columns.map(({ width }) => mmToTwips(width)),
      layout: TableLayoutType.FIXED,
      margins: { top: 50, bottom: 50, left: 90, right: 90 },
      borders: {
        top: rule,
        bottom: rule,
        left: noBorder,
        right: noBorder,
        insideHorizontal: rule,
        insideVertical: noBorder,
      },
      rows: header ? [head, ...body] : body,
    });
  }

  #cell(column: Column, content: CellText, options: Docx.IRunOptions, fill?: string): Docx.TableCell {
    const { TableCell, WidthType, AlignmentType, ShadingType } = this.#docx;
    const { text, small, rtl } = typeof content === "string" ? { text: content } : content;
    const paragraph = column.align === "right" ? { alignment: AlignmentType.RIGHT } : {};
    const direction = rtl === undefined ? {} : { rtl };
    const lines = [
      this.text(text, { size: 2 * cellSize.text, ...options }, undefined, { ...paragraph, ...direction }),
    ];
    if (small) lines.push(this.text(small, { size: 2 * cellSize.small, color: themeColors.muted }));
    return new TableCell({
      width: { size: mmToTwips(column.width), type: WidthType.DXA },
      children: lines,
      ...(fill && { shading: { type: ShadingType.CLEAR, color: "auto", fill } }),
    });
  }

  /** The logo is above the text on every page. */
  #headers(): Pick<Docx.ISectionOptions, "headers"> {
    const { Header, Paragraph, ImageRun, AlignmentType } = this.#docx;
    const { logo, documentation } = this.#model;
    if (!logo) return {};
    const { width, height } = fitInto(logo.size, logoBox);
    const { customerName: name } = documentation;
    // A fixed id: the library numbers pictures across documents, and the same document must always be the same.
    const altText = { id: logoId, name, description: name, title: "" };
    const picture = new ImageRun({
      type: "png",
      data: logo.bytes,
      transformation: { width: width / mmPerPixel, height: height / mmPerPixel },
      altText,
    });
    const line = new Paragraph({ alignment: AlignmentType.RIGHT, children: [picture] });
    return { headers: { default: new Header({ children: [line] }) } };
  }

  #footer(): Docx.Footer {
    const { Footer, Paragraph, TextRun, PageNumber, TabStopType, BorderStyle } = this.#docx;
    const { texts, title, part } = this.#model;
    const captionStyle = { size: 16, color: themeColors.muted };
    return new Footer({
      children: [
        new Paragraph({
          tabStops: [{ type: TabStopType.RIGHT, position: mmToTwips(pageSize.textWidth) }],
          border: { top: { style: BorderStyle.SINGLE, size: 4, color: themeColors.rule, space: 6 } },
          children: [
            this.run([truncate(title, 70), part?.label].filter(Boolean).join(" · "), captionStyle),
            new TextRun({
              ...captionStyle,
              children: ["\t", `${texts.page} `, PageNumber.CURRENT, ` ${texts.of} `, PageNumber.TOTAL_PAGES],
            }),
          ],
        }),
      ],
    });
  }
}
