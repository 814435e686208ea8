import { expect, it } from "vitest";
import {
  type Draft,
  findApplicableDraftTasks,
  findVisibleTasks,
  toCapturedDocumentation,
} from "#domain/capture/draft.ts";
import { validateForCompletion } from "#domain/capture/draftValidation.ts";
import { previewDraft } from "#domain/capture/preview.ts";
import type { PreconditionType } from "#domain/core/documentationTypes.ts";
import { findExportBlockers } from "#domain/delivery/exportChecks.ts";
import { completionGapsOf } from "#domain/documentation/completionGaps.ts";
import type { TemplateTask } from "#domain/template/task.ts";
import { createTask, taskTree } from "#domain/template/taskRules.ts";
import { createTemplate } from "#domain/template/templateEdit.ts";
import { type Random, seededRandom } from "#domain/testing/random.ts";
import { findApplicableTasks } from "./applicability.ts";

/*
 * Random trees of conditions: chains, groups and cycles over answers and photos. The capture form, the phone preview, the sent content,
 * the gaps of a completion and the blockers of an export must agree with a plain evaluation of the conditions.
 */

const answers = ["x", "y"] as const;
const types: readonly PreconditionType[] = ["TASK_ANSWER", "TASK_PHOTOS_TAKEN", "TASK_NO_PHOTOS_TAKEN"];

function randomTasks(random: Random): TemplateTask[] {
  const count = 3 + random.number(8);
  const allTasks = Array.from({ length: count }, (_, index) =>
    createTask(random.pick(["TEXT", "TEXT", "PHOTO", "GROUP"] as const), {
      name: `T${index}`,
      required: "YES",
    }),
  );
  const targets = allTasks.filter(({ type }) => type !== "GROUP");
  for (const task of allTasks)
    task.preconditions = Array.from({ length: random.number(3) }, () => {
      const type = random.pick(types);
      const target = targets.length > 0 ? random.pick(targets) : task;
      const operator = random.pick(["EQUALS", "NOT_EQUALS"]);
      const comparison = type === "TASK_ANSWER" && { operator, answer: random.pick(answers) };
      return { id: crypto.randomUUID(), type, params: { task: target.id, ...comparison } };
    });
  const roots: TemplateTask[] = [];
  const groups: TemplateTask[] = [];
  for (const task of allTasks) {
    const group = groups.length > 0 && random.chance(0.5) ? random.pick(groups) : null;
    (group?.tasks ?? roots).push(task);
    if (task.type === "GROUP") groups.push(task);
  }
  return roots;
}

/** Removes tasks that do not apply until all remaining ones do, and returns their ids. */
function findApplicable(tasks: Draft["tasks"], photos: ReadonlySet<string>): Set<string> {
  const tasksById = new Map(tasks.map((task) => [task.id, task]));
  const isMet = ({ type, params }: { type: string; params: Record<string, string> }) => {
    const target = tasksById.get(params.task ?? "");
    if (!target) return false;
    if (type === "TASK_PHOTOS_TAKEN") return photos.has(target.id);
    if (type === "TASK_NO_PHOTOS_TAKEN") return !photos.has(target.id);
    return (target.answer === params.answer) === (params.operator === "EQUALS");
  };
  for (let previousSize = -1; previousSize !== tasksById.size; ) {
    previousSize = tasksById.size;
    for (const { id, parentId, preconditions } of [...tasksById.values()])
      if ((parentId !== null && !tasksById.has(parentId)) || !preconditions.every(isMet))
        tasksById.delete(id);
  }
  return new Set(tasksById.keys());
}

it.each(Array.from({ length: 400 }, (_, seed) => seed))(
  "2§4 2§5 F4 enketo-core#624 platform-forms-client#5126 random conditions decide alike everywhere: %i",
  (seed) => {
    const random = seededRandom(seed);
    const roots = randomTasks(random);
    const tasks = taskTree.flatten(roots).map(({ node }) => node);
    const answersByName = Object.fromEntries(
      tasks
        .filter(({ type }) => type === "TEXT")
        .filter(() => random.chance(0.7))
        .map(({ id, type }) => [id, { type, answer: random.pick(answers) }]),
    );
    const media = tasks
      .filter(({ type }) => type === "PHOTO")
      .filter(() => random.chance(0.5))
      .map(({ id }) => ({
        ...{ id: crypto.randomUUID(), kind: "PHOTO" as const, taskId: id, name: "p", comment: "" },
        ...{ type: "image/jpeg", size: 1, sha256: "", md5: "", dateCreated: null, confirmed: false },
      }));
    const content = { ...createTemplate(), name: "T", tasks: roots };
    const draft = previewDraft(
      content,
      { name: "D", answers: answersByName, media },
      {
        ...{ id: crypto.randomUUID(), userId: 1, creator: "staff", startedAt: "2026-05-04T10:00:00Z" },
        ...{ platform: "WEB", listParams: new Map() },
      },
    );
    const taskIdsWithPhotos = new Set(media.map(({ taskId }) => taskId));
    const expected = findApplicable(draft.tasks, taskIdsWithPhotos);
    const isAnswered = ({ id, answer }: Draft["tasks"][number]) =>
      Boolean(answer) || taskIdsWithPhotos.has(id);
    const unansweredTasks = draft.tasks.filter((task) => task.type !== "GROUP" && !isAnswered(task));
    const missingNames = unansweredTasks.filter(({ id }) => expected.has(id)).map(({ name }) => name);

    expect(findApplicableDraftTasks(draft)).toEqual(expected);
    expect(
      findVisibleTasks(draft)
        .filter((task) => unansweredTasks.includes(task))
        .map(({ name }) => name),
    ).toEqual(missingNames);
    expect(validateForCompletion(draft).map(({ name }) => name)).toEqual(missingNames);
    const sentTasks = toCapturedDocumentation(draft, "OS").tasks ?? [];
    expect(new Set(sentTasks.filter(({ enabled }) => enabled).map(({ id }) => id))).toEqual(expected);
    const facts = {
      countPhotos: (id: string) => (taskIdsWithPhotos.has(id) ? 1 : 0),
      platform: "WEB",
    } as const;
    const storedTasks = sentTasks.map((task) => ({
      ...task,
      parentId: task.parentId ?? null,
      answer: task.answer ?? null,
      options: task.options ?? null,
      preconditions: draft.tasks.find(({ id }) => id === task.id)?.preconditions ?? [],
    }));
    const applicable = findApplicableTasks(storedTasks, facts);
    expect(applicable).toEqual(expected);
    // Evaluating the service's response again gives the same result.
    expect(
      findApplicableTasks(
        storedTasks.map((task) => ({ ...task, enabled: applicable.has(task.id) })),
        facts,
      ),
    ).toEqual(expected);
    const gaps = completionGapsOf({
      ...{
        isPositionRequired: false,
        isEmailRequired: false,
        hasListedName: true,
        hasPosition: true,
        hasEmail: true,
      },
      tasks: draft.tasks
        .filter(({ id }) => applicable.has(id))
        .map((task) => ({ ...task, hasMedia: taskIdsWithPhotos.has(task.id) })),
    });
    expect(gaps.map(({ task }) => task)).toEqual(missingNames);
    const blockers = findExportBlockers(
      "COMPLETED",
      draft.tasks
        .filter(({ type }) => type !== "GROUP")
        .map((task) => ({
          ...task,
          isApplicable: applicable.has(task.id),
          photoCount: taskIdsWithPhotos.has(task.id) ? 1 : 0,
          fileCount: 0,
        })),
    );
    expect(blockers.flatMap(({ names }) => names)).toEqual(missingNames);
  },
);
