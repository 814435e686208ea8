import type { z } from "zod";
import type { FieldError } from "./problem.ts";

export type FieldErrors = Record<string, FieldError>;

/**
 * What a schema makes of an input: the value, or one fault per field, named by its path: `documentation.tasks.0.name`. Texts that
 * hold half a surrogate pair are refused wherever they stand, keys of maps and fields the schema passes over among them.
 */
export function validate<S extends z.ZodType>(
  schema: S,
  input: unknown,
): { data: z.output<S>; faults?: undefined } | { data?: undefined; faults: FieldErrors } {
  // Zod reports an issue's input only on request; it alone tells an absent field from a wrong one.
  const result = schema.safeParse(input, { reportInput: true });
  const errors = illFormedTexts(input);
  if (result.success) return Object.keys(errors).length === 0 ? { data: result.data } : { faults: errors };
  for (const issue of result.error.issues) {
    const path = issue.path.join(".");
    if (issue.code === "unrecognized_keys") {
      for (const key of issue.keys) errors[path ? `${path}.${key}` : key] ??= "unknown";
    } else errors[path || "body"] ??= faultOf(issue);
  }
  return { faults: errors };
}

/** A stack and not a recursion: a body may nest deeper than calls can. */
function illFormedTexts(input: unknown): FieldErrors {
  const errors: FieldErrors = {};
  const left: [path: string, value: unknown][] = [["", input]];
  for (let next = left.pop(); next; next = left.pop()) {
    const [path, value] = next;
    if (typeof value === "string") {
      if (!value.isWellFormed()) errors[path || "body"] = "invalid";
    } else if (typeof value === "object" && value !== null) {
      for (const [key, held] of Object.entries(value)) {
        const at = path ? `${path}.${key.toWellFormed()}` : key.toWellFormed();
        if (!key.isWellFormed()) errors[at] = "invalid";
        left.push([at, held]);
      }
    }
  }
  return errors;
}

function faultOf(issue: z.core.$ZodIssue): FieldError {
  switch (issue.code) {
    case "invalid_type":
    case "invalid_union":
    case "invalid_value":
      return issue.input === undefined ? "required" : issue.code === "invalid_type" ? "wrongType" : "invalid";
    case "too_small":
      return issue.origin === "string" ? (issue.minimum === 1 ? "required" : "tooShort") : "tooSmall";
    case "too_big":
      return issue.origin === "string" ? "tooLong" : "tooLarge";
    // Our own rules name their fault.
    case "custom":
      return (issue.params?.fault as FieldError | undefined) ?? "invalid";
    default:
      return "invalid";
  }
}
