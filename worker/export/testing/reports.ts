import type { TaskType } from "#domain/core/documentationTypes.ts";
import type { ExportPlan, PlannedFile, PlannedPhoto } from "../exportPlanTypes.ts";
import type { Report, ReportDocumentation, ReportLayout, ReportTask } from "../layouts/report.ts";
import { hostileTexts } from "./documents.ts";
import type { Names } from "./layouts.ts";
import { type MemorySource, makeFile, makePhoto, makePlan } from "./samplePlans.ts";

/** A task in the short form of tests, in reading order. `in` is the id of the group that contains it. */
export type TaskSketch = { id: string; type: TaskType; in?: string } & Partial<ReportTask>;

export function makeTasks(sketches: readonly TaskSketch[]): ReportTask[] {
  const tasks = new Map<string, ReportTask>();
  sketches.forEach(({ in: groupId = null, ...fields }, position) => {
    const group = groupId === null ? null : tasks.get(groupId)!;
    tasks.set(fields.id, {
      name: fields.id,
      answer: null,
      key: null,
      templateTaskId: `template-${fields.id}`,
      description: null,
      options: null,
      size: "normal",
      preconditions: [],
      files: 0,
      path: group ? [...group.path, group.name] : [],
      parentId: groupId,
      position,
      ...fields,
    });
  });
  return [...tasks.values()];
}

/** A report of one documentation. Omitted parts are as in `makePlan`. */
export function makeReport(
  parts: {
    plan?: Partial<ExportPlan>;
    tasks?: readonly TaskSketch[];
    photos?: readonly PlannedPhoto[];
    files?: readonly PlannedFile[];
    layouts?: readonly ReportLayout[];
  } & Partial<Pick<ReportDocumentation, "events" | "replacementTexts">> &
    Partial<Pick<Report, "taskFilters">> = {},
): Report {
  const tasks = makeTasks(parts.tasks ?? []);
  const photos = [...(parts.photos ?? [])];
  const files = [...(parts.files ?? [])];
  const plan = makePlan({ photos, files, tasks, ...parts.plan });
  return {
    plan,
    documentations: [
      {
        documentation: plan.documentation,
        templateId: "template-1",
        tasks,
        photos,
        files,
        events: parts.events ?? [],
        replacementTexts: parts.replacementTexts ?? new Map(),
      },
    ],
    taskFilters: parts.taskFilters ?? [],
    consoleUrl: "https://console.example",
    layouts: new Map((parts.layouts ?? []).map((layout) => [layout.id, layout])),
  };
}

/** A report of several documentations, as for a group or comparison. */
export function makeGroupReport(reports: readonly Report[], overrides: Partial<ExportPlan> = {}): Report {
  const documentations = reports.flatMap((report) => report.documentations);
  const photos = documentations.flatMap((documentation) => [...documentation.photos]);
  return {
    plan: makePlan({ photos, ...overrides }),
    documentations,
    taskFilters: reports[0]?.taskFilters ?? [],
    consoleUrl: "https://console.example",
    layouts: new Map(),
  };
}

/** Tasks of every type, inside and outside groups, answered and not, with keys, hostile texts, and one that does not apply. */
const allTasks: readonly TaskSketch[] = [
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
    name: hostileTexts.markup,
    key: "nasty",
    answer: hostileTexts.control,
    description: hostileTexts.arabic,
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

/** A report with everything that a layout can show. Its photos are spread over the photo tasks; some belong to none. */
export function fullReport(
  source: MemorySource,
  { photos = 12, language = "en" }: { photos?: number; language?: "en" | "sv" } = {},
): Report {
  const tasks = ["before1", "after1", "before2", "joint", "after2", null];
  const photoRows = Array.from({ length: photos }, (_, index) =>
    makePhoto(source, {
      id: `photo-of-report-${index}`,
      name: `${index % 5 === 4 ? hostileTexts.formula : "Photo"}_${index + 1}`,
      taskId: tasks[index % tasks.length] ?? null,
      comment: index % 3 === 0 ? hostileTexts.long : index % 3 === 1 ? hostileTexts.markup : null,
      orientation: (index % 8) + 1,
      rotation: index % 4,
      dateCreated: new Date(Date.UTC(2026, 4, 4, 8, index)).toISOString(),
    }),
  );
  return makeReport({
    plan: { language, expectedPhotos: photos },
    tasks: allTasks,
    photos: photoRows,
    files: [
      makeFile(source, { id: "file-of-report-1", name: hostileTexts.markup }),
      makeFile(source, { id: "file-of-report-2", name: "Protocol.pdf", taskId: "before1" }),
    ],
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
