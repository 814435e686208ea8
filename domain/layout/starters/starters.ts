import type { Names } from "#domain/core/fields.ts";
import { keysOf } from "#domain/core/objects.ts";
import { createLayout, type LayoutContent } from "../layoutEdit.ts";
import { expandSketches, type NodeSketch } from "../nodeSketch.ts";
import type { LayoutType } from "../types.ts";
import {
  bold,
  cell,
  colors,
  cover,
  each,
  factTable,
  heading,
  ifPhotos,
  itemSheet,
  itemTable,
  pageFrame,
  photoGrid,
  photoPages,
  row,
  siteMap,
  taskLines,
  text,
  titleLines,
} from "./starterNodes.ts";

/** Returns a text in the language of the layout. */
type Translate = (names: Names) => string;
type Draft = (t: Translate) => readonly NodeSketch[];

/** A layout to begin with. Its texts are in the language of the user who creates the layout. */
export interface Starter {
  id: string;
  name: Names;
  description: Names;
  /** The nodes in each type in which the starter makes sense. */
  drafts: Readonly<Partial<Record<LayoutType, Draft>>>;
}

const labels = {
  page: { en: "Page {PAGE} of {PAGES}", sv: "Sida {PAGE} av {PAGES}" },
  customer: { en: "Customer", sv: "Kund" },
  template: { en: "Concerns", sv: "Avser" },
  creator: { en: "Carried out by", sv: "Utfört av" },
  date: { en: "Date", sv: "Datum" },
  status: { en: "Status", sv: "Status" },
  photos: { en: "Photos", sv: "Foton" },
  results: { en: "Results", sv: "Resultat" },
  answers: { en: "Answers", sv: "Svar" },
  task: { en: "Task", sv: "Uppgift" },
  answer: { en: "Answer", sv: "Svar" },
  photo: { en: "Photo", sv: "Foto" },
  location: { en: "Location", sv: "Plats" },
  noAnswers: { en: "No answers", sv: "Inga svar" },
  noTasks: { en: "No tasks", sv: "Inga uppgifter" },
  noPhotos: { en: "No photos", sv: "Inga foton" },
} as const satisfies Record<string, Names>;

const createFacts = (t: Translate) =>
  factTable([
    [t(labels.customer), "{CUSTOMER_NAME}"],
    [t(labels.template), "{TEMPLATE_NAME}"],
    [t(labels.creator), "{CREATOR}"],
    [t(labels.date), "{DATE_CREATED}"],
    [t(labels.status), "{DOCUMENTATION_STATUS}"],
  ]);

const answeredTasks = { IN: "TASKS", FILTER: "CHILDREN", FILTERS: "ANSWERED" };
const answerColumns = (t: Translate) => [
  { title: t(labels.task), width: "35", content: taskLines },
  { title: t(labels.answer), width: "65", content: [text("{TASK_ANSWER}")] },
];
const photosByTask = { IN: "PHOTOS", SORT_BY: "TASK" };
const defectColumns = (t: Translate) => [
  { title: t({ en: "No.", sv: "Nr" }), width: "8", content: [text("{PHOTO_NUMBER}")] },
  { title: t(labels.photo), width: "40", content: [["PHOTO", { HEIGHT: "45" }]] satisfies NodeSketch[] },
  { title: t(labels.task), width: "22", content: taskLines },
  { title: t({ en: "Comment", sv: "Kommentar" }), width: "30", content: [text("{PHOTO_COMMENT}")] },
];
const sheetTitle = (title: string) => ({
  title: `${title}: {DOCUMENTATION_NAME}`,
  facts: "{CUSTOMER_NAME} · {TEMPLATE_NAME} · {CREATOR} · {DATE_CREATED}",
});
const photoSheet = (t: Translate): NodeSketch => [
  "SHEET",
  { NAME: t(labels.photos) },
  [photoGrid("6", { COLUMNS: "3" })],
];

/** The same draft for Word and for Word-to-PDF. */
const wordDrafts = (draft: Draft) => ({ WORD: draft, WORD_TO_PDF: draft });

const inspectionName = { en: "Inspection with photos", sv: "Besiktning med foton" };
const beforeAfterName = { en: "Before and after", sv: "Före och efter" };
const handoverName = { en: "Handover protocol", sv: "Överlämningsprotokoll" };
const dailyName = { en: "Daily report", sv: "Dagrapport" };
const defectsName = { en: "Defect list", sv: "Felförteckning" };
const comparisonName = { en: "Comparison of visits", sv: "Jämförelse av besök" };
const formName = { en: "Form only", sv: "Bara formuläret" };

/** The photos of each group side by side, then all photos. */
const beforeAfterPages = (t: Translate, type: "SLIDE" | "PAGE"): readonly NodeSketch[] => {
  const [large, medium] = type === "SLIDE" ? ["28", "18"] : ["18", "12"];
  return [
    cover(type, t(beforeAfterName)),
    each(
      { IN: "GROUPS", GROUPS_TYPE: "PRE_POST" },
      ifPhotos([
        type,
        {},
        [
          cell(
            { PADDING: "12" },
            bold("{GROUP_NAME}", { SIZE: large!, COLOR: colors.title, POSITION: "TOP_LEFT", LEVEL: "1" }),
            ["PHOTO", { POSITION: "LEFT" }],
            ["PHOTO", { POSITION: "RIGHT" }],
            bold(t({ en: "Before", sv: "Före" }), {
              SIZE: medium!,
              COLOR: colors.accent,
              POSITION: "BOTTOM_LEFT",
            }),
            bold(t({ en: "After", sv: "Efter" }), {
              SIZE: medium!,
              COLOR: colors.accent,
              POSITION: "BOTTOM_RIGHT",
              ALIGNMENT: "RIGHT",
            }),
          ),
        ],
      ]),
    ),
    photoGrid("6", type === "SLIDE" ? { SIZE: "14" } : {}),
  ];
};

const comparison: NodeSketch = [
  "COMPARISON",
  { HEADER_BACKGROUND_COLOR: colors.title, ROW_BACKGROUND_COLOR: colors.shade },
];

const comparisonPages = (t: Translate, type: "SLIDE" | "PAGE"): readonly NodeSketch[] => [
  cover(type, t(comparisonName)),
  [
    type,
    {},
    [
      cell(
        { PADDING: "12" },
        bold(t(comparisonName), {
          SIZE: type === "SLIDE" ? "28" : "16",
          COLOR: colors.title,
          POSITION: "TOP_LEFT",
          LEVEL: "1",
        }),
        comparison,
      ),
    ],
  ],
];

const createSignature = (role: string, line: string): NodeSketch =>
  cell(
    { WIDTH: "50", PADDING_TOP: "14", PADDING_BOTTOM: "0", PADDING_LEFT: "0", PADDING_RIGHT: "4" },
    text("______________________________________"),
    text(`${role}, ${line}`, { SIZE: "8", COLOR: colors.grey }),
  );

/** An album with the same number of photos on every page. */
const createAlbum = (id: string, name: Names, description: Names, perPage: string): Starter => ({
  id,
  name,
  description,
  drafts: {
    POWERPOINT: (t) => [cover("SLIDE", t(labels.photos)), photoGrid(perPage, { SIZE: "14" })],
    PDF: (t) => [cover("PAGE", t(labels.photos)), photoGrid(perPage)],
    ...wordDrafts((t) => [
      ...pageFrame(t(labels.photos), t(labels.page)),
      ...titleLines(t(labels.photos)),
      createFacts(t),
      ifPhotos(["PAGE_BREAK"], photoGrid(perPage)),
    ]),
  },
});

export const starters: readonly Starter[] = [
  {
    id: "inspection",
    name: inspectionName,
    description: {
      en: "Facts, contents, a map, all answers in a table, and the photos six a page.",
      sv: "Fakta, innehåll, karta, alla svar i en tabell och fotona sex per sida.",
    },
    drafts: {
      ...wordDrafts((t) => [
        ...pageFrame(t(inspectionName), t(labels.page)),
        ...titleLines(t({ en: "Inspection", sv: "Besiktningsprotokoll" })),
        createFacts(t),
        ["LINE_BREAK"],
        ["CONTENTS"],
        ["LINE_BREAK"],
        heading(t(labels.location)),
        siteMap("DOCUMENTATION"),
        ["LINE_BREAK"],
        heading(t(labels.results)),
        itemTable(answeredTasks, answerColumns(t), t(labels.noAnswers)),
        photoPages(t(labels.photos), "6"),
      ]),
      EXCEL: (t) => [
        itemSheet(
          t(labels.answers),
          sheetTitle(t(inspectionName)),
          answeredTasks,
          answerColumns(t),
          t(labels.noAnswers),
        ),
        photoSheet(t),
      ],
    },
  },
  {
    id: "beforeAfter",
    name: beforeAfterName,
    description: {
      en: "The first and the last photo of each group next to each other, then all photos.",
      sv: "Det första och det sista fotot i varje grupp bredvid varandra, sedan alla foton.",
    },
    drafts: {
      POWERPOINT: (t) => beforeAfterPages(t, "SLIDE"),
      PDF: (t) => beforeAfterPages(t, "PAGE"),
    },
  },
  {
    id: "handover",
    name: handoverName,
    description: {
      en: "What was done, with room for two signatures, and the photos six a page.",
      sv: "Vad som är utfört, med plats för två underskrifter, och fotona sex per sida.",
    },
    drafts: wordDrafts((t) => [
      ...pageFrame(t(handoverName), t(labels.page)),
      ...titleLines(t(handoverName)),
      createFacts(t),
      ["LINE_BREAK"],
      heading(t(labels.results)),
      itemTable(answeredTasks, answerColumns(t), t(labels.noAnswers)),
      ["LINE_BREAK"],
      heading(t({ en: "Signatures", sv: "Underskrifter" })),
      text(
        t({
          en: "The work has been inspected and handed over as documented here.",
          sv: "Arbetet är besiktigat och överlämnat så som det är dokumenterat här.",
        }),
      ),
      [
        "TABLE",
        { REMOVE_BORDERS: "true" },
        [
          row(
            ...[
              { en: "Contractor", sv: "Entreprenör" },
              { en: "Client", sv: "Beställare" },
            ].map((role) =>
              createSignature(t(role), t({ en: "date and signature", sv: "datum och namnteckning" })),
            ),
          ),
        ],
      ],
      photoPages(t(labels.photos), "6"),
    ]),
  },
  {
    id: "daily",
    name: dailyName,
    description: {
      en: "The day's work, unexpected answers, and the photos six a page.",
      sv: "Dagens arbete, oväntade svar och fotona sex per sida.",
    },
    drafts: wordDrafts((t) => [
      ...pageFrame(t(dailyName), t(labels.page)),
      ...titleLines(t(dailyName)),
      createFacts(t),
      ["LINE_BREAK"],
      heading(t({ en: "Work of the day", sv: "Dagens arbete" })),
      itemTable(answeredTasks, answerColumns(t), t(labels.noAnswers)),
      ["LINE_BREAK"],
      heading(t({ en: "Deviations", sv: "Avvikelser" })),
      itemTable(
        { IN: "UNEXPECTED_ANSWER_EVENTS" },
        [
          { title: t(labels.task), width: "34", content: taskLines },
          {
            title: t({ en: "Expected", sv: "Förväntat" }),
            width: "33",
            content: [text("{EXPECTED_ANSWER}")],
          },
          { title: t(labels.answer), width: "33", content: [text("{TASK_ANSWER}")] },
        ],
        t({ en: "No deviations", sv: "Inga avvikelser" }),
      ),
      photoPages(t(labels.photos), "6"),
    ]),
  },
  {
    id: "defects",
    name: defectsName,
    description: {
      en: "A map of the photos, and a numbered row for each, with its task and comment.",
      sv: "En karta över fotona och en numrerad rad för varje, med uppgift och kommentar.",
    },
    drafts: {
      ...wordDrafts((t) => [
        ...pageFrame(t(defectsName), t(labels.page)),
        ...titleLines(t(defectsName)),
        createFacts(t),
        ["LINE_BREAK"],
        heading(t(labels.location)),
        siteMap("PHOTOS"),
        ["LINE_BREAK"],
        heading(t({ en: "Defects", sv: "Fel" })),
        itemTable(photosByTask, defectColumns(t), t(labels.noPhotos)),
      ]),
      EXCEL: (t) => [
        itemSheet(
          t(defectsName),
          sheetTitle(t(defectsName)),
          photosByTask,
          defectColumns(t),
          t(labels.noPhotos),
        ),
      ],
    },
  },
  createAlbum(
    "album2",
    { en: "Photo album, 2 a page", sv: "Fotoalbum, 2 per sida" },
    { en: "Large photos with task and comment.", sv: "Stora foton med uppgift och kommentar." },
    "2",
  ),
  createAlbum(
    "album6",
    { en: "Photo album, 6 a page", sv: "Fotoalbum, 6 per sida" },
    { en: "Many photos with task and comment.", sv: "Många foton med uppgift och kommentar." },
    "6",
  ),
  {
    id: "comparison",
    name: comparisonName,
    description: {
      en: "For several documentations: tasks as rows, with the answers and photos of all visits side by side.",
      sv: "För flera dokumentationer: uppgifter som rader, med svar och foton från alla besök bredvid varandra.",
    },
    drafts: {
      POWERPOINT: (t) => comparisonPages(t, "SLIDE"),
      PDF: (t) => comparisonPages(t, "PAGE"),
      ...wordDrafts((t) => [
        ...pageFrame(t(comparisonName), t(labels.page)),
        ...titleLines(t(comparisonName)),
        comparison,
      ]),
      EXCEL: (t) => [
        [
          "SHEET",
          { NAME: t(labels.answers) },
          [
            row(cell({ COLSPAN: "7" }, bold(t(comparisonName), { SIZE: "16", COLOR: colors.title }))),
            row(cell({ COLSPAN: "7" }, text("{CUSTOMER_NAME}", { COLOR: colors.grey }))),
            comparison,
          ],
        ],
      ],
    },
  },
  {
    id: "form",
    name: formName,
    description: {
      en: "All tasks with their answers, also those without one, and no photos.",
      sv: "Alla uppgifter med sina svar, även de utan svar, och inga foton.",
    },
    drafts: {
      ...wordDrafts((t) => [
        ...pageFrame("{TEMPLATE_NAME}", t(labels.page)),
        ...titleLines("{TEMPLATE_NAME}"),
        createFacts(t),
        ["LINE_BREAK"],
        itemTable({ IN: "TASKS", FILTER: "CHILDREN" }, answerColumns(t), t(labels.noTasks)),
      ]),
      EXCEL: (t) => [
        itemSheet(
          t(labels.answers),
          sheetTitle("{TEMPLATE_NAME}"),
          { IN: "TASKS", FILTER: "CHILDREN" },
          answerColumns(t),
          t(labels.noTasks),
        ),
      ],
    },
  },
];

export const listStarterTypes = ({ drafts }: Starter): readonly LayoutType[] => keysOf(drafts);

/** The content of a new layout made from a starter; without nodes in a type that the starter does not have. */
export function createStarterLayout(
  { name, description, drafts }: Starter,
  type: LayoutType,
  language: keyof Names,
): LayoutContent {
  const t: Translate = (names) => names[language];
  return {
    ...createLayout(),
    name: t(name),
    description: t(description),
    type,
    nodes: expandSketches(type, drafts[type]?.(t) ?? [], () => crypto.randomUUID()),
  };
}
