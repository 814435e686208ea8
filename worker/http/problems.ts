import type { z } from "zod";
import { type FieldFault, Problem, problem } from "../../domain/problem";
import type { AppContext } from "./context";

/** The one place where a failure becomes an answer. What is not in the catalogue is logged and told to nobody. */
export function answerProblem(error: unknown, c: AppContext): Response {
  const known = error instanceof Problem ? error : unexpected(error, c);
  const response = c.json(known.body, known.status);
  if (known.retryAfter !== undefined) response.headers.set("retry-after", String(known.retryAfter));
  if (known.status === 401) response.headers.set("www-authenticate", "Bearer");
  return response;
}

/**
 * The innermost cause and the places it came through. A failed query's own message holds its parameters, which are
 * licence codes, names and searches, and belong in no log.
 */
function unexpected(error: unknown, c: AppContext): Problem {
  let cause: unknown = error;
  while (cause instanceof Error && cause.cause instanceof Error) cause = cause.cause;
  const { name, message } = cause instanceof Error ? cause : { name: typeof cause, message: "" };
  const at =
    error instanceof Error ? (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line)) : [];
  console.error(JSON.stringify({ requestId: c.get("requestId"), error: name, message, at: at.slice(0, 8) }));
  return problem("internal");
}

/** A failed schema as one fault per field, named by its path: `documentation.tasks.0.name`. */
export function invalidFields(error: z.ZodError): Problem {
  const fields: Record<string, FieldFault> = {};
  for (const issue of error.issues) {
    const path = issue.path.join(".");
    if (issue.code === "unrecognized_keys") {
      for (const key of issue.keys) fields[path ? `${path}.${key}` : key] ??= "unknown";
    } else fields[path || "body"] ??= faultOf(issue);
  }
  return problem("invalid", { fields });
}

function faultOf(issue: z.core.$ZodIssue): FieldFault {
  switch (issue.code) {
    case "invalid_type":
      return "input" in issue && issue.input !== undefined
        ? "wrongType"
        : missing(issue)
          ? "required"
          : "wrongType";
    case "too_small":
      return issue.origin === "string" ? (issue.minimum === 1 ? "required" : "tooShort") : "tooSmall";
    case "too_big":
      return issue.origin === "string" ? "tooLong" : "tooLarge";
    default:
      return "invalid";
  }
}

/** Zod leaves the input out of its issues; that it was absent is said in the message alone. */
const missing = (issue: z.core.$ZodIssue) => issue.message.endsWith("received undefined");

export function parsed<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const result = schema.safeParse(input);
  if (!result.success) throw invalidFields(result.error);
  return result.data;
}
