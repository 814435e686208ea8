import type { PlannedDocumentation } from "#worker/export/exportPlanTypes.ts";
import { createLayoutFile } from "#worker/export/layouts/layoutFile.ts";
import type { Report, ReportLayout } from "#worker/export/layouts/report.ts";
import { resolveLayout } from "#worker/export/layouts/resolve/resolve.ts";
import { loadFont } from "#worker/fonts.ts";

interface Input {
  layout: ReportLayout;
  tasks: number;
  /** Resolves the layout without drawing it. */
  resolveAlone?: boolean;
  asPdf?: boolean;
}

/**
 * Draws a layout of a documentation with answered tasks and returns the length of the file, or with `resolveAlone` the number of
 * rows.
 */
export async function drawRows({
  layout,
  tasks,
  resolveAlone = false,
  asPdf = false,
}: Input): Promise<number> {
  const report = createReport(tasks);
  if (!resolveAlone) return (await createLayoutFile(layout, report, { fonts: loadFont, asPdf })).length;
  const { drawn } = resolveLayout(layout, report);
  if (drawn.type !== "WORD") throw new Error("only Word layouts can be resolved alone");
  let rows = 0;
  for (const block of drawn.blocks) if (block.kind === "table") for (const _ of block.rows) rows += 1;
  return rows;
}

function createReport(count: number): Report {
  const dateCreated = "2026-01-01T08:00:00Z";
  const documentation: PlannedDocumentation = {
    id: "documentation",
    name: "Bench",
    alias: null,
    status: "COMPLETED",
    customerName: "Bench",
    templateName: "Rows",
    creator: "bench",
    deviceId: "N/A",
    phoneModel: "N/A",
    osVersion: "N/A",
    appVersion: "1",
    dateCreated,
    dateUploaded: dateCreated,
    tags: [],
    lat: 1000,
    lng: 1000,
  };
  const tasks = Array.from({ length: count }, (_, position) => ({
    id: `task-${position}`,
    name: `Measured point ${position}`,
    type: "TEXT" as const,
    answer: `The answer to point ${position} is of ordinary length`,
    path: [],
    position,
    key: `point-${position}`,
    parentId: null,
    templateTaskId: `template-${position}`,
    description: "What is to be measured here, and how",
    options: null,
    size: "normal",
    preconditions: [],
    files: 0,
  }));
  return {
    plan: {
      documentation,
      expectedPhotos: 0,
      tasks,
      photos: [],
      files: [],
      missing: [],
      language: "en",
      asOf: dateCreated,
    },
    documentations: [
      { documentation, templateId: "template", tasks, photos: [], events: [], replacementTexts: new Map() },
    ],
    taskFilters: [],
    layouts: new Map(),
  };
}
