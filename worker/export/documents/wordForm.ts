import type * as Docx from "docx";
import type { Segment } from "../segments.ts";
import { contactPairs, type FormItem, type FormSection, maxContactColumns } from "./form.ts";
import type { DocumentModel } from "./model.ts";
import { createOfficePackage } from "./officePackage.ts";
import { themeColors } from "./theme.ts";
import { type Block, type Column, pageSize, WordBlocks } from "./wordBlocks.ts";
import { WordFlow } from "./wordFlow.ts";
import { type GridStyle, WordGrid } from "./wordGrid.ts";
import { createDocumentParts } from "./wordPackage.ts";
import { WordPhotos } from "./wordPhotos.ts";

export type AnswerItem = Extract<FormItem, { kind: "answer" }>;

/** The style of one kind of form document; all kinds have the same content. */
export interface FormStyle {
  overlineOf(model: DocumentModel): string;
  grid: GridStyle;
  /** All blocks before the form. */
  opening(blocks: WordBlocks, model: DocumentModel, docx: typeof Docx): Block[];
  heading(blocks: WordBlocks, section: FormSection, docx: typeof Docx): Block[];
  /** Consecutive answers. */
  answers(blocks: WordBlocks, answers: AnswerItem[], model: DocumentModel): Block[];
}

/**
 * A form as a Word document: its tasks and answers in reading order, photos with their task, files, missing items, the list of
 * photos.
 */
export const createFormDocument =
  (style: FormStyle) =>
  async (documentModel: DocumentModel, modified: number): Promise<Segment[]> => {
    const docx = await import("docx");
    const model = { ...documentModel, overline: style.overlineOf(documentModel) };
    const blocks = new WordBlocks(docx, model);
    const flow = new WordFlow();
    const grid = new WordGrid(docx, blocks, model, flow, style.grid);
    const photos = new WordPhotos(docx, blocks, model, flow);
    for (const section of model.form) addSection(section);
    const document = blocks.document([
      ...style.opening(blocks, model, docx),
      ...photos.contents(),
      ...flow.templateBlocks(blocks),
      ...blocks.files(),
      ...blocks.missing(),
      ...photos.list(),
    ]);
    const skeleton = new Uint8Array(await docx.Packer.toArrayBuffer(document));
    return createOfficePackage(createDocumentParts(skeleton, photos, model), modified);

    function addSection(section: FormSection): void {
      let pendingBlocks: Block[] = section.heading ? style.heading(blocks, section, docx) : [];
      let answers: AnswerItem[] = [];
      const flushAnswers = () => {
        if (answers.length > 0) pendingBlocks.push(...style.answers(blocks, answers, model));
        answers = [];
      };
      for (const [index, item] of section.items.entries()) {
        if (item.kind === "answer") {
          answers.push(item);
          continue;
        }
        flushAnswers();
        if (item.kind !== "photos") {
          pendingBlocks.push(...createItemBlocks(blocks, item, model));
          continue;
        }
        const previousItem = section.items[index - 1];
        // The preceding answer of the task already names it.
        if (item.task && !(previousItem?.kind === "answer" && previousItem.task === item.task)) {
          pendingBlocks.push(createTaskLine(blocks, item.task));
        }
        flow.addStatic(pendingBlocks);
        pendingBlocks = [];
        grid.add(item.entries);
      }
      flushAnswers();
      flow.addStatic(pendingBlocks);
    }
  };

/** Columns of a label and a value, in millimetres. */
const pairColumns: Column[] = [
  { title: "", width: 50 },
  { title: "", width: 120 },
];

/** The name of a task above its photos, files or contact persons. */
const createTaskLine = (blocks: WordBlocks, task: string): Block =>
  blocks.text(task, { bold: true, color: themeColors.navy }, { before: 140, after: 60 }, { keepNext: true });

function createItemBlocks(
  blocks: WordBlocks,
  item: Exclude<FormItem, { kind: "answer" | "photos" }>,
  { texts }: DocumentModel,
): Block[] {
  switch (item.kind) {
    case "header":
      return [
        blocks.text(
          item.text,
          { bold: true, size: 22, color: themeColors.accent },
          { before: 200, after: 80 },
          { keepNext: true },
        ),
      ];
    case "text":
      return [blocks.text(item.text, { color: themeColors.muted }, { before: 80, after: 80 })];
    case "contacts": {
      if (item.columns.length > maxContactColumns)
        return [
          createTaskLine(blocks, item.task),
          ...contactPairs(item, texts).flatMap(({ heading, pairs }) => [
            blocks.text(heading, { bold: true }, { before: 80, after: 40 }, { keepNext: true }),
            blocks.table(pairColumns, pairs, { header: false }),
          ]),
          blocks.spacer(),
        ];
      const width = pageSize.textWidth / Math.max(item.columns.length, 1);
      return [
        createTaskLine(blocks, item.task),
        blocks.table(
          item.columns.map((title) => ({ title, width })),
          item.rows,
        ),
        blocks.spacer(),
      ];
    }
    case "files":
      return [
        ...(item.task ? [createTaskLine(blocks, item.task)] : []),
        ...item.files.map(({ name, created }) =>
          blocks.text(`${texts.file}: ${name}  ·  ${created}`, { size: 18 }, { after: 40 }),
        ),
      ];
  }
}
