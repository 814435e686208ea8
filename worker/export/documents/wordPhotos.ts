import type * as Docx from "docx";
import { emuPerMillimetre, emuPerPixel } from "#worker/export/ooxml.ts";
import { fitInto, orientedSize } from "../orientation.ts";
import { formatRanges } from "./form.ts";
import type { DocumentModel } from "./model.ts";
import type { PhotoEntry } from "./photoEntries.ts";
import { createPlaceholder } from "./placeholder.ts";
import { isRightToLeft } from "./textFit.ts";
import { themeColors } from "./theme.ts";
import {
  type Block,
  type Column,
  isHighRow,
  mmToTwips,
  pageSize,
  textHeightMm,
  type WordBlocks,
} from "./wordBlocks.ts";
import { Shapes, type TemplateInstance, WordFlow } from "./wordFlow.ts";
import { createPlaceholders, type TemplateValues } from "./xmlTemplate.ts";

/** Boxes in millimetres that fit two photos with their captions on a page. */
export const wideBox = { width: pageSize.textWidth, height: 90 } as const;
export const tallBox = { width: 92, height: 110 } as const;

/** Widths of the columns of a tall photo and its caption. */
const captionColumns = { left: tallBox.width + 6, right: pageSize.textWidth - tallBox.width - 6 } as const;

const captionHeightMm = (texts: readonly string[]): number =>
  texts.reduce((height, text) => height + textHeightMm(text, 10, captionColumns.right) + 1, 0);

/** Everything about a photo except its texts and lengths, in which blocks of one shape differ. */
interface PhotoShape {
  /** A tall photo has its caption next to it, a wide one below. */
  isTall: boolean;
  /** Whether the caption next to a tall photo is higher than a page. */
  canSplit: boolean;
  titleRtl: boolean;
  facts: number;
  commentLineCount: number;
  commentRtl: boolean;
  quarters: number;
  flipH: boolean;
}

/** Indexes of the first texts of a photo; then come the title, the facts and the lines of the comment. */
const photoTextIndex = { relationshipId: 0, id: 1, name: 2, altText: 3, title: 4, facts: 5 } as const;

/**
 * Photos with captions, and the list of them that ends the document. The library draws one template block of each shape; the flow
 * and `rows` contain the instances.
 */
export class WordPhotos {
  readonly flow: WordFlow;
  readonly rows: (TemplateInstance & { values: TemplateValues })[] = [];
  readonly #docx: typeof Docx;
  readonly #blocks: WordBlocks;
  readonly #model: DocumentModel;
  readonly #rowShapes = new Shapes<{ rtl: [boolean, boolean]; values: TemplateValues }>();

  constructor(docx: typeof Docx, blocks: WordBlocks, model: DocumentModel, flow = new WordFlow()) {
    this.#docx = docx;
    this.#blocks = blocks;
    this.#model = model;
    this.flow = flow;
    for (const { entries } of model.sections) for (const entry of entries) this.#addRow(entry);
  }

  /** Adds every photo with its caption, under headings by task. */
  addPhotos(): void {
    const { sections } = this.#model;
    for (const { heading, entries } of sections) {
      if (sections.length > 1 || entries[0]?.task) this.#addHeading(heading);
      for (const entry of entries) this.#addPhoto(entry);
    }
  }

  /** The heading of the photos, and their template blocks. */
  templateBlocks(): Block[] {
    if (this.flow.blocks.length === 0) return [];
    const heading = this.#blocks.heading(this.#model.texts.photos, 1, { pageBreakBefore: true });
    return [heading, ...this.flow.templateBlocks(this.#blocks)];
  }

  /** The tasks with the numbers of their photos; left out if all photos belong to one task. */
  contents(): Block[] {
    const { texts, sections } = this.#model;
    if (sections.length < 2) return [];
    const columns: Column[] = [
      { title: texts.task, width: 110 },
      { title: texts.photos, width: 60 },
    ];
    const rows = sections.map(({ heading, entries }) => [
      heading,
      `${texts.photoCount(entries.length)}: ${formatRanges(entries.map(({ number }) => number))}`,
    ]);
    return [this.#blocks.heading(texts.contents, 1), this.#blocks.table(columns, rows)];
  }

  /** The list of the document's photos with the checksums of their originals: one template row of each shape. */
  list(): Block[] {
    const { texts, summary, unnamed: neverReceivedText } = this.#model;
    const heading = this.#blocks.heading(texts.photoList, 1);
    const statusParagraph = this.#blocks.text(
      [summary, neverReceivedText].filter(Boolean).join(" "),
      {},
      { after: 120 },
    );
    if (this.rows.length === 0) return [heading, statusParagraph];
    const columns: Column[] = [
      { title: texts.number, width: 11 },
      { title: texts.photo, width: 91 },
      { title: texts.task, width: 36 },
      { title: texts.takenAt, width: 32 },
    ];
    const rows = this.#rowShapes.all.map(({ rtl, values: { texts: placeholders } }) => [
      placeholders[0]!,
      { text: placeholders[1]!, small: placeholders[2]!, rtl: rtl[0] },
      { text: placeholders[3]!, rtl: rtl[1] },
      placeholders[4]!,
    ]);
    const canSplitRows = this.rows.some(
      ({
        values: {
          texts: [number = "", title = "", hash = "", task = "", time = ""],
        },
      }) => isHighRow(columns, [number, { text: title, small: hash }, task, time]),
    );
    return [heading, statusParagraph, this.#blocks.table(columns, rows, { canSplitRows })];
  }

  #addHeading(heading: string): void {
    const rtl = isRightToLeft(heading);
    this.flow.add({ kind: "heading", rtl }, { texts: [heading], lengths: [] }, ({ texts }) => [
      this.#blocks.heading(texts[0]!, 2, { rtl }),
    ]);
  }

  #addPhoto(entry: PhotoEntry): void {
    const { texts } = this.#model;
    const { photo, title, turn, upright, altText } = entry;
    const isTall = upright.height > upright.width;
    const name = title === photo.name ? "" : `${texts.name}: ${photo.name}`;
    const facts = [entry.takenAt, entry.position || texts.noPosition, photo.creator, name].filter(Boolean);
    const factLines = isTall ? facts : [facts.join("  ·  ")];
    const { comment } = entry;
    const commentLines = comment === "" ? [] : comment.split("\n");
    const relationshipId = this.flow.embed(entry.image);
    const frame = orientedSize(fitInto(upright, isTall ? tallBox : wideBox), turn);
    const shape: PhotoShape = {
      isTall,
      canSplit: isTall && captionHeightMm([title, ...facts, comment]) > pageSize.textHeight,
      titleRtl: isRightToLeft(title),
      facts: factLines.length,
      commentLineCount: commentLines.length,
      commentRtl: isRightToLeft(comment),
      quarters: turn.quarterTurns,
      flipH: turn.flipH,
    };
    this.flow.add(
      shape,
      {
        texts: [
          relationshipId,
          String(this.flow.pictures.length),
          `${texts.photo} ${entry.number}`,
          altText,
          `${entry.number}. ${title}`,
          ...factLines,
          ...commentLines,
        ],
        lengths: [frame.width * emuPerMillimetre, frame.height * emuPerMillimetre],
      },
      (placeholders) => this.#photo(shape, placeholders),
      [photoTextIndex.relationshipId],
    );
  }

  #addRow({ number, title, photo, task, takenAt }: PhotoEntry): void {
    const rtl: [boolean, boolean] = [isRightToLeft(title), isRightToLeft(task)];
    const values = { texts: [String(number), title, `SHA-256 ${photo.sha256}`, task, takenAt], lengths: [] };
    const templateIndex = this.#rowShapes.indexOf(rtl, () => ({ rtl, values: createPlaceholders(values) }));
    this.rows.push({ templateIndex, values });
  }

  #photo(shape: PhotoShape, placeholders: TemplateValues): Block[] {
    const { Paragraph } = this.#docx;
    const picture = this.#picture(shape, placeholders);
    if (shape.isTall) return this.#sideBySide(picture, this.#caption(shape, placeholders), shape);
    const paragraphOptions = { keepNext: true, spacing: { before: 120, after: 80 } };
    return [
      new Paragraph({ ...paragraphOptions, children: [picture] }),
      ...this.#caption(shape, placeholders),
    ];
  }

  /** The photo beside its caption. A page break splits the row only if it is higher than a page. */
  #sideBySide(picture: Docx.ImageRun, caption: Docx.Paragraph[], { canSplit }: PhotoShape): Block[] {
    const { Paragraph, Table, TableRow, TableCell, TableLayoutType, WidthType, BorderStyle } = this.#docx;
    const noBorder = { style: BorderStyle.NONE, size: 0, color: "auto" };
    const cell = (width: number, children: Docx.Paragraph[]) =>
      new TableCell({ width: { size: mmToTwips(width), type: WidthType.DXA }, children });
    const { left, right } = captionColumns;
    return [
      new Table({
        width: { size: mmToTwips(pageSize.textWidth), type: WidthType.DXA },
        columnWidths: [mmToTwips(left), mmToTwips(right)],
        layout: TableLayoutType.FIXED,
        margins: { top: 0, bottom: 0, left: 0, right: 0 },
        borders: {
          top: noBorder,
          bottom: noBorder,
          left: noBorder,
          right: noBorder,
          insideHorizontal: noBorder,
          insideVertical: noBorder,
        },
        rows: [
          new TableRow({
            cantSplit: !canSplit,
            children: [cell(left, [new Paragraph({ children: [picture] })]), cell(right, caption)],
          }),
        ],
      }),
      // Without a paragraph between them Word would join two tables.
      this.#blocks.text("", { size: 8 }, { after: 60 }),
    ];
  }

  #caption(shape: PhotoShape, { texts }: TemplateValues): Docx.Paragraph[] {
    const { isTall, facts, commentLineCount } = shape;
    const keepOptions = { keepNext: true, keepLines: true };
    const lastSpacing = { after: isTall ? 40 : 240 };
    const mutedStyle = { size: 17, color: themeColors.muted };
    const lines = [
      this.#blocks.text(
        texts[photoTextIndex.title]!,
        { bold: true },
        { after: 20 },
        { ...keepOptions, rtl: shape.titleRtl },
      ),
    ];
    const comment = texts.slice(photoTextIndex.facts + facts).join("\n");
    for (const fact of texts.slice(photoTextIndex.facts, photoTextIndex.facts + facts)) {
      const spacing = commentLineCount > 0 ? { after: 40 } : lastSpacing;
      lines.push(
        this.#blocks.text(
          fact,
          mutedStyle,
          isTall ? { after: 20 } : spacing,
          isTall || commentLineCount === 0 ? {} : keepOptions,
        ),
      );
    }
    if (commentLineCount > 0) {
      lines.push(
        this.#blocks.text(
          comment,
          {},
          { before: isTall ? 80 : 0, ...lastSpacing },
          { rtl: shape.commentRtl },
        ),
      );
    }
    return lines;
  }

  /**
   * Word expects the size of the frame before its rotation and reserves the space of the rotated one (since 2010, compatibility
   * mode 14 and later, which docx writes).
   */
  #picture({ quarters, flipH }: PhotoShape, { texts, lengths }: TemplateValues): Docx.ImageRun {
    return new this.#docx.ImageRun({
      type: "jpg",
      data: createPlaceholder("template", { width: 4, height: 3 }),
      transformation: {
        width: lengths[0]! / emuPerPixel,
        height: lengths[1]! / emuPerPixel,
        rotation: quarters * 90,
        ...(flipH && { flip: { horizontal: true } }),
      },
      // docx numbers pictures across all documents of an isolate; the file must not depend on that.
      altText: {
        id: texts[photoTextIndex.id]!,
        name: texts[photoTextIndex.name]!,
        description: texts[photoTextIndex.altText]!,
      },
    });
  }
}
