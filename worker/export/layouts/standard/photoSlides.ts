import type { DocumentModel } from "#worker/export/documents/documentModel.ts";
import type { PhotoEntry, PhotoForm } from "#worker/export/documents/photoEntries.ts";
import { truncate } from "#worker/export/documents/xml.ts";
import { type DrawnCell, type DrawnItem, type DrawnPage, pageNumberMark } from "../renderTree.ts";
import { chunk } from "../resolve/iterables.ts";
import { column, createFooter, page, topText } from "./slideParts.ts";
import { colors, createPhoto, createText } from "./standardItems.ts";

/** The name of a photo, and where and when it was taken. */
const describePhoto = ({ takenAt, position, photo, title }: PhotoEntry, { texts }: DocumentModel): string[] =>
  [takenAt, position || texts.noPosition, photo.creator, title === photo.name ? "" : photo.name].filter(
    Boolean,
  );

const numberOf = ({ number }: PhotoEntry, { texts, photoTotal }: DocumentModel): string =>
  `${number} ${texts.of} ${photoTotal}`;

/** The photo on the left, its title and caption on the right. */
export function createPhotoSlide(model: DocumentModel, entry: PhotoEntry, variant: PhotoForm): DrawnPage {
  const { texts } = model;
  const { title, task, comment, takenAt, position, photo } = entry;
  const facts: [string, string][] = [
    [texts.takenAt, takenAt],
    [texts.position, position || texts.noPosition],
    [texts.photographer, photo.creator],
    [texts.name, title === photo.name ? "" : photo.name],
    [texts.number, numberOf(entry, model)],
  ];
  const caption = [
    topText("photo.title", title, 20, { bold: true, isTitle: true }),
    ...(task ? [topText("photo.task", task, 12, { bold: true, color: colors.accent })] : []),
    ...(comment ? [topText("photo.comment", comment, 14)] : []),
    topText(
      "photo.facts",
      facts.flatMap(([label, value]) => (value ? [`${label}: ${value}`] : [])).join("\n"),
      11,
      { color: colors.muted },
    ),
    topText("photo.hash", `SHA-256 ${photo.sha256}`, 6, { color: colors.muted }),
    createFooter(model),
  ];
  return {
    ...page("photo", title, [
      column(
        "photo.frame",
        69.4,
        [{ ...createPhoto("photo", entry, variant, unlimitedSize), position: "CENTER" }],
        {
          padding: { top: 7.6, bottom: 7.6, left: 7.6, right: 7.6 },
        },
      ),
      column("photo.caption", 30.6, caption, {
        background: colors.white,
        padding: { top: 12, bottom: 8, left: 8, right: 8 },
      }),
    ]),
    background: colors.shade,
  };
}

const unlimitedSize = { width: null, height: null } as const;

/** Millimetres: the strip with the task above a photo, and the band with the caption below it. */
const [stripHeight, bandHeight] = [16, 30] as const;
const slideHeight = 190;

/** One photo as large as possible, its task in a strip above, and number, caption and facts in a band below. */
export function createBandSlide(model: DocumentModel, entry: PhotoEntry, variant: PhotoForm): DrawnPage {
  const { texts } = model;
  const { title, task, comment, photo } = entry;
  const padding = { top: 2.5, bottom: 2.5, left: 10, right: 10 } as const;
  const row = (node: string, height: number, cells: readonly DrawnCell[]) =>
    ({ kind: "row", node, minHeight: height, maxHeight: height, cells }) as const;
  const cell = (node: string, width: number, items: readonly DrawnItem[], style: Partial<DrawnCell> = {}) =>
    column(node, width, items, { padding, ...style });
  const strip = cell(
    "band.task",
    62,
    [createText("band.task", task || texts.otherPhotos, 16, { bold: true, color: colors.white })],
    { colspan: 2, background: colors.navy, isCentered: true },
  );
  const slideNumber = createText("band.slide", pageNumberMark, 10, {
    color: colors.white,
    alignment: "RIGHT",
  });
  const photoHeight = slideHeight - stripHeight - bandHeight;
  const items: DrawnItem[] = [
    {
      ...{ kind: "table", node: "band", borders: false, headerBackground: null, rowBackground: null },
      ...{ header: null, widths: [9, 53, 38] },
      rows: [
        row("band.strip", stripHeight, [
          strip,
          cell("band.number", 38, [slideNumber], { background: colors.navy, isCentered: true }),
        ]),
        row("band.photo", photoHeight, [
          cell(
            "band.photo",
            100,
            [createPhoto("photo", entry, variant, { width: null, height: photoHeight - 8 })],
            {
              ...{ colspan: 3, isCentered: true },
            },
          ),
        ]),
        row("band.band", bandHeight, [
          cell(
            "band.number",
            9,
            [createText("band.number", numberOf(entry, model), 11, { bold: true, color: colors.accent })],
            { background: colors.white },
          ),
          cell(
            "band.caption",
            53,
            [
              createText("band.title", title, 15, { bold: true }),
              ...(comment ? [createText("band.comment", comment, 12)] : []),
            ],
            { background: colors.white },
          ),
          cell(
            "band.facts",
            38,
            [
              createText("band.facts", describePhoto(entry, model).join("  ·  "), 10, {
                color: colors.muted,
              }),
              createText("band.hash", `SHA-256 ${photo.sha256}`, 6, { color: colors.muted }),
            ],
            { background: colors.white },
          ),
        ]),
      ],
    },
  ];
  return {
    ...page("band", [task, title].filter(Boolean).join(": "), [column("band.column", 100, items)]),
    background: colors.shade,
  };
}

/** Millimetres. */
const quadRowHeight = 76;

/** Four photos, each with its caption beside it. */
export function createQuadSlide(
  model: DocumentModel,
  entries: readonly PhotoEntry[],
  variant: PhotoForm,
): DrawnPage {
  const { texts, photoTotal } = model;
  const range = texts.photosInPart(entries[0]!.number, entries.at(-1)!.number, photoTotal);
  const title = `${truncate(model.title, 60)}  ·  ${range}`;
  const padding = { top: 1, bottom: 1, left: 2, right: 2 } as const;
  const cells = (entry: PhotoEntry) => {
    const [takenText, ...facts] = describePhoto(entry, model);
    return [
      column(
        "quad.photo",
        32,
        [createPhoto("photo", entry, variant, { width: null, height: quadRowHeight - 4 })],
        { padding, isCentered: true, background: colors.shade, border: { width: 5, color: colors.white } },
      ),
      column(
        "quad.caption",
        18,
        [
          createText("quad.task", entry.task || texts.otherPhotos, 9, { bold: true, color: colors.accent }),
          createText("quad.title", `${entry.number}. ${entry.title}`, 12, { bold: true }),
          ...(entry.comment ? [createText("quad.comment", entry.comment, 11)] : []),
          createText("quad.facts", [takenText, ...facts].join("\n"), 9, { color: colors.muted }),
        ],
        { padding },
      ),
    ];
  };
  const rows = [...chunk(entries, 2)].map((pair) => ({
    ...({ kind: "row", node: "quad.row" } as const),
    ...{ minHeight: quadRowHeight, maxHeight: quadRowHeight },
    cells: pair.flatMap(cells),
  }));
  const items: DrawnItem[] = [
    topText("quad.title", title, 16, { bold: true, color: colors.navy, isTitle: true }),
    {
      ...{ kind: "table", node: "quad", borders: false, headerBackground: null, rowBackground: null },
      ...{ header: null, widths: [32, 18, 32, 18], rows },
    },
    createFooter(model),
  ];
  return page("quad", title, [
    column("quad.column", 100, items, { padding: { top: 6, bottom: 6, left: 11, right: 11 } }),
  ]);
}
