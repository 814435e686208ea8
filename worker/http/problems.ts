import type { z } from "zod";
import { Problem, problem } from "#domain/core/problem.ts";
import { validate } from "#domain/core/validation.ts";
import type { ItemFailure } from "#domain/endpoints/capture/captureMedia.ts";
import { isCustomerMovingError } from "#worker/db/errors.ts";
import type { AppContext } from "./context.ts";

/** Turns a failure into an answer. Failures outside the catalogue are logged and answered as `internal`. */
export function answerProblem(error: unknown, c: AppContext): Response {
  const known = problemOf(error, c);
  const response = c.json(known.body, known.status);
  if (known.retryAfter !== undefined) response.headers.set("retry-after", String(known.retryAfter));
  if (known.status === 401) response.headers.set("www-authenticate", "Bearer");
  return response;
}

/** The failure of one item of a call for many: what its own call would have been answered with. */
export function itemFailure(error: unknown, c: AppContext): ItemFailure {
  const { status, code, message, fields } = problemOf(error, c);
  return { status, code, message, ...(fields && { fields }) };
}

/** Seconds after which a customer that is moving may be there. */
const movingRetrySeconds = 3;

function problemOf(error: unknown, c: AppContext): Problem {
  if (error instanceof Problem) return error;
  return isCustomerMovingError(error)
    ? problem("customerMoving", { retryAfter: movingRetrySeconds })
    : unexpected(error, c);
}

/**
 * Logs the innermost cause and the stack. The message of a failed query is left out, because its parameters (licence codes, names,
 * searches) belong in no log.
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

export function parseInput<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const { data, faults: errors } = validate(schema, input);
  if (errors) throw problem("invalid", { fields: errors });
  return data;
}
