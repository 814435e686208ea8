import type { TemplateForDevice } from "#domain/endpoints/capture/capture.ts";
import { findStrictestRequirement } from "#domain/task/requirement.ts";
import { takesAnswer, takesFiles, takesMedia, takesPhotos } from "#domain/task/types.ts";
import type { TemplateContent } from "#domain/template/content.ts";
import { taskTree } from "#domain/template/taskRules.ts";
import type { Draft, DraftMedia } from "./draft.ts";
import { createTasksFromTemplate, type DraftTask } from "./newDocumentation.ts";

/**
 * The values a user has tried in a template preview. Tasks have the ids of the template's, so that values survive edits of the
 * template.
 */
export interface PreviewInput {
  name: string;
  position?: Draft["position"];
  /** By task, with the task's type at the time: an answer does not apply once the type has changed. */
  answers: Record<string, { type: string; answer: string }>;
  media: readonly DraftMedia[];
}

export const emptyPreviewInput: PreviewInput = { name: "", answers: {}, media: [] };

interface PreviewContext {
  id: string;
  userId: number;
  creator: string;
  platform: "APP" | "WEB";
  /** YYYY-MM-DDTHH:mm:ssZ. */
  startedAt: string;
  /** The params of lists of contact persons, by list: the columns of the answer. */
  listParams: ReadonlyMap<string, Record<string, string>>;
}

/** The template in its editor's current state, as devices would receive it. */
export const toPreviewTemplate = (
  content: TemplateContent,
  { id, startedAt, listParams }: Pick<PreviewContext, "id" | "startedAt" | "listParams">,
): TemplateForDevice => ({
  ...content,
  id,
  lastUpdated: startedAt,
  graphics: content.graphicEnabled
    ? content.templateGraphics.map((graphic) => ({
        id: graphic.graphic,
        name: graphic.name ?? graphic.graphic,
      }))
    : [],
  tasks: taskTree.flatten(content.tasks).map(({ node, parent, level }, position) => ({
    ...node,
    parentId: parent?.id ?? null,
    level,
    position,
    required: findStrictestRequirement(content.allTasksRequired, node),
    params: { ...(node.suggestionList && listParams.get(node.suggestionList)), ...node.params },
    referencePhotos: node.referencePhotos.map((photo) => photo.id),
  })),
});

/**
 * The draft behind a template preview: the template in its current state, with the values the user has tried.
 * @param previousDraftTasks the tasks of the previous draft: unchanged tasks keep their identity, so that a form of five hundred tasks
 * re-renders only what changed
 */
export function previewDraft(
  content: TemplateContent,
  input: PreviewInput,
  context: PreviewContext,
  previousDraftTasks: readonly DraftTask[] = [],
): Draft {
  const template = toPreviewTemplate(content, context);
  const previousTasks = new Map(previousDraftTasks.map((task) => [task.id, task]));
  const tasks = createTasksFromTemplate(template, { newId: (id) => id, createdAt: context.startedAt }).map(
    (task) => {
      const entry = input.answers[task.id];
      const answer = entry?.type === task.type ? entry.answer : null;
      return reuseIfEqual({ ...task, answer }, previousTasks.get(task.id));
    },
  );
  return {
    id: context.id,
    userId: context.userId,
    creator: context.creator,
    platform: context.platform,
    license: {
      id: context.id,
      name: "",
      licenseCode: "",
      customerId: 0,
      reverseDocumentationCreation: false,
      pauseDocumentations: false,
      emailRequired: false,
      useSavedUsername: false,
      useSavedEmail: false,
      hasLogo: false,
    },
    template: { ...template, tasks: [] },
    name: input.name,
    ...(input.position && { position: input.position }),
    // A preview does not ask the browser for its position automatically.
    isPositionRequested: true,
    dateCreated: context.startedAt,
    lastChanged: context.startedAt,
    tasks,
    media: input.media.filter(belongsToTask(tasks)),
    finish: null,
  };
}

/**
 * Extracts the tried values from a preview's draft. Values of tasks that the template does not currently have stay as in `previousInput`.
 */
export const previewInputOf = (draft: Draft, previousInput: PreviewInput): PreviewInput => {
  const taskIds = new Set(draft.tasks.map(({ id }) => id));
  const hasTask = belongsToTask(draft.tasks);
  return {
    name: draft.name,
    ...(draft.position && { position: draft.position }),
    answers: {
      ...Object.fromEntries(Object.entries(previousInput.answers).filter(([id]) => !taskIds.has(id))),
      ...Object.fromEntries(
        draft.tasks.flatMap(({ id, type, answer }) =>
          answer !== null && (takesAnswer(type) || takesMedia(type)) ? [[id, { type, answer }]] : [],
        ),
      ),
    },
    media: [...previousInput.media.filter((item) => !hasTask(item)), ...draft.media],
  };
};

/** Returns a check whether a photo or file still has its task, and the task takes media of its kind. */
function belongsToTask(tasks: readonly DraftTask[]): (item: DraftMedia) => boolean {
  const types = new Map(tasks.map(({ id, type }) => [id, type]));
  return ({ taskId, kind }) => {
    const type = types.get(taskId) ?? "";
    return kind === "PHOTO" ? takesPhotos(type) : takesFiles(type);
  };
}

const reuseIfEqual = (task: DraftTask, previousTask: DraftTask | undefined): DraftTask =>
  previousTask && JSON.stringify(previousTask) === JSON.stringify(task) ? previousTask : task;
