import type { ExportDocumentType } from "#domain/core/documentationTypes.ts";
import type { DocumentModel } from "#worker/export/documents/documentModel.ts";
import type { DocumentTexts } from "#worker/export/documents/documentTexts.ts";
import type { PhotoEntry, PhotoForm } from "#worker/export/documents/photoEntries.ts";
import { truncate } from "#worker/export/documents/xml.ts";
import { createPageReference, type DrawnItem, type DrawnPage, type RenderTreeOf } from "../renderTree.ts";
import { chunk, createLazyIterable } from "../resolve/iterables.ts";
import { createFormSlides } from "./formSlides.ts";
import { createBandSlide, createPhotoSlide, createQuadSlide } from "./photoSlides.ts";
import { column, createListSlide, edge, listPadding, page, topText } from "./slideParts.ts";
import {
  colors,
  createTable,
  createText,
  discussionColumns,
  discussionRows,
  pairColumns,
} from "./standardItems.ts";

/** A standard document (2§2) as slides: title, contents, photos, or the form with its photos, and what is missing. */
export function createSlideTree(
  documentModel: DocumentModel,
  variant: PhotoForm,
  kind: ExportDocumentType,
): RenderTreeOf<"POWERPOINT"> {
  const { texts, title, part } = documentModel;
  const style = slideStyles[kind] ?? photoStyle;
  const model = { ...documentModel, overline: style.overlineOf?.(texts) ?? documentModel.overline };
  return {
    type: "POWERPOINT",
    title: part ? `${title} (${part.label})` : title,
    locale: texts.locale,
    hasHeadings: true,
    pages: createLazyIterable(() => createPages(model, style, variant)),
  };
}

/** What distinguishes the presentations. */
interface SlideStyle {
  overlineOf?(texts: DocumentTexts): string;
  /** The title slide has its texts on a dark column beside the facts. */
  hasDarkTitle?: boolean;
  photosPerSlide: number;
  drawPhotos(model: DocumentModel, entries: readonly PhotoEntry[], variant: PhotoForm): DrawnPage;
  isForm?: boolean;
}

const photoStyle: SlideStyle = {
  photosPerSlide: 1,
  drawPhotos: (model, [entry], variant) => createPhotoSlide(model, entry!, variant),
};

const slideStyles: Partial<Record<ExportDocumentType, SlideStyle>> = {
  FORM_POWERPOINT_PRESENTATION: { ...photoStyle, overlineOf: ({ form }) => form, isForm: true },
  PHOTO_AXIANS_POWERPOINT_PRESENTATION: {
    hasDarkTitle: true,
    photosPerSlide: 1,
    drawPhotos: (model, [entry], variant) => createBandSlide(model, entry!, variant),
  },
  RAMSITE_POWERPOINT: {
    overlineOf: ({ fieldReport }) => fieldReport,
    photosPerSlide: 4,
    drawPhotos: createQuadSlide,
  },
};

function* createPages(model: DocumentModel, style: SlideStyle, variant: PhotoForm): Generator<DrawnPage> {
  yield createTitleSlide(model, style);
  yield* createContents(model, style);
  if (style.isForm) {
    yield* createFormSlides(model, variant);
    yield* createFiles(model);
  } else
    for (const entries of chunk(
      model.sections.flatMap((section) => section.entries),
      style.photosPerSlide,
    ))
      yield { ...style.drawPhotos(model, entries, variant), anchor: entries[0]!.number };
  yield* createDiscussion(model);
  yield* createMissing(model);
}

function createTitleSlide(model: DocumentModel, { hasDarkTitle }: SlideStyle): DrawnPage {
  const { texts, logo, documentation, overline, title, subtitle, part, facts } = model;
  const { summary, neverReceivedText, missing } = model;
  const kind = [overline, part?.label].filter(Boolean).join(" · ").toLocaleUpperCase(texts.locale);
  const [textColor, mutedColor] = hasDarkTitle ? [colors.white, colors.rule] : [colors.ink, colors.muted];
  const names = [
    topText("overline", kind, 12, { bold: true, color: hasDarkTitle ? colors.rule : colors.accent }),
    topText("title", title, title.length > 90 ? 18 : title.length > 40 ? 24 : 36, {
      bold: true,
      color: textColor,
      isTitle: true,
    }),
    ...(subtitle ? [topText("subtitle", subtitle, 16, { color: mutedColor })] : []),
  ];
  const logoItems: DrawnItem[] = logo
    ? [
        {
          ...{ kind: "image", node: "logo", data: logo, type: "image/png", position: "TOP_RIGHT" },
          ...{ box: { width: 61, height: 18 }, altText: documentation.customerName },
        },
      ]
    : [];
  const details = [
    createTable(
      "facts",
      pairColumns(hasDarkTitle ? 28 : 18),
      facts.map(({ label, value }) => [label, value]),
      { header: false, size: 12 },
    ),
    createText("summary", [summary, part?.photos, neverReceivedText].filter(Boolean).join("  ·  "), 13, {
      ...{ position: "BOTTOM_LEFT", bold: true },
      color: missing.length > 0 || neverReceivedText ? colors.alarm : colors.accent,
    }),
  ];
  const columns = hasDarkTitle
    ? [
        column("title.names", 39, names, {
          ...{ background: colors.navy, padding: { ...listPadding, top: 40 } },
        }),
        column("title.facts", 61, [...logoItems, ...details], { padding: listPadding }),
      ]
    : [edge, column("title.column", 97.6, [...logoItems, ...names, ...details], { padding: listPadding })];
  return page("title", title, columns);
}

/** The number of photos of each task, and their slides; left out if all photos belong to one task. */
function* createContents(model: DocumentModel, { photosPerSlide }: SlideStyle): Generator<DrawnPage> {
  const { texts, sections, summary, neverReceivedText } = model;
  if (sections.length < 2) return;
  const firstNumber = sections[0]!.entries[0]!.number;
  /** The number of the photo that begins the slide of a photo. */
  const anchorOf = ({ number }: PhotoEntry) => number - ((number - firstNumber) % photosPerSlide);
  yield createListSlide(
    model,
    "contents",
    texts.contents,
    topText("contents.lead", [summary, neverReceivedText].filter(Boolean).join(" "), 12, {
      color: colors.muted,
    }),
    [
      { title: texts.task, width: 72 },
      { title: texts.photos, width: 14, alignment: "RIGHT" },
      { title: texts.slides, width: 14, alignment: "RIGHT" },
    ],
    sections.map(({ heading, entries }) => {
      const slides = createPageReference(anchorOf(entries[0]!), anchorOf(entries.at(-1)!));
      return [heading, texts.photoCount(entries.length), slides];
    }),
  );
}

function* createFiles(model: DocumentModel): Generator<DrawnPage> {
  const { files, texts } = model;
  if (files.length === 0) return;
  yield createListSlide(
    model,
    "files",
    texts.files,
    topText("files.lead", truncate(model.title, 120), 12, { color: colors.muted }),
    [
      { title: texts.name, width: 45 },
      { title: texts.task, width: 40 },
      { title: texts.bytes, width: 15, alignment: "RIGHT" },
    ],
    files.map(({ name, task, size }) => [name, task, String(size)]),
  );
}

function* createDiscussion(model: DocumentModel): Generator<DrawnPage> {
  const { texts, threads } = model;
  if (threads.length === 0) return;
  yield createListSlide(
    model,
    "discussion",
    texts.discussion,
    topText("discussion.lead", truncate(model.title, 120), 12, { color: colors.muted }),
    discussionColumns(texts),
    discussionRows(threads),
  );
}

function* createMissing(model: DocumentModel): Generator<DrawnPage> {
  const { texts, missing, summary } = model;
  if (missing.length === 0) return;
  yield createListSlide(
    model,
    "missing",
    `${texts.missing} (${missing.length})`,
    topText("missing.lead", summary, 12, { color: colors.alarm }),
    [
      { title: texts.name, width: 35 },
      { title: texts.kind, width: 8 },
      { title: texts.task, width: 30 },
      { title: texts.reason, width: 27 },
    ],
    missing.map(({ name, kind, task, reason }) => [`${texts.missing}: ${name}`, kind, task, reason]),
  );
}
