import type { Segment } from "../segments.ts";
import type { DocumentTexts } from "./documentTexts.ts";
import { contactPairs, type FormItem, type FormSection, formatRanges, maxContactColumns } from "./form.ts";
import type { DocumentModel } from "./model.ts";
import { createOfficePackage } from "./officePackage.ts";
import { SlideDeck } from "./powerpointDeck.ts";
import { presentationParts } from "./powerpointPackage.ts";
import { createPhotoSlide } from "./powerpointPhoto.ts";
import {
  addCaptionSlides,
  addContentsSlides,
  addFactSlides,
  addListSlides,
  addMissingSlides,
  addTitleSlide,
  countCellLines,
  type ListRow,
} from "./powerpointSlides.ts";
import { themeColors } from "./theme.ts";

/** A form as slides: title, contents, for every group its answers, contact persons and photos, files, missing items. */
export async function createFormPowerPoint(
  documentModel: DocumentModel,
  modified: number,
): Promise<Segment[]> {
  const model = { ...documentModel, overline: documentModel.texts.form };
  const deck = await SlideDeck.create(model);
  addTitleSlide(deck, model);
  const slideByPhoto = new Map<number, number>();
  const answers = new AnswerSlides(deck, model);
  for (const section of model.form) addSectionSlides(deck, model, section, answers, slideByPhoto);
  answers.end();
  addFileSlides(deck, model);
  addCaptionSlides(deck, model);
  addFactSlides(deck, model);
  addMissingSlides(deck, model);
  addContentsSlides(deck, model, slideByPhoto);
  return createOfficePackage(presentationParts(await deck.write(), deck.slides, model), modified);
}

/** Tables of answers: groups without photos between them share slides, to avoid nearly empty ones. */
class AnswerSlides {
  readonly #deck: SlideDeck;
  readonly #model: DocumentModel;
  #groups: { title: string; rows: ListRow[] }[] = [];

  constructor(deck: SlideDeck, model: DocumentModel) {
    this.#deck = deck;
    this.#model = model;
  }

  add(title: string, rows: ListRow[]): void {
    if (rows.length > 0) this.#groups.push({ title, rows });
  }

  /** Draws the groups added so far. */
  end(): void {
    const [first, ...rest] = this.#groups;
    this.#groups = [];
    if (!first) return;
    const { texts } = this.#model;
    const columns = [
      { title: texts.task, width: 5 },
      { title: texts.answer, width: 7 },
    ];
    const rows = [first, ...rest].flatMap(({ title, rows: groupRows }): ListRow[] => [
      { spanningText: title, heading: true },
      ...groupRows,
    ]);
    addListSlides(this.#deck, {
      texts,
      title: rest.length > 0 ? texts.answers : first.title,
      lead: this.#model.title,
      color: themeColors.muted,
      columns,
      rows: rest.length > 0 ? rows : first.rows,
    });
  }
}

/** The answers of a group, then its contact persons, then its photos. */
function addSectionSlides(
  deck: SlideDeck,
  model: DocumentModel,
  { heading, number, items }: FormSection,
  answers: AnswerSlides,
  slideByPhoto: Map<number, number>,
): void {
  const { texts } = model;
  const title = [number, heading || texts.form].filter(Boolean).join("  ");
  answers.add(
    title,
    items.flatMap((item) => rowsOf(item, texts)),
  );
  if (items.some(({ kind }) => kind === "contacts" || kind === "photos")) answers.end();
  for (const item of items) if (item.kind === "contacts") addContactSlides(deck, title, item, texts);
  for (const entry of items.flatMap((item) => (item.kind === "photos" ? item.entries : []))) {
    deck.addPhotoSlide(createPhotoSlide(model, entry), entry.image);
    slideByPhoto.set(entry.number, deck.slides.length);
  }
}

function rowsOf(item: FormItem, texts: DocumentTexts): ListRow[] {
  switch (item.kind) {
    case "header":
    case "text":
      return [{ spanningText: item.text, heading: item.kind === "header" }];
    case "answer":
      return [[item.task, [item.answer, ...item.notes].join("\n")]];
    case "contacts":
      return [];
    case "photos":
      return item.task
        ? [[item.task, `${texts.photo} ${formatRanges(item.entries.map(({ number }) => number))}`]]
        : [];
    case "files":
      return [
        [item.task || texts.otherFiles, item.files.map(({ name }) => `${texts.file}: ${name}`).join("\n")],
      ];
  }
}

/** Maximum lines of a column name above a table. */
const maxHeadLines = 6;

function addContactSlides(
  deck: SlideDeck,
  title: string,
  { task, columns, rows }: Extract<FormItem, { kind: "contacts" }>,
  texts: DocumentTexts,
): void {
  const width = 12 / Math.max(columns.length, 1);
  const columnSpecs = columns.map((name) => ({ title: name, width }));
  if (
    columns.length > maxContactColumns ||
    columnSpecs.some((column) => countCellLines(column.title, column) > maxHeadLines)
  ) {
    const pairs = contactPairs({ columns, rows }, texts).flatMap(({ heading, pairs }): ListRow[] => [
      { spanningText: heading, heading: true },
      ...pairs,
    ]);
    const pairColumns = [
      { title: texts.contactPersons, width: 4 },
      { title: texts.answer, width: 8 },
    ];
    addListSlides(deck, {
      texts,
      title,
      lead: task,
      color: themeColors.accent,
      columns: pairColumns,
      rows: pairs,
    });
    return;
  }
  addListSlides(deck, { texts, title, lead: task, color: themeColors.accent, columns: columnSpecs, rows });
}

function addFileSlides(deck: SlideDeck, { files, texts, title }: DocumentModel): void {
  if (files.length === 0) return;
  addListSlides(deck, {
    texts,
    title: texts.files,
    lead: title,
    color: themeColors.muted,
    columns: [
      { title: texts.name, width: 5.4 },
      { title: texts.task, width: 4.8 },
      { title: texts.bytes, width: 1.8, align: "right" },
    ],
    rows: files.map(({ name, task, size }) => [name, task, String(size)]),
  });
}
