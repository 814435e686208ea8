import type * as Docx from "docx";
import { fitInto, turned } from "../orientation";
import { COLOR } from "./look";
import type { DocumentModel, PhotoEntry } from "./model";
import { placeholder } from "./placeholder";
import { type Block, PAGE, type WordBlocks } from "./word-blocks";
import { ellipsis } from "./xml";

/** Boxes in millimetres that let two photos with their captions share a page. */
const WIDE_BOX = { width: PAGE.textWidth, height: 90 } as const;
const TALL_BOX = { width: 92, height: 110 } as const;

/** docx takes sizes in pixels of 1/96 inch. */
const pixels = (millimetres: number) => (millimetres * 96) / 25.4;
const twips = (millimetres: number) => Math.round((millimetres * 1440) / 25.4);

/** Photos with captions, and the list of them that closes the document. */
export class WordPhotos {
  readonly #docx: typeof Docx;
  readonly #blocks: WordBlocks;
  readonly #model: DocumentModel;

  constructor(docx: typeof Docx, blocks: WordBlocks, model: DocumentModel) {
    this.#docx = docx;
    this.#blocks = blocks;
    this.#model = model;
  }

  sections(): Block[] {
    const { sections } = this.#model;
    return sections.flatMap(({ heading, entries }, index) => [
      ...(index === 0 ? [this.#firstHeading()] : []),
      ...(sections.length > 1 || entries[0]?.task ? [this.#blocks.heading(ellipsis(heading, 250), 2)] : []),
      ...entries.flatMap((entry) =>
        entry.upright.height > entry.upright.width ? this.#tall(entry) : this.#wide(entry),
      ),
    ]);
  }

  /** What the document holds, photo by photo, with the checksums that tie it to the originals. */
  contents(): Block[] {
    const { texts, summary, unnamed } = this.#model;
    const rows = this.#model.sections.flatMap(({ entries }) =>
      entries.map(({ number, title, task, taken, photo }) => [
        String(number),
        { text: title, small: `SHA-256 ${photo.sha256}` },
        task,
        taken,
      ]),
    );
    const heading = this.#blocks.heading(texts.contents, 1);
    const state = this.#blocks.text([summary, unnamed].filter(Boolean).join(" "), {}, { after: 120 });
    if (rows.length === 0) return [heading, state];
    const columns = [
      { title: texts.number, width: 11 },
      { title: texts.photo, width: 91 },
      { title: texts.task, width: 36 },
      { title: texts.taken, width: 32 },
    ];
    return [heading, state, this.#blocks.table(columns, rows)];
  }

  #firstHeading(): Docx.Paragraph {
    const { Paragraph, HeadingLevel } = this.#docx;
    return new Paragraph({
      heading: HeadingLevel.HEADING_1,
      pageBreakBefore: true,
      children: [this.#blocks.run(this.#model.texts.photos)],
    });
  }

  /** Photo above, caption below, kept on one page. */
  #wide(entry: PhotoEntry): Block[] {
    const { Paragraph } = this.#docx;
    return [
      new Paragraph({
        keepNext: true,
        spacing: { before: 120, after: 80 },
        children: [this.#picture(entry, WIDE_BOX)],
      }),
      ...this.#caption(entry, true),
    ];
  }

  /** Photo to the left, caption beside it, in a row that no page cuts. */
  #tall(entry: PhotoEntry): Block[] {
    const { Paragraph, Table, TableRow, TableCell, TableLayoutType, WidthType, BorderStyle } = this.#docx;
    const none = { style: BorderStyle.NONE, size: 0, color: "auto" };
    const cell = (width: number, children: Docx.Paragraph[]) =>
      new TableCell({ width: { size: twips(width), type: WidthType.DXA }, children });
    const left = TALL_BOX.width + 6;
    return [
      new Table({
        width: { size: twips(PAGE.textWidth), type: WidthType.DXA },
        columnWidths: [twips(left), twips(PAGE.textWidth - left)],
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
            children: [
              cell(left, [new Paragraph({ children: [this.#picture(entry, TALL_BOX)] })]),
              cell(PAGE.textWidth - left, this.#caption(entry, false)),
            ],
          }),
        ],
      }),
      // Word needs a paragraph between two tables, or it joins them.
      this.#blocks.text("", { size: 8 }, { after: 60 }),
    ];
  }

  #caption(entry: PhotoEntry, below: boolean): Docx.Paragraph[] {
    const { texts } = this.#model;
    const name = entry.title === entry.photo.name ? "" : `${texts.name}: ${ellipsis(entry.photo.name, 80)}`;
    const facts = [
      entry.taken,
      entry.position || texts.noPosition,
      ellipsis(entry.photo.creator, 80),
      name,
    ].filter(Boolean);
    const comment = ellipsis(entry.comment, 600);
    const last = { after: below ? 240 : 40 };
    const keep = { keepNext: true, keepLines: true };
    const lines = [
      this.#blocks.text(
        `${entry.number}. ${ellipsis(entry.title, 160)}`,
        { bold: true },
        { after: 20 },
        keep,
      ),
    ];
    const muted = { size: 17, color: COLOR.muted };
    if (below) {
      lines.push(
        this.#blocks.text(facts.join("  ·  "), muted, comment ? { after: 40 } : last, comment ? keep : {}),
      );
    } else {
      for (const fact of facts) lines.push(this.#blocks.text(fact, muted, { after: 20 }));
    }
    if (comment) lines.push(this.#blocks.text(comment, {}, { before: below ? 0 : 80, ...last }));
    return lines;
  }

  /**
   * Word takes the size of the frame before it is turned and finds the room for the turned one by itself
   * (since 2010, compatibility mode 14 and on, which docx writes).
   */
  #picture(entry: PhotoEntry, box: { width: number; height: number }): Docx.ImageRun {
    const frame = turned(fitInto(entry.upright, box), entry.turn);
    return new this.#docx.ImageRun({
      type: "jpg",
      data: placeholder(entry.photo.id, entry.image),
      transformation: {
        width: pixels(frame.width),
        height: pixels(frame.height),
        rotation: entry.turn.quarters * 90,
        ...(entry.turn.flipH && { flip: { horizontal: true } }),
      },
      // docx numbers pictures across all documents an isolate ever made; the file must not depend on that.
      altText: {
        id: String(entry.number),
        name: `${this.#model.texts.photo} ${entry.number}`,
        description: entry.altText,
      },
    });
  }
}
