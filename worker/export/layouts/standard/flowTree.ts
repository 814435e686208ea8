import type { DocumentModel } from "#worker/export/documents/documentModel.ts";
import type { DocumentTexts } from "#worker/export/documents/documentTexts.ts";
import {
  type FormItem,
  type FormSection,
  formatRanges,
  maxContactColumns,
  toContactPairs,
} from "#worker/export/documents/formSections.ts";
import type { PhotoEntry, PhotoForm } from "#worker/export/documents/photoEntries.ts";
import { truncate } from "#worker/export/documents/xml.ts";
import {
  type DrawnBlock,
  type DrawnItem,
  type DrawnText,
  pageCountMark,
  pageNumberMark,
  type RenderTreeOf,
} from "../renderTree.ts";
import { chunk, createLazyIterable } from "../resolve/iterables.ts";
import { createCover } from "./cover.ts";
import type { AnswerItem, FormStyle } from "./formStyles.ts";
import {
  type CellContent,
  colors,
  createHeading,
  createPhoto,
  createTable,
  createText,
  discussionColumns,
  discussionRows,
  pairColumns,
} from "./standardItems.ts";

/** Millimetres. */
const logoBox = { width: 45, height: 12 } as const;
/** Two photos with their captions fit on a page. */
const photoBox = { width: 170, height: 95 } as const;

/** A standard document (2§2) down the pages of Word and PDF: the form in a style, or the photos without one. */
export function createFlowTree(
  documentModel: DocumentModel,
  variant: PhotoForm,
  style: FormStyle | null,
): RenderTreeOf<"WORD"> {
  const { texts, title, part, logo, documentation } = documentModel;
  const model = style ? { ...documentModel, overline: style.overlineOf(texts) } : documentModel;
  return {
    type: "WORD",
    title: part ? `${title} (${part.label})` : title,
    locale: texts.locale,
    hasHeadings: true,
    header: logo
      ? [
          {
            ...{ kind: "image", node: "logo", data: logo, type: "image/png" },
            ...{ box: logoBox, position: null, altText: documentation.customerName },
          },
        ]
      : [],
    footer: [createFooter(model)],
    blocks: createLazyIterable(() => createBlocks(model, variant, style)),
  };
}

const createFooter = ({ texts, title, part }: DocumentModel): DrawnItem => {
  const create = (text: string, alignment: DrawnText["alignment"]) => [
    createText("footer", text, 8, { color: colors.muted, alignment }),
  ];
  const pages = `${texts.page} ${pageNumberMark} ${texts.of} ${pageCountMark}`;
  return createTable(
    "footer",
    pairColumns(75),
    [
      [
        create([truncate(title, 70), part?.label].filter(Boolean).join(" · "), "LEFT"),
        create(pages, "RIGHT"),
      ],
    ],
    { header: false, hasLines: false, padding: { top: 0, bottom: 0, left: 0, right: 0 } },
  );
};

function* createBlocks(
  model: DocumentModel,
  variant: PhotoForm,
  style: FormStyle | null,
): Generator<DrawnBlock> {
  yield* style ? style.opening(model) : createCover(model);
  yield* createContents(model);
  if (style) for (const section of model.form) yield* createSection(section, model.texts, style, variant);
  else {
    yield* createAnswers(model);
    yield* createPhotos(model, variant);
  }
  yield* createFiles(model);
  yield* createDiscussion(model);
  yield* createMissing(model);
  yield* createPhotoList(model);
}

/** The tasks with the numbers of their photos; left out if all photos belong to one task. */
function* createContents({ texts, sections }: DocumentModel): Generator<DrawnBlock> {
  if (sections.length < 2) return;
  yield* createHeading("contents", texts.contents, 1);
  yield createTable(
    "contents.table",
    [
      { title: texts.task, width: 65 },
      { title: texts.photos, width: 35 },
    ],
    sections.map(({ heading, entries }) => [
      heading,
      `${texts.photoCount(entries.length)}: ${formatRanges(entries.map(({ number }) => number))}`,
    ]),
  );
}

function* createAnswers({ texts, answers }: DocumentModel): Generator<DrawnBlock> {
  if (answers.length === 0) return;
  yield* createHeading("answers", texts.answers, 1);
  yield createTable(
    "answers.table",
    [
      { title: texts.task, width: 47 },
      { title: texts.answer, width: 53 },
    ],
    answers.map(({ group, task, answer }) => [{ text: task, small: group }, answer]),
  );
}

/** Every photo with its caption, under headings by task. */
function* createPhotos({ texts, sections }: DocumentModel, variant: PhotoForm): Generator<DrawnBlock> {
  if (sections.length === 0) return;
  yield { kind: "pageBreak", node: "photos.page" };
  yield createText("photos", texts.photos, 15, { bold: true, color: colors.navy, level: 1 });
  for (const { heading, entries } of sections) {
    if (sections.length > 1 || entries[0]?.task) yield* createHeading("section", heading, 2);
    for (const [index, entry] of entries.entries()) {
      if (index > 0) yield { kind: "lineBreak", node: "photo.space" };
      const { title, facts, comment } = createCaption("photo", entry, texts, 10);
      yield title;
      yield createPhoto("photo", entry, variant, photoBox);
      yield { ...facts, keepsNext: comment !== null };
      if (comment) yield comment;
    }
  }
}

/** The texts of a photo. @param size points */
function createCaption(
  node: string,
  { number, title, comment, takenAt, position, photo }: PhotoEntry,
  texts: DocumentTexts,
  size: number,
): { title: DrawnText; facts: DrawnText; comment: DrawnText | null } {
  const name = title === photo.name ? "" : `${texts.name}: ${photo.name}`;
  const facts = [takenAt, position || texts.noPosition, photo.creator, name].filter(Boolean).join("  ·  ");
  return {
    title: createText(`${node}.title`, `${number}. ${title}`, size, { bold: true }),
    facts: createText(`${node}.facts`, facts, size - 1.5, { color: colors.muted }),
    comment: comment === "" ? null : createText(`${node}.comment`, comment, size),
  };
}

function* createSection(
  section: FormSection,
  texts: DocumentTexts,
  style: FormStyle,
  variant: PhotoForm,
): Generator<DrawnBlock> {
  if (section.heading) yield* style.heading(section);
  else yield { kind: "lineBreak", node: "group.space" };
  let answers: AnswerItem[] = [];
  let lastAnsweredTask: string | null = null;
  for (const item of section.items) {
    if (item.kind === "answer") {
      answers.push(item);
      lastAnsweredTask = item.task;
      continue;
    }
    if (answers.length > 0) yield* style.answers(answers, texts);
    answers = [];
    // The preceding answer of the task already names it.
    yield* createItem(item, {
      texts,
      style,
      variant,
      isNamed: "task" in item && item.task === lastAnsweredTask,
    });
    lastAnsweredTask = null;
  }
  if (answers.length > 0) yield* style.answers(answers, texts);
}

interface ItemContext {
  texts: DocumentTexts;
  style: FormStyle;
  variant: PhotoForm;
  /** The name of its task has just been shown. */
  isNamed: boolean;
}

function* createItem(
  item: Exclude<FormItem, AnswerItem>,
  { texts, style, variant, isNamed }: ItemContext,
): Generator<DrawnBlock> {
  const keepsNext = true;
  if ("task" in item && item.task && !isNamed)
    yield createText("form.task", item.task, 10, { bold: true, color: colors.navy, keepsNext });
  switch (item.kind) {
    case "header":
      yield createText("form.header", item.text, 11, { bold: true, color: colors.accent, keepsNext });
      return;
    case "text":
      yield createText("form.text", item.text, 10, { color: colors.muted });
      return;
    case "contacts":
      yield* createContacts(item, texts);
      return;
    case "photos":
      yield createGrid(item.entries, texts, style, variant);
      return;
    case "files":
      for (const { name, created } of item.files)
        yield createText("form.file", `${texts.file}: ${name}  ·  ${created}`, 9);
  }
}

function* createContacts(
  list: Extract<FormItem, { kind: "contacts" }>,
  texts: DocumentTexts,
): Generator<DrawnBlock> {
  const { columns, rows } = list;
  if (columns.length <= maxContactColumns) {
    const width = 100 / Math.max(columns.length, 1);
    yield createTable(
      "contacts",
      columns.map((title) => ({ title, width })),
      rows,
      { header: columns.some(Boolean) },
    );
    return;
  }
  for (const { heading, pairs } of toContactPairs(list, texts)) {
    yield createText("contacts.person", heading, 10, { bold: true, keepsNext: true });
    yield createTable("contacts", pairColumns(30), pairs, { header: false });
  }
}

/** Photos side by side, each with its caption below. */
function createGrid(
  entries: readonly PhotoEntry[],
  texts: DocumentTexts,
  { grid: { columns, height } }: FormStyle,
  variant: PhotoForm,
): DrawnItem {
  const captionSize = columns > 2 ? 7.5 : 8.5;
  const cells = entries.map((entry): CellContent => {
    const { title, facts, comment } = createCaption("grid", entry, texts, captionSize);
    const photo = createPhoto("grid.photo", entry, variant, { width: null, height });
    return [photo, title, facts, ...(comment ? [comment] : [])];
  });
  return createTable(
    "grid",
    Array.from({ length: columns }, () => ({ title: "", width: 100 / columns })),
    [...chunk(cells, columns)],
    { header: false, hasLines: false, padding: { top: 0.5, bottom: 2, left: 0, right: 4 } },
  );
}

function* createFiles({ texts, files }: DocumentModel): Generator<DrawnBlock> {
  if (files.length === 0) return;
  yield* createHeading("files", texts.files, 1);
  yield createTable(
    "files.table",
    [
      { title: texts.name, width: 53 },
      { title: texts.task, width: 18 },
      { title: texts.created, width: 17 },
      { title: texts.bytes, width: 12, alignment: "RIGHT" },
    ],
    files.map(({ name, task, created, size, sha256 }) => [
      { text: name, small: `SHA-256 ${sha256}` },
      task,
      created,
      String(size),
    ]),
  );
}

function* createDiscussion({ texts, threads }: DocumentModel): Generator<DrawnBlock> {
  if (threads.length === 0) return;
  yield* createHeading("discussion", texts.discussion, 1);
  yield createTable("discussion.table", discussionColumns(texts), discussionRows(threads));
}

function* createMissing({ texts, missing, neverReceivedText }: DocumentModel): Generator<DrawnBlock> {
  if (missing.length === 0 && neverReceivedText === "") return;
  yield* createHeading("missing", `${texts.missing} (${missing.length})`, 1, { color: colors.alarm });
  if (neverReceivedText)
    yield createText("missing.unnamed", neverReceivedText, undefined, { keepsNext: missing.length > 0 });
  if (missing.length > 0)
    yield createTable(
      "missing.table",
      [
        { title: texts.name, width: 37 },
        { title: texts.kind, width: 9 },
        { title: texts.task, width: 27 },
        { title: texts.reason, width: 27 },
      ],
      missing.map(({ name, kind, task, reason }) => [`${texts.missing}: ${name}`, kind, task, reason]),
    );
}

/** Every photo with the checksum of its original. */
function* createPhotoList(model: DocumentModel): Generator<DrawnBlock> {
  const { texts, summary, neverReceivedText, sections } = model;
  yield* createHeading("photoList", texts.photoList, 1);
  const entries = sections.flatMap((section) => section.entries);
  yield createText("photoList.summary", [summary, neverReceivedText].filter(Boolean).join(" "), undefined, {
    keepsNext: entries.length > 0,
  });
  if (entries.length > 0)
    yield createTable(
      "photoList.table",
      [
        { title: texts.number, width: 7 },
        { title: texts.photo, width: 53 },
        { title: texts.task, width: 21 },
        { title: texts.takenAt, width: 19 },
      ],
      entries.map(({ number, title, task, takenAt, photo }) => [
        String(number),
        { text: title, small: `SHA-256 ${photo.marked?.sha256 ?? photo.sha256}` },
        task,
        takenAt,
      ]),
    );
}
