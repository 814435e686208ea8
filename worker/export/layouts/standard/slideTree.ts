import type { ExportDocumentType } from "#domain/core/documentationTypes.ts";
import type { DocumentTexts } from "#worker/export/documents/documentTexts.ts";
import {
  contactPairs,
  type FormItem,
  type FormSection,
  formatRanges,
  maxContactColumns,
} from "#worker/export/documents/form.ts";
import type { DocumentModel } from "#worker/export/documents/model.ts";
import type { PhotoEntry, PhotoForm } from "#worker/export/documents/photoEntries.ts";
import { truncate } from "#worker/export/documents/xml.ts";
import {
  createPageReference,
  type DrawnCell,
  type DrawnItem,
  type DrawnPage,
  type DrawnText,
  pageNumberMark,
  type RenderTreeOf,
} from "../renderTree.ts";
import { chunk, createLazyIterable } from "../resolve/iterables.ts";
import {
  colors,
  createPhoto,
  createTable,
  createText,
  pairColumns,
  type TableColumn,
  type TableRow,
} from "./standardItems.ts";

/** A standard document (2§2) as slides: title, contents, photos, or the form with its photos, and what is missing. */
export function createSlideTree(
  documentModel: DocumentModel,
  variant: PhotoForm,
  kind: ExportDocumentType,
): RenderTreeOf<"POWERPOINT"> {
  const { texts, title, part } = documentModel;
  const style = slideStyles[kind] ?? photoStyle;
  const model = { ...documentModel, overline: style.overlineOf?.(texts) ?? documentModel.overline };
  return {
    type: "POWERPOINT",
    title: part ? `${title} (${part.label})` : title,
    locale: texts.locale,
    hasHeadings: true,
    pages: createLazyIterable(() => createPages(model, style, variant)),
  };
}

/** What distinguishes the presentations. */
interface SlideStyle {
  overlineOf?(texts: DocumentTexts): string;
  /** The title slide has its texts on a dark column beside the facts. */
  hasDarkTitle?: boolean;
  photosPerSlide: number;
  drawPhotos(model: DocumentModel, entries: readonly PhotoEntry[], variant: PhotoForm): DrawnPage;
  isForm?: boolean;
}

const photoStyle: SlideStyle = {
  photosPerSlide: 1,
  drawPhotos: (model, [entry], variant) => createPhotoSlide(model, entry!, variant),
};

const slideStyles: Partial<Record<ExportDocumentType, SlideStyle>> = {
  FORM_POWERPOINT_PRESENTATION: { ...photoStyle, overlineOf: ({ form }) => form, isForm: true },
  PHOTO_AXIANS_POWERPOINT_PRESENTATION: {
    hasDarkTitle: true,
    photosPerSlide: 1,
    drawPhotos: (model, [entry], variant) => createBandSlide(model, entry!, variant),
  },
  RAMSITE_POWERPOINT: {
    overlineOf: ({ fieldReport }) => fieldReport,
    photosPerSlide: 4,
    drawPhotos: createQuadSlide,
  },
};

function* createPages(model: DocumentModel, style: SlideStyle, variant: PhotoForm): Generator<DrawnPage> {
  yield createTitleSlide(model, style);
  yield* createContents(model, style);
  if (style.isForm) {
    yield* createFormSlides(model, variant);
    yield* createFiles(model);
  } else
    for (const entries of chunk(
      model.sections.flatMap((section) => section.entries),
      style.photosPerSlide,
    ))
      yield { ...style.drawPhotos(model, entries, variant), anchor: entries[0]!.number };
  yield* createMissing(model);
}

const column = (
  node: string,
  width: number,
  items: readonly DrawnItem[],
  style: Partial<DrawnCell> = {},
): DrawnCell => ({
  ...{ node, width, colspan: 1, border: null, background: null, items },
  padding: { top: 0, bottom: 0, left: 0, right: 0 },
  ...style,
});

const page = (node: string, title: string, columns: readonly DrawnCell[]): DrawnPage => ({
  ...{ kind: "page", node, title, columns, background: colors.white },
});

/** A text at the top of its column, below those before it. */
const topText = (node: string, text: string, size: number, style: Partial<DrawnText> = {}): DrawnText =>
  createText(node, text, size, { position: "TOP_LEFT", ...style });

/** On one line; the name is in full on the first slide. */
const createFooter = ({ title, part }: DocumentModel): DrawnText =>
  createText("footer", [truncate(title, 36), part?.label, pageNumberMark].filter(Boolean).join("  ·  "), 9, {
    position: "BOTTOM_LEFT",
    color: colors.muted,
  });

const emptyItems: readonly DrawnItem[] = [];
/** The dark edge of slides without photos. */
const edge = column("edge", 2.4, emptyItems, { background: colors.navy });
const listPadding = { top: 11, bottom: 8, left: 16, right: 12 } as const;

function createTitleSlide(model: DocumentModel, { hasDarkTitle }: SlideStyle): DrawnPage {
  const { texts, logo, documentation, overline, title, subtitle, part, facts } = model;
  const { summary, neverReceivedText, missing } = model;
  const kind = [overline, part?.label].filter(Boolean).join(" · ").toLocaleUpperCase(texts.locale);
  const [textColor, mutedColor] = hasDarkTitle ? [colors.white, colors.rule] : [colors.ink, colors.muted];
  const names = [
    topText("overline", kind, 12, { bold: true, color: hasDarkTitle ? colors.rule : colors.accent }),
    topText("title", title, title.length > 90 ? 18 : title.length > 40 ? 24 : 36, {
      bold: true,
      color: textColor,
      isTitle: true,
    }),
    ...(subtitle ? [topText("subtitle", subtitle, 16, { color: mutedColor })] : []),
  ];
  const logoItems: DrawnItem[] = logo
    ? [
        {
          ...{ kind: "image", node: "logo", data: logo, type: "image/png", position: "TOP_RIGHT" },
          ...{ box: { width: 61, height: 18 }, altText: documentation.customerName },
        },
      ]
    : [];
  const details = [
    createTable(
      "facts",
      pairColumns(hasDarkTitle ? 28 : 18),
      facts.map(({ label, value }) => [label, value]),
      { header: false, size: 12 },
    ),
    createText("summary", [summary, part?.photos, neverReceivedText].filter(Boolean).join("  ·  "), 13, {
      ...{ position: "BOTTOM_LEFT", bold: true },
      color: missing.length > 0 || neverReceivedText ? colors.alarm : colors.accent,
    }),
  ];
  const columns = hasDarkTitle
    ? [
        column("title.names", 39, names, {
          ...{ background: colors.navy, padding: { ...listPadding, top: 40 } },
        }),
        column("title.facts", 61, [...logoItems, ...details], { padding: listPadding }),
      ]
    : [edge, column("title.column", 97.6, [...logoItems, ...names, ...details], { padding: listPadding })];
  return page("title", title, columns);
}

/** A slide with a table, which continues on further slides. */
const createListSlide = (
  model: DocumentModel,
  node: string,
  title: string,
  lead: DrawnText,
  columns: readonly TableColumn[],
  rows: readonly TableRow[],
): DrawnPage =>
  page(node, title, [
    edge,
    column(
      `${node}.column`,
      97.6,
      [
        topText(`${node}.title`, title, title.length > 60 ? 16 : 26, { bold: true, isTitle: true }),
        lead,
        createTable(`${node}.table`, columns, rows, { size: 12, continued: model.texts.continued }),
        createFooter(model),
      ],
      { padding: listPadding },
    ),
  ]);

/** The number of photos of each task, and their slides; left out if all photos belong to one task. */
function* createContents(model: DocumentModel, { photosPerSlide }: SlideStyle): Generator<DrawnPage> {
  const { texts, sections, summary, neverReceivedText } = model;
  if (sections.length < 2) return;
  const firstNumber = sections[0]!.entries[0]!.number;
  /** The number of the photo that begins the slide of a photo. */
  const anchorOf = ({ number }: PhotoEntry) => number - ((number - firstNumber) % photosPerSlide);
  yield createListSlide(
    model,
    "contents",
    texts.contents,
    topText("contents.lead", [summary, neverReceivedText].filter(Boolean).join(" "), 12, {
      color: colors.muted,
    }),
    [
      { title: texts.task, width: 72 },
      { title: texts.photos, width: 14, alignment: "RIGHT" },
      { title: texts.slides, width: 14, alignment: "RIGHT" },
    ],
    sections.map(({ heading, entries }) => {
      const slides = createPageReference(anchorOf(entries[0]!), anchorOf(entries.at(-1)!));
      return [heading, texts.photoCount(entries.length), slides];
    }),
  );
}

/** The name of a photo, and where and when it was taken. */
const describePhoto = ({ takenAt, position, photo, title }: PhotoEntry, { texts }: DocumentModel): string[] =>
  [takenAt, position || texts.noPosition, photo.creator, title === photo.name ? "" : photo.name].filter(
    Boolean,
  );

const numberOf = ({ number }: PhotoEntry, { texts, photoTotal }: DocumentModel): string =>
  `${number} ${texts.of} ${photoTotal}`;

/** The photo on the left, its title and caption on the right. */
function createPhotoSlide(model: DocumentModel, entry: PhotoEntry, variant: PhotoForm): DrawnPage {
  const { texts } = model;
  const { title, task, comment, takenAt, position, photo } = entry;
  const facts: [string, string][] = [
    [texts.takenAt, takenAt],
    [texts.position, position || texts.noPosition],
    [texts.photographer, photo.creator],
    [texts.name, title === photo.name ? "" : photo.name],
    [texts.number, numberOf(entry, model)],
  ];
  const caption = [
    topText("photo.title", title, 20, { bold: true, isTitle: true }),
    ...(task ? [topText("photo.task", task, 12, { bold: true, color: colors.accent })] : []),
    ...(comment ? [topText("photo.comment", comment, 14)] : []),
    topText(
      "photo.facts",
      facts.flatMap(([label, value]) => (value ? [`${label}: ${value}`] : [])).join("\n"),
      11,
      { color: colors.muted },
    ),
    topText("photo.hash", `SHA-256 ${photo.sha256}`, 6, { color: colors.muted }),
    createFooter(model),
  ];
  return {
    ...page("photo", title, [
      column(
        "photo.frame",
        69.4,
        [{ ...createPhoto("photo", entry, variant, unlimitedSize), position: "CENTER" }],
        {
          padding: { top: 7.6, bottom: 7.6, left: 7.6, right: 7.6 },
        },
      ),
      column("photo.caption", 30.6, caption, {
        background: colors.white,
        padding: { top: 12, bottom: 8, left: 8, right: 8 },
      }),
    ]),
    background: colors.shade,
  };
}

const unlimitedSize = { width: null, height: null } as const;

/** Millimetres: the strip with the task above a photo, and the band with the caption below it. */
const [stripHeight, bandHeight] = [16, 30] as const;
const slideHeight = 190;

/** One photo as large as possible, its task in a strip above, and number, caption and facts in a band below. */
function createBandSlide(model: DocumentModel, entry: PhotoEntry, variant: PhotoForm): DrawnPage {
  const { texts } = model;
  const { title, task, comment, photo } = entry;
  const padding = { top: 2.5, bottom: 2.5, left: 10, right: 10 } as const;
  const row = (node: string, height: number, cells: readonly DrawnCell[]) =>
    ({ kind: "row", node, minHeight: height, maxHeight: height, cells }) as const;
  const cell = (node: string, width: number, items: readonly DrawnItem[], style: Partial<DrawnCell> = {}) =>
    column(node, width, items, { padding, ...style });
  const strip = cell(
    "band.task",
    62,
    [createText("band.task", task || texts.otherPhotos, 16, { bold: true, color: colors.white })],
    { colspan: 2, background: colors.navy, isCentered: true },
  );
  const slideNumber = createText("band.slide", pageNumberMark, 10, {
    color: colors.white,
    alignment: "RIGHT",
  });
  const photoHeight = slideHeight - stripHeight - bandHeight;
  const items: DrawnItem[] = [
    {
      ...{ kind: "table", node: "band", borders: false, headerBackground: null, rowBackground: null },
      ...{ header: null, widths: [9, 53, 38] },
      rows: [
        row("band.strip", stripHeight, [
          strip,
          cell("band.number", 38, [slideNumber], { background: colors.navy, isCentered: true }),
        ]),
        row("band.photo", photoHeight, [
          cell(
            "band.photo",
            100,
            [createPhoto("photo", entry, variant, { width: null, height: photoHeight - 8 })],
            {
              ...{ colspan: 3, isCentered: true },
            },
          ),
        ]),
        row("band.band", bandHeight, [
          cell(
            "band.number",
            9,
            [createText("band.number", numberOf(entry, model), 11, { bold: true, color: colors.accent })],
            { background: colors.white },
          ),
          cell(
            "band.caption",
            53,
            [
              createText("band.title", title, 15, { bold: true }),
              ...(comment ? [createText("band.comment", comment, 12)] : []),
            ],
            { background: colors.white },
          ),
          cell(
            "band.facts",
            38,
            [
              createText("band.facts", describePhoto(entry, model).join("  ·  "), 10, {
                color: colors.muted,
              }),
              createText("band.hash", `SHA-256 ${photo.sha256}`, 6, { color: colors.muted }),
            ],
            { background: colors.white },
          ),
        ]),
      ],
    },
  ];
  return {
    ...page("band", [task, title].filter(Boolean).join(": "), [column("band.column", 100, items)]),
    background: colors.shade,
  };
}

/** Millimetres. */
const quadRowHeight = 76;

/** Four photos, each with its caption beside it. */
function createQuadSlide(
  model: DocumentModel,
  entries: readonly PhotoEntry[],
  variant: PhotoForm,
): DrawnPage {
  const { texts, photoTotal } = model;
  const range = texts.photosInPart(entries[0]!.number, entries.at(-1)!.number, photoTotal);
  const title = `${truncate(model.title, 60)}  ·  ${range}`;
  const padding = { top: 1, bottom: 1, left: 2, right: 2 } as const;
  const cells = (entry: PhotoEntry) => {
    const [takenText, ...facts] = describePhoto(entry, model);
    return [
      column(
        "quad.photo",
        32,
        [createPhoto("photo", entry, variant, { width: null, height: quadRowHeight - 4 })],
        { padding, isCentered: true, background: colors.shade, border: { width: 5, color: colors.white } },
      ),
      column(
        "quad.caption",
        18,
        [
          createText("quad.task", entry.task || texts.otherPhotos, 9, { bold: true, color: colors.accent }),
          createText("quad.title", `${entry.number}. ${entry.title}`, 12, { bold: true }),
          ...(entry.comment ? [createText("quad.comment", entry.comment, 11)] : []),
          createText("quad.facts", [takenText, ...facts].join("\n"), 9, { color: colors.muted }),
        ],
        { padding },
      ),
    ];
  };
  const rows = [...chunk(entries, 2)].map((pair) => ({
    ...({ kind: "row", node: "quad.row" } as const),
    ...{ minHeight: quadRowHeight, maxHeight: quadRowHeight },
    cells: pair.flatMap(cells),
  }));
  const items: DrawnItem[] = [
    topText("quad.title", title, 16, { bold: true, color: colors.navy, isTitle: true }),
    {
      ...{ kind: "table", node: "quad", borders: false, headerBackground: null, rowBackground: null },
      ...{ header: null, widths: [32, 18, 32, 18], rows },
    },
    createFooter(model),
  ];
  return page("quad", title, [
    column("quad.column", 100, items, { padding: { top: 6, bottom: 6, left: 11, right: 11 } }),
  ]);
}

/** The answers of the groups, each with its contact persons and photos after it. Groups without either share slides. */
function* createFormSlides(model: DocumentModel, variant: PhotoForm): Generator<DrawnPage> {
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
  const pairs = contactPairs(list, texts).flatMap(({ heading, pairs }): TableRow[] => [
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

function* createFiles(model: DocumentModel): Generator<DrawnPage> {
  const { files, texts } = model;
  if (files.length === 0) return;
  yield createListSlide(
    model,
    "files",
    texts.files,
    topText("files.lead", truncate(model.title, 120), 12, { color: colors.muted }),
    [
      { title: texts.name, width: 45 },
      { title: texts.task, width: 40 },
      { title: texts.bytes, width: 15, alignment: "RIGHT" },
    ],
    files.map(({ name, task, size }) => [name, task, String(size)]),
  );
}

function* createMissing(model: DocumentModel): Generator<DrawnPage> {
  const { texts, missing, summary } = model;
  if (missing.length === 0) return;
  yield createListSlide(
    model,
    "missing",
    `${texts.missing} (${missing.length})`,
    topText("missing.lead", summary, 12, { color: colors.alarm }),
    [
      { title: texts.name, width: 35 },
      { title: texts.kind, width: 8 },
      { title: texts.task, width: 30 },
      { title: texts.reason, width: 27 },
    ],
    missing.map(({ name, kind, task, reason }) => [`${texts.missing}: ${name}`, kind, task, reason]),
  );
}
