import type * as Docx from "docx";
import { emuPerMillimetre, emuPerPixel } from "#worker/export/ooxml.ts";
import { fitInto, orientedSize } from "../orientation.ts";
import type { DocumentModel } from "./model.ts";
import type { PhotoEntry } from "./photoEntries.ts";
import { createPlaceholder } from "./placeholder.ts";
import { isRightToLeft } from "./textFit.ts";
import { themeColors } from "./theme.ts";
import { type Block, mmToTwips, pageSize, textHeightMm, type WordBlocks } from "./wordBlocks.ts";
import type { WordFlow } from "./wordFlow.ts";
import type { TemplateValues } from "./xmlTemplate.ts";

/** Everything about a cell except its texts and lengths. */
interface CellShape {
  titleRtl: boolean;
  /** null without a comment. */
  commentRtl: boolean | null;
  quarters: number;
  flipH: boolean;
}

/** Indexes of the texts of one cell in the template values. */
const gridTextIndex = {
  relationshipId: 0,
  id: 1,
  name: 2,
  altText: 3,
  title: 4,
  facts: 5,
  comment: 6,
  count: 7,
} as const;
const lengthCount = 2;

export interface GridStyle {
  columns: 2 | 3;
  /** Maximum height of a photo in millimetres. */
  height: number;
}

/**
 * Photos side by side, each with its number, name, time, position and comment below. A page break splits a row only if it is higher
 * than a page.
 */
export class WordGrid {
  readonly #docx: typeof Docx;
  readonly #blocks: WordBlocks;
  readonly #model: DocumentModel;
  readonly #flow: WordFlow;
  readonly #style: GridStyle;

  constructor(docx: typeof Docx, blocks: WordBlocks, model: DocumentModel, flow: WordFlow, style: GridStyle) {
    this.#docx = docx;
    this.#blocks = blocks;
    this.#model = model;
    this.#flow = flow;
    this.#style = style;
  }

  add(entries: readonly PhotoEntry[]): void {
    const { columns } = this.#style;
    for (let first = 0; first < entries.length; first += columns) {
      const cells = entries.slice(first, first + columns).map((entry) => this.#cellOf(entry));
      const values = {
        texts: cells.flatMap(({ texts }) => texts),
        lengths: cells.flatMap(({ lengths }) => lengths),
      };
      const shapes = cells.map(({ shape }) => shape);
      const embedIndexes = cells.map(
        (_, index) => index * gridTextIndex.count + gridTextIndex.relationshipId,
      );
      const canSplit = Math.max(...cells.map(({ height }) => height)) > pageSize.textHeight;
      this.#flow.add(
        { grid: columns, shapes, canSplit },
        values,
        (placeholders) => this.#row(shapes, canSplit, placeholders),
        embedIndexes,
      );
    }
  }

  /** A cell with its height in millimetres. */
  #cellOf(entry: PhotoEntry): { shape: CellShape; height: number } & TemplateValues {
    const { texts } = this.#model;
    const { photo, turn, upright, altText } = entry;
    const relationshipId = this.#flow.embed(entry.image);
    const { title } = entry;
    const { comment } = entry;
    const photoName = entry.title === photo.name ? "" : photo.name;
    const facts = [entry.takenAt, entry.position, photo.creator, photoName].filter(Boolean).join("  ·  ");
    const frame = orientedSize(
      fitInto(upright, { width: this.#width - 4, height: this.#style.height }),
      turn,
    );
    const width = this.#width - 4;
    const { size, factSize } = this.#typeSizes;
    const captionHeight =
      textHeightMm(`${entry.number}. ${title}`, size, width) +
      textHeightMm(facts, factSize, width) +
      textHeightMm(comment, size, width);
    return {
      // The frame of the upright photo, and the space between lines.
      height: orientedSize(frame, turn).height + captionHeight + 6,
      shape: {
        titleRtl: isRightToLeft(title),
        commentRtl: comment === "" ? null : isRightToLeft(comment),
        quarters: turn.quarterTurns,
        flipH: turn.flipH,
      },
      texts: [
        relationshipId,
        String(this.#flow.pictures.length),
        `${texts.photo} ${entry.number}`,
        altText,
        `${entry.number}. ${title}`,
        facts,
        comment,
      ],
      lengths: [frame.width * emuPerMillimetre, frame.height * emuPerMillimetre],
    };
  }

  /** Width of a cell in millimetres. */
  get #width(): number {
    return pageSize.textWidth / this.#style.columns;
  }

  /** Points. */
  get #typeSizes(): { size: number; factSize: number } {
    const size = this.#style.columns === 3 ? 7.5 : 8.5;
    return { size, factSize: size - 1 };
  }

  #row(shapes: readonly CellShape[], canSplit: boolean, { texts, lengths }: TemplateValues): Block[] {
    const { Table, TableRow, TableCell, TableLayoutType, WidthType, BorderStyle, Paragraph } = this.#docx;
    const noBorder = { style: BorderStyle.NONE, size: 0, color: "auto" };
    const width = mmToTwips(this.#width);
    const cell = (children: Docx.Paragraph[]) =>
      new TableCell({ width: { size: width, type: WidthType.DXA }, children });
    const cells = Array.from({ length: this.#style.columns }, (_, index) => {
      const shape = shapes[index];
      if (!shape) return cell([new Paragraph({})]);
      const cellValues = {
        texts: texts.slice(index * gridTextIndex.count, (index + 1) * gridTextIndex.count),
        lengths: lengths.slice(index * lengthCount, (index + 1) * lengthCount),
      };
      return cell([this.#picture(shape, cellValues), ...this.#caption(shape, cellValues)]);
    });
    return [
      new Table({
        width: { size: mmToTwips(pageSize.textWidth), type: WidthType.DXA },
        columnWidths: cells.map(() => width),
        layout: TableLayoutType.FIXED,
        margins: { top: 40, bottom: 60, left: 0, right: mmToTwips(4) },
        borders: {
          top: noBorder,
          bottom: noBorder,
          left: noBorder,
          right: noBorder,
          insideHorizontal: noBorder,
          insideVertical: noBorder,
        },
        rows: [new TableRow({ cantSplit: !canSplit, children: cells })],
      }),
      this.#blocks.spacer(),
    ];
  }

  #caption(shape: CellShape, { texts }: TemplateValues): Docx.Paragraph[] {
    const size = 2 * this.#typeSizes.size;
    const factSize = 2 * this.#typeSizes.factSize;
    const lines = [
      this.#blocks.text(
        texts[gridTextIndex.title]!,
        { size, bold: true },
        { before: 40 },
        { rtl: shape.titleRtl },
      ),
      this.#blocks.text(texts[gridTextIndex.facts]!, { size: factSize, color: themeColors.muted }),
    ];
    if (shape.commentRtl !== null) {
      lines.push(
        this.#blocks.text(texts[gridTextIndex.comment]!, { size }, { before: 20 }, { rtl: shape.commentRtl }),
      );
    }
    return lines;
  }

  #picture({ quarters, flipH }: CellShape, { texts, lengths }: TemplateValues): Docx.Paragraph {
    const image = new this.#docx.ImageRun({
      type: "jpg",
      data: createPlaceholder(`template ${texts[gridTextIndex.id]}`, { width: 4, height: 3 }),
      transformation: {
        width: lengths[0]! / emuPerPixel,
        height: lengths[1]! / emuPerPixel,
        rotation: quarters * 90,
        ...(flipH && { flip: { horizontal: true } }),
      },
      altText: {
        id: texts[gridTextIndex.id]!,
        name: texts[gridTextIndex.name]!,
        description: texts[gridTextIndex.altText]!,
      },
    });
    return new this.#docx.Paragraph({ children: [image], keepNext: true });
  }
}
