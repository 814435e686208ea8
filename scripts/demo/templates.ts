import type { PreconditionType, RequiredValue, TaskType } from "#domain/core/documentationTypes.ts";
import { type CustomerKey, demoId } from "./context.ts";
import type { SceneKind } from "./demoPictures.ts";

/*
 * The demo templates in shorthand. Norrfiber's three together use every task type and every kind of precondition; a test checks
 * that.
 */

export interface TaskSketch {
  /** Identifies the task within its template; stored as its key as well. */
  key: string;
  name: string;
  type: TaskType;
  required?: RequiredValue;
  description?: string;
  options?: string;
  size?: "normal" | "large" | "larger" | "largest";
  params?: Record<string, string>;
  conditions?: ConditionSketch[];
  tasks?: TaskSketch[];
  /** Scenes to pick from for the task's photos. */
  scenes?: SceneKind[];
  /** Minimum and maximum photos per visit. */
  photos?: [number, number];
  /** Possible answers; numbers and dates are generated. */
  answers?: string[];
  suggestionList?: string;
  /** Scene of the reference photo. */
  example?: SceneKind;
}

export interface ConditionSketch {
  type: PreconditionType;
  /** Key of the referenced task. */
  task?: string;
  operator?: "EQUALS" | "NOT_EQUALS";
  answer?: string;
  platform?: "APP" | "WEB";
}

export interface TemplateSketch {
  name: string;
  customer: CustomerKey;
  description: string;
  language: "sv" | "en";
  /** Days before today. */
  created: number;
  hidden?: boolean;
  deleted?: number;
  suggestionList?: string;
  tasks: TaskSketch[];
}

export const templateId = (sketch: Pick<TemplateSketch, "customer" | "name">) =>
  demoId("template", sketch.customer, sketch.name);

/** All tasks of a template, groups before their content. */
export const flattenTasks = (
  tasks: readonly TaskSketch[],
  parent: TaskSketch | null = null,
  level = 0,
): FlatTask[] =>
  tasks.flatMap((task) => [{ task, parent, level }, ...flattenTasks(task.tasks ?? [], task, level + 1)]);

export interface FlatTask {
  task: TaskSketch;
  parent: TaskSketch | null;
  level: number;
}

const mastInspection: TemplateSketch = {
  name: "Mast inspection",
  customer: "norrfiber",
  description: "Annual inspection of masts and their technical huts.",
  language: "en",
  created: 590,
  suggestionList: "sites",
  tasks: [
    { key: "site", name: "Site", type: "HEADER", options: "2" },
    {
      key: "safety",
      name: "Safety first",
      type: "STATIC_TEXT",
      description:
        "Helmet, harness and a second person on the ground. Do not climb in wind over 12 m/s or with ice on the mast.",
    },
    {
      key: "manager",
      name: "Project manager",
      type: "PREDEFINED",
      options: "PROJECT_MANAGER_NAME",
      answers: ["Vera Lind", "Ture Ek"],
    },
    {
      key: "operator",
      name: "Operator",
      type: "SINGLE_CHOICE_SUGGESTION",
      suggestionList: "operators",
      answers: ["Polarnet", "Fjällkom", "Kustradio"],
    },
    { key: "date", name: "Inspection date", type: "DATE", required: "YES" },
    { key: "arrived", name: "Arrived", type: "TIME" },
    {
      key: "overview",
      name: "Overview",
      type: "PHOTO",
      required: "YES",
      description: "The whole mast seen from the road, including its base.",
      scenes: ["mast", "mast", "forestRoad"],
      photos: [1, 2],
      example: "mast",
    },
    {
      key: "tower",
      name: "Tower",
      type: "GROUP",
      tasks: [
        {
          key: "base",
          name: "Tower base",
          type: "PHOTO",
          scenes: ["mast", "sign"],
          photos: [1, 2],
          required: "YES",
        },
        { key: "antennas", name: "Antennas", type: "PHOTO", scenes: ["mast", "rooftop"], photos: [1, 3] },
        {
          key: "corrosion",
          name: "Corrosion",
          type: "SINGLE_CHOICE",
          options: "None;Slight;Severe",
          required: "YES",
          answers: ["None", "None", "Slight", "Severe"],
        },
        {
          key: "corrosionPhoto",
          name: "Corrosion close-up",
          type: "PHOTO",
          scenes: ["pole", "mast"],
          photos: [1, 2],
          required: "NO_WITH_VALID_EXPLANATION",
          conditions: [{ type: "TASK_ANSWER", task: "corrosion", operator: "NOT_EQUALS", answer: "None" }],
        },
        {
          key: "corrosionRemark",
          name: "Corrosion remark",
          type: "TEXT",
          answers: [
            "Surface rust on two bolts, brushed and painted.",
            "Flange 3 must be treated before winter.",
            "Rust around the earthing clamp.",
          ],
          conditions: [{ type: "TASK_PHOTOS_TAKEN", task: "corrosionPhoto" }],
        },
        { key: "tension", name: "Guy wire tension in kN", type: "DECIMAL" },
        { key: "antennaCount", name: "Number of antennas", type: "INTEGER" },
      ],
    },
    {
      key: "power",
      name: "Power",
      type: "GROUP",
      tasks: [
        {
          key: "meter",
          name: "Meter",
          type: "PHOTO",
          scenes: ["meter"],
          photos: [0, 1],
          required: "NO_LATER_UPLOAD_POSSIBLE",
          example: "meter",
        },
        { key: "reading", name: "Meter reading in kWh", type: "INTEGER" },
        {
          key: "noMeter",
          name: "Why is there no photo of the meter",
          type: "TEXT",
          answers: ["The cabinet is locked with the grid owner's key.", "The meter is behind snow."],
          conditions: [{ type: "TASK_NO_PHOTOS_TAKEN", task: "meter" }],
        },
        { key: "fence", name: "Fence locked", type: "CHECKBOX", answers: ["true", "true", "false"] },
      ],
    },
    {
      key: "tag",
      name: "Asset tag",
      type: "ZEBRA_SCANNER",
      answers: ["NFA-004417", "NFA-004502", "NFA-005133"],
    },
    { key: "sketch", name: "Sketch of defects", type: "DRAWING", photos: [0, 1] },
    {
      key: "battery",
      name: "Device battery on departure",
      type: "INTEGER",
      conditions: [{ type: "PLATFORM", operator: "EQUALS", platform: "APP" }],
    },
    {
      key: "signed",
      name: "Inspection is complete",
      type: "CHECKBOX",
      answers: ["true"],
      conditions: [{ type: "TASK_FINISHED", task: "overview" }],
    },
    {
      key: "remains",
      name: "Remaining work",
      type: "TEXT",
      answers: ["Come back when the snow has gone."],
      conditions: [{ type: "TASK_UNFINISHED", task: "base" }],
    },
  ],
};

const fiberschakt: TemplateSketch = {
  name: "Fiberschakt",
  customer: "norrfiber",
  description: "Dagbok för schakt: före, öppet och återställt, med korsningar och markägare.",
  language: "sv",
  created: 585,
  suggestionList: "sites",
  tasks: [
    { key: "rubrik", name: "Schakt", type: "HEADER", options: "1" },
    {
      key: "entreprenor",
      name: "Entreprenör",
      type: "TEXT",
      required: "YES",
      answers: ["Grävlaget i Åbyn", "Myrmark Anläggning", "Norrgräv"],
    },
    { key: "period", name: "Schaktperiod", type: "DATE_RANGE" },
    {
      key: "fore",
      name: "Före schakt",
      type: "PHOTO",
      required: "YES",
      scenes: ["facade", "forestRoad"],
      photos: [1, 2],
    },
    {
      key: "oppet",
      name: "Schakt öppet",
      type: "PHOTO",
      required: "YES",
      scenes: ["trench"],
      photos: [2, 4],
      example: "trench",
    },
    { key: "djup", name: "Djup i meter", type: "DECIMAL", required: "YES" },
    { key: "meter", name: "Antal meter", type: "INTEGER", required: "YES" },
    {
      key: "slang",
      name: "Slang",
      type: "MULTI_CHOICE",
      options: "7 mm;12 mm;14 mm;40 mm",
      answers: ["7 mm", "7 mm;40 mm", "12 mm;14 mm"],
    },
    {
      key: "material",
      name: "Material",
      type: "MULTI_CHOICE_SUGGESTION",
      suggestionList: "material",
      answers: ["Kabelsand;Markeringsnät", "Bergkross 0-16;Kabelsand", "Kabelsand"],
      params: { updateSuggestionList: "true" },
    },
    {
      key: "korsningar",
      name: "Korsningar",
      type: "GROUP",
      tasks: [
        { key: "vag", name: "Korsar väg", type: "CHECKBOX", answers: ["true", "false"] },
        {
          key: "vagfoto",
          name: "Vägkorsning",
          type: "PHOTO",
          scenes: ["trench", "forestRoad"],
          photos: [1, 2],
          conditions: [{ type: "TASK_ANSWER", task: "vag", operator: "EQUALS", answer: "true" }],
        },
        {
          key: "tillstand",
          name: "Tillståndsnummer",
          type: "TEXT",
          answers: ["TRV 2026/4412", "TRV 2025/19077"],
          conditions: [{ type: "TASK_ANSWER", task: "vag", operator: "EQUALS", answer: "true" }],
        },
      ],
    },
    {
      key: "aterstallt",
      name: "Återställt",
      type: "PHOTO",
      scenes: ["forestRoad", "facade"],
      photos: [1, 2],
    },
    {
      key: "markagare",
      name: "Markägare",
      type: "CONTACT_PERSONS",
      suggestionList: "markagare",
      params: { columns: "Namn;Telefon;Fastighet", requiredColumns: "Namn", addContactPersonEnabled: "true" },
      answers: [
        "Vilgot Myr;070-174 06 31;Åbyn 4:12",
        "Alva Berg;070-174 06 44;Näset 1:7\nHelge Å;;Näset 1:9",
      ],
    },
    {
      key: "anvisning",
      name: "Ledningsanvisning",
      type: "FILE",
      required: "NO_WITH_LATER_UPLOAD",
      options: "pdf;csv;txt",
      description: "Protokoll från utsättningen. Kan lämnas i efterhand.",
    },
    { key: "besiktigad", name: "Besiktigad", type: "DATE_TIME" },
    {
      key: "kommentar",
      name: "Kommentar",
      type: "TEXT",
      answers: [
        "Berg på 40 cm mellan hus 3 och 5.",
        "Inga avvikelser.",
        "Blöt mark, pumpning behövdes.",
        "Grinden stängd efter oss.",
      ],
    },
  ],
};

const kabelskap: TemplateSketch = {
  name: "Kabelskåp",
  customer: "norrfiber",
  description: "Montage och kontroll av kabelskåp med skarvar och mätprotokoll.",
  language: "sv",
  created: 560,
  tasks: [
    { key: "rubrik", name: "Skåp", type: "HEADER", options: "2" },
    { key: "marke", name: "Märkning", type: "ZEBRA_SCANNER", answers: ["KS-118", "KS-204", "KS-231"] },
    {
      key: "utvandigt",
      name: "Skåp utvändigt",
      type: "PHOTO",
      required: "YES",
      scenes: ["cabinet", "sign"],
      photos: [1, 2],
      example: "cabinet",
    },
    {
      key: "invandigt",
      name: "Skåp invändigt",
      type: "PHOTO",
      required: "YES",
      scenes: ["cabinet", "splice"],
      photos: [1, 2],
    },
    { key: "skarv", name: "Skarv", type: "PHOTO", scenes: ["splice"], photos: [1, 3], example: "splice" },
    { key: "brunn", name: "Brunn", type: "PHOTO", scenes: ["manhole"], photos: [0, 2] },
    {
      key: "skick",
      name: "Skick",
      type: "SINGLE_CHOICE",
      options: "Bra;Slitet;Trasigt",
      required: "YES",
      answers: ["Bra", "Bra", "Slitet", "Trasigt"],
    },
    {
      key: "skada",
      name: "Skada",
      type: "PHOTO",
      scenes: ["cabinet", "pole"],
      photos: [1, 2],
      conditions: [{ type: "TASK_ANSWER", task: "skick", operator: "EQUALS", answer: "Trasigt" }],
    },
    { key: "fibrer", name: "Antal fibrer", type: "INTEGER" },
    { key: "dampning", name: "Dämpning i dB", type: "DECIMAL" },
    { key: "matt", name: "Mättidpunkt", type: "DATE_TIME" },
    {
      key: "protokoll",
      name: "Mätprotokoll",
      type: "FILE",
      required: "NO_LATER_UPLOAD_POSSIBLE",
      options: "pdf;csv;txt",
    },
    {
      key: "kommentar",
      name: "Kommentar",
      type: "TEXT",
      answers: ["Dörren kärvar.", "Bytt packning.", "Inget att anmärka.", "Nyckel saknas i nyckelgömman."],
    },
  ],
};

/** An excavated surface, with photos before and after. */
const surfaceTasks = (
  key: string,
  name: string,
  { scenes, materials }: { scenes: [before: SceneKind, after: SceneKind]; materials: string[] },
): TaskSketch => ({
  key,
  name,
  type: "GROUP",
  tasks: [
    {
      key: `${key}Fore`,
      name: "Före",
      type: "PHOTO",
      required: "YES",
      scenes: [scenes[0]],
      photos: [1, 1],
    },
    {
      key: `${key}Langd`,
      name: "Längd i meter",
      type: "DECIMAL",
      required: "YES",
      answers: ["8.4", "12.5", "31"],
    },
    {
      key: `${key}Bredd`,
      name: "Bredd i meter",
      type: "DECIMAL",
      required: "YES",
      answers: ["0.6", "1.2", "2.5"],
    },
    {
      key: `${key}Material`,
      name: "Material",
      type: "SINGLE_CHOICE",
      options: materials.join(";"),
      answers: materials,
    },
    {
      key: `${key}Anmarkning`,
      name: "Anmärkning",
      type: "TEXT",
      answers: ["Ingen anmärkning.", "Marken kan sätta sig, kontrolleras till våren.", "Kantsten riktad."],
    },
    {
      key: `${key}Efter`,
      name: "Efter",
      type: "PHOTO",
      required: "YES",
      scenes: [scenes[1]],
      photos: [1, 1],
    },
  ],
});

const aterstallning: TemplateSketch = {
  name: "Återställning",
  customer: "norrfiber",
  description: "Mark före schakt och efter återställning, yta för yta.",
  language: "sv",
  created: 120,
  suggestionList: "sites",
  tasks: [
    { key: "utforare", name: "Utförare", type: "TEXT", answers: ["Norrgräv", "Myrmark Anläggning"] },
    { key: "utford", name: "Utförd", type: "DATE", required: "YES" },
    surfaceTasks("vag", "Vägbana", {
      scenes: ["trench", "forestRoad"],
      materials: ["Asfalt AG16", "Grus 0-16"],
    }),
    surfaceTasks("gang", "Gångbana", { scenes: ["trench", "facade"], materials: ["Plattor", "Asfalt AG16"] }),
    surfaceTasks("gron", "Grönyta", { scenes: ["trench", "forestRoad"], materials: ["Matjord och gräsfrö"] }),
    { key: "klart", name: "Klart för besiktning", type: "CHECKBOX", answers: ["true"] },
  ],
};

export const stolpbyte: TemplateSketch = {
  name: "Stolpbyte",
  customer: "norrfiber",
  description: "Ersatt av Fiberschakt. Finns kvar för äldre dokumentationer.",
  language: "sv",
  created: 560,
  deleted: 300,
  tasks: [
    { key: "stolpe", name: "Stolpe", type: "PHOTO", scenes: ["pole"], photos: [2, 3] },
    { key: "nummer", name: "Stolpnummer", type: "TEXT", answers: ["L14-022", "L14-023", "L14-031"] },
  ],
};

const draft: TemplateSketch = {
  name: "Fasadmontage (utkast)",
  customer: "norrfiber",
  description: "Inte klar än. Dold i appen.",
  language: "sv",
  created: 30,
  hidden: true,
  tasks: [
    { key: "fasad", name: "Fasad", type: "PHOTO", scenes: ["facade"] },
    { key: "boende", name: "Boende hemma", type: "CHECKBOX" },
  ],
};

const turbineService: TemplateSketch = {
  name: "Turbine service",
  customer: "sydvind",
  description: "Six-monthly service of wind turbines.",
  language: "en",
  created: 415,
  tasks: [
    { key: "turbine", name: "Turbine", type: "PHOTO", required: "YES", scenes: ["turbine"], photos: [1, 3] },
    { key: "road", name: "Access road", type: "PHOTO", scenes: ["forestRoad"], photos: [0, 2] },
    { key: "meter", name: "Meter", type: "PHOTO", scenes: ["meter"], photos: [1, 1] },
    { key: "oil", name: "Gear oil changed", type: "CHECKBOX", answers: ["true", "false"] },
    { key: "hours", name: "Operating hours", type: "INTEGER" },
    {
      key: "remark",
      name: "Remark",
      type: "TEXT",
      answers: ["Blade B has a small chip near the tip.", "No remarks.", "Door seal replaced."],
    },
  ],
};

const demoWalk: TemplateSketch = {
  name: "Demo walk",
  customer: "demo",
  description: "Three photos and a text, for trying out the app.",
  language: "en",
  created: 580,
  tasks: [
    {
      key: "view",
      name: "View",
      type: "PHOTO",
      required: "YES",
      scenes: ["rooftop", "facade"],
      photos: [2, 3],
    },
    { key: "word", name: "Your word", type: "TEXT", answers: ["Works.", "Nice light today."] },
  ],
};

export const norrfiberTemplates = [mastInspection, fiberschakt, kabelskap] as const;
export const templates: readonly TemplateSketch[] = [
  ...norrfiberTemplates,
  stolpbyte,
  draft,
  turbineService,
  demoWalk,
  aterstallning,
];
export { aterstallning, demoWalk, fiberschakt, kabelskap, mastInspection, turbineService };

/** A stored condition refers to its task by id, and ids differ between a template and its documentations. */
export function conditionParams(
  condition: ConditionSketch,
  idOf: (key: string) => string,
): Record<string, string> {
  const { task, operator, answer, platform } = condition;
  return {
    ...(task && { task: idOf(task) }),
    ...(operator && { operator }),
    ...(answer !== undefined && { answer }),
    ...(platform && { platform }),
  };
}
