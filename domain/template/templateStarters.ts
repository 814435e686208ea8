import type { Grants } from "#domain/access/authorities.ts";
import type { TaskType } from "#domain/core/documentationTypes.ts";
import type { Names } from "#domain/core/fields.ts";
import { removeUngrantedFeatures } from "./productGates.ts";
import type { TemplateTask } from "./task.ts";
import { createTask, renumberTasks } from "./taskRules.ts";
import { createTemplate, type TemplateEdit } from "./templateEdit.ts";
import { createPrecondition } from "./templatePreconditions.ts";

/** Returns a text in the language of the template. */
type Translate = (names: Names) => string;

/** A template to begin with. Its texts are in the language of the user who creates the template. */
export interface TemplateStarter {
  id: string;
  name: Names;
  description: Names;
  settings: TemplateEdit;
  draft: (t: Translate) => readonly TemplateTask[];
}

const required = { required: "YES" } as const;

const group = (name: string, ...tasks: TemplateTask[]): TemplateTask => createTask("GROUP", { name, tasks });
const photo = (name: string, overrides: Partial<TemplateTask> = {}): TemplateTask =>
  createTask("PHOTO", { name, ...overrides });
const requiredPhoto = (name: string): TemplateTask => photo(name, required);
const question = (type: TaskType, name: string, overrides: Partial<TemplateTask> = {}): TemplateTask =>
  createTask(type, { name, ...overrides });
const choice = (name: string, options: readonly string[]): TemplateTask =>
  createTask("SINGLE_CHOICE", { name, options: options.join(";"), showOptionsInTaskList: true, ...required });

/** Tasks that are shown only if another task has this answer. */
const ifAnswered = (
  target: TemplateTask,
  answer: string,
  ...tasks: TemplateTask[]
): readonly TemplateTask[] =>
  tasks.map((task) => ({
    ...task,
    preconditions: [
      { ...createPrecondition("TASK_ANSWER"), params: { task: target.id, operator: "EQUALS", answer } },
    ],
  }));

const yesAnswer = "true";
const labels = {
  overview: { en: "Overview", sv: "Översikt" },
  result: { en: "Result", sv: "Resultat" },
  approved: { en: "Approved", sv: "Godkänd" },
  notApproved: { en: "Not approved", sv: "Underkänd" },
  signature: { en: "Signature", sv: "Underskrift" },
  ok: { en: "OK", sv: "OK" },
  fault: { en: "Fault", sv: "Brist" },
  notApplicable: { en: "Not applicable", sv: "Ej aktuellt" },
  participants: { en: "Participants", sv: "Deltagare" },
  damage: { en: "Photos of the damage", sv: "Foton av skadan" },
  damaged: { en: "Damaged", sv: "Skadad" },
  undamaged: { en: "Undamaged", sv: "Oskadad" },
} as const satisfies Record<string, Names>;

/** A point on a safety round: OK, or a fault with a photo and an action. */
function checkpoint(t: Translate, names: Names): readonly TemplateTask[] {
  const name = t(names);
  const state = choice(name, [t(labels.ok), t(labels.fault), t(labels.notApplicable)]);
  return [
    state,
    ...ifAnswered(
      state,
      t(labels.fault),
      requiredPhoto(t({ en: `${names.en}, photo of the fault`, sv: `${names.sv}, foto av bristen` })),
      question("TEXT", t({ en: `${names.en}, action`, sv: `${names.sv}, åtgärd` }), required),
    ),
  ];
}

export const templateStarters: readonly TemplateStarter[] = [
  {
    id: "inspection",
    name: { en: "Site inspection", sv: "Besiktning på plats" },
    description: {
      en: "Overview, condition and result. Defects are photographed and described.",
      sv: "Översikt, skick och resultat. Brister fotas och beskrivs.",
    },
    settings: { locationEnabled: true, photoOverviewEnabled: true },
    draft: (t) => {
      const condition = choice(t({ en: "Condition", sv: "Skick" }), [
        t({ en: "Good", sv: "Bra" }),
        t({ en: "Defects", sv: "Brister" }),
      ]);
      return [
        group(
          t({ en: "On site", sv: "På plats" }),
          requiredPhoto(t(labels.overview)),
          photo(t({ en: "Access and surroundings", sv: "Tillfart och omgivning" })),
          question("TEXT", t(labels.participants)),
        ),
        group(
          t({ en: "Inspection", sv: "Besiktning" }),
          requiredPhoto(t({ en: "Inspected object", sv: "Besiktigat objekt" })),
          photo(t({ en: "Type plate", sv: "Typskylt" }), { required: "NO_WITH_VALID_EXPLANATION" }),
          condition,
          ...ifAnswered(
            condition,
            t({ en: "Defects", sv: "Brister" }),
            requiredPhoto(t({ en: "Photos of the defects", sv: "Foton av bristerna" })),
            question("TEXT", t({ en: "What has to be done", sv: "Vad som ska åtgärdas" }), required),
            question("DATE", t({ en: "To be done by", sv: "Åtgärdas senast" })),
          ),
        ),
        group(
          t(labels.result),
          choice(t({ en: "Result of the inspection", sv: "Besiktningens resultat" }), [
            t(labels.approved),
            t(labels.notApproved),
          ]),
          question("TEXT", t({ en: "Notes", sv: "Anteckningar" })),
        ),
      ];
    },
  },
  {
    id: "beforeAfter",
    name: { en: "Before and after", sv: "Före och efter" },
    description: {
      en: "The same view before and after the work. Fits the report layout of that name.",
      sv: "Samma vy före och efter arbetet. Passar rapportlayouten med samma namn.",
    },
    settings: { locationEnabled: true, photoOverviewEnabled: true },
    draft: (t) => {
      const beforeText = (view: Names) => t({ en: `${view.en} before`, sv: `${view.sv} före` });
      const afterText = (view: Names) => t({ en: `${view.en} after`, sv: `${view.sv} efter` });
      return [
        ...[
          { en: "Overview", sv: "Översikt" },
          { en: "Close-up", sv: "Närbild" },
          { en: "Surroundings", sv: "Omgivning" },
        ].map((view) => group(t(view), requiredPhoto(beforeText(view)), requiredPhoto(afterText(view)))),
        question("TEXT", t({ en: "Work done", sv: "Utfört arbete" }), required),
      ];
    },
  },
  {
    id: "handover",
    name: { en: "Final inspection and handover", sv: "Slutbesiktning och överlämning" },
    description: {
      en: "Participants, the finished work, remarks, documents and two signatures.",
      sv: "Deltagare, det färdiga arbetet, anmärkningar, handlingar och två underskrifter.",
    },
    settings: { locationEnabled: true, photoOverviewEnabled: true },
    draft: (t) => {
      const remarks = question("CHECKBOX", t({ en: "There are remarks", sv: "Det finns anmärkningar" }));
      return [
        group(
          t({ en: "Inspection", sv: "Besiktning" }),
          question("DATE", t({ en: "Day of inspection", sv: "Besiktningsdag" }), required),
          question("TEXT", t(labels.participants), required),
        ),
        group(
          t({ en: "Finished work", sv: "Färdigt arbete" }),
          requiredPhoto(t({ en: "Finished work, overview", sv: "Färdigt arbete, översikt" })),
          photo(t({ en: "Details", sv: "Detaljer" })),
          photo(t({ en: "Site cleaned up", sv: "Städad arbetsplats" }), required),
        ),
        group(
          t({ en: "Remarks", sv: "Anmärkningar" }),
          remarks,
          ...ifAnswered(
            remarks,
            yesAnswer,
            requiredPhoto(t({ en: "Photos of the remarks", sv: "Foton av anmärkningarna" })),
            question(
              "TEXT",
              t({ en: "Remarks and who corrects them", sv: "Anmärkningar och vem som åtgärdar" }),
              required,
            ),
          ),
        ),
        group(
          t({ en: "Handover", sv: "Överlämning" }),
          question("FILE", t({ en: "Manuals and certificates", sv: "Manualer och intyg" }), {
            fileExtensions: "pdf",
            required: "NO_WITH_LATER_UPLOAD",
          }),
          choice(t({ en: "Result of the inspection", sv: "Besiktningens resultat" }), [
            t(labels.approved),
            t(labels.notApproved),
          ]),
          question("DRAWING", t({ en: "Signature, contractor", sv: "Underskrift, entreprenör" }), required),
          question("DRAWING", t({ en: "Signature, client", sv: "Underskrift, beställare" }), required),
        ),
      ];
    },
  },
  {
    id: "daily",
    name: { en: "Daily report", sv: "Dagrapport" },
    description: {
      en: "Weather, crew, work and deviations of a day on site.",
      sv: "Väder, bemanning, arbete och avvikelser under en dag på plats.",
    },
    settings: { locationEnabled: true },
    draft: (t) => {
      const deviation = question(
        "CHECKBOX",
        t({ en: "Something deviated from the plan", sv: "Något avvek från planen" }),
      );
      return [
        group(
          t({ en: "The day", sv: "Dagen" }),
          question("DATE", t({ en: "Day", sv: "Dag" }), required),
          question("MULTI_CHOICE", t({ en: "Weather", sv: "Väder" }), {
            options: [
              { en: "Sun", sv: "Sol" },
              { en: "Cloudy", sv: "Molnigt" },
              { en: "Rain", sv: "Regn" },
              { en: "Snow", sv: "Snö" },
              { en: "Strong wind", sv: "Hård vind" },
            ]
              .map(t)
              .join(";"),
          }),
          question("INTEGER", t({ en: "People on site", sv: "Antal personer på plats" }), required),
        ),
        group(
          t({ en: "Work", sv: "Arbete" }),
          question("TEXT", t({ en: "Work done", sv: "Utfört arbete" }), required),
          photo(t({ en: "Photos of the work", sv: "Foton av arbetet" }), required),
          question("TEXT", t({ en: "Deliveries and machines", sv: "Leveranser och maskiner" })),
        ),
        group(
          t({ en: "Deviations", sv: "Avvikelser" }),
          deviation,
          ...ifAnswered(
            deviation,
            yesAnswer,
            question(
              "TEXT",
              t({ en: "What deviated, and what was done", sv: "Vad som avvek och vad som gjordes" }),
              required,
            ),
            photo(t({ en: "Photos of the deviation", sv: "Foton av avvikelsen" })),
          ),
        ),
      ];
    },
  },
  {
    id: "defects",
    name: { en: "Defect list", sv: "Felförteckning" },
    description: {
      en: "Photos of defects, area by area. The comment on each photo says what is wrong.",
      sv: "Foton av fel, område för område. Kommentaren till varje foto säger vad som är fel.",
    },
    settings: { locationEnabled: true, photoOverviewEnabled: true },
    draft: (t) => [
      question("TEXT", t(labels.participants)),
      ...[
        { en: "Outdoors", sv: "Utomhus" },
        { en: "Indoors", sv: "Inomhus" },
        { en: "Installations", sv: "Installationer" },
      ].map((area) =>
        group(
          t(area),
          photo(t({ en: `Defects, ${area.en.toLowerCase()}`, sv: `Fel, ${area.sv.toLowerCase()}` }), {
            description: t({
              en: "One photo for each defect. Write in its comment what is wrong.",
              sv: "Ett foto för varje fel. Skriv i kommentaren vad som är fel.",
            }),
          }),
          question(
            "TEXT",
            t({ en: `Notes, ${area.en.toLowerCase()}`, sv: `Anteckningar, ${area.sv.toLowerCase()}` }),
          ),
        ),
      ),
      question("DATE", t({ en: "To be corrected by", sv: "Åtgärdas senast" })),
    ],
  },
  {
    id: "meter",
    name: { en: "Meter reading", sv: "Mätaravläsning" },
    description: {
      en: "Number, reading and a photo of each meter. Damage is photographed.",
      sv: "Nummer, mätarställning och ett foto av mätaren. Skador fotas.",
    },
    settings: { locationEnabled: true },
    draft: (t) => {
      const state = choice(t({ en: "Condition of the meter", sv: "Mätarens skick" }), [
        t(labels.undamaged),
        t(labels.damaged),
      ]);
      return [
        question("TEXT", t({ en: "Meter number", sv: "Mätarnummer" }), required),
        question("DECIMAL", t({ en: "Reading", sv: "Mätarställning" }), required),
        requiredPhoto(t({ en: "Meter with its reading", sv: "Mätaren med mätarställning" })),
        state,
        ...ifAnswered(
          state,
          t(labels.damaged),
          requiredPhoto(t(labels.damage)),
          question("TEXT", t({ en: "What is damaged", sv: "Vad som är skadat" })),
        ),
      ];
    },
  },
  {
    id: "safety",
    name: { en: "Safety round", sv: "Skyddsrond" },
    description: {
      en: "Points that are OK or faulty. Each fault gets a photo and an action.",
      sv: "Punkter som är OK eller har en brist. Varje brist får ett foto och en åtgärd.",
    },
    settings: { locationEnabled: true, photoOverviewEnabled: true },
    draft: (t) => [
      question("TEXT", t(labels.participants), required),
      group(
        t({ en: "Order and access", sv: "Ordning och framkomlighet" }),
        ...checkpoint(t, { en: "Walkways", sv: "Gångvägar" }),
        ...checkpoint(t, { en: "Order and cleaning", sv: "Ordning och städning" }),
        ...checkpoint(t, { en: "Lighting", sv: "Belysning" }),
      ),
      group(
        t({ en: "Falls and machines", sv: "Fallrisker och maskiner" }),
        ...checkpoint(t, { en: "Scaffolds and railings", sv: "Ställningar och skyddsräcken" }),
        ...checkpoint(t, { en: "Machines and tools", sv: "Maskiner och verktyg" }),
        ...checkpoint(t, { en: "Electricity", sv: "El" }),
      ),
      group(
        t({ en: "Protection and rescue", sv: "Skydd och räddning" }),
        ...checkpoint(t, { en: "Protective equipment", sv: "Skyddsutrustning" }),
        ...checkpoint(t, { en: "Fire protection", sv: "Brandskydd" }),
        ...checkpoint(t, { en: "First aid", sv: "Första hjälpen" }),
      ),
      question("DRAWING", t(labels.signature), required),
    ],
  },
  {
    id: "delivery",
    name: { en: "Delivery control", sv: "Mottagningskontroll" },
    description: {
      en: "Delivery note, goods and packaging. Damaged goods are photographed and reported.",
      sv: "Följesedel, gods och emballage. Skadat gods fotas och anmäls.",
    },
    settings: { locationEnabled: true },
    draft: (t) => {
      const state = choice(t({ en: "Condition of the goods", sv: "Godsets skick" }), [
        t(labels.undamaged),
        t(labels.damaged),
      ]);
      return [
        group(
          t({ en: "Delivery", sv: "Leverans" }),
          question("TEXT", t({ en: "Delivery note number", sv: "Följesedelns nummer" }), required),
          requiredPhoto(t({ en: "Delivery note", sv: "Följesedel" })),
          question("DATE_TIME", t({ en: "Received", sv: "Mottaget" }), required),
        ),
        group(
          t({ en: "Goods", sv: "Gods" }),
          requiredPhoto(t({ en: "Goods with packaging", sv: "Gods med emballage" })),
          question("CHECKBOX", t({ en: "The quantity is right", sv: "Antalet stämmer" })),
          state,
          ...ifAnswered(
            state,
            t(labels.damaged),
            requiredPhoto(t(labels.damage)),
            question("TEXT", t({ en: "What is damaged", sv: "Vad som är skadat" }), required),
            question("CHECKBOX", t({ en: "Reported to the carrier", sv: "Anmält till transportören" })),
          ),
        ),
        question("DRAWING", t({ en: "Signature of the receiver", sv: "Mottagarens underskrift" })),
      ];
    },
  },
];

export interface StarterTemplate {
  content: TemplateEdit;
  /** Number of tasks that the customer has no product for and that are left out. */
  omittedTaskCount: number;
}

/** The content of a new template that begins from a starter, within the products of its customer. */
export function createStarterTemplate(
  { name, description, settings, draft }: TemplateStarter,
  language: keyof Names,
  grants: Grants,
): StarterTemplate {
  const t: Translate = (names) => names[language];
  const edit = { ...settings, name: t(name), description: t(description), tasks: [...draft(t)] };
  const { content, omissions } = removeUngrantedFeatures({ ...createTemplate(), ...edit }, grants, null);
  return {
    content: { ...edit, tasks: renumberTasks(content.tasks) },
    omittedTaskCount: omissions.filter(({ kind }) => kind === "task").length,
  };
}
