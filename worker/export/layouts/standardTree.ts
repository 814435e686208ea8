import type { DocumentTexts } from "../documents/documentTexts.ts";
import { contactPairs, type FormItem, type FormSection, maxContactColumns } from "../documents/form.ts";
import type { DocumentModel } from "../documents/model.ts";
import type { PhotoEntry, PhotoForm } from "../documents/photoEntries.ts";
import {
  type DrawnBlock,
  type DrawnCell,
  type DrawnPhoto,
  type DrawnRow,
  type DrawnTable,
  type DrawnText,
  pageCountMark,
  pageNumberMark,
  type RenderTree,
} from "./renderTree.ts";
import { createPlainText } from "./resolve/plainItems.ts";
import { tablePadding } from "./resolve/resolveTables.ts";

/** A standard document (2§2) as a tree of the layouts' engine, which draws it as PDF: its photos, or its form in reading order. */
export function createStandardTree(
  model: DocumentModel,
  content: "photos" | "form",
  variant: PhotoForm,
): RenderTree {
  const { texts, title, part } = model;
  const fullTitle = part ? `${title} (${part.label})` : title;
  const footer = `${fullTitle} · ${pageNumberMark} / ${pageCountMark}`;
  return {
    type: "WORD_TO_PDF",
    title: fullTitle,
    locale: texts.locale,
    header: [],
    footer: [{ ...createPlainText("footer", footer, false, 8), color: grey }],
    blocks: [
      ...coverBlocks(content === "form" ? { ...model, overline: texts.form } : model),
      ...missingBlocks(model),
      ...(content === "form" ? formBlocks(model, variant) : photoBlocks(model, variant)),
    ],
  };
}

const grey = "#57606A";
/** Millimetres: two photos with captions fit on a page. */
export const photoBox = { width: 170, height: 95 } as const;
const logoBox = { width: 50, height: 18 } as const;

const text = (node: string, words: string, size = 10, style: Partial<DrawnText> = {}): DrawnText => ({
  ...createPlainText(node, words, false, size),
  ...style,
});

function* headingBlocks(node: string, words: string, level: number): Generator<DrawnBlock> {
  yield { kind: "lineBreak", node: `${node}.space` };
  yield text(node, words, level === 1 ? 14 : 12, { bold: true, level });
}

function* coverBlocks(model: DocumentModel): Generator<DrawnBlock> {
  const { logo, overline, title, subtitle, part, facts, summary, unnamed } = model;
  if (logo)
    yield { kind: "image", node: "logo", data: logo.base64, type: "image/png", box: logoBox, position: null };
  yield text("overline", overline, 10, { color: grey });
  yield text("title", title, 20, { bold: true });
  if (subtitle) yield text("subtitle", subtitle, 12);
  if (part) yield text("part", `${part.label}: ${part.photos}`);
  yield createTable(
    "facts",
    [30, 70],
    null,
    facts.map(({ label, value }) => [label, value]),
    { borders: false },
  );
  yield { kind: "lineBreak", node: "summary.space" };
  yield text("summary", summary);
  if (unnamed) yield text("unnamed", unnamed);
}

function* missingBlocks({ missing, texts }: DocumentModel): Generator<DrawnBlock> {
  if (missing.length === 0) return;
  yield* headingBlocks("missing", texts.missing, 1);
  const columns = [texts.kind, texts.name, texts.task, texts.reason];
  const rows = missing.map(({ kind, name, task, reason }) => [kind, name, task, reason]);
  yield createTable("missing.table", [12, 34, 28, 26], columns, rows);
}

function* photoBlocks(model: DocumentModel, variant: PhotoForm): Generator<DrawnBlock> {
  const { texts, sections, answers, files } = model;
  if (answers.length > 0) {
    yield* headingBlocks("answers", texts.answers, 1);
    const rows = answers.map(({ group, task, answer }) => [group, task, answer]);
    yield createTable("answers.table", [28, 30, 42], [texts.group, texts.task, texts.answer], rows);
  }
  for (const { heading, entries } of sections) {
    yield* headingBlocks("section", heading, 1);
    for (const entry of entries) yield* entryBlocks(entry, texts, variant);
  }
  if (files.length > 0) {
    yield* headingBlocks("files", texts.files, 1);
    const rows = files.map(({ name, task, created, sha256 }) => [name, task, created, sha256]);
    yield createTable(
      "files.table",
      [28, 22, 16, 34],
      [texts.name, texts.task, texts.created, "SHA-256"],
      rows,
    );
  }
  yield* checksumBlocks(model);
}

/** Every photo with its checksum, as in the other formats. */
function* checksumBlocks({ texts, sections }: DocumentModel): Generator<DrawnBlock> {
  const entries = sections.flatMap((section) => section.entries);
  if (entries.length === 0) return;
  yield* headingBlocks("photoList", texts.photoList, 1);
  const rows = entries.map(({ number, title, takenAt, photo }) => [
    String(number),
    title,
    takenAt,
    photo.marked?.sha256 ?? photo.sha256,
  ]);
  yield createTable(
    "photoList.table",
    [8, 30, 18, 44],
    [texts.number, texts.photo, texts.created, "SHA-256"],
    rows,
  );
}

function* entryBlocks(entry: PhotoEntry, texts: DocumentTexts, variant: PhotoForm): Generator<DrawnBlock> {
  const { number, title, comment, takenAt, position, photo, altText } = entry;
  yield text("photo.title", `${texts.photo} ${number} · ${title}`, 10, { bold: true });
  const drawnPhoto: DrawnPhoto = {
    ...{ kind: "photo", node: "photo", photo, variant, box: photoBox, position: null, altText, half: null },
  };
  yield drawnPhoto;
  const facts = [takenAt, photo.creator, position].filter(Boolean).join(" · ");
  yield text("photo.caption", [comment, facts].filter(Boolean).join("\n"), 9, { color: grey });
}

function* formBlocks(model: DocumentModel, variant: PhotoForm): Generator<DrawnBlock> {
  for (const section of model.form) yield* sectionBlocks(section, model.texts, variant);
  yield* checksumBlocks(model);
}

function* sectionBlocks(
  section: FormSection,
  texts: DocumentTexts,
  variant: PhotoForm,
): Generator<DrawnBlock> {
  const { heading, number, depth, items } = section;
  if (heading) yield* headingBlocks("group", [number, heading].filter(Boolean).join(" "), Math.max(1, depth));
  let answers: string[][] = [];
  const createAnswerTable = () => createTable("answers", [40, 60], null, answers);
  for (const item of items) {
    if (item.kind === "answer") {
      answers.push([item.task, [item.answer, ...item.notes].join("\n")]);
      continue;
    }
    if (answers.length > 0) yield createAnswerTable();
    answers = [];
    yield* itemBlocks(item, texts, variant);
  }
  if (answers.length > 0) yield createAnswerTable();
}

function* itemBlocks(
  item: Exclude<FormItem, { kind: "answer" }>,
  texts: DocumentTexts,
  variant: PhotoForm,
): Generator<DrawnBlock> {
  switch (item.kind) {
    case "header":
      yield text("form.header", item.text, 12, { bold: true, keepsNext: true });
      return;
    case "text":
      yield text("form.text", item.text);
      return;
    case "contacts": {
      yield text("contacts.task", item.task, 10, { bold: true, keepsNext: true });
      const { columns, rows } = item;
      if (columns.length > maxContactColumns)
        for (const { heading, pairs } of contactPairs(item, texts)) {
          yield text("contacts.person", heading, 10, { keepsNext: true });
          yield createTable("contacts", [40, 60], null, pairs);
        }
      else
        yield createTable(
          "contacts",
          columns.map(() => 100 / columns.length),
          columns.some(Boolean) ? columns : null,
          rows,
        );
      return;
    }
    case "photos":
      if (item.task) yield text("photos.task", item.task, 10, { bold: true, keepsNext: true });
      for (const entry of item.entries) yield* entryBlocks(entry, texts, variant);
      return;
    case "files":
      yield createTable(
        "form.files",
        [40, 60],
        null,
        item.files.map(({ name, created, sha256 }) => [item.task, `${name}\n${created}\nSHA-256 ${sha256}`]),
      );
  }
}

function createTable(
  node: string,
  widths: readonly number[],
  columns: readonly string[] | null,
  rows: readonly (readonly string[])[],
  { borders = true }: { borders?: boolean } = {},
): DrawnTable {
  const createCell = (words: string, column: number, bold: boolean): DrawnCell => ({
    ...{ node: `${node}.${column}`, width: widths[column] ?? 0, colspan: 1, padding: tablePadding },
    border: null,
    background: null,
    items: words === "" ? [] : [text(`${node}.${column}.text`, words, 9, { bold })],
  });
  const createRow = (texts: readonly string[], isHeader: boolean): DrawnRow => ({
    kind: "row",
    node: `${node}.${isHeader ? "header" : "row"}`,
    // Without a header, the first column names the rows.
    cells: texts.map((text, column) =>
      createCell(text, column, isHeader || (columns === null && column === 0)),
    ),
  });
  return {
    ...{ kind: "table", node, borders, headerBackground: "#EEEEEE", rowBackground: null, widths },
    header: columns && createRow(columns, true),
    rows: rows.map((texts) => createRow(texts, false)),
  };
}
