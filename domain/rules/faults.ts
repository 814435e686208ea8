import type { z } from "zod";
import type { FieldFault } from "../problem";

export type Faults = Record<string, FieldFault>;

/** What a schema makes of an input: the value, or one fault per field, named by its path: `documentation.tasks.0.name`. */
export function checked<S extends z.ZodType>(
  schema: S,
  input: unknown,
): { data: z.output<S>; faults?: undefined } | { data?: undefined; faults: Faults } {
  // Zod says what it was given only when it is asked to; nothing else tells an absent field from a wrong one.
  const result = schema.safeParse(input, { reportInput: true });
  if (result.success) return { data: result.data };
  const faults: Faults = {};
  for (const issue of result.error.issues) {
    const path = issue.path.join(".");
    if (issue.code === "unrecognized_keys") {
      for (const key of issue.keys) faults[path ? `${path}.${key}` : key] ??= "unknown";
    } else faults[path || "body"] ??= faultOf(issue);
  }
  return { faults };
}

function faultOf(issue: z.core.$ZodIssue): FieldFault {
  switch (issue.code) {
    case "invalid_type":
    case "invalid_union":
    case "invalid_value":
      return issue.input === undefined ? "required" : issue.code === "invalid_type" ? "wrongType" : "invalid";
    case "too_small":
      return issue.origin === "string" ? (issue.minimum === 1 ? "required" : "tooShort") : "tooSmall";
    case "too_big":
      return issue.origin === "string" ? "tooLong" : "tooLarge";
    // Rules of our own say which fault it is.
    case "custom":
      return (issue.params?.fault as FieldFault | undefined) ?? "invalid";
    default:
      return "invalid";
  }
}
