import { formatSize } from "#domain/core/text/byteSize.ts";
import type { LayoutNode } from "#domain/layout/node.ts";
import { toSingleLine } from "#worker/export/documents/xml.ts";
import type { PlannedFile } from "#worker/export/exportPlanTypes.ts";
import type { DrawnCell, DrawnRow, DrawnText } from "../renderTree.ts";
import { type DocumentationIndex, descendants, type IndexedTask } from "./documentationIndex.ts";
import type { NodeDrawer } from "./drawContext.ts";
import { memoize } from "./iterables.ts";
import { readNumber } from "./nodeParams.ts";
import { documentationUrl } from "./placeholders.ts";
import { createPlainText } from "./plainItems.ts";
import type { Scope } from "./resolveScope.ts";

/** FILES: names and sizes. A name opens the documentation in the console at the file, for those who may see it. */

/** Percent: name and size. */
export const fileColumnWidths = [80, 20] as const;
const linkColor = "#0969DA";

interface ListedFile {
  file: PlannedFile;
  documentation: DocumentationIndex;
}

const filesByTask = memoize(({ reported: { files } }: DocumentationIndex) =>
  Map.groupBy(files, ({ taskId }) => taskId),
);

/** The files of a task that the reader may see and that have arrived. */
export const filesOf = ({ task, documentation }: IndexedTask): readonly PlannedFile[] =>
  filesByTask(documentation).get(task.id) ?? [];

/** The files in scope: those of the task, the group or the documentations. A photo has the files of its task. */
function listFiles({ subject, documentations }: Scope): ListedFile[] {
  const listOfTasks = (tasks: Iterable<IndexedTask>) =>
    [...tasks].flatMap((task) => filesOf(task).map((file) => ({ file, documentation: task.documentation })));
  switch (subject.kind) {
    case "photo":
      return subject.photo.task ? listOfTasks([subject.photo.task]) : [];
    case "task":
      return listOfTasks([subject.task]);
    case "matchedTask":
      return listOfTasks(subject.matchedTask.tasks);
    case "group":
      return listOfTasks(descendants(subject.group));
    case "documentations":
      return documentations.flatMap((documentation) =>
        documentation.reported.files.map((file) => ({ file, documentation })),
      );
  }
}

interface FileRowStyle {
  /** Of all columns in percent. The last one holds the size, the others the name. */
  widths: readonly number[];
  padding: DrawnCell["padding"];
}

/** A row of a name and a size, or of one text across all columns. */
function createRow(
  node: LayoutNode,
  { widths, padding }: FileRowStyle,
  [name, size]: readonly [name: DrawnText, size?: DrawnText],
): DrawnRow {
  const lastWidth = size ? widths.at(-1)! : 0;
  const cell = (item: DrawnText, width: number, colspan: number): DrawnCell => ({
    ...{ node: node.id, width, colspan, padding, border: null, background: null },
    items: [item],
  });
  const nameCell = cell(name, 100 - lastWidth, size ? widths.length - 1 : widths.length);
  return { kind: "row", node: node.id, cells: size ? [nameCell, cell(size, lastWidth, 1)] : [nameCell] };
}

/**
 * The header and a row for each file in scope; in a report of several documentations, those of each below its name and day. Nothing if
 * there are no files.
 */
export function* createFileRows(
  { context }: NodeDrawer,
  node: LayoutNode,
  scope: Scope,
  rowStyle: FileRowStyle,
): Generator<DrawnRow> {
  const { layout, texts, report, visitLabels } = context;
  const textSize = readNumber(node.params, "SIZE", 4, 40) ?? (layout.type === "POWERPOINT" ? 14 : 11);
  const createText = (text: string, style: Partial<DrawnText>): DrawnText => ({
    ...createPlainText(node.id, text, false, textSize),
    ...style,
  });
  const files = listFiles(scope);
  if (files.length === 0) return;
  const bold = { bold: true } as const;
  const right = { alignment: "RIGHT" } as const;
  yield createRow(node, rowStyle, [
    createText(texts.file, bold),
    createText(texts.fileSize, { ...bold, ...right }),
  ]);
  let labelledDocumentation: DocumentationIndex | null = null;
  for (const { file, documentation } of files) {
    const label = visitLabels.get(documentation);
    if (label && documentation !== labelledDocumentation)
      yield createRow(node, rowStyle, [createText(label, bold)]);
    labelledDocumentation = documentation;
    const link = `${documentationUrl(report, documentation)}?file=${encodeURIComponent(file.id)}`;
    yield createRow(node, rowStyle, [
      createText(toSingleLine(file.name) || file.id, { link, color: linkColor }),
      createText(formatSize(file.object.size, texts.locale), right),
    ]);
  }
}
