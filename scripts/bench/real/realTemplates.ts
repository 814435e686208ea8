import type { TaskType } from "#domain/core/documentationTypes.ts";
import { defects, materials } from "./fieldTexts.ts";

/** A task of a bench template. Each template has thirteen; together they use every type. */
export interface Task {
  key: string;
  name: string;
  type: TaskType;
  description?: string;
  options?: string;
  /** Inside the first task, which is a group. */
  grouped?: boolean;
  /** Shown for one answer to the task `jordat`. */
  conditional?: boolean;
}

export const templatesPerCustomer = 12;

const timeTypes: readonly TaskType[] = ["DATE", "DATE_TIME", "TIME", "DATE_RANGE"];
const peopleTypes: readonly TaskType[] = [
  "CONTACT_PERSONS",
  "SINGLE_CHOICE_SUGGESTION",
  "MULTI_CHOICE_SUGGESTION",
  "TEXT",
];

/** The tasks of a customer's n-th template. */
export const tasksOf = (template: number): readonly Task[] => templateTasks[template]!;

const subjects = [
  ...["Kabelskåp", "Mastbesiktning", "Fiberschakt", "Stolpbyte", "Brunnskontroll", "Nodhus"],
  ...["Återställning", "Villainstallation", "Servis", "Jordtag", "Vägbelysning", "Avvikelse"],
] as const;

const buildTasks = (template: number): readonly Task[] => [
  { key: "anlaggning", name: "Anläggning", type: "GROUP" },
  {
    key: "projekt",
    name: "Projektnummer",
    type: "TEXT",
    grouped: true,
    description: "Som det står på ordern",
  },
  { key: "bestallare", name: "Beställare", type: "PREDEFINED", grouped: true, options: "CUSTOMER_NAME" },
  { key: "material", name: "Material", type: "SINGLE_CHOICE", grouped: true, options: materials.join(";") },
  { key: "fel", name: "Anmärkningar", type: "MULTI_CHOICE", options: defects.join(";") },
  template % 4 === 1
    ? { key: "rubrik", name: "Mätning", type: "HEADER", options: "1" }
    : { key: "antal", name: "Antal fibrer", type: "INTEGER" },
  {
    key: "djup",
    name: "Förläggningsdjup (m)",
    type: "DECIMAL",
    description: "Från överkant rör till markyta",
  },
  { key: "jordat", name: "Jordat", type: "CHECKBOX" },
  {
    key: "tid",
    name: "Utfört",
    type: timeTypes[template % timeTypes.length]!,
    conditional: template % 2 === 0,
  },
  {
    key: "oversikt",
    name: "Översikt",
    type: "PHOTO",
    description: "Hela objektet med omgivning, från minst två håll",
  },
  template % 6 === 5
    ? { key: "ritning", name: "Detalj", type: "DRAWING" }
    : {
        key: "detalj",
        name: "Detalj",
        type: "PHOTO",
        description: "Märkning, anslutningar och skador på nära håll",
      },
  template % 6 === 4
    ? { key: "protokoll", name: "Protokoll", type: "FILE" }
    : template % 6 === 3
      ? { key: "nummer", name: "Serienummer", type: "ZEBRA_SCANNER" }
      : { key: "anmarkning", name: "Anmärkning", type: "TEXT" },
  template % 6 === 2
    ? { key: "text", name: "Kom ihåg skyddsutrustning", type: "STATIC_TEXT" }
    : { key: "personer", name: "Närvarande", type: peopleTypes[template % peopleTypes.length]! },
];

export const templateName = (template: number): string => subjects[template % subjects.length]!;

const templateTasks = Array.from({ length: templatesPerCustomer }, (_, template) => buildTasks(template));
