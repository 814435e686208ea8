import { unknownCoordinates } from "#domain/core/fields.ts";
import type { CapturedDocumentation, TemplateForDevice } from "#domain/endpoints/capture/capture.ts";
import type { CaptureLicense } from "#domain/endpoints/configuration/licenseCalls.ts";
import type { Markup } from "#domain/media/markup.ts";
import { nextPhotoNames, numberedPhotoNames } from "#domain/media/photoName.ts";
import { type AnswerableTask, parseAnswer } from "#domain/task/answers.ts";
import { preconditionsHold } from "#domain/task/preconditions.ts";
import { takesAnswer } from "#domain/task/types.ts";
import { type DraftTask, tasksFromTemplate } from "./newDocumentation.ts";

/** A photo or file of a draft. Its bytes lie beside the draft under the same id. */
export interface DraftMedia {
  id: string;
  kind: "PHOTO" | "FILE";
  taskId: string;
  name: string;
  comment: string;
  /** What is drawn on a photo: on the upright picture, beside its bytes. */
  markup?: Markup;
  /** Media type as the browser has it. */
  type: string;
  /** Bytes. */
  size: number;
  /** Hex; compared with what the service stored. */
  sha256: string;
  /** Base64; signed for. */
  md5: string;
  /** Null leaves it to the photo's own EXIF time. */
  dateCreated: string | null;
  /** The service has confirmed its hash. */
  confirmed: boolean;
  /** It came with a handed-over documentation: its bytes are at the service. */
  onServer?: true;
  /** Of these: announced by somebody else, and not arrived yet. */
  notYetArrived?: true;
  /** The photo of the service that it takes the place of, under the same id, because a reviewer sent that back. */
  replaces?: DraftMedia;
}

/** Where a documentation is made: degrees, and metres around them. */
export interface DraftPosition {
  lat: number;
  lng: number;
  accuracy: number | null;
}

/**
 * A documentation while it is captured in the portal (2§2, 2§4): everything that the form and the sending need, also offline. A
 * change makes a new draft; the browser stores the newest.
 */
export interface Draft {
  /** The documentation's id. */
  id: string;
  /** Its owner: other users of the same browser do not see it. */
  userId: number;
  /** The user's name, or who captures where the licence lets it be said (useSavedUsername). */
  creator: string;
  license: CaptureLicense;
  /** Without its tasks. */
  template: TemplateForDevice;
  name: string;
  /** Where the licence asks for it (emailRequired). */
  email?: string;
  /** Where the template saves it (locationEnabled). */
  position?: DraftPosition;
  /** The browser has been asked for the position; it is asked once, and again when the user wants it. */
  positionAsked?: boolean;
  dateCreated: string;
  lastChanged: string;
  tasks: DraftTask[];
  /** In the order they were added. */
  media: DraftMedia[];
  /** The answers fetched for PREDEFINED tasks, by their option, and the documentation name they were fetched for. */
  predefined?: { name: string; answers: Record<string, string> };
  /** What the user asked for; sending goes on until the service has confirmed everything. */
  ending: "complete" | "pause" | null;
  /**
   * `lastChanged` when completion was asked for. If the answer is lost and the documentation turns out to be closed, this tells
   * that it was closed with these changes and not by somebody else before them.
   */
  endingRequestedFor?: string;
  /** Set where it goes on with a documentation that was handed over. */
  handedOver?: ResumeState;
  /** What a preview shows it as on; the portal's own are of the web. */
  platform?: "APP" | "WEB";
}

/** What a draft of a handed-over documentation knows of what the service has: its own changes are those that differ. */
export interface ResumeState {
  fetchId: string;
  /** Of the documentation, as it was read last. */
  version: number;
  name: string;
  answers: Record<string, { answer: string | null; version: number }>;
  /** What was sent last: found again at the service, it is the draft's own and nobody else's. */
  sent?: { name: string; answers: Record<string, string | null> };
  /** What others have changed that is changed here, too: their name, their answers by task. The user decides. */
  conflicts: { name?: string; answers: Record<string, string | null> };
  /** What a reviewer wants taken again, and why. */
  asked?: { id: string; name: string; reason: string; photoId?: string | null; taskId?: string | null }[];
  /** What stays as whoever began the documentation left it. */
  kept: Partial<CapturedDocumentation>;
}

interface NewDraftInput {
  userId: number;
  creator: string;
  license: CaptureLicense;
  template: TemplateForDevice;
  name: string;
  email?: string;
  newId: () => string;
  /** YYYY-MM-DDTHH:mm:ssZ. */
  at: string;
}

export const newDraft = ({ newId, at, ...given }: NewDraftInput): Draft => ({
  ...given,
  // The draft has tasks of its own; a second copy would be stored with every key press.
  template: { ...given.template, tasks: [] },
  id: newId(),
  dateCreated: at,
  lastChanged: at,
  tasks: tasksFromTemplate(given.template, { newId, at }),
  media: [],
  ending: null,
});

export const withAnswer = (draft: Draft, taskId: string, answer: string | null): Draft => ({
  ...draft,
  tasks: draft.tasks.map((task) => (task.id === taskId ? { ...task, answer: answer || null } : task)),
});

/**
 * Fills in the answers known for a name. Answers the user typed stay; answers fetched for another name are replaced.
 */
export function withPredefined(draft: Draft, { name, answers }: NonNullable<Draft["predefined"]>): Draft {
  const before = draft.predefined?.answers ?? {};
  const tasks = draft.tasks.map((task) => {
    if (task.type !== "PREDEFINED" || !task.options) return task;
    const isFetched = task.answer !== null && task.answer === before[task.options];
    const answer = answers[task.options] ?? null;
    return (task.answer === null || isFetched) && task.answer !== answer ? { ...task, answer } : task;
  });
  return { ...draft, tasks, predefined: { name, answers } };
}

/** Photos are named after their task and numbered; files keep their names. */
export function withMedia(draft: Draft, added: Omit<DraftMedia, "confirmed">): Draft {
  const task = draft.tasks.find(({ id }) => id === added.taskId);
  if (!task) return draft;
  if (added.replaces)
    return {
      ...draft,
      media: draft.media.map((item) => (item.id === added.id ? { ...added, confirmed: false } : item)),
    };
  const taken = draft.media.filter(({ taskId }) => taskId === task.id).map(({ name }) => name);
  const name = added.kind === "PHOTO" ? nextPhotoNames(task.name, taken)[0]! : added.name;
  return { ...draft, media: [...draft.media, { ...added, name, confirmed: false }] };
}

/**
 * Photos are renumbered after a removal (2§5), unless the service has stored one of them already. One that takes the place of another gives
 * it back.
 */
export function withoutMedia(draft: Draft, mediaId: string): Draft {
  const removed = draft.media.find(({ id }) => id === mediaId);
  if (!removed) return draft;
  if (removed.replaces) {
    const { replaces } = removed;
    return { ...draft, media: draft.media.map((item) => (item.id === mediaId ? replaces : item)) };
  }
  const rest = draft.media.filter(({ id }) => id !== mediaId);
  const siblings = rest.filter(({ taskId, kind }) => kind === "PHOTO" && taskId === removed.taskId);
  if (removed.kind !== "PHOTO" || siblings.some(({ confirmed }) => confirmed))
    return { ...draft, media: rest };
  const task = draft.tasks.find(({ id }) => id === removed.taskId);
  const names = numberedPhotoNames(task?.name ?? "", siblings.length);
  const nameOf = new Map(siblings.map(({ id }, index) => [id, names[index]!]));
  return {
    ...draft,
    media: rest.map((item) => ({ ...item, name: nameOf.get(item.id) ?? item.name })),
  };
}

export const withComment = (draft: Draft, mediaId: string, comment: string): Draft => ({
  ...draft,
  media: draft.media.map((item) => (item.id === mediaId ? { ...item, comment } : item)),
});

/** Null takes away what is drawn. */
export const withMarkup = (draft: Draft, mediaId: string, markup: Markup | null): Draft => ({
  ...draft,
  media: draft.media.map((item) => {
    if (item.id !== mediaId) return item;
    const { markup: _, ...bare } = item;
    return markup ? { ...bare, markup } : bare;
  }),
});

export const withName = (draft: Draft, name: string): Draft => ({ ...draft, name });
export const withCreator = (draft: Draft, creator: string): Draft => ({ ...draft, creator });
export const withEmail = (draft: Draft, email: string): Draft => ({ ...draft, email });
export const withPosition = (draft: Draft, position: DraftPosition | null): Draft => ({
  ...draft,
  positionAsked: true,
  ...(position && { position }),
});

export const withConfirmed = (draft: Draft, mediaId: string): Draft => ({
  ...draft,
  media: draft.media.map((item) => (item.id === mediaId ? { ...item, confirmed: true } : item)),
});

/**
 * The tasks that are shown: their preconditions and those of their groups hold (2§4). A task with an answer, photo or file is shown
 * in any case, so that nothing a user entered disappears.
 */
export function visibleTasks({
  tasks,
  media,
  platform = "WEB",
}: Pick<Draft, "tasks" | "media" | "platform">): DraftTask[] {
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const photos = new Map<string, number>();
  const holding = new Set<string>();
  for (const { taskId, kind } of media) {
    if (kind === "PHOTO") photos.set(taskId, (photos.get(taskId) ?? 0) + 1);
    holding.add(taskId);
  }
  for (const { id, answer } of tasks) if (answer) holding.add(id);
  for (const id of [...holding])
    for (let at = byId.get(id)?.parentId; at && !holding.has(at); at = byId.get(at)?.parentId)
      holding.add(at);
  const facts = {
    answer: (id: string) => byId.get(id)?.answer ?? null,
    photos: (id: string) => photos.get(id) ?? 0,
    platform,
  };
  const shown = new Map<string, boolean>();
  const isShown = (task: DraftTask, depth = 0): boolean => {
    const known = shown.get(task.id);
    if (known !== undefined) return known;
    const parent = task.parentId && depth < 10 ? byId.get(task.parentId) : undefined;
    const answer =
      holding.has(task.id) ||
      ((!parent || isShown(parent, depth + 1)) && preconditionsHold(task.preconditions, facts));
    shown.set(task.id, answer);
    return answer;
  };
  return tasks.filter((task) => isShown(task));
}

/** An answer as it is stored: decimals with a point, choices in order. An invalid one, as a paused draft may have, stays as typed. */
export function normalizedAnswer(task: AnswerableTask): string | null {
  const checked = takesAnswer(task.type) ? parseAnswer({ ...task, answer: null }, task.answer) : null;
  return checked && "answer" in checked ? checked.answer : task.answer;
}

/** A draft as every device saves it (2§3, 2§7). Tasks that are not shown are not enabled. */
export function toCapturedDocumentation(draft: Draft, osVersion: string): CapturedDocumentation {
  const shown = new Set(visibleTasks(draft).map(({ id }) => id));
  const { template, position = unknownCoordinates, handedOver } = draft;
  return {
    ...position,
    id: draft.id,
    customerId: draft.license.customerId,
    templateId: template.id,
    name: draft.name,
    creator: draft.creator.trim(),
    email: draft.email?.trim() || null,
    deviceId: "N/A",
    appVersion: "Portal",
    osVersion,
    phoneModel: "N/A",
    numberOfPhotos: draft.media.filter(
      ({ kind, onServer, replaces }) => kind === "PHOTO" && !onServer && !replaces,
    ).length,
    deleteAutomatically: template.deleteAutomatically,
    deleteTimeLimit: template.deleteTimeLimit as CapturedDocumentation["deleteTimeLimit"],
    exportAutomatically: template.exportAutomatically,
    dateCreated: draft.dateCreated,
    templateLastUpdated: template.lastUpdated,
    tags: [],
    ...handedOver?.kept,
    tasks: draft.tasks.map(({ suggestionList: _, showOptionsInTaskList: __, ...task }) => ({
      ...task,
      customerId: draft.license.customerId,
      documentation: draft.id,
      answer: normalizedAnswer(task),
      enabled: shown.has(task.id),
      ...(handedOver?.answers[task.id] && { version: handedOver.answers[task.id]?.version }),
      events: handedOver?.answers[task.id]
        ? []
        : [{ type: "CREATED" as const, creator: draft.creator.trim(), dateCreated: task.dateCreated }],
    })),
  };
}
