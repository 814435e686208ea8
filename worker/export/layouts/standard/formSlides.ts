import type { DocumentModel } from "#worker/export/documents/documentModel.ts";
import type { DocumentTexts } from "#worker/export/documents/documentTexts.ts";
import {
  type FormItem,
  type FormSection,
  formatRanges,
  maxContactColumns,
  toContactPairs,
} from "#worker/export/documents/formSections.ts";
import type { PhotoForm } from "#worker/export/documents/photoEntries.ts";
import { truncate } from "#worker/export/documents/xml.ts";
import type { DrawnPage } from "../renderTree.ts";
import { createPhotoSlide } from "./photoSlides.ts";
import { createListSlide, topText } from "./slideParts.ts";
import { colors, type TableRow } from "./standardItems.ts";

/** The answers of the groups, each with its contact persons and photos after it. Groups without either share slides. */
export function* createFormSlides(model: DocumentModel, variant: PhotoForm): Generator<DrawnPage> {
  const { texts } = model;
  let groups: { title: string; rows: TableRow[] }[] = [];
  const columns = [
    { title: texts.task, width: 42 },
    { title: texts.answer, width: 58 },
  ];
  function* flush(): Generator<DrawnPage> {
    const [first, ...otherGroups] = groups;
    if (!first) return;
    const rows = [first, ...otherGroups].flatMap((group) => [
      { spanningText: group.title, isHeading: true },
      ...group.rows,
    ]);
    yield createListSlide(
      model,
      "answers",
      otherGroups.length > 0 ? texts.answers : first.title,
      topText("answers.lead", truncate(model.title, 120), 12, { color: colors.muted }),
      columns,
      otherGroups.length > 0 ? rows : first.rows,
    );
    groups = [];
  }
  for (const { heading, number, items } of model.form) {
    const title = [number, heading || texts.form].filter(Boolean).join("  ");
    const rows = items.flatMap((item) => formRows(item, texts));
    if (rows.length > 0) groups.push({ title, rows });
    if (items.some(({ kind }) => kind === "contacts" || kind === "photos")) yield* flush();
    for (const item of items) if (item.kind === "contacts") yield createContactsSlide(model, title, item);
    for (const entry of items.flatMap((item) => (item.kind === "photos" ? item.entries : [])))
      yield { ...createPhotoSlide(model, entry, variant), anchor: entry.number };
  }
  yield* flush();
}

function formRows(item: FormSection["items"][number], texts: DocumentTexts): TableRow[] {
  switch (item.kind) {
    case "header":
    case "text":
      return [{ spanningText: item.text, isHeading: item.kind === "header" }];
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

function createContactsSlide(
  model: DocumentModel,
  title: string,
  list: Extract<FormItem, { kind: "contacts" }>,
): DrawnPage {
  const { texts } = model;
  const { task, columns, rows } = list;
  const lead = topText("contacts.task", task, 12, { color: colors.accent });
  const width = 100 / Math.max(columns.length, 1);
  const hasRoom =
    columns.length <= maxContactColumns && columns.every((name) => name.length * columns.length < 400);
  if (hasRoom) {
    const spec = columns.map((name) => ({ title: name, width }));
    return createListSlide(model, "contacts", title, lead, spec, rows);
  }
  const pairs = toContactPairs(list, texts).flatMap(({ heading, pairs }): TableRow[] => [
    { spanningText: heading, isHeading: true },
    ...pairs,
  ]);
  return createListSlide(
    model,
    "contacts",
    title,
    lead,
    [
      { title: texts.contactPersons, width: 33 },
      { title: texts.answer, width: 67 },
    ],
    pairs,
  );
}
