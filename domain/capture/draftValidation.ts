import { email, name } from "#domain/core/fields.ts";
import { isOneOf } from "#domain/core/objects.ts";
import type { FieldError } from "#domain/core/problem.ts";
import { validate } from "#domain/core/validation.ts";
import { type TaskError, validateTask } from "#domain/task/taskValidation.ts";
import { type Draft, findApplicableDraftTasks, findVisibleTasks } from "./draft.ts";

/** The fields of the documentation itself, in form order. */
export const headerFields = ["name", "position", "creator", "email"] as const;
export type HeaderField = (typeof headerFields)[number];

/** A reason why a draft cannot be completed. */
export interface DraftError {
  /** The id of the task, or the field of the documentation. */
  elementId: string;
  /** The task's name; empty for a field. */
  name: string;
  /** `photo`, `file`, `explanation` or `position` if that is required and missing; otherwise the error of the answer or field. */
  reason: TaskError | "position";
}

export const isHeaderField = (field: string): field is HeaderField => isOneOf(headerFields, field);

/** The errors that prevent completion (2§5), in reading order; tasks that do not apply are not required. Pausing skips this check. */
export function validateForCompletion(draft: Draft): DraftError[] {
  const { license, template, position, email: emailAddress } = draft;
  const taskIdsWithMedia = new Set(draft.media.map(({ taskId }) => taskId));
  const applicableIds = findApplicableDraftTasks(draft);
  const taskErrors = findVisibleTasks(draft, applicableIds).flatMap((task) => {
    const requirement = applicableIds.has(task.id) ? task.required : "NO";
    const error = validateTask({ ...task, required: requirement }, taskIdsWithMedia.has(task.id));
    return error ? [{ elementId: task.id, name: task.name, reason: error }] : [];
  });
  const requiredErrors: HeaderFieldErrors = {
    ...(template.locationEnabled && template.locationRequired && !position && { position: "position" }),
    ...(license.emailRequired && !emailAddress?.trim() && { email: "required" }),
  };
  return [...toDraftErrors({ ...requiredErrors, ...validateHeaderFields(draft) }), ...taskErrors];
}

/** Errors that prevent sending, even when pausing: an invalid name, creator or email. */
export const validateForSending = (draft: Draft): DraftError[] => toDraftErrors(validateHeaderFields(draft));

type HeaderFieldErrors = Partial<Record<HeaderField, DraftError["reason"]>>;

const toDraftErrors = (errors: HeaderFieldErrors): DraftError[] =>
  headerFields.flatMap((elementId) => {
    const error = errors[elementId];
    return error ? [{ elementId, name: "", reason: error }] : [];
  });

function validateHeaderFields(draft: Draft): HeaderFieldErrors {
  const [name, creator] = [validateName(draft.name), validateName(draft.creator)];
  return {
    ...(name && { name }),
    ...(creator && { creator }),
    ...(!email().safeParse(draft.email?.trim() ?? "").success && { email: "invalid" }),
  };
}

/** The service's rule for names. */
export const validateName = (input: string): FieldError | null =>
  validate(name(), input).errors?.body ?? null;
