import { z } from "zod";
import type { FieldFault } from "../../../../domain/problem";

export type Faults = Record<string, FieldFault>;

export interface Constraints {
  required: boolean;
  maxLength: number | undefined;
  options: readonly string[] | undefined;
}

/** What a contract says about a field, in the words of a form control. */
export function constraintsOf(schema: z.ZodType): Constraints {
  let optional = false;
  let inner = schema;
  for (;;) {
    if (
      inner instanceof z.ZodDefault ||
      inner instanceof z.ZodPrefault ||
      inner instanceof z.ZodNullable ||
      inner instanceof z.ZodOptional
    ) {
      optional = true;
      inner = inner.def.innerType as z.ZodType;
    } else if (inner instanceof z.ZodPipe) inner = inner.def.in as z.ZodType;
    else break;
  }
  const text = inner instanceof z.ZodString ? inner : null;
  return {
    required: !optional && (text === null || (text.minLength ?? 0) > 0),
    maxLength: text?.maxLength ?? undefined,
    options: inner instanceof z.ZodEnum ? inner.options.map(String) : undefined,
  };
}

/** What a contract has against a body, one fault per field, in the words the service answers with. */
export function faultsOf(schema: z.ZodType, body: unknown): Faults {
  const faults: Faults = {};
  const result = schema.safeParse(body);
  for (const issue of result.error?.issues ?? []) faults[issue.path.join(".")] ??= faultOf(issue);
  return faults;
}

function faultOf(issue: z.core.$ZodIssue): FieldFault {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined ? "required" : "wrongType";
    case "too_small":
      return issue.origin === "string" ? (issue.minimum === 1 ? "required" : "tooShort") : "tooSmall";
    case "too_big":
      return issue.origin === "string" ? "tooLong" : "tooLarge";
    case "unrecognized_keys":
      return "unknown";
    default:
      return "invalid";
  }
}
