import type { TaskType } from "#domain/core/documentationTypes.ts";
import type { ExportPlan, PlannedPhoto } from "../exportPlanTypes.ts";
import type { Report, ReportedDocumentation, ReportedTask, ReportLayout } from "../layouts/report.ts";
import { nasty } from "./documents.ts";
import type { Names } from "./layouts.ts";
import { type MemorySource, makePhoto, makePlan } from "./samplePlans.ts";

/** A task of a test: reading order is that of the list, `in` names the group around it by its id. */
export type TaskSketch = { id: string; type: TaskType; in?: string } & Partial<ReportedTask>;

export function makeTasks(sketches: readonly TaskSketch[]): ReportedTask[] {
  const tasks = new Map<string, ReportedTask>();
  sketches.forEach(({ in: group = null, ...given }, position) => {
    const around = group === null ? null : tasks.get(group)!;
    tasks.set(given.id, {
      name: given.id,
      answer: null,
      key: null,
      templateTaskId: `template-${given.id}`,
      description: null,
      options: null,
      size: "normal",
      preconditions: [],
      files: 0,
      path: around ? [...around.path, around.name] : [],
      parentId: group,
      position,
      ...given,
    });
  });
  return [...tasks.values()];
}

/** A report of one documentation: with `tasks` and `photos` alone, everything else is as makePlan has it. */
export function makeReport(
  given: {
    plan?: Partial<ExportPlan>;
    tasks?: readonly TaskSketch[];
    photos?: readonly PlannedPhoto[];
    layouts?: readonly ReportLayout[];
  } & Partial<Pick<ReportedDocumentation, "events" | "replacementTexts">> &
    Partial<Pick<Report, "taskFilters">> = {},
): Report {
  const tasks = makeTasks(given.tasks ?? []);
  const photos = [...(given.photos ?? [])];
  const plan = makePlan({ photos, tasks, ...given.plan });
  return {
    plan,
    documentations: [
      {
        documentation: plan.documentation,
        templateId: "template-1",
        tasks,
        photos,
        events: given.events ?? [],
        replacementTexts: given.replacementTexts ?? new Map(),
      },
    ],
    taskFilters: given.taskFilters ?? [],
    layouts: new Map((given.layouts ?? []).map((layout) => [layout.id, layout])),
  };
}

/** Several documentations as a group or comparison has them. */
export function makeGroupReport(reports: readonly Report[], given: Partial<ExportPlan> = {}): Report {
  const documentations = reports.flatMap((report) => report.documentations);
  const photos = documentations.flatMap((documentation) => [...documentation.photos]);
  return {
    plan: makePlan({ photos, ...given }),
    documentations,
    taskFilters: reports[0]?.taskFilters ?? [],
    layouts: new Map(),
  };
}

/** Tasks of every type, in groups and outside, answered and not, with keys, texts that break things, and one that does not apply. */
const everything: readonly TaskSketch[] = [
  { id: "heading", type: "HEADER", name: "Site", size: "large" },
  { id: "permit", type: "TEXT", name: "Permit number", key: "permit", answer: "A-17" },
  { id: "safe", type: "CHECKBOX", name: "Safe to work", key: "safe", answer: "true" },
  { id: "ground", type: "MULTI_CHOICE", name: "Ground", options: "Sand;Rock;Clay", answer: "Sand;Clay" },
  { id: "period", type: "DATE_RANGE", name: "Period", answer: "2026-05-01;2026-05-20" },
  {
    id: "people",
    type: "CONTACT_PERSONS",
    name: "Contacts",
    answer: "Eva;070-1;eva@example.com\nBo;070-2;",
    columns: ["Name", "Phone", "Email"],
  },
  { id: "open", type: "TEXT", name: "Not yet answered", key: "open" },
  { id: "static", type: "STATIC_TEXT", name: "Note", description: "Dig by hand.\nAlways." },
  {
    id: "nasty",
    type: "TEXT",
    name: nasty.markup,
    key: "nasty",
    answer: nasty.control,
    description: nasty.arabic,
  },
  { id: "trench1", type: "GROUP", name: "Trench 1", key: "trench" },
  { id: "depth1", type: "DECIMAL", name: "Depth", key: "depth", answer: "1.2", in: "trench1" },
  { id: "before1", type: "PHOTO", name: "Before", key: "before", in: "trench1" },
  { id: "after1", type: "PHOTO", name: "After", key: "after", in: "trench1" },
  { id: "trench2", type: "GROUP", name: "Trench 2", key: "trench" },
  { id: "depth2", type: "DECIMAL", name: "Depth", key: "depth", in: "trench2", answer: "0.9" },
  { id: "before2", type: "PHOTO", name: "Before", key: "before", in: "trench2" },
  { id: "inner", type: "GROUP", name: "Joint", in: "trench2" },
  { id: "joint", type: "PHOTO", name: "Joint photo", in: "inner" },
  { id: "after2", type: "PHOTO", name: "After", key: "after", in: "trench2" },
  { id: "empty", type: "GROUP", name: "Nothing in it" },
  { id: "lapsed", type: "TEXT", name: "Lapsed", answer: "old", skipped: true },
  {
    id: "odd",
    type: "SINGLE_CHOICE",
    name: "Odd",
    answer: "Blue",
    unexpected: [{ list: "Colours", answer: "Red" }],
  },
];

export const everyName: Names = {
  tasks: ["permit", "depth", "Before", "trench", "people", "Nobody"],
  filters: ["Answered"],
  layouts: [],
};

/** A report that has everything a layout can ask for. `photos` are spread over its photo tasks, some belong to none. */
export function fullReport(
  source: MemorySource,
  { photos = 12, language = "en" }: { photos?: number; language?: "en" | "sv" } = {},
): Report {
  const tasks = ["before1", "after1", "before2", "joint", "after2", null];
  const made = Array.from({ length: photos }, (_, index) =>
    makePhoto(source, {
      id: `photo-of-report-${index}`,
      name: `${index % 5 === 4 ? nasty.formula : "Photo"}_${index + 1}`,
      taskId: tasks[index % tasks.length] ?? null,
      comment: index % 3 === 0 ? nasty.long : index % 3 === 1 ? nasty.markup : null,
      orientation: (index % 8) + 1,
      rotation: index % 4,
      dateCreated: new Date(Date.UTC(2026, 4, 4, 8, index)).toISOString(),
    }),
  );
  return makeReport({
    plan: { language, expectedPhotos: photos },
    tasks: everything,
    photos: made,
    events: [
      { id: "e1", type: "CREATED", eventDate: "2026-05-04T08:12:00Z", creator: "anna", status: null },
      {
        id: "e2",
        type: "STATUS_CHANGED",
        eventDate: "2026-05-06T08:00:00Z",
        creator: "bo",
        status: "APPROVED",
      },
    ],
    replacementTexts: new Map([["title", "Mast inspection"]]),
    taskFilters: [{ name: "Answered", type: "ANSWERED", automatic: false, params: {} }],
  });
}
