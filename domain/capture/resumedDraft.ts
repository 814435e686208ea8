import { hasPosition } from "#domain/core/fields.ts";
import { pick } from "#domain/core/objects.ts";
import { normalizeLine } from "#domain/core/text/normalizeText.ts";
import type { FetchedDocumentation, FetchedInPortal } from "#domain/endpoints/capture/handover.ts";
import {
  type Draft,
  type DraftMedia,
  type DraftPosition,
  normalizeAnswer,
  preservedFields,
  type ResumeState,
} from "./draft.ts";
import type { DraftTask } from "./newDocumentation.ts";

/** Creates the draft that resumes a fetched documentation. */
export function toResumedDraft(
  response: FetchedInPortal,
  user: { userId: number; creator: string; email: string; resumedAt: string },
): Draft {
  const { documentation, license, template, fetch } = response;
  const position = positionOf(documentation);
  return {
    id: documentation.id,
    userId: user.userId,
    creator: user.creator,
    license,
    template: { ...template, tasks: [] },
    name: documentation.name,
    email: documentation.email || user.email,
    ...(position && { position, isPositionRequested: true }),
    dateCreated: documentation.dateCreated,
    lastChanged: user.resumedAt,
    tasks: tasksOf(response),
    media: serverMediaOf(response),
    finish: null,
    handedOver: {
      fetchId: fetch.id,
      ...toServerSnapshot(response),
      conflicts: { answers: {} },
    },
  };
}

const positionOf = ({ lat, lng, accuracy }: DraftPosition): DraftPosition | null =>
  hasPosition({ lat, lng }) ? { lat, lng, accuracy } : null;

const toServerSnapshot = ({ version, documentation, photos, retakes, messages }: FetchedDocumentation) => ({
  version,
  messages,
  name: documentation.name,
  unchanged: pick(documentation, preservedFields),
  server: pick(documentation, ["lat", "lng", "accuracy", "email"]),
  retakes: retakes.map(({ id, photoId, documentationTaskId, reason, dueDay, drawing }) => ({
    id,
    name:
      photos.find((photo) => photo.id === photoId)?.name ??
      documentation.tasks.find((task) => task.id === documentationTaskId)?.name ??
      "",
    ...{ reason, dueDay, drawing, photoId },
    taskId: documentationTaskId ?? photos.find((photo) => photo.id === photoId)?.documentationTaskId ?? null,
  })),
  answers: Object.fromEntries(
    documentation.tasks.map((task) => [task.id, { answer: task.answer, version: task.version }]),
  ),
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
    size: task.size,
    params: task.params,
    preconditions: task.preconditions.map(({ type, params }) => ({ type, params })),
    suggestionList: originOf(task)?.suggestionList ?? null,
    showOptionsInTaskList: originOf(task)?.showOptionsInTaskList ?? false,
    referencePhotos: task.referencePhotos.map(({ id }) => id),
    dateCreated: task.dateCreated,
  }));
}

/** The photos and files that the service has or still awaits from others. Those without a task are left to the reviewers. */
function serverMediaOf({ photos, files }: FetchedDocumentation): DraftMedia[] {
  const serverFields = { onServer: true, confirmed: true, md5: "" } as const;
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
              ...serverFields,
              id,
              kind,
              taskId: documentationTaskId,
              name,
              comment,
              type,
              size: dataSize,
              sha256: sha256 ?? "",
              dateCreated,
              ...(!hasData && { notYetArrived: true as const }),
            },
          ],
  );
}

/**
 * Merges server changes into the draft. If both sides changed an answer, the draft keeps its own and records the server's as a conflict
 * until the user decides.
 */
export function mergeServerState(draft: Draft, response: FetchedInPortal): Draft {
  const { handedOver: lastState } = draft;
  if (!lastState) return draft;
  const conflicts: ResumeState["conflicts"] = {
    ...lastState.conflicts,
    answers: { ...lastState.conflicts.answers },
  };
  const ownTasks = new Map(draft.tasks.map((task) => [task.id, task]));
  const tasks = tasksOf(response).map((serverTask) => {
    const ownTask = ownTasks.get(serverTask.id);
    const baseAnswer = lastState.answers[serverTask.id]?.answer ?? null;
    if (
      !ownTask ||
      serverTask.answer === baseAnswer ||
      serverTask.answer === lastState.sent?.answers[serverTask.id]
    )
      return ownTask ? { ...serverTask, answer: ownTask.answer } : serverTask;
    const answer = normalizeAnswer(ownTask);
    if (answer === serverTask.answer) return { ...serverTask, answer: ownTask.answer };
    if (answer === baseAnswer) return serverTask;
    conflicts.answers[serverTask.id] = serverTask.answer;
    return { ...serverTask, answer: ownTask.answer };
  });
  const serverTaskIds = new Set(tasks.map(({ id }) => id));
  const { name } = response.documentation;
  const isRenamedByOthers =
    name !== lastState.name && name !== lastState.sent?.name && name !== normalizeLine(draft.name);
  const isNameUnchanged = normalizeLine(draft.name) === lastState.name;
  if (isRenamedByOthers && !isNameUnchanged) conflicts.name = name;
  // A position or email address from others replaces the draft's, unless the draft has changed it.
  const { server } = lastState;
  const lastPosition = server && positionOf(server);
  const isPositionUnchanged =
    server !== undefined &&
    lastPosition?.lat === draft.position?.lat &&
    lastPosition?.lng === draft.position?.lng;
  const position = isPositionUnchanged ? positionOf(response.documentation) : null;
  const { email } = response.documentation;
  const mediaOnServer = serverMediaOf(response);
  const ownMedia = draft.media.filter(({ onServer }) => !onServer);
  const ownMediaById = new Map(ownMedia.map((item) => [item.id, item]));
  const serverMediaIds = new Set(mediaOnServer.map(({ id }) => id));
  return {
    ...draft,
    name: isRenamedByOthers && isNameUnchanged ? name : draft.name,
    ...(position && { position }),
    ...(email && server?.email === draft.email && { email }),
    license: response.license,
    template: { ...response.template, tasks: [] },
    tasks: [...tasks, ...draft.tasks.filter(({ id }) => !serverTaskIds.has(id))],
    media: [
      ...mediaOnServer.map((item) => ownMediaById.get(item.id) ?? item),
      ...ownMedia.filter(({ id }) => !serverMediaIds.has(id)),
    ],
    handedOver: { ...lastState, ...toServerSnapshot(response), conflicts },
  };
}

export const hasConflicts = ({ handedOver }: Draft): boolean =>
  handedOver !== undefined &&
  (handedOver.conflicts.name !== undefined || Object.keys(handedOver.conflicts.answers).length > 0);

/** Resolves the conflict of a task's answer, given the task's id, or of the documentation's name, given "name". */
export function resolveConflict(draft: Draft, taskIdOrName: string, side: "mine" | "theirs"): Draft {
  const { handedOver } = draft;
  if (!handedOver) return draft;
  const { name, answers } = handedOver.conflicts;
  if (taskIdOrName === "name")
    return {
      ...draft,
      ...(side === "theirs" && name !== undefined && { name }),
      handedOver: { ...handedOver, conflicts: { answers } },
    };
  const { [taskIdOrName]: theirAnswer = null, ...rest } = answers;
  return {
    ...draft,
    tasks:
      side === "theirs"
        ? draft.tasks.map((task) => (task.id === taskIdOrName ? { ...task, answer: theirAnswer } : task))
        : draft.tasks,
    handedOver: { ...handedOver, conflicts: { ...handedOver.conflicts, answers: rest } },
  };
}

/** Records the contents of the draft that are being sent. */
export const withSentSnapshot = (draft: Draft): Draft =>
  draft.handedOver
    ? {
        ...draft,
        handedOver: {
          ...draft.handedOver,
          sent: {
            name: normalizeLine(draft.name),
            answers: Object.fromEntries(draft.tasks.map((task) => [task.id, normalizeAnswer(task)])),
          },
        },
      }
    : draft;

/** Whether nothing has been changed or added since the documentation was fetched. */
export function isUnchanged({ handedOver, name, tasks, media }: Draft): boolean {
  if (!handedOver || handedOver.sent || name.trim() !== handedOver.name) return false;
  const { answers } = handedOver;
  return (
    media.every(({ onServer }) => onServer) &&
    tasks.every(
      (task) =>
        normalizeAnswer(task) === normalizeAnswer({ ...task, answer: answers[task.id]?.answer ?? null }),
    )
  );
}
