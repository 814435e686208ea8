import { hasPosition } from "#domain/core/fields.ts";
import type { Alignment } from "#domain/layout/types.ts";
import { formatLocalMinute } from "#worker/export/dates.ts";
import { type DocumentModel, formatDegrees } from "#worker/export/documents/documentModel.ts";
import { type FormItem, formatRanges } from "#worker/export/documents/formSections.ts";
import { crewCommentText, reviewCommentText } from "#worker/export/documents/photoComments.ts";
import type { PhotoEntry, PhotoForm } from "#worker/export/documents/photoEntries.ts";
import { truncate } from "#worker/export/documents/xml.ts";
import { decimalFormatOf, type NumberValue } from "#worker/export/numberValue.ts";
import type { DrawnCell, DrawnItem, DrawnRow, DrawnSheet, DrawnText, RenderTreeOf } from "../renderTree.ts";
import { createLazyIterable } from "../resolve/iterables.ts";
import { colors, continuedCell, createPhoto, createText, rowBorder } from "./standardItems.ts";

/** A standard document (2§2) as a workbook: facts, contents with missing items, answers or the form, one row per photo. */
export function createSheetTree(
  documentModel: DocumentModel,
  variant: PhotoForm,
  content: "photos" | "form",
): RenderTreeOf<"EXCEL"> {
  const { texts, title, part } = documentModel;
  const model = content === "form" ? { ...documentModel, overline: texts.form } : documentModel;
  return {
    type: "EXCEL",
    title: part ? `${title} (${part.label})` : title,
    locale: texts.locale,
    sheets: [
      createDocumentationSheet(model),
      createContentsSheet(model),
      ...(content === "form"
        ? [...createFormSheets(model), ...createContactsSheets(model)]
        : createAnswersSheets(model)),
      createPhotosSheet(model, variant),
      ...createDiscussionSheets(model),
    ],
  };
}

interface Column {
  title: string;
  /** Characters. */
  width: number;
  style?: Partial<DrawnText>;
  /** Identifies the row: rows that continue a long text repeat it. */
  isLabel?: boolean;
}
type CellContent = string | DrawnText | DrawnItem[];
interface RowStyle {
  background?: string;
  text?: Partial<DrawnText>;
  /** The last cell takes the remaining columns. */
  isSpanning?: boolean;
}
type RowContent = readonly CellContent[] | { cells: readonly CellContent[]; style: RowStyle };

const asNumber = (value: number, text = String(value), format = "General"): DrawnText =>
  createText("number", text, 10, { value: { value, format } });
const asAnswer = (answer: string, number: NumberValue | null): CellContent =>
  number ? asNumber(number.value, answer, decimalFormatOf(number.decimals)) : answer;
const center = { alignment: "CENTER" } as const;
const right: { alignment: Alignment } = { alignment: "RIGHT" };
const isList = (content: RowContent): content is readonly CellContent[] => Array.isArray(content);
const isItems = (content: CellContent): content is DrawnItem[] => Array.isArray(content);

const cellPadding = { top: 0.5, bottom: 0.5, left: 0, right: 0 } as const;

const createCell = (
  node: string,
  items: readonly DrawnItem[],
  style: Partial<DrawnCell> = {},
): DrawnCell => ({
  ...{ node, width: 0, colspan: 1, padding: cellPadding, border: null, background: null },
  ...{ isCentered: true, items },
  ...style,
});

const footerOf = ({ title, part }: DocumentModel): string =>
  [truncate(title, 80), part?.label].filter(Boolean).join(" · ");

/** A table whose header stays in view and repeats on printed pages. */
function createTableSheet(
  model: DocumentModel,
  name: string,
  columns: readonly Column[],
  createRows: () => Iterable<RowContent>,
  isPortrait = false,
): DrawnSheet {
  const characters = columns.reduce((sum, { width }) => sum + width, 0);
  const header: DrawnRow = {
    kind: "row",
    node: `${name}.header`,
    cells: columns.map(({ title, style }, column) =>
      createCell(
        `${name}.${column}`,
        [createText(`${name}.title`, title, 10, { ...style, size: 10, bold: true, color: colors.white })],
        { background: colors.navy },
      ),
    ),
  };
  const createRow = (content: RowContent): DrawnRow => {
    const { cells, style } = isList(content) ? { cells: content, style: {} } : content;
    return {
      kind: "row",
      node: `${name}.row`,
      cells: columns.slice(0, style.isSpanning ? cells.length : columns.length).map((column, index) => {
        const cell = cells[index] ?? "";
        const items = isItems(cell)
          ? cell
          : cell === ""
            ? []
            : [typeof cell === "string" ? createText(`${name}.text`, cell) : cell];
        return createCell(
          `${name}.${index}`,
          items.map((item) => (item.kind === "text" ? { ...item, ...column.style, ...style.text } : item)),
          {
            ...{ border: rowBorder, background: style.background ?? null },
            ...(column.isLabel && typeof cell === "string" && continuedCell(cell, model.texts.continued)),
          },
        );
      }),
    };
  };
  return {
    ...{ kind: "sheet", node: name, name, characters, headerRowCount: 1, hasFilter: true, isPortrait },
    footer: footerOf(model),
    widths: columns.map(({ width }) => (width / characters) * 100),
    rows: createLazyIterable(function* () {
      yield header;
      for (const content of createRows()) yield createRow(content);
    }),
  };
}

/** The facts of the documentation as label and value, and a summary of missing items. */
function createDocumentationSheet(model: DocumentModel): DrawnSheet {
  const { texts, overline, title, subtitle, part, facts, summary, neverReceivedText, missing } = model;
  const node = "documentation";
  const line = (text: string, size: number, style: Partial<DrawnText>): DrawnRow => ({
    ...{ kind: "row", node: `${node}.line` },
    cells: [createCell(node, text === "" ? [] : [createText(node, text, size, style)], { colspan: 2 })],
  });
  const space = line("", 10, {});
  const alarm = { color: colors.alarm };
  const kind = [overline, part?.label].filter(Boolean).join(" · ").toLocaleUpperCase(texts.locale);
  const factRows = facts.map(
    ({ label, value }): DrawnRow => ({
      ...{ kind: "row", node: `${node}.fact` },
      cells: [
        createCell(node, [createText(node, label, 10, { color: colors.muted })], {
          ...{ border: rowBorder, ...continuedCell(label, texts.continued) },
        }),
        createCell(node, [createText(node, value)], { border: rowBorder }),
      ],
    }),
  );
  return {
    ...{ kind: "sheet", node, name: texts.documentation, isPortrait: true, footer: footerOf(model) },
    ...{ characters: 92, widths: [24, 76], headerRowCount: 0 },
    rows: [
      line(kind, 9, { bold: true, color: colors.accent }),
      line(title, title.length > 60 ? 14 : 20, { bold: true, color: colors.navy }),
      ...(subtitle ? [line(subtitle, 11, { color: colors.muted })] : []),
      space,
      ...factRows,
      space,
      line([summary, part?.photos].filter(Boolean).join(" "), 10, {
        bold: true,
        color: missing.length > 0 || neverReceivedText ? colors.alarm : colors.accent,
      }),
      ...(neverReceivedText ? [line(neverReceivedText, 10, alarm)] : []),
      ...missing.map(({ name, kind, task, reason }) =>
        line(`${texts.missing}: ${name} (${[kind, task].filter(Boolean).join(", ")}) – ${reason}`, 10, alarm),
      ),
    ],
  };
}

const bytesFormat = "#,##0";

/** Lists the photos and files, and missing items with their reasons. */
function createContentsSheet(model: DocumentModel): DrawnSheet {
  const { texts, sections, files, missing, summary, neverReceivedText } = model;
  return createTableSheet(
    model,
    texts.contents,
    [
      { title: texts.number, width: 6, style: center },
      { title: texts.kind, width: 10 },
      { title: texts.name, width: 36, isLabel: true },
      { title: texts.task, width: 36 },
      { title: texts.state, width: 34 },
      { title: texts.bytes, width: 14, style: right },
      { title: "SHA-256", width: 62, style: { size: 8 } },
    ],
    function* () {
      for (const { number, title, task, photo } of sections.flatMap(({ entries }) => entries)) {
        const { size } = photo.original;
        const bytes = asNumber(size, String(size), bytesFormat);
        yield [asNumber(number), texts.photo, title, task, texts.included, bytes, photo.sha256];
      }
      for (const { name, task, size, sha256 } of files) {
        const bytes = asNumber(size, String(size), bytesFormat);
        yield ["", texts.file, name, task, texts.inArchiveOnly, bytes, sha256];
      }
      const style = { background: colors.alarmShade, text: { color: colors.alarm } };
      for (const { name, kind, task, reason } of missing)
        yield { cells: ["", kind, name, task, `${texts.missing}: ${reason}`], style };
      yield {
        cells: ["", "", [summary, neverReceivedText].filter(Boolean).join(" ")],
        style: { text: { bold: true }, isSpanning: true },
      };
    },
  );
}

function createAnswersSheets(model: DocumentModel): DrawnSheet[] {
  const { texts, answers } = model;
  if (answers.length === 0) return [];
  const columns = [
    { title: texts.group, width: 30 },
    { title: texts.task, width: 40, isLabel: true },
    { title: texts.answer, width: 60 },
  ];
  const rows = () =>
    answers.map(({ group, task, answer, number }) => [group, task, asAnswer(answer, number)]);
  return [createTableSheet(model, texts.answers, columns, rows, true)];
}

/** A row for every group, heading and task. */
function createFormSheets(model: DocumentModel): DrawnSheet[] {
  const { texts, form } = model;
  const columns = [
    { title: texts.number, width: 8 },
    { title: texts.task, width: 44, isLabel: true },
    { title: texts.answer, width: 62 },
    { title: texts.photos, width: 18 },
  ];
  const style = { background: colors.shade, text: { bold: true, color: colors.navy } };
  const rows = form.flatMap(({ heading, number, items }): RowContent[] => [
    ...(heading ? [{ cells: [number, heading], style }] : []),
    ...items.map((item): RowContent => {
      const cells = ["", ...itemCells(item, model)];
      return item.kind === "header" ? { cells, style } : cells;
    }),
  ]);
  return rows.length > 0 ? [createTableSheet(model, texts.form, columns, () => rows, true)] : [];
}

/** Task, answer and photos. */
function itemCells(item: FormItem, { texts }: DocumentModel): CellContent[] {
  switch (item.kind) {
    case "header":
    case "text":
      return [item.text];
    case "answer": {
      const { task, answer, number, notes } = item;
      // A cell holds either a number or a text, so notes on a number are beside its task.
      return number
        ? [[task, ...notes].join("\n"), asAnswer(answer, number)]
        : [task, [answer, ...notes].join("\n")];
    }
    case "contacts":
      return [item.task, item.rows.map((row) => row.filter(Boolean).join(", ")).join("\n")];
    case "photos":
      return [item.task, "", `${texts.photo} ${formatRanges(item.entries.map(({ number }) => number))}`];
    case "files":
      return [item.task, item.files.map(({ name }) => `${texts.file}: ${name}`).join("\n")];
  }
}

/** Contact persons, with a column for every column name of the lists. */
function createContactsSheets(model: DocumentModel): DrawnSheet[] {
  const { texts, form } = model;
  const lists = form.flatMap(({ heading, items }) =>
    items.flatMap((item) => (item.kind === "contacts" ? [{ ...item, group: heading }] : [])),
  );
  if (lists.length === 0) return [];
  // Unnamed columns are identified by their position.
  const columnName = (name: string, index: number): string => name || " ".repeat(index + 1);
  const names = [...new Set(lists.flatMap(({ columns }) => columns.map(columnName)))];
  const columns = [
    { title: texts.group, width: 24 },
    { title: texts.task, width: 28, isLabel: true },
    ...names.map((name) => ({ title: name.trim(), width: 24 })),
  ];
  const rows = () =>
    lists.flatMap(({ group, task, columns: ownColumns, rows: persons }) =>
      persons.map((person) => {
        const cells = new Map(
          person.map((cell, index) => [columnName(ownColumns[index] ?? "", index), cell]),
        );
        return [group, task, ...names.map((name) => cells.get(name) ?? "")];
      }),
    );
  return [createTableSheet(model, texts.contactPersons, columns, rows)];
}

/** A row for every comment. */
function createDiscussionSheets(model: DocumentModel): DrawnSheet[] {
  const { texts, threads } = model;
  if (threads.length === 0) return [];
  const columns = [
    { title: texts.about, width: 40, isLabel: true },
    { title: texts.author, width: 22 },
    { title: texts.date, width: 22 },
    { title: texts.comment, width: 60 },
  ];
  const rows = () =>
    threads.flatMap(({ heading, comments }) =>
      comments.map(({ author, time, text }) => [heading, author, time, text]),
    );
  return [createTableSheet(model, texts.discussion, columns, rows)];
}

/** Millimetres. */
const photoBox = { width: 53, height: 39.5 } as const;

/** One row per photo, with the photo in it. */
function createPhotosSheet(model: DocumentModel, variant: PhotoForm): DrawnSheet {
  const { texts, sections } = model;
  const createRow = (entry: PhotoEntry): CellContent[] => {
    const { number, photo, task } = entry;
    const { size } = photo.original;
    const degrees = (value: number) =>
      hasPosition(photo) ? asNumber(value, formatDegrees(value), "0.000000") : "";
    return [
      asNumber(number),
      [createPhoto("photo", entry, variant, photoBox)],
      photo.name,
      photo.alias ?? "",
      crewCommentText(photo),
      task,
      photo.creator,
      photo.dateSource === "ARRIVAL"
        ? texts.unknownTime
        : createText("date", formatLocalMinute(photo.dateCreated), 10, { format: "date" }),
      degrees(photo.lat),
      degrees(photo.lng),
      asNumber(size, String(size), bytesFormat),
      photo.sha256,
      reviewCommentText(photo),
    ];
  };
  return createTableSheet(
    model,
    texts.photos,
    [
      { title: texts.number, width: 6, style: center },
      { title: texts.photo, width: 33 },
      { title: texts.name, width: 20, isLabel: true },
      { title: texts.alias, width: 16 },
      { title: texts.comment, width: 34 },
      { title: texts.task, width: 22 },
      { title: texts.creator, width: 15 },
      { title: texts.takenAt, width: 20 },
      { title: texts.latitude, width: 12, style: right },
      { title: texts.longitude, width: 12, style: right },
      { title: texts.bytes, width: 13, style: right },
      { title: "SHA-256", width: 27, style: { size: 7 } },
      { title: texts.reviewComment, width: 28 },
    ],
    () => sections.flatMap(({ entries }) => entries.map(createRow)),
  );
}
