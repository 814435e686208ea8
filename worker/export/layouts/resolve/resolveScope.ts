import type { DocumentTexts } from "#worker/export/documents/documentTexts.ts";
import type { MapDrawer } from "../map/mapSvg.ts";
import type { Report, ReportEvent, ReportLayout } from "../report.ts";
import {
  ancestorsOf,
  type DocumentationIndex,
  descendants,
  type IndexedPhoto,
  type IndexedTask,
  isGroup,
} from "./documentationIndex.ts";

/** Context of resolving one layout with one report. */
export interface ResolveContext {
  layout: ReportLayout;
  report: Report;
  texts: DocumentTexts;
  documentations: readonly DocumentationIndex[];
  /** The name and day of each documentation of a report of several. */
  visitLabels: ReadonlyMap<DocumentationIndex, string>;
  /** Draws maps as PNG, in base64; null leaves them out. */
  drawMap: MapDrawer | null;
  /** Formats an instant; cached, because documents repeat the same ones. */
  minute: (instant: string | null) => string;
  /** The number that the document shows for a photo, from 1; null if it does not draw it. */
  photoNumberOf: (photo: IndexedPhoto) => number | null;
}

/** A photo before and one after; null if that side has fewer photos. */
export interface PhotoPair {
  beforePhoto: IndexedPhoto | null;
  afterPhoto: IndexedPhoto | null;
}

/** A template's task, matched over documentations. */
export interface MatchedTask {
  /** One from each documentation that has it. */
  tasks: readonly IndexedTask[];
}

/** The current item of the innermost EACH, TASK or CHILD; nodes inside visit only what belongs to it. */
export type ScopeSubject =
  | { kind: "documentations" }
  | { kind: "matchedTask"; matchedTask: MatchedTask }
  /** `separateGroups` contains the groups that are visited separately; leaving them out avoids drawing photos twice. */
  | {
      kind: "group";
      group: IndexedTask;
      separateGroups: ReadonlySet<IndexedTask>;
      pairs: readonly PhotoPair[] | null;
    }
  | { kind: "task"; task: IndexedTask }
  | { kind: "photo"; photo: IndexedPhoto };

/** The current item of each kind; the innermost one counts. */
export interface Scope {
  readonly subject: ScopeSubject;
  /** The documentations in scope: all of the report, or those of a template. */
  readonly documentations: readonly DocumentationIndex[];
  readonly template: string | null;
  readonly matched: MatchedTask | null;
  readonly group: IndexedTask | null;
  readonly task: IndexedTask | null;
  readonly photo: IndexedPhoto | null;
  readonly pair: PhotoPair | null;
  /** The photos that columns draw next to each other, and how many fit; the first is `photo`. */
  readonly photoRow: { list: readonly IndexedPhoto[]; size: number } | null;
  /** The column's part of the photos of a task or group: every `count`th, from `index`. */
  readonly photoShare: { index: number; count: number } | null;
  /** One of the values of the task's answer. */
  readonly value: string | null;
  readonly unexpectedAnswer: { list: string; answer: string } | null;
  readonly event: ReportEvent | null;
}

export const createRootScope = (context: ResolveContext): Scope => ({
  subject: { kind: "documentations" },
  documentations: context.documentations,
  template: null,
  matched: null,
  group: null,
  task: null,
  photo: null,
  pair: null,
  photoRow: null,
  photoShare: null,
  value: null,
  unexpectedAnswer: null,
  event: null,
});

const noTasks: ReadonlySet<IndexedTask> = new Set();

/** The scope inside a task or group. */
export function enterTask(scope: Scope, task: IndexedTask, visitedGroups = noTasks): Scope {
  const isSamePhoto = scope.photo?.task === task;
  return {
    ...scope,
    subject: isGroup(task)
      ? { kind: "group", group: task, separateGroups: visitedGroups, pairs: null }
      : { kind: "task", task },
    group: isGroup(task) ? task : task.group,
    task,
    photo: isSamePhoto ? scope.photo : null,
    pair: null,
    photoRow: isSamePhoto ? scope.photoRow : null,
    photoShare: null,
    value: null,
    unexpectedAnswer: null,
  };
}

export const enterPhoto = (scope: Scope, photo: IndexedPhoto): Scope => ({
  ...scope,
  subject: { kind: "photo", photo },
  group: photo.task?.group ?? scope.group,
  task: photo.task,
  photo,
  pair: null,
  photoRow: null,
  value: null,
  unexpectedAnswer: null,
});

/** Enters the first of the photos that columns draw next to each other. */
export function enterPhotos(scope: Scope, photos: readonly IndexedPhoto[], size: number): Scope {
  const photoScope = enterPhoto(scope, photos[0]!);
  return size > 1 ? { ...photoScope, photoRow: { list: photos, size } } : photoScope;
}

/** The documentation in scope; null if there are several. */
export const singleDocumentation = ({
  photo,
  task,
  group,
  documentations,
}: Scope): DocumentationIndex | null =>
  photo?.documentation ??
  task?.documentation ??
  group?.documentation ??
  (documentations.length === 1 ? documentations[0]! : null);

/** The photos in scope in reading order: those of the task, else of the group, else of the documentations. */
export function* listPhotos({ subject, documentations }: Scope): Generator<IndexedPhoto> {
  switch (subject.kind) {
    case "photo":
      yield subject.photo;
      return;
    case "task":
      yield* subject.task.photos;
      return;
    case "matchedTask":
      for (const { photos } of subject.matchedTask.tasks) yield* photos;
      return;
    case "group":
      if (subject.pairs)
        for (const { beforePhoto, afterPhoto } of subject.pairs)
          yield* [beforePhoto, afterPhoto].filter((photo) => photo !== null);
      else
        for (const task of descendants(
          subject.group,
          (descendant) => !subject.separateGroups.has(descendant),
        ))
          yield* task.photos;
      return;
    case "documentations":
      for (const { photos } of documentations) yield* photos;
  }
}

/**
 * Finds the task that a node names by key, then by name. The innermost one counts: a child of the task in scope, then of the
 * groups around it, then any task of the documentation. Inside a group, the last of these must be unique: otherwise a task of another
 * group could be used by mistake.
 */
export function findTask(scope: Scope, identifier: string): IndexedTask | undefined {
  const start = scope.task ?? scope.group;
  if (start) {
    const groups = isGroup(start) ? [start, ...ancestorsOf(start)] : ancestorsOf(start);
    for (const group of groups) {
      const task = start.documentation.findByName(identifier, group);
      if (task) return task;
    }
    return start.documentation.findByName(identifier, null, {
      mustBeUnique: start.depth > 0 || isGroup(start),
    });
  }
  return findTasks(scope, identifier)[0];
}

/** The task that a node names, of each documentation in scope that has it. */
export function findTasks(scope: Scope, identifier: string): IndexedTask[] {
  if (scope.task ?? scope.group) return [findTask(scope, identifier)].filter((task) => task !== undefined);
  const onlyDocumentation = singleDocumentation(scope);
  return (onlyDocumentation ? [onlyDocumentation] : scope.documentations).flatMap(
    (documentation) => documentation.findByName(identifier, null) ?? [],
  );
}

/** The tasks that a CHILD names: in the group in scope or around the task in scope, else of each documentation in scope. */
export function findChildren(scope: Scope, identifier: string): IndexedTask[] {
  const { task, group } = scope;
  const parent = task && isGroup(task) ? task : (task?.group ?? group);
  if (parent)
    return [parent.documentation.findByName(identifier, parent)].filter((child) => child !== undefined);
  return task ? [] : findTasks(scope, identifier);
}
