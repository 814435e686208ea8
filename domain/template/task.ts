import { z } from "zod";
import { preconditionTypes, requiredValues, taskTypes } from "#domain/core/documentationTypes.ts";
import {
  flag,
  name,
  optionalName,
  params,
  preconditionParamsSchema,
  text,
  uuid,
} from "#domain/core/fields.ts";
import { maxTaskLevel, maxTasks, taskSizes } from "./types.ts";

/** Optional text; empty means not set. */
const optionalText = (max: number) =>
  text(max)
    .nullable()
    .default(null)
    .transform((value) => value || null);

/**
 * A condition for showing a task. `params.task` is the id of the target task; TASK_ANSWER has `operator` and `answer`, and compares
 * all of several choices if `wholeAnswer` is "true"; PLATFORM has `operator` and `platform` (APP or WEB).
 */
export const templatePrecondition = z.strictObject({
  id: uuid(),
  type: z.enum(preconditionTypes),
  params: preconditionParamsSchema(),
});
export type TemplatePrecondition = z.output<typeof templatePrecondition>;

/** Clients generate the ids, so that a precondition can refer to a task that is not stored yet. */
const taskFields = {
  id: uuid(),
  name: name(),
  key: optionalName(),
  description: optionalText(5000),
  type: z.enum(taskTypes),
  options: optionalName(20_000).meta({
    description:
      "Choices separated by semicolons; the size 1 to 4 of a HEADER; the key of a PREDEFINED answer; otherwise unused",
  }),
  required: z.enum(requiredValues).default("NO"),
  showOptionsInTaskList: flag(),
  size: z.enum(taskSizes).default("normal"),
  fileExtensions: optionalName(1000).meta({ description: "Separated by semicolons; empty means all" }),
  suggestionList: uuid().nullable().default(null),
  params: params(),
  preconditions: z.array(templatePrecondition).max(50).default([]),
  referencePhotos: z
    .array(z.strictObject({ id: uuid(), name: z.string().optional() }))
    .max(50)
    .default([]),
  /** Set by the service from the nesting; a client's value is ignored. */
  parent: uuid().nullable().default(null).meta({ description: "The ID of the group; follows from nesting" }),
  level: z.int().default(0).meta({ description: "Depth of the task, 0 to 5; follows from nesting" }),
  position: z
    .int()
    .default(0)
    .meta({ description: "Counts all tasks in reading order; follows from nesting" }),
  suggestionListName: z.string().nullable().optional(),
  customerId: z.int().optional().meta({ description: "The template's customer; ignored in requests" }),
  templateTaskId: uuid().nullable().optional().meta({
    description: "Its ID, to which the tasks of documentations refer; ignored in requests",
  }),
};

/** Tasks without the fields that the service derives: the form in which they are stored, compared and sent. */
export const plainTasks = (tasks: readonly TemplateTask[]): TemplateTask[] =>
  tasks.map(({ customerId: _, templateTaskId: __, tasks: children, ...task }) => ({
    ...task,
    tasks: plainTasks(children),
  }));

type Fields = z.ZodObject<typeof taskFields>;
export interface TemplateTask extends z.output<Fields> {
  /** The tasks in a GROUP. */
  tasks: TemplateTask[];
}
export interface TemplateTaskInput extends z.input<Fields> {
  tasks?: TemplateTaskInput[];
}

/**
 * Expanded level by level instead of recursively, so that the API document shows it and the depth is bounded. For tasks that are
 * too deep, only their list is reported, not their contents.
 */
const taskAtLevel = (level: number): z.ZodType<TemplateTask, TemplateTaskInput> =>
  z.strictObject({
    ...taskFields,
    tasks: z
      .array(level < maxTaskLevel ? taskAtLevel(level + 1) : z.custom<never>())
      .max(level < maxTaskLevel ? maxTasks : 0)
      .default([])
      .meta({ examples: [[]] }),
  });

export const templateTasks = z.array(taskAtLevel(0)).max(maxTasks);
