import type { DocumentModel } from "./model.ts";
import { isRightToLeft } from "./textFit.ts";
import { themeColors } from "./theme.ts";
import { type Block, pageSize, type WordBlocks } from "./wordBlocks.ts";
import type { AnswerItem, FormStyle } from "./wordForm.ts";

const headingLevel = (depth: number): 1 | 2 | 3 => (depth <= 1 ? 1 : depth === 2 ? 2 : 3);
const numberedHeading = ({ number, heading }: { number: string; heading: string }) =>
  [number, heading].filter(Boolean).join("  ");
const answerColor = ({ isAnswered }: AnswerItem) => (isAnswered ? themeColors.ink : themeColors.muted);

/** FORM_WORD_DOCUMENT: facts, then a table of questions and answers for every group. */
export const formStyle: FormStyle = {
  overlineOf: ({ texts }) => texts.form,
  grid: { columns: 2, height: 78 },
  opening: (blocks) => [...blocks.titleBlock(), blocks.spacer()],
  heading: (blocks, section) => [blocks.heading(section.heading, headingLevel(section.depth))],
  answers: (blocks, answers, { texts }) => [
    blocks.table(
      [
        { title: texts.task, width: 75 },
        { title: texts.answer, width: 95 },
      ],
      answers.map(({ task, answer, notes }) => [task, { text: answer, small: notes.join("\n") }]),
    ),
    blocks.spacer(),
  ],
};

/**
 * FORM_3GIS_PM: a memo of few pages. Its head has subject, date and author; answers follow their question on the line, and
 * unanswered tasks share one line.
 */
export const memoStyle: FormStyle = {
  overlineOf: ({ texts }) => texts.projectMemo,
  grid: { columns: 3, height: 42 },
  opening: (blocks, model) => {
    const {
      texts,
      title,
      subtitle,
      part,
      summary,
      unnamed: neverReceivedText,
      missing,
      facts,
      documentation,
    } = model;
    const factValue = (label: string) => facts.find((entry) => entry.label === label)?.value ?? "";
    const rows: [string, string][] = [
      [texts.subject, [title, subtitle].filter(Boolean).join("\n")],
      [texts.customer, documentation.customerName],
      [texts.date, factValue(texts.created).slice(0, 10)],
      [texts.author, documentation.creator],
      [texts.template, documentation.templateName],
      [texts.position, factValue(texts.position)],
      [texts.status, factValue(texts.status)],
      [texts.tags, factValue(texts.tags)],
    ];
    const color = missing.length > 0 || neverReceivedText ? themeColors.alarm : themeColors.muted;
    return [
      blocks.text(
        [texts.projectMemo, part?.label].filter(Boolean).join(" · ").toLocaleUpperCase(texts.locale),
        { bold: true, size: 34, color: themeColors.navy, characterSpacing: 30 },
        { after: 160 },
      ),
      blocks.table(
        [
          { title: "", width: 34 },
          { title: "", width: 136 },
        ],
        rows.filter(([, value]) => value !== ""),
        { header: false },
      ),
      blocks.text(
        [summary, part?.photos, neverReceivedText].filter(Boolean).join(" "),
        { size: 16, color },
        { before: 120, after: 160 },
      ),
    ];
  },
  heading: (blocks, section) => [
    blocks.heading(numberedHeading(section), headingLevel(Math.max(section.depth, 1) + 1)),
  ],
  answers: (blocks, answers, { texts }) => {
    const hasContent = ({ isAnswered, notes }: (typeof answers)[number]) => isAnswered || notes.length > 0;
    const visibleAnswers = answers.filter(hasContent);
    const unansweredTasks = answers.filter((answer) => !hasContent(answer)).map(({ task }) => task);
    return [
      ...visibleAnswers.map((answer) => createInlineAnswer(blocks, answer)),
      ...(unansweredTasks.length > 0
        ? [
            blocks.text(
              texts.unanswered(unansweredTasks),
              { size: 17, color: themeColors.muted, italics: true },
              { before: 40, after: 80 },
            ),
          ]
        : []),
    ];
  },
};

/** "Question: answer" in one paragraph. */
function createInlineAnswer(blocks: WordBlocks, { task, answer, notes }: AnswerItem): Block {
  const rtl = isRightToLeft(task);
  return blocks.paragraph(
    [
      blocks.run(/[?:.!]$/.test(task) ? `${task} ` : `${task}: `, { bold: true }, rtl),
      ...answer.split("\n").map((line, index) => blocks.run(line, index > 0 ? { break: 1 } : {})),
      ...notes.map((note) => blocks.run(note, { break: 1, size: 16, color: themeColors.alarm })),
    ],
    { spacing: { after: 50 }, ...(rtl && { bidirectional: true }) },
  );
}

/** FORM_SHEAB_WORD_DOCUMENT: a cover with the facts, then numbered sections of question and answer. */
export const sectionedStyle: FormStyle = {
  overlineOf: ({ texts }) => texts.siteReport,
  grid: { columns: 2, height: 70 },
  opening: (blocks, model) => [...blocks.titleBlock(), ...createOutline(blocks, model)],
  heading: (blocks, section, { BorderStyle }) => [
    blocks.heading(numberedHeading(section), headingLevel(section.depth), {
      pageBreakBefore: section.depth <= 1 && section.number === "1",
      border: { bottom: { style: BorderStyle.SINGLE, size: 8, color: themeColors.accent, space: 4 } },
    }),
  ],
  answers: (blocks, answers) =>
    answers.flatMap((answer) => {
      return [
        blocks.text(
          answer.task,
          { size: 17, color: themeColors.muted },
          { before: 120, after: 20 },
          { keepNext: true },
        ),
        blocks.text(
          answer.answer,
          { size: 22, color: answerColor(answer) },
          { after: answer.notes.length > 0 ? 20 : 80 },
        ),
        ...answer.notes.map((note) =>
          blocks.text(note, { size: 16, color: themeColors.alarm }, { after: 80 }),
        ),
      ];
    }),
};

/** The sections listed on the cover, with the number of photos in each. */
function createOutline(blocks: WordBlocks, { form, texts }: DocumentModel): Block[] {
  const numberedSections = form.filter(({ number }) => number !== "" && !number.includes("."));
  if (numberedSections.length === 0) return [];
  const photosBySection = new Map<string, number>();
  for (const { number, items } of form) {
    const [outermost = ""] = number.split(".");
    const count = items.reduce((sum, item) => sum + (item.kind === "photos" ? item.entries.length : 0), 0);
    photosBySection.set(outermost, (photosBySection.get(outermost) ?? 0) + count);
  }
  const photosOf = (number: string) => photosBySection.get(number) ?? 0;
  const seenNumbers = new Set<string>();
  return [
    blocks.spacer(),
    blocks.table(
      [
        { title: texts.group, width: pageSize.textWidth - 30 },
        { title: texts.photos, width: 30, align: "right" },
      ],
      numberedSections
        .filter(({ number }) => !seenNumbers.has(number) && seenNumbers.add(number))
        .map((section) => [numberedHeading(section), String(photosOf(section.number))]),
    ),
  ];
}
