import type { z } from "zod";
import { isOneOf } from "./objects.ts";
import { type FieldError, fieldErrors } from "./problem.ts";

export type FieldErrors = Record<string, FieldError>;

/**
 * Parses an input with a schema: returns the value, or one error per field, named by its path: `documentation.tasks.0.name`. A lone
 * surrogate is not a character: stored as UTF-8, different ones become the same text. The normal form of texts replaces it; a text that is
 * stored as received is refused if it contains one.
 */
export function validate<S extends z.ZodType>(
  schema: S,
  input: unknown,
): { data: z.output<S>; errors?: undefined } | { data?: undefined; errors: FieldErrors } {
  // Zod includes an issue's input only on request; it is needed to tell a missing field from a wrong one.
  const result = schema.safeParse(input, { reportInput: true });
  if (result.success) {
    const errors = findIllFormedTexts(result.data);
    return Object.keys(errors).length === 0 ? { data: result.data } : { errors };
  }
  const errors: FieldErrors = {};
  for (const issue of result.error.issues) {
    const path = issue.path.join(".");
    if (issue.code === "unrecognized_keys") {
      for (const key of issue.keys) errors[path ? `${path}.${key}` : key] ??= "unknown";
    } else errors[path || "body"] ??= errorOf(issue);
  }
  return { errors };
}

/** Whether a schema accepts a value. */
export const isInput = <S extends z.ZodType>(schema: S, value: unknown): value is z.input<S> =>
  schema.safeParse(value).success;

/** Uses a stack because a body can nest deeper than the call stack. */
function findIllFormedTexts(input: unknown): FieldErrors {
  const errors: FieldErrors = {};
  const stack: [path: string, value: unknown][] = [["", input]];
  for (let entry = stack.pop(); entry; entry = stack.pop()) {
    const [path, value] = entry;
    if (typeof value === "string") {
      if (!value.isWellFormed()) errors[path || "body"] = "invalid";
    } else if (typeof value === "object" && value !== null) {
      for (const [key, child] of Object.entries(value)) {
        const childPath = path ? `${path}.${key.toWellFormed()}` : key.toWellFormed();
        if (!key.isWellFormed()) errors[childPath] = "invalid";
        stack.push([childPath, child]);
      }
    }
  }
  return errors;
}

function errorOf(issue: z.core.$ZodIssue): FieldError {
  switch (issue.code) {
    case "invalid_type":
    case "invalid_union":
    case "invalid_value":
      return issue.input === undefined ? "required" : issue.code === "invalid_type" ? "wrongType" : "invalid";
    case "too_small":
      return issue.origin === "string" ? (issue.minimum === 1 ? "required" : "tooShort") : "tooSmall";
    case "too_big":
      return issue.origin === "string" ? "tooLong" : "tooLarge";
    // Our own rules name their error.
    case "custom":
      return isOneOf(fieldErrors, issue.params?.fault) ? issue.params.fault : "invalid";
    default:
      return "invalid";
  }
}
