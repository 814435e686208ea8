import { hasPosition } from "#domain/core/fields.ts";
import type { CapturedDocumentation } from "#domain/endpoints/capture/capture.ts";
import type { FetchedDocumentation, FetchedInPortal } from "#domain/endpoints/capture/handover.ts";
import { type Draft, type DraftMedia, normalizedAnswer, type ResumeState } from "./draft.ts";
import type { DraftTask } from "./newDocumentation.ts";

/** A draft that goes on with what was fetched. */
export function draftFromFetched(
  fetched: FetchedInPortal,
  user: { userId: number; creator: string; email: string; at: string },
): Draft {
  const { documentation, license, template, fetch } = fetched;
  const { lat, lng, accuracy, email } = documentation;
  return {
    id: documentation.id,
    userId: user.userId,
    creator: user.creator,
    license,
    template: { ...template, tasks: [] },
    name: documentation.name,
    email: email || user.email,
    ...(hasPosition({ lat, lng }) && { position: { lat, lng, accuracy }, positionAsked: true }),
    dateCreated: documentation.dateCreated,
    lastChanged: user.at,
    tasks: tasksOf(fetched),
    media: serverMedia(fetched),
    ending: null,
    handedOver: {
      fetchId: fetch.id,
      ...serverSnapshot(fetched),
      conflicts: { answers: {} },
      kept: {
        creator: documentation.creator,
        deviceId: documentation.deviceId,
        appVersion: documentation.appVersion,
        osVersion: documentation.osVersion,
        phoneModel: documentation.phoneModel,
        deleteAutomatically: documentation.deleteAutomatically,
        deleteTimeLimit: documentation.deleteTimeLimit as CapturedDocumentation["deleteTimeLimit"],
        exportAutomatically: documentation.exportAutomatically,
        templateLastUpdated: documentation.templateLastUpdated,
      },
    },
  };
}

const serverSnapshot = ({
  version,
  documentation: { name, tasks },
  photos,
  retakes,
}: FetchedDocumentation) => ({
  version,
  name,
  asked: retakes.map(({ id, photoId, documentationTaskId, reason }) => ({
    id,
    name:
      photos.find((photo) => photo.id === photoId)?.name ??
      tasks.find((task) => task.id === documentationTaskId)?.name ??
      "",
    reason,
    photoId,
    taskId: documentationTaskId ?? photos.find((photo) => photo.id === photoId)?.documentationTaskId ?? null,
  })),
  answers: Object.fromEntries(tasks.map((task) => [task.id, { answer: task.answer, version: task.version }])),
});

function tasksOf({ documentation, template }: FetchedDocumentation): DraftTask[] {
  const origins = new Map(template.tasks.map((task) => [task.id, task]));
  const originOf = ({ templateTaskId }: { templateTaskId: string | null }) =>
    templateTaskId === null ? undefined : origins.get(templateTaskId);
  return documentation.tasks.map((task) => ({
    id: task.id,
    parentId: task.parentId,
    templateTaskId: task.templateTaskId,
    name: task.name,
    key: task.key,
    description: task.description,
    type: task.type,
    options: task.options,
    answer: task.answer,
    required: task.required,
    position: task.position,
    level: task.level,
    size: task.size as DraftTask["size"],
    params: task.params,
    preconditions: task.preconditions.map(({ type, params }) => ({ type, params })),
    suggestionList: originOf(task)?.suggestionList ?? null,
    showOptionsInTaskList: originOf(task)?.showOptionsInTaskList ?? false,
    referencePhotos: task.referencePhotos.map(({ id }) => id),
    dateCreated: task.dateCreated,
  }));
}

/** The photos and files that the service has or awaits from others. Those of no task are left to the reviewers. */
function serverMedia({ photos, files }: FetchedDocumentation): DraftMedia[] {
  const there = { there: true, confirmed: true, md5: "" } as const;
  return [
    ...photos.map((photo) => ({
      ...photo,
      kind: "PHOTO" as const,
      type: "image/jpeg",
      comment: photo.comment ?? "",
    })),
    ...files.map((file) => ({ ...file, kind: "FILE" as const, type: file.type ?? "", comment: "" })),
  ].flatMap(
    ({ id, kind, documentationTaskId, name, comment, type, dataSize, sha256, dateCreated, hasData }) =>
      documentationTaskId === null
        ? []
        : [
            {
              ...there,
              id,
              kind,
              taskId: documentationTaskId,
              name,
              comment,
              type,
              size: dataSize,
              sha256: sha256 ?? "",
              dateCreated,
              ...(!hasData && { awaited: true }),
            },
          ],
  );
}

/**
 * A draft with what others have done since: their answers, photos and files. Where both have changed the same answer, the draft's stays
 * in the form and theirs beside it, until the user has decided.
 */
export function mergeServerState(draft: Draft, fetched: FetchedInPortal): Draft {
  const { handedOver: before } = draft;
  if (!before) return draft;
  const conflicts: ResumeState["conflicts"] = {
    ...before.conflicts,
    answers: { ...before.conflicts.answers },
  };
  const mine = new Map(draft.tasks.map((task) => [task.id, task]));
  const tasks = tasksOf(fetched).map((theirs) => {
    const own = mine.get(theirs.id);
    const base = before.answers[theirs.id]?.answer ?? null;
    if (!own || theirs.answer === base || theirs.answer === before.sent?.answers[theirs.id])
      return own ? { ...theirs, answer: own.answer } : theirs;
    const answer = normalizedAnswer(own);
    if (answer === theirs.answer) return { ...theirs, answer: own.answer };
    if (answer === base) return theirs;
    conflicts.answers[theirs.id] = theirs.answer;
    return { ...theirs, answer: own.answer };
  });
  const known = new Set(tasks.map(({ id }) => id));
  const { name } = fetched.documentation;
  const isTheirs = name !== before.name && name !== before.sent?.name && name !== draft.name.trim();
  const untouched = draft.name.trim() === before.name;
  if (isTheirs && !untouched) conflicts.name = name;
  const arrived = serverMedia(fetched);
  const own = draft.media.filter(({ onServer }) => !onServer);
  const mineNow = new Map(own.map((item) => [item.id, item]));
  const theirs = new Set(arrived.map(({ id }) => id));
  return {
    ...draft,
    name: isTheirs && untouched ? name : draft.name,
    license: fetched.license,
    template: { ...fetched.template, tasks: [] },
    tasks: [...tasks, ...draft.tasks.filter(({ id }) => !known.has(id))],
    media: [
      ...arrived.map((item) => mineNow.get(item.id) ?? item),
      ...own.filter(({ id }) => !theirs.has(id)),
    ],
    handedOver: { ...before, ...serverSnapshot(fetched), conflicts },
  };
}

export const hasConflicts = ({ handedOver }: Draft): boolean =>
  handedOver !== undefined &&
  (handedOver.conflicts.name !== undefined || Object.keys(handedOver.conflicts.answers).length > 0);

/** The decision on a conflict: at a task, or at the `name`. */
export function resolveConflict(draft: Draft, at: string, whose: "mine" | "theirs"): Draft {
  const { handedOver } = draft;
  if (!handedOver) return draft;
  const { name, answers } = handedOver.conflicts;
  if (at === "name")
    return {
      ...draft,
      ...(whose === "theirs" && name !== undefined && { name }),
      handedOver: { ...handedOver, conflicts: { answers } },
    };
  const { [at]: theirs = null, ...rest } = answers;
  return {
    ...draft,
    tasks:
      whose === "theirs"
        ? draft.tasks.map((task) => (task.id === at ? { ...task, answer: theirs } : task))
        : draft.tasks,
    handedOver: { ...handedOver, conflicts: { ...handedOver.conflicts, answers: rest } },
  };
}

/** The draft with a note of what is sent of it now. */
export const withSentSnapshot = (draft: Draft): Draft =>
  draft.handedOver
    ? {
        ...draft,
        handedOver: {
          ...draft.handedOver,
          sent: {
            name: draft.name.trim(),
            answers: Object.fromEntries(draft.tasks.map((task) => [task.id, normalizedAnswer(task)])),
          },
        },
      }
    : draft;

/** Whether nothing has been changed or added since it was fetched. */
export function isUnchanged({ handedOver, name, tasks, media }: Draft): boolean {
  if (!handedOver || handedOver.sent || name.trim() !== handedOver.name) return false;
  const { answers } = handedOver;
  return (
    media.every(({ onServer }) => onServer) &&
    tasks.every(
      (task) =>
        normalizedAnswer(task) === normalizedAnswer({ ...task, answer: answers[task.id]?.answer ?? null }),
    )
  );
}
