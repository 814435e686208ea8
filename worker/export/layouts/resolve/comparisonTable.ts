import type { LayoutNode } from "#domain/layout/node.ts";
import { maxGridSide } from "#domain/layout/photoGrid.ts";
import type { LayoutType } from "#domain/layout/types.ts";
import { isStructure, takesFiles } from "#domain/task/types.ts";
import { takenAtText } from "#worker/export/documents/documentModel.ts";
import type { DocumentTexts } from "#worker/export/documents/documentTexts.ts";
import { photoCommentText } from "#worker/export/documents/photoComments.ts";
import { toSingleLine } from "#worker/export/documents/xml.ts";
import { maxPortraitColumns } from "../columnLayout.ts";
import { textColorsFor } from "../grid.ts";
import { tableRule } from "../pageMetrics.ts";
import type { DrawnCell, DrawnItem, DrawnRow, DrawnTable, DrawnText } from "../renderTree.ts";
import {
  type DocumentationIndex,
  type IndexedPhoto,
  type IndexedTask,
  isApplicable,
  isGroup,
} from "./documentationIndex.ts";
import type { NodeDrawer } from "./drawContext.ts";
import { listDocumentationsByDate, listTasks, matchesNames } from "./each.ts";
import { filesOf } from "./fileRows.ts";
import { createTaskPredicate } from "./filters.ts";
import { createLazyIterable } from "./iterables.ts";
import { formatTaskAnswer, taskName } from "./layoutReplacement.ts";
import { type ComparedTask, groupPath, matchTasks } from "./matchTasks.ts";
import { readList, readNumber } from "./nodeParams.ts";
import { answerFormat } from "./placeholders.ts";
import { createPlainText, tableStyle } from "./plainItems.ts";
import { enterPhoto, listPhotos, type Scope } from "./resolveScope.ts";
import { type CellSpan, distributeWidths } from "./widths.ts";

/** COMPARISON: tasks as rows and documentations as columns, with the photos of a task next to each other. */

interface ComparisonStyle {
  /** Documentations next to each other; the others continue in another table. */
  columns: number;
  /** Points. */
  textSize: number;
  /** Of a photo, in millimetres, so that a row fits a page. */
  maxHeight: number;
}

const pageStyle: ComparisonStyle = { columns: 3, textSize: 9, maxHeight: 75 };
const styleByType: Readonly<Record<LayoutType, ComparisonStyle>> = {
  POWERPOINT: { columns: 4, textSize: 12, maxHeight: 65 },
  WORD: pageStyle,
  EXCEL: { columns: 6, textSize: 10, maxHeight: 60 },
  PDF: pageStyle,
  WORD_TO_PDF: pageStyle,
};

function readStyle({ params }: LayoutNode, type: LayoutType): ComparisonStyle {
  const { columns, textSize, maxHeight } = styleByType[type];
  return {
    columns: readNumber(params, "COLUMNS", 1, maxGridSide) ?? columns,
    textSize: readNumber(params, "SIZE", 4, 40) ?? textSize,
    maxHeight,
  };
}

/** Of the column with the names of tasks, in percent. */
const taskColumnWidth = 20;
const cellPadding = { top: 1, bottom: 1, left: 1.5, right: 1.5 } as const;
const mutedColor = "#57606A";

/** Documentations per table when `count` of them are spread evenly, so that the last table is as wide as the others. */
const columnCountOf = (count: number, { columns }: ComparisonStyle): number =>
  Math.ceil(count / Math.max(Math.ceil(count / columns), 1));

/** Whether a COMPARISON of Word may need a landscape page. @param count of the documentations of the report */
export const mayBeWide = (node: LayoutNode, count: number): boolean =>
  node.type === "COMPARISON" && columnCountOf(count, readStyle(node, "WORD")) + 1 > maxPortraitColumns;

/** The columns of a COMPARISON in a sheet. @param count of the documentations of the report */
export const comparisonSpans = (node: LayoutNode, count: number): CellSpan[] => [
  { colspan: 1, width: taskColumnWidth },
  ...Array.from({ length: columnCountOf(count, readStyle(node, "EXCEL")) }, () => ({
    colspan: 1,
    width: null,
  })),
];

/**
 * The tables of a comparison: one for as many documentations as fit next to each other. Without tasks, they have a row that says so, or
 * there are none if the node selects tasks or is in a task or group.
 */
export function* createComparisonTables(
  draw: NodeDrawer,
  node: LayoutNode,
  scope: Scope,
): Generator<DrawnTable> {
  for (const part of listParts(draw, node, scope)) {
    const widths = distributeWidths([taskColumnWidth, ...part.documentations.map(() => null)]);
    const toRow = (cells: readonly DrawnItem[][]): DrawnRow =>
      createRow(
        node.id,
        cells.map((items, index) => ({
          items,
          width: widths[index]!,
          colspan: 1,
          border: null,
          background: null,
        })),
      );
    yield {
      kind: "table",
      node: node.id,
      ...tableStyle(node.params),
      widths,
      header: toRow(part.header),
      rows: createLazyIterable(function* () {
        for (const cells of part.rows()) yield toRow(cells);
      }),
    };
  }
}

/** The comparison as rows of a sheet. Every documentation spans the same number of columns. */
export function* createComparisonRows(
  draw: NodeDrawer,
  node: LayoutNode,
  scope: Scope,
  widths: readonly number[],
): Generator<DrawnRow> {
  const { borders, headerBackground, rowBackground } = tableStyle(node.params);
  const border = borders ? tableRule : null;
  for (const part of listParts(draw, node, scope)) {
    const columnCount = Math.floor((widths.length - 1) / part.documentations.length);
    const firstColumnOf = (cell: number) => (cell === 0 ? 0 : 1 + (cell - 1) * columnCount);
    const toRow = (cells: readonly DrawnItem[][], background: string | null): DrawnRow =>
      createRow(
        node.id,
        cells.map((items, index) => {
          const [start, end] = [firstColumnOf(index), firstColumnOf(index + 1)];
          const width = widths.slice(start, end).reduce((sum, share) => sum + share, 0);
          return { items, width, colspan: end - start, border, background };
        }),
      );
    // Excel keeps the rows above the first repeated one in view.
    yield { ...toRow(part.header, headerBackground), node: `${node.id}.header` };
    let number = 0;
    for (const cells of part.rows()) yield toRow(cells, number++ % 2 === 1 ? rowBackground : null);
  }
}

const createRow = (
  id: string,
  cells: readonly Pick<DrawnCell, "items" | "width" | "colspan" | "border" | "background">[],
): DrawnRow => ({
  kind: "row",
  node: id,
  cells: cells.map((cell) => ({ ...cell, node: id, padding: cellPadding })),
});

/** A part of a comparison: the items of each cell, the name of the task first. */
interface Part {
  documentations: readonly DocumentationIndex[];
  header: readonly DrawnItem[][];
  rows(): Iterable<readonly DrawnItem[][]>;
}

function* listParts(draw: NodeDrawer, node: LayoutNode, scope: Scope): Generator<Part> {
  const documentations = listDocumentationsByDate(scope, draw.context);
  const tasks = listComparedTasks(draw, node, { scope, documentations });
  const otherPhotos = listOtherPhotos(node, scope);
  const isEmpty = tasks.length === 0 && otherPhotos.size === 0;
  if (isEmpty && !comparesEverything(node, scope)) return;
  const cells = new ComparisonCells(draw, node, scope);
  const size = columnCountOf(documentations.length, readStyle(node, draw.context.layout.type));
  for (let start = 0; start < documentations.length; start += size) {
    const columns = documentations.slice(start, start + size);
    yield {
      documentations: columns,
      header: cells.header(columns),
      *rows() {
        if (isEmpty) yield cells.emptyRow(columns);
        for (const task of tasks) yield* cells.rows(task, columns);
        yield* cells.otherPhotoRows(columns.map((documentation) => otherPhotos.get(documentation) ?? []));
      },
    };
  }
}

/** The rows: the tasks in scope that can have an answer, photos or files, as the node filters them. */
function listComparedTasks(
  { context }: NodeDrawer,
  { params }: LayoutNode,
  { scope, documentations }: { scope: Scope; documentations: readonly DocumentationIndex[] },
): readonly ComparedTask[] {
  const tasksByDocumentation = Map.groupBy(
    [...listTasks(scope, true)].filter(
      (task) => !isGroup(task) && !isStructure(task.task.type) && isApplicable(task),
    ),
    ({ documentation }) => documentation,
  );
  const comparedTasks = matchTasks(
    documentations.map((documentation) => tasksByDocumentation.get(documentation) ?? []),
  );
  const matchesName = matchesNames(readList(params, "IDS")) ?? (() => true);
  const passesFilters = createTaskPredicate(readList(params, "FILTERS"), [], context.report.taskFilters);
  return comparedTasks.filter(({ tasks }) => {
    const presentTasks = [...tasks.values()];
    return presentTasks.some(matchesName) && presentTasks.some(passesFilters);
  });
}

/** "View", "View (2)", … */
const numberName = (name: string, index: number): string => (index === 0 ? name : `${name} (${index + 1})`);

/** Whether a node shows whole documentations and not a selection of their tasks. */
const comparesEverything = ({ params }: LayoutNode, { subject }: Scope): boolean =>
  subject.kind === "documentations" && readList(params, "IDS").length === 0;

/** Conditions that photos without a task meet. */
const conditionsOfPhotos = ["HAS_PHOTOS", "ANSWERED_OR_HAS_PHOTOS", "NOT_EMPTY"];

/** The photos in scope that belong to no task, unless the node selects tasks. */
function listOtherPhotos(
  node: LayoutNode,
  scope: Scope,
): ReadonlyMap<DocumentationIndex, readonly IndexedPhoto[]> {
  const isIncluded =
    comparesEverything(node, scope) &&
    readList(node.params, "FILTERS").every((condition) => conditionsOfPhotos.includes(condition));
  const photos = isIncluded ? [...listPhotos(scope)].filter(({ task }) => task === null) : [];
  return Map.groupBy(photos, ({ documentation }) => documentation);
}

/** Draws the contents of cells. */
class ComparisonCells {
  readonly #draw: NodeDrawer;
  readonly #node: LayoutNode;
  readonly #scope: Scope;
  readonly #style: ComparisonStyle;
  readonly #texts: DocumentTexts;
  readonly #isSheet: boolean;

  constructor(draw: NodeDrawer, node: LayoutNode, scope: Scope) {
    this.#draw = draw;
    this.#node = node;
    this.#scope = scope;
    this.#style = readStyle(node, draw.context.layout.type);
    this.#texts = draw.context.texts;
    this.#isSheet = draw.context.layout.type === "EXCEL";
  }

  /** Name, time and author of each documentation. */
  header(documentations: readonly DocumentationIndex[]): DrawnItem[][] {
    const background = tableStyle(this.#node.params).headerBackground;
    const color = background ? textColorsFor(background).name : "#000000";
    return [
      [this.#text(this.#texts.task, { bold: true, color })],
      ...documentations.map(({ reported: { documentation } }) => {
        const { name, dateCreated, creator } = documentation;
        const facts = [this.#draw.context.minute(dateCreated), toSingleLine(creator)].filter(Boolean);
        return [
          this.#text(toSingleLine(name), { bold: true, color }),
          ...(facts.length > 0 ? [this.#text(facts.join("\n"), { color })] : []),
        ];
      }),
    ];
  }

  /** The row of documentations without tasks. */
  emptyRow(documentations: readonly DocumentationIndex[]): DrawnItem[][] {
    return [[this.#mutedText(this.#texts.noTasks)], ...documentations.map(() => [])];
  }

  /** A row of answers, unless there are only photos, then a row for the first, second, … photo of each documentation. */
  *rows({ tasks }: ComparedTask, documentations: readonly DocumentationIndex[]): Generator<DrawnItem[][]> {
    const [firstTask] = tasks.values();
    const tasksInColumns = documentations.map((documentation) => tasks.get(documentation) ?? null);
    const hasPhotos = tasksInColumns.some((task) => task && task.photos.length > 0);
    const hasAnswer = tasksInColumns.some((task) => task && this.#answer(task) !== "");
    if (!hasPhotos || hasAnswer)
      yield [this.#taskName(firstTask!, 0), ...tasksInColumns.map((task) => [this.#answerText(task)])];
    yield* this.#photoRows(
      (index) => this.#taskName(firstTask!, index),
      tasksInColumns.map((task) => task?.photos ?? null),
    );
  }

  /** @param photos of each documentation */
  *otherPhotoRows(photos: readonly (readonly IndexedPhoto[])[]): Generator<DrawnItem[][]> {
    yield* this.#photoRows(
      (index) => [this.#text(numberName(this.#texts.otherPhotos, index), { bold: true })],
      photos,
    );
  }

  /** @param photosOf the photos of each documentation; null where it lacks the task */
  *#photoRows(
    nameOf: (index: number) => DrawnItem[],
    photosOf: readonly (readonly IndexedPhoto[] | null)[],
  ): Generator<DrawnItem[][]> {
    const count = Math.max(...photosOf.map((photos) => photos?.length ?? 0));
    for (let index = 0; index < count; index++)
      yield [
        nameOf(index),
        ...photosOf.map((photos) => {
          const photo = photos?.[index];
          if (photo) return this.#photo(photo);
          if (!photos) return [this.#mutedText(this.#texts.notIncluded)];
          return [this.#mutedText(photos.length === 0 ? this.#texts.noPhoto : "–")];
        }),
      ];
  }

  #taskName(task: IndexedTask, photoIndex: number): DrawnItem[] {
    const path = groupPath(task).join(" › ");
    const name = numberName(taskName(task), photoIndex);
    return [
      ...(path ? [this.#text(path, { color: mutedColor, size: this.#smallSize() })] : []),
      this.#text(name, { bold: true }),
    ];
  }

  /** The answer of a task, the names of its files, or their number if the report does not have all of them; "" without any. */
  #answer(task: IndexedTask): string {
    const answer = formatTaskAnswer(task, this.#texts);
    if (answer || !task.content.files) return answer;
    const names = filesOf(task).map(({ name }) => toSingleLine(name));
    return names.length === task.task.files ? names.join("\n") : `${this.#texts.files}: ${task.task.files}`;
  }

  #answerText(task: IndexedTask | null): DrawnText {
    const { noPhoto, noFile, notAnswered, notIncluded } = this.#texts;
    if (!task) return this.#mutedText(notIncluded);
    const answer = this.#answer(task);
    if (answer === "")
      return this.#mutedText(
        task.task.type === "PHOTO" ? noPhoto : takesFiles(task.task.type) ? noFile : notAnswered,
      );
    const format = answerFormat([task]);
    return this.#text(answer, format && { format });
  }

  #photo(indexedPhoto: IndexedPhoto): DrawnItem[] {
    const { photo } = indexedPhoto;
    const caption: Pick<DrawnText, "text" | "link"> = this.#node.params.CAPTION
      ? this.#draw.captionOf(this.#node, enterPhoto(this.#scope, indexedPhoto))
      : {
          text: [takenAtText(photo, this.#texts), photoCommentText(photo, this.#texts)]
            .filter(Boolean)
            .join("\n"),
        };
    const { text, ...link } = caption;
    return [
      { ...this.#draw.photo(this.#node, indexedPhoto), box: { width: null, height: this.#style.maxHeight } },
      // Aligned with the photo, which is centred in a sheet's cell.
      ...(text.trim()
        ? [
            this.#text(text, {
              ...link,
              size: this.#smallSize(),
              alignment: this.#isSheet ? "CENTER" : "LEFT",
            }),
          ]
        : []),
    ];
  }

  #smallSize = (): number => Math.max(this.#style.textSize - 1, 4);

  #mutedText = (text: string): DrawnText => this.#text(text, { color: mutedColor, italic: true });

  #text = (text: string, style: Partial<DrawnText> = {}): DrawnText => ({
    ...createPlainText(this.#node.id, text, false, this.#style.textSize),
    ...style,
  });
}
