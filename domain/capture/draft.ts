import { unknownCoordinates } from "#domain/core/fields.ts";
import { exclude, keysOf } from "#domain/core/objects.ts";
import { normalizeLine } from "#domain/core/text/normalizeText.ts";
import {
  type CapturedDocumentation,
  capturedDocumentation,
  type TemplateForDevice,
} from "#domain/endpoints/capture/capture.ts";
import type { CaptureLicense } from "#domain/endpoints/configuration/licenseCalls.ts";
import type { CrewMessage } from "#domain/endpoints/documentation/thread.ts";
import type { Markup } from "#domain/media/markup.ts";
import { createPhotoNames, renumberPhotoNames } from "#domain/media/photoName.ts";
import { type AnswerableTask, parseAnswer, toStoredForm } from "#domain/task/answers.ts";
import { findApplicableTasks } from "#domain/task/applicability.ts";
import { portalAppVersion } from "#domain/task/preconditions.ts";
import { takesAnswer } from "#domain/task/types.ts";
import { createTasksFromTemplate, type DraftTask } from "./newDocumentation.ts";

/** A photo or file of a draft. Its bytes are stored next to the draft, under the same id. */
export interface DraftMedia {
  id: string;
  kind: "PHOTO" | "FILE";
  taskId: string;
  name: string;
  comment: string;
  /** The markup of a photo, in coordinates of the upright picture; its bytes stay unchanged. */
  markup?: Markup;
  /** The media type reported by the browser. */
  type: string;
  /** Bytes. */
  size: number;
  /** Hex; compared with the hash of the stored bytes. */
  sha256: string;
  /** Base64; part of the signed upload URL. */
  md5: string;
  /** Null uses the EXIF time of the photo. */
  dateCreated: string | null;
  /** Whether the service has confirmed the hash. */
  confirmed: boolean;
  /** It belongs to the handed-over documentation: the server already has its bytes. */
  onServer?: true;
  /** With `onServer`: registered by someone else but not uploaded yet. */
  notYetArrived?: true;
  /** The photo on the server that this photo replaces, under the same id, because a reviewer sent it back. */
  replaces?: DraftMedia;
}

/** The position of a documentation in degrees, and its accuracy in metres. */
export interface DraftPosition {
  lat: number;
  lng: number;
  accuracy: number | null;
}

/**
 * A documentation while it is captured in the portal (2§2, 2§4): everything the form and the upload need, also offline. Immutable: a
 * change creates a new draft, and the browser stores the latest.
 */
export interface Draft {
  /** The documentation's id. */
  id: string;
  /** Its owner; other users of the same browser do not see it. */
  userId: number;
  /** The user's name, or the name entered if the licence allows that (useSavedUsername). */
  creator: string;
  license: CaptureLicense;
  /** Without its tasks. */
  template: TemplateForDevice;
  name: string;
  /** Set if the licence asks for an email address (emailRequired). */
  email?: string;
  /** Set if the template saves positions (locationEnabled). */
  position?: DraftPosition;
  /** The browser has been asked for the position. It is asked only once unless the user requests it again. */
  isPositionRequested?: boolean;
  dateCreated: string;
  lastChanged: string;
  tasks: DraftTask[];
  /** In the order they were added. */
  media: DraftMedia[];
  /** The answers fetched for PREDEFINED tasks, by their option, and the documentation name they were fetched for. */
  predefined?: { name: string; answers: Record<string, string> };
  /** The user's request; sending continues until the service has confirmed everything. */
  finish: "complete" | "pause" | null;
  /**
   * `lastChanged` when completion was requested. If the response is lost and the documentation turns out to be closed, this shows
   * that it was closed with these changes and not by someone else earlier.
   */
  endingRequestedFor?: string;
  /** Set if it resumes a handed-over documentation. */
  handedOver?: ResumeState;
  /** The platform a preview simulates; drafts of the portal are `WEB`. */
  platform?: "APP" | "WEB";
}

/** A reviewer's request to retake a photo or an answer. Drafts saved by earlier versions lack the optional fields. */
export interface DraftRetake {
  id: string;
  name: string;
  reason: string;
  photoId?: string | null;
  taskId?: string | null;
  /** YYYY-MM-DD. */
  dueDay?: string | null;
  /** The requested photo, drawn on the existing one as it is shown. */
  drawing?: Markup | null;
}

/** The state of a handed-over documentation on the server, as last read: the draft's own changes are the differences from it. */
export interface ResumeState {
  fetchId: string;
  /** The documentation's version when it was last read. */
  version: number;
  name: string;
  answers: Record<string, { answer: string | null; version: number }>;
  /** The values that were sent last. If the service still has them, nobody else has changed them. */
  sent?: { name: string; answers: Record<string, string | null> };
  /** Values changed both by others and in the draft: the others' name, and their answers by task. The user decides. */
  conflicts: { name?: string; answers: Record<string, string | null> };
  /** The open retakes. */
  retakes?: DraftRetake[];
  /** What the office wrote to the devices of the licence. */
  messages?: CrewMessage[];
  /** The preserved fields, as last read from the service. */
  unchanged: PreservedFields;
  /** The position and email address on the server; missing in drafts saved before these were compared. */
  server?: ServerFields;
}

/** Fields of which draft and server both have a value. */
export interface ServerFields extends DraftPosition {
  email: string | null;
}

/** The fields that a draft sets itself, also when it resumes a handed-over documentation. */
const draftFields = [
  "id",
  "customerId",
  "templateId",
  "name",
  "email",
  "lat",
  "lng",
  "accuracy",
  "dateCreated",
  "tasks",
  // The service keeps an alias, tags and exports that are not sent, and counts the photos of each fetch.
  "alias",
  "tags",
  "exportEvents",
  "numberOfPhotos",
] as const;

/** All other fields: a resumed documentation is saved with the values of the device that began it. */
export type PreservedFields = Required<Omit<CapturedDocumentation, (typeof draftFields)[number]>>;
export const preservedFields = exclude(keysOf(capturedDocumentation.shape), draftFields);

interface NewDraftInput {
  userId: number;
  creator: string;
  license: CaptureLicense;
  template: TemplateForDevice;
  name: string;
  email?: string;
  newId: () => string;
  /** YYYY-MM-DDTHH:mm:ssZ. */
  createdAt: string;
}

export const createDraft = ({ newId, createdAt, ...input }: NewDraftInput): Draft => ({
  ...input,
  // The draft has its own tasks; a second copy would be stored with every key press.
  template: { ...input.template, tasks: [] },
  id: newId(),
  dateCreated: createdAt,
  lastChanged: createdAt,
  tasks: createTasksFromTemplate(input.template, { newId, createdAt }),
  media: [],
  finish: null,
});

export const withAnswer = (draft: Draft, taskId: string, answer: string | null): Draft => ({
  ...draft,
  tasks: draft.tasks.map((task) => (task.id === taskId ? { ...task, answer: answer || null } : task)),
});

/** Fills in the predefined answers for a name. Answers typed by the user stay; answers fetched for another name are replaced. */
export function withPredefined(draft: Draft, { name, answers }: NonNullable<Draft["predefined"]>): Draft {
  const previousAnswers = draft.predefined?.answers ?? {};
  const tasks = draft.tasks.map((task) => {
    if (task.type !== "PREDEFINED" || !task.options) return task;
    const isFetched = task.answer !== null && task.answer === previousAnswers[task.options];
    const answer = answers[task.options] ?? null;
    return (task.answer === null || isFetched) && task.answer !== answer ? { ...task, answer } : task;
  });
  return { ...draft, tasks, predefined: { name, answers } };
}

/** Photos are named after their task and numbered; files keep their names. */
export function withMedia(draft: Draft, newItem: Omit<DraftMedia, "confirmed">): Draft {
  const task = draft.tasks.find(({ id }) => id === newItem.taskId);
  if (!task) return draft;
  if (newItem.replaces)
    return {
      ...draft,
      media: draft.media.map((item) => (item.id === newItem.id ? { ...newItem, confirmed: false } : item)),
    };
  const usedNames = draft.media.filter(({ taskId }) => taskId === task.id).map(({ name }) => name);
  const name = newItem.kind === "PHOTO" ? createPhotoNames(task.name, usedNames)[0]! : newItem.name;
  return { ...draft, media: [...draft.media, { ...newItem, name, confirmed: false }] };
}

/**
 * Photos are renumbered after a removal (2§5), unless the service has already stored one of them. Removing a replacement restores
 * the photo it replaces.
 */
export function withoutMedia(draft: Draft, mediaId: string): Draft {
  const removedItem = draft.media.find(({ id }) => id === mediaId);
  if (!removedItem) return draft;
  if (removedItem.replaces) {
    const { replaces } = removedItem;
    return { ...draft, media: draft.media.map((item) => (item.id === mediaId ? replaces : item)) };
  }
  const remainingMedia = draft.media.filter(({ id }) => id !== mediaId);
  const siblings = remainingMedia.filter(
    ({ taskId, kind }) => kind === "PHOTO" && taskId === removedItem.taskId,
  );
  if (removedItem.kind !== "PHOTO" || siblings.some(({ confirmed }) => confirmed))
    return { ...draft, media: remainingMedia };
  const task = draft.tasks.find(({ id }) => id === removedItem.taskId);
  const names = renumberPhotoNames(task?.name ?? "", siblings.length);
  const nameById = new Map(siblings.map(({ id }, index) => [id, names[index]!]));
  return {
    ...draft,
    media: remainingMedia.map((item) => ({ ...item, name: nameById.get(item.id) ?? item.name })),
  };
}

export const withComment = (draft: Draft, mediaId: string, comment: string): Draft => ({
  ...draft,
  media: draft.media.map((item) => (item.id === mediaId ? { ...item, comment } : item)),
});

/** Null removes the markup. */
export const withMarkup = (draft: Draft, mediaId: string, markup: Markup | null): Draft => ({
  ...draft,
  media: draft.media.map((item) => {
    if (item.id !== mediaId) return item;
    const { markup: _, ...withoutMarkup } = item;
    return markup ? { ...withoutMarkup, markup } : withoutMarkup;
  }),
});

export const withName = (draft: Draft, name: string): Draft => ({ ...draft, name });
export const withCreator = (draft: Draft, creator: string): Draft => ({ ...draft, creator });
export const withEmail = (draft: Draft, email: string): Draft => ({ ...draft, email });
export const withPosition = (draft: Draft, position: DraftPosition | null): Draft => ({
  ...draft,
  isPositionRequested: true,
  ...(position && { position }),
});

export const withConfirmed = (draft: Draft, mediaId: string): Draft => ({
  ...draft,
  media: draft.media.map((item) => (item.id === mediaId ? { ...item, confirmed: true } : item)),
});

type DraftTasks = Pick<Draft, "tasks" | "media" | "platform">;

/** The ids of the tasks whose preconditions, and those of their groups, hold (2§4). */
export function findApplicableDraftTasks({ tasks, media, platform = "WEB" }: DraftTasks): Set<string> {
  const photoCountByTask = new Map<string, number>();
  for (const { taskId, kind } of media)
    if (kind === "PHOTO") photoCountByTask.set(taskId, (photoCountByTask.get(taskId) ?? 0) + 1);
  return findApplicableTasks(tasks, { countPhotos: (id) => photoCountByTask.get(id) ?? 0, platform });
}

/**
 * The tasks that the form shows: those that apply, and those with an answer, photo or file, so that nothing a user entered
 * disappears. The form marks those that do not apply, as the details do.
 */
export function findVisibleTasks(
  draft: DraftTasks,
  applicableIds = findApplicableDraftTasks(draft),
): DraftTask[] {
  const { tasks, media } = draft;
  const taskById = new Map(tasks.map((task) => [task.id, task]));
  const tasksWithContent = new Set(media.map(({ taskId }) => taskId));
  for (const { id, answer } of tasks) if (answer) tasksWithContent.add(id);
  for (const id of [...tasksWithContent])
    for (
      let ancestor = taskById.get(id)?.parentId;
      ancestor && !tasksWithContent.has(ancestor);
      ancestor = taskById.get(ancestor)?.parentId
    )
      tasksWithContent.add(ancestor);
  return tasks.filter(({ id }) => applicableIds.has(id) || tasksWithContent.has(id));
}

/**
 * An answer as it is stored: decimals with a point, choices in order. An invalid answer, possible in a paused draft, is normalised as the
 * service does.
 */
export function normalizeAnswer(task: AnswerableTask): string | null {
  const parseResult = takesAnswer(task.type) ? parseAnswer({ ...task, answer: null }, task.answer) : null;
  if (parseResult && "answer" in parseResult) return parseResult.answer;
  return task.answer === null ? null : toStoredForm(task.type, task.answer);
}

/** Converts a draft to the form in which devices save documentations (2§3, 2§7). Tasks that do not apply are not enabled. */
export function toCapturedDocumentation(draft: Draft, osVersion: string): CapturedDocumentation {
  const applicableIds = findApplicableDraftTasks(draft);
  const { template, position = unknownCoordinates, handedOver } = draft;
  return {
    ...position,
    id: draft.id,
    customerId: draft.license.customerId,
    templateId: template.id,
    name: normalizeLine(draft.name),
    creator: normalizeLine(draft.creator),
    email: draft.email?.trim() || null,
    deviceId: "N/A",
    appVersion: portalAppVersion,
    osVersion,
    phoneModel: "N/A",
    numberOfPhotos: draft.media.filter(
      ({ kind, onServer, replaces }) => kind === "PHOTO" && !onServer && !replaces,
    ).length,
    deleteAutomatically: template.deleteAutomatically,
    deleteTimeLimit: template.deleteTimeLimit,
    exportAutomatically: template.exportAutomatically,
    dateCreated: draft.dateCreated,
    templateLastUpdated: template.lastUpdated,
    tags: [],
    ...handedOver?.unchanged,
    tasks: draft.tasks.map(({ suggestionList: _, showOptionsInTaskList: __, ...task }) => ({
      ...task,
      customerId: draft.license.customerId,
      documentation: draft.id,
      answer: normalizeAnswer(task),
      enabled: applicableIds.has(task.id),
      ...(handedOver?.answers[task.id] && { version: handedOver.answers[task.id]?.version }),
      events: handedOver?.answers[task.id]
        ? []
        : [
            {
              type: "CREATED" as const,
              creator: normalizeLine(draft.creator),
              dateCreated: task.dateCreated,
            },
          ],
    })),
  };
}
