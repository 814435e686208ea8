import type * as Docx from "docx";
import { fitInto, turned } from "../orientation";
import type { StoredObject } from "../plan";
import { COLOR } from "./look";
import type { DocumentModel, PhotoEntry } from "./model";
import { placeholder } from "./placeholder";
import { EMU_PER_MILLIMETRE, type Filling, holesFor } from "./stencil";
import { isRightToLeft } from "./text-fit";
import { type Block, type Column, PAGE, type WordBlocks } from "./word-blocks";
import { ellipsis } from "./xml";

/** Boxes in millimetres that let two photos with their captions share a page. */
const WIDE_BOX = { width: PAGE.textWidth, height: 90 } as const;
const TALL_BOX = { width: 92, height: 110 } as const;

/** docx takes sizes in pixels of 1/96 inch. */
const EMU_PER_PIXEL = 9525;
const twips = (millimetres: number) => Math.round((millimetres * 1440) / 25.4);

/** Text of the paragraphs that the exemplars stand between. */
export const CUT = "\ue002";

/** A piece of the document that is cut out along an exemplar, counted from 0. */
export interface Cutting {
  exemplar: number;
  filling: Filling;
}

/** A heading or a photo without words and lengths; blocks of one shape differ in nothing else. */
type Shape =
  | { kind: "heading"; rtl: boolean }
  | {
      kind: "photo";
      /** A tall photo has its caption beside it, a wide one below. */
      tall: boolean;
      titleRtl: boolean;
      facts: number;
      commentLines: number;
      commentRtl: boolean;
      quarters: number;
      flipH: boolean;
    };

/** First texts of a photo's filling; then the title, the facts and the lines of the comment. */
const TEXT = { embed: 0, id: 1, name: 2, altText: 3, title: 4, facts: 5 } as const;

/**
 * Photos with captions, and the list of them that closes the document. The library draws one exemplar of each
 * shape; `blocks` and `rows` say what is cut out along them.
 */
export class WordPhotos {
  readonly blocks: Cutting[] = [];
  readonly rows: Cutting[] = [];
  /** Pictures in the order of their relationships, rIdPhoto1 and on. */
  readonly pictures: { object: StoredObject }[] = [];
  readonly #docx: typeof Docx;
  readonly #blocks: WordBlocks;
  readonly #model: DocumentModel;
  readonly #shapes = new Map<string, { shape: Shape; holes: Filling }>();
  readonly #rowShapes = new Map<string, { rtl: [boolean, boolean]; holes: Filling }>();

  constructor(docx: typeof Docx, blocks: WordBlocks, model: DocumentModel) {
    this.#docx = docx;
    this.#blocks = blocks;
    this.#model = model;
    for (const { heading, entries } of model.sections) {
      if (model.sections.length > 1 || entries[0]?.task) this.#addHeading(ellipsis(heading, 250));
      for (const entry of entries) {
        this.#addPhoto(entry);
        this.#addRow(entry);
      }
    }
  }

  /** What stands in an exemplar for the relationship of its picture. */
  get embedHole(): string {
    return holesFor({ texts: [""], lengths: [] }).texts[TEXT.embed]!;
  }

  /** The heading of the photos and, between cuts, one block of each shape. */
  exemplars(): Block[] {
    if (this.blocks.length === 0) return [];
    const cut = () => this.#blocks.text(CUT);
    const drawn = [...this.#shapes.values()].flatMap(({ shape, holes }) => [
      ...(shape.kind === "heading"
        ? [this.#blocks.heading(holes.texts[0]!, 2, { rtl: shape.rtl })]
        : this.#photo(shape, holes)),
      cut(),
    ]);
    const heading = this.#blocks.heading(this.#model.texts.photos, 1, { pageBreakBefore: true });
    return [heading, cut(), ...drawn];
  }

  /** What the document holds, photo by photo, with the checksums that tie it to the originals: a row of each shape. */
  contents(): Block[] {
    const { texts, summary, unnamed } = this.#model;
    const heading = this.#blocks.heading(texts.contents, 1);
    const state = this.#blocks.text([summary, unnamed].filter(Boolean).join(" "), {}, { after: 120 });
    if (this.rows.length === 0) return [heading, state];
    const columns: Column[] = [
      { title: texts.number, width: 11 },
      { title: texts.photo, width: 91 },
      { title: texts.task, width: 36 },
      { title: texts.taken, width: 32 },
    ];
    const rows = [...this.#rowShapes.values()].map(({ rtl, holes: { texts: holes } }) => [
      holes[0]!,
      { text: holes[1]!, small: holes[2]!, rtl: rtl[0] },
      { text: holes[3]!, rtl: rtl[1] },
      holes[4]!,
    ]);
    return [heading, state, this.#blocks.table(columns, rows)];
  }

  #addHeading(heading: string): void {
    this.#add({ kind: "heading", rtl: isRightToLeft(heading) }, { texts: [heading], lengths: [] });
  }

  #addPhoto(entry: PhotoEntry): void {
    const { texts } = this.#model;
    const { photo, title, turn, upright, altText } = entry;
    const tall = upright.height > upright.width;
    const name = title === photo.name ? "" : `${texts.name}: ${ellipsis(photo.name, 80)}`;
    const facts = [entry.taken, entry.position || texts.noPosition, ellipsis(photo.creator, 80), name].filter(
      Boolean,
    );
    const shownFacts = tall ? facts : [facts.join("  ·  ")];
    const comment = ellipsis(entry.comment, 600);
    const commentLines = comment === "" ? [] : comment.split("\n");
    const shownTitle = ellipsis(title, 160);
    this.pictures.push({ object: entry.image });
    const frame = turned(fitInto(upright, tall ? TALL_BOX : WIDE_BOX), turn);
    this.#add(
      {
        kind: "photo",
        tall,
        titleRtl: isRightToLeft(shownTitle),
        facts: shownFacts.length,
        commentLines: commentLines.length,
        commentRtl: isRightToLeft(comment),
        quarters: turn.quarters,
        flipH: turn.flipH,
      },
      {
        texts: [
          `rIdPhoto${this.pictures.length}`,
          String(this.pictures.length),
          `${texts.photo} ${entry.number}`,
          altText,
          `${entry.number}. ${shownTitle}`,
          ...shownFacts,
          ...commentLines,
        ],
        lengths: [frame.width * EMU_PER_MILLIMETRE, frame.height * EMU_PER_MILLIMETRE],
      },
    );
  }

  #add(shape: Shape, filling: Filling): void {
    const exemplar = place(this.#shapes, shape, () => ({ shape, holes: holesFor(filling) }));
    this.blocks.push({ exemplar, filling });
  }

  #addRow({ number, title, photo, task, taken }: PhotoEntry): void {
    const rtl: [boolean, boolean] = [isRightToLeft(title), isRightToLeft(task)];
    const filling = { texts: [String(number), title, `SHA-256 ${photo.sha256}`, task, taken], lengths: [] };
    const exemplar = place(this.#rowShapes, rtl, () => ({ rtl, holes: holesFor(filling) }));
    this.rows.push({ exemplar, filling });
  }

  #photo(shape: Shape & { kind: "photo" }, holes: Filling): Block[] {
    const { Paragraph } = this.#docx;
    const picture = this.#picture(shape, holes);
    if (shape.tall) return this.#beside(picture, this.#caption(shape, holes));
    const above = { keepNext: true, spacing: { before: 120, after: 80 } };
    return [new Paragraph({ ...above, children: [picture] }), ...this.#caption(shape, holes)];
  }

  /** Photo to the left, caption to the right, in a row that no page cuts. */
  #beside(picture: Docx.ImageRun, caption: Docx.Paragraph[]): Block[] {
    const { Paragraph, Table, TableRow, TableCell, TableLayoutType, WidthType, BorderStyle } = this.#docx;
    const none = { style: BorderStyle.NONE, size: 0, color: "auto" };
    const cell = (width: number, children: Docx.Paragraph[]) =>
      new TableCell({ width: { size: twips(width), type: WidthType.DXA }, children });
    const left = TALL_BOX.width + 6;
    const right = PAGE.textWidth - left;
    return [
      new Table({
        width: { size: twips(PAGE.textWidth), type: WidthType.DXA },
        columnWidths: [twips(left), twips(right)],
        layout: TableLayoutType.FIXED,
        margins: { top: 0, bottom: 0, left: 0, right: 0 },
        borders: {
          top: none,
          bottom: none,
          left: none,
          right: none,
          insideHorizontal: none,
          insideVertical: none,
        },
        rows: [
          new TableRow({
            cantSplit: true,
            children: [cell(left, [new Paragraph({ children: [picture] })]), cell(right, caption)],
          }),
        ],
      }),
      // Word needs a paragraph between two tables, or it joins them.
      this.#blocks.text("", { size: 8 }, { after: 60 }),
    ];
  }

  #caption(shape: Shape & { kind: "photo" }, { texts }: Filling): Docx.Paragraph[] {
    const { tall, facts, commentLines } = shape;
    const keep = { keepNext: true, keepLines: true };
    const last = { after: tall ? 40 : 240 };
    const muted = { size: 17, color: COLOR.muted };
    const lines = [
      this.#blocks.text(texts[TEXT.title]!, { bold: true }, { after: 20 }, { ...keep, rtl: shape.titleRtl }),
    ];
    const comment = texts.slice(TEXT.facts + facts).join("\n");
    for (const fact of texts.slice(TEXT.facts, TEXT.facts + facts)) {
      const below = commentLines > 0 ? { after: 40 } : last;
      lines.push(
        this.#blocks.text(fact, muted, tall ? { after: 20 } : below, tall || commentLines === 0 ? {} : keep),
      );
    }
    if (commentLines > 0) {
      lines.push(
        this.#blocks.text(comment, {}, { before: tall ? 80 : 0, ...last }, { rtl: shape.commentRtl }),
      );
    }
    return lines;
  }

  /**
   * Word takes the size of the frame before it is turned and finds the room for the turned one by itself
   * (since 2010, compatibility mode 14 and on, which docx writes).
   */
  #picture({ quarters, flipH }: Shape & { kind: "photo" }, { texts, lengths }: Filling): Docx.ImageRun {
    return new this.#docx.ImageRun({
      type: "jpg",
      data: placeholder("exemplar", { width: 4, height: 3 }),
      transformation: {
        width: lengths[0]! / EMU_PER_PIXEL,
        height: lengths[1]! / EMU_PER_PIXEL,
        rotation: quarters * 90,
        ...(flipH && { flip: { horizontal: true } }),
      },
      // docx numbers pictures across all documents an isolate ever made; the file must not depend on that.
      altText: { id: texts[TEXT.id]!, name: texts[TEXT.name]!, description: texts[TEXT.altText]! },
    });
  }
}

/** Place of a shape among those known, counted from 0; a new one comes last. */
function place<T>(known: Map<string, T>, shape: unknown, make: () => T): number {
  const key = JSON.stringify(shape);
  if (!known.has(key)) known.set(key, make());
  return [...known.keys()].indexOf(key);
}
