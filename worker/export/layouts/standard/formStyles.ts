import type { DocumentModel } from "#worker/export/documents/documentModel.ts";
import type { DocumentTexts } from "#worker/export/documents/documentTexts.ts";
import type { FormItem, FormSection } from "#worker/export/documents/formSections.ts";
import type { DrawnBlock } from "../renderTree.ts";
import { createCover } from "./cover.ts";
import { colors, createHeading, createTable, createText, pairColumns } from "./standardItems.ts";

export type AnswerItem = Extract<FormItem, { kind: "answer" }>;

/** The style of one kind of form; all kinds have the same content. */
export interface FormStyle {
  overlineOf(texts: DocumentTexts): string;
  /** Photos side by side, and the maximum height of each in millimetres. */
  grid: { columns: number; height: number };
  /** All blocks before the form. */
  opening(model: DocumentModel): Iterable<DrawnBlock>;
  heading(section: FormSection): Iterable<DrawnBlock>;
  /** Consecutive answers. */
  answers(answers: readonly AnswerItem[], texts: DocumentTexts): Iterable<DrawnBlock>;
}

const numberedHeading = ({ number, heading }: FormSection): string =>
  [number, heading].filter(Boolean).join("  ");

/** FORM_WORD_DOCUMENT: facts, then a table of questions and answers for every group. */
export const tableStyle: FormStyle = {
  overlineOf: ({ form }) => form,
  grid: { columns: 2, height: 78 },
  opening: createCover,
  heading: ({ heading, depth }) => createHeading("group", heading, depth),
  answers: (answers, { task, answer }) => [
    createTable(
      "answers",
      [
        { title: task, width: 44 },
        { title: answer, width: 56 },
      ],
      answers.map((item) => [item.task, { text: item.answer, small: item.notes.join("\n") }]),
    ),
  ],
};

/**
 * FORM_3GIS_PM: a memo of few pages. Its head has subject, date and author; answers are next to their questions, and unanswered
 * tasks share one line.
 */
export const memoStyle: FormStyle = {
  overlineOf: ({ projectMemo }) => projectMemo,
  grid: { columns: 3, height: 42 },
  *opening({
    texts,
    overline,
    title,
    subtitle,
    part,
    summary,
    neverReceivedText,
    missing,
    facts,
    documentation,
  }) {
    const factOf = (label: string) => facts.find((fact) => fact.label === label)?.value ?? "";
    const rows = [
      [texts.subject, [title, subtitle].filter(Boolean).join("\n")],
      [texts.customer, documentation.customerName],
      [texts.date, factOf(texts.created).slice(0, 10)],
      [texts.author, documentation.creator],
      [texts.template, documentation.templateName],
      [texts.position, factOf(texts.position)],
      [texts.status, factOf(texts.status)],
      [texts.tags, factOf(texts.tags)],
    ].filter(([, value]) => value !== "");
    const heading = [overline, part?.label].filter(Boolean).join(" · ").toLocaleUpperCase(texts.locale);
    yield createText("title", heading, 17, { bold: true, color: colors.navy });
    yield createTable("facts", pairColumns(20), rows, { header: false });
    yield createText("summary", [summary, part?.photos, neverReceivedText].filter(Boolean).join(" "), 8, {
      color: missing.length > 0 || neverReceivedText ? colors.alarm : colors.muted,
    });
  },
  heading: (section) => createHeading("group", numberedHeading(section), section.depth, { size: 11.5 }),
  *answers(answers, texts) {
    const hasContent = ({ isAnswered, notes }: AnswerItem) => isAnswered || notes.length > 0;
    const rows = answers
      .filter(hasContent)
      .map(({ task, answer, notes }) => [
        [createText("answers.task", task, 10, { bold: true })],
        [
          createText("answers.answer", answer),
          ...notes.map((note) => createText("answers.note", note, 8, { color: colors.alarm })),
        ],
      ]);
    if (rows.length > 0)
      yield createTable("answers", pairColumns(40), rows, { header: false, hasLines: false });
    const unansweredTasks = answers.filter((answer) => !hasContent(answer)).map(({ task }) => task);
    if (unansweredTasks.length > 0)
      yield createText("unanswered", texts.unanswered(unansweredTasks), 8.5, {
        color: colors.muted,
        italic: true,
      });
  },
};

/** FORM_SHEAB_WORD_DOCUMENT: a cover with the facts and the sections, then numbered sections of question and answer. */
export const sectionedStyle: FormStyle = {
  overlineOf: ({ siteReport }) => siteReport,
  grid: { columns: 2, height: 70 },
  *opening(model) {
    yield* createCover(model);
    yield* createOutline(model);
  },
  *heading(section) {
    if (section.number === "1") yield { kind: "pageBreak", node: "group.page" };
    yield* createHeading("group", numberedHeading(section), section.depth, { color: colors.accent });
  },
  *answers(answers) {
    for (const { task, answer, isAnswered, notes } of answers) {
      yield createText("answers.task", task, 8.5, { color: colors.muted, keepsNext: true });
      yield createText("answers.answer", answer, 11, { color: isAnswered ? colors.ink : colors.muted });
      for (const note of notes) yield createText("answers.note", note, 8, { color: colors.alarm });
    }
  },
};

/** The outermost sections with the number of photos in each. */
function* createOutline({ form, texts }: DocumentModel): Generator<DrawnBlock> {
  const outermostOf = ({ number }: FormSection) => number.split(".")[0]!;
  const sections = Map.groupBy(
    form.filter(({ number }) => number !== ""),
    outermostOf,
  );
  const countPhotos = (section: readonly FormSection[]) =>
    section
      .flatMap(({ items }) => items)
      .reduce((count, item) => count + (item.kind === "photos" ? item.entries.length : 0), 0);
  if (sections.size === 0) return;
  yield { kind: "lineBreak", node: "outline.space" };
  yield createTable(
    "outline",
    [
      { title: texts.group, width: 82 },
      { title: texts.photos, width: 18, alignment: "RIGHT" },
    ],
    [...sections.values()].map((parts) => [numberedHeading(parts[0]!), String(countPhotos(parts))]),
  );
}
