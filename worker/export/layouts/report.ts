import type { LayoutNode } from "#domain/layout/node.ts";
import type { LayoutType } from "#domain/layout/types.ts";
import type { TaskFilter } from "#domain/task/filters.ts";
import type { Precondition } from "#domain/task/preconditions.ts";
import type {
  ExportPlan,
  PlannedDocumentation,
  PlannedFile,
  PlannedPhoto,
  PlannedTask,
} from "../exportPlanTypes.ts";
import type { ReplacementTexts } from "../replacement.ts";

/** A report layout to draw, saved or still being edited. */
export interface ReportLayout {
  /** Any text if it has not been saved. */
  id: string;
  name: string;
  type: LayoutType;
  nodes: readonly LayoutNode[];
}

/** A task with the fields that layouts need. */
export interface ReportTask extends PlannedTask {
  key: string | null;
  /** The group around it. */
  parentId: string | null;
  /** Shared by the documentations of a template. */
  templateTaskId: string | null;
  description: string | null;
  /** Choices or file extensions, joined by ";". */
  options: string | null;
  /** Of headings: normal, large, larger or largest. */
  size: string;
  preconditions: readonly Precondition[];
  /** Number of its files, whether or not the reader has access to them. */
  files: number;
}

/** Something that happened to a documentation (2§3). */
export interface ReportEvent {
  id: string;
  type: string;
  /** ISO 8601, UTC. */
  eventDate: string;
  creator: string;
  /** The status of a STATUS_CHANGED; null for other events. */
  status: string | null;
}

/** A documentation of a report. */
export interface ReportDocumentation {
  documentation: PlannedDocumentation;
  templateId: string;
  /** In reading order: every group is followed by its tasks. */
  tasks: readonly ReportTask[];
  /** Photos that have arrived, in a comparison only the selected ones; oldest first. */
  photos: readonly PlannedPhoto[];
  /** Files that the reader may see and that have arrived, oldest first; none in a comparison. */
  files: readonly PlannedFile[];
  /** Oldest first. */
  events: readonly ReportEvent[];
  /** Codes of its template, each with the text that stands for it in the report's language. */
  replacementTexts: ReplacementTexts;
}

/** A task filter of the customer (3§5). */
export interface ReportTaskFilter extends TaskFilter {
  name: string;
  /** Applied without being chosen. */
  automatic: boolean;
}

/** Everything a layout can draw: plain data, read before the first byte. The same state gives the same report. */
export interface Report {
  /** Titles and language, and all that is expected or missing. */
  plan: ExportPlan;
  /** One, or those of a group or comparison ordered by template and date. */
  documentations: readonly ReportDocumentation[];
  taskFilters: readonly ReportTaskFilter[];
  /** The address of the console, without a slash at its end. */
  consoleUrl: string;
  /** Inserted layouts by id, including those inserted through others. */
  layouts: ReadonlyMap<string, ReportLayout>;
}
