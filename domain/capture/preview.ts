import type { TemplateForDevice } from "#domain/endpoints/capture/capture.ts";
import { strictestRequirement } from "#domain/task/requirement.ts";
import { takesAnswer, takesFiles, takesMedia, takesPhotos } from "#domain/task/types.ts";
import type { TemplateContent } from "#domain/template/content.ts";
import { taskTree } from "#domain/template/taskRules.ts";
import type { Draft, DraftMedia } from "./draft.ts";
import { type DraftTask, tasksFromTemplate } from "./newDocumentation.ts";

/** What is tried out in a preview of a template. Tasks have the ids of the template's: they keep what is entered while they are edited. */
export interface PreviewInput {
  name: string;
  position?: Draft["position"];
  /** By task, with the type it was given for: an answer to another question is none. */
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
  at: string;
  /** The params of lists of contact persons, by list: the columns of what is asked for. */
  listParams: ReadonlyMap<string, Record<string, string>>;
}

/** A template as it stands in its editor, as devices would be given it. */
export const previewedTemplate = (
  content: TemplateContent,
  { id, at, listParams }: Pick<PreviewContext, "id" | "at" | "listParams">,
): TemplateForDevice => ({
  ...content,
  id,
  lastUpdated: at,
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
    required: strictestRequirement(content.allTasksRequired, node),
    params: { ...(node.suggestionList && listParams.get(node.suggestionList)), ...node.params },
    referencePhotos: node.referencePhotos.map((photo) => photo.id),
  })),
});

/**
 * The draft of a documentation that nobody makes: the template as it stands, with what was tried out.
 * @param before the draft it follows on: tasks that are as they were stay the same objects, so that a form draws one of five hundred again.
 */
export function previewDraft(
  content: TemplateContent,
  tried: PreviewInput,
  around: PreviewContext,
  before: readonly DraftTask[] = [],
): Draft {
  const given = previewedTemplate(content, around);
  const old = new Map(before.map((task) => [task.id, task]));
  const tasks = tasksFromTemplate(given, { newId: (id) => id, at: around.at }).map((task) => {
    const kept = tried.answers[task.id];
    const answer = kept?.type === task.type ? kept.answer : null;
    return reuseIfEqual({ ...task, answer }, old.get(task.id));
  });
  return {
    id: around.id,
    userId: around.userId,
    creator: around.creator,
    platform: around.platform,
    license: {
      id: around.id,
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
    template: { ...given, tasks: [] },
    name: tried.name,
    ...(tried.position && { position: tried.position }),
    // A preview does not ask the browser where it is by itself.
    positionAsked: true,
    dateCreated: around.at,
    lastChanged: around.at,
    tasks,
    media: tried.media.filter(belongsToTask(tasks)),
    ending: null,
  };
}

/** What of a draft of a preview was tried out. Answers and media of tasks that the template lacks just now stay with `before`. */
export const previewInputOf = (draft: Draft, before: PreviewInput): PreviewInput => {
  const shown = new Set(draft.tasks.map(({ id }) => id));
  const isTaken = belongsToTask(draft.tasks);
  return {
    name: draft.name,
    ...(draft.position && { position: draft.position }),
    answers: {
      ...Object.fromEntries(Object.entries(before.answers).filter(([id]) => !shown.has(id))),
      ...Object.fromEntries(
        draft.tasks.flatMap(({ id, type, answer }) =>
          answer !== null && (takesAnswer(type) || takesMedia(type)) ? [[id, { type, answer }]] : [],
        ),
      ),
    },
    media: [...before.media.filter((item) => !isTaken(item)), ...draft.media],
  };
};

/** Whether a photo or file has its task still, and that of its kind. */
function belongsToTask(tasks: readonly DraftTask[]): (item: DraftMedia) => boolean {
  const types = new Map(tasks.map(({ id, type }) => [id, type]));
  return ({ taskId, kind }) => {
    const type = types.get(taskId) ?? "";
    return kind === "PHOTO" ? takesPhotos(type) : takesFiles(type);
  };
}

const reuseIfEqual = (task: DraftTask, before: DraftTask | undefined): DraftTask =>
  before && JSON.stringify(before) === JSON.stringify(task) ? before : task;
