import type { Dependent, FetchedBy, FieldError, ProblemBody, ProblemCode } from "#domain/core/problem.ts";
import { isProblemCode } from "#domain/core/problem.ts";

/** A failed call: an error response, or no response (status 0). */
export class ApiError extends Error {
  readonly status: number;
  readonly statusText: string;
  readonly code: ProblemCode | null;
  readonly fields: Record<string, FieldError>;
  /** Names of the rows that block the operation. */
  readonly names: readonly string[];
  /** The rows that depend on the one to delete. */
  readonly uses: readonly Dependent[];
  /** The user who has fetched the documentation in the meantime. */
  readonly fetched: FetchedBy | null;
  /** Seconds until a retry makes sense. */
  readonly retryAfter: number | null;
  /** The id of the call in the service's logs. */
  readonly requestId: string | null;
  /** The call was made in a session that has since been replaced: its failure must not end the new session. */
  readonly isSuperseded: boolean;

  constructor(details: {
    status: number;
    statusText?: string;
    body?: unknown;
    retryAfter?: number | null;
    requestId?: string | null;
    isSuperseded?: boolean;
    cause?: unknown;
  }) {
    const problem = parseProblem(details.body);
    super(problem?.message ?? details.statusText ?? "", { cause: details.cause });
    this.name = "ApiError";
    this.status = details.status;
    this.statusText = details.statusText ?? "";
    this.code = problem?.code ?? null;
    this.fields = problem?.fields ?? {};
    this.names = problem?.names ?? [];
    this.uses = problem?.uses ?? [];
    this.fetched = problem?.fetched ?? null;
    this.retryAfter = details.retryAfter ?? null;
    this.requestId = details.requestId ?? null;
    this.isSuperseded = details.isSuperseded ?? false;
  }

  /** True if a retry of the same call may succeed. */
  get isTransient(): boolean {
    return this.status === 0 || this.status >= 500;
  }
}

/** A response that does not match the contract: a proxy's page, or another version of the service. */
export const createUnreadableResponseError = (requestId: string | null, cause: unknown): ApiError =>
  new ApiError({ status: 500, body: { error: { code: "internal", message: "" } }, requestId, cause });

export async function toApiError(response: Response, isSuperseded = false): Promise<ApiError> {
  const retryAfter = Number(response.headers.get("retry-after"));
  return new ApiError({
    status: response.status,
    statusText: response.statusText,
    body: await response.json().catch(() => null),
    retryAfter: retryAfter > 0 ? retryAfter : null,
    requestId: response.headers.get("x-request-id"),
    isSuperseded,
  });
}

const isProblemBody = (body: unknown): body is ProblemBody =>
  typeof body === "object" &&
  body !== null &&
  "error" in body &&
  typeof body.error === "object" &&
  body.error !== null &&
  "code" in body.error &&
  isProblemCode(body.error.code);

const parseProblem = (body: unknown): ProblemBody["error"] | null =>
  isProblemBody(body) ? body.error : null;
