import type { z } from "zod";
import { Problem, problem } from "#domain/core/problem.ts";
import { validate } from "#domain/core/validation.ts";
import type { ItemFailure } from "#domain/endpoints/capture/captureMedia.ts";
import { isCustomerMovingError } from "#worker/db/errors.ts";
import { ConfigurationError } from "#worker/env.ts";
import type { AppContext } from "./context.ts";

/** Converts an error to a response. Errors that are not problems of the catalogue are logged, and the response is `internal`. */
export function createProblemResponse(error: unknown, c: AppContext): Response {
  const { body, status, retryAfter } = toProblem(error, c);
  const response = c.json(body, status);
  if (retryAfter !== undefined) response.headers.set("retry-after", String(retryAfter));
  if (status === 401) response.headers.set("www-authenticate", "Bearer");
  return response;
}

/** The failure of one item of a batch call: the same as in the response to a call for this item alone. */
export function createItemFailure(error: unknown, c: AppContext): ItemFailure {
  const { status, code, message, fields } = toProblem(error, c);
  return { status, code, message, ...(fields && { fields }) };
}

/** Seconds after which a client may retry a call for a customer that is being moved. */
const movingRetryAfterSeconds = 3;

function toProblem(error: unknown, c: AppContext): Problem {
  if (error instanceof Problem) return error;
  return isCustomerMovingError(error)
    ? problem("customerMoving", { retryAfter: movingRetryAfterSeconds })
    : logUnexpectedError(error, c);
}

/**
 * Logs the innermost cause and the stack. The message of a failed query is left out, because its parameters (licence codes, names,
 * searches) must not be logged.
 */
function logUnexpectedError(error: unknown, c: AppContext): Problem {
  let cause: unknown = error;
  while (cause instanceof Error && cause.cause instanceof Error) cause = cause.cause;
  const { name, message } = cause instanceof Error ? cause : { name: typeof cause, message: "" };
  const stackLines =
    error instanceof Error ? (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line)) : [];
  console.error(
    JSON.stringify({ requestId: c.get("requestId"), error: name, message, at: stackLines.slice(0, 8) }),
  );
  return problem(error instanceof ConfigurationError ? "misconfigured" : "internal");
}

export function parseInput<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const { data, errors } = validate(schema, input);
  if (errors) throw problem("invalid", { fields: errors });
  return data;
}
