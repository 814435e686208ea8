import type { BatchItem } from "drizzle-orm/batch";
import { z } from "zod";
import type { Actor } from "#domain/access/actor.ts";
import type { Endpoint } from "#domain/contract/endpoint.ts";
import { problem } from "#domain/core/problem.ts";
import type { Database } from "#worker/db/database.ts";
import type { JobRow } from "#worker/db/schema/index.ts";
import type { Env } from "#worker/env.ts";

/** The context that the runner passes to every step. */
interface StepContext<Cursor = unknown> {
  env: Env;
  db: Database;
  job: JobRow;
  /**
   * Reports the progress of a long step and renews the lease. With a cursor, an interrupted step resumes from there.
   * @throws LeaseLostError if another consumer has taken over the job: the step must stop and leave nothing behind.
   */
  report(progress: number, total: number, cursor?: Cursor): Promise<void>;
}

/** The actions of a kind of job when a job fails. */
export interface JobFailure {
  /** Run in the batch that sets the job to FAILED. */
  statements: BatchItem<"sqlite">[];
  /** Runs after the batch. Must not throw. */
  afterBatch?: () => Promise<void>;
}

interface StepParams<JobRequest, Cursor> {
  request: JobRequest;
  /** The cursor of the last step; null before the first step. */
  cursor: Cursor | null;
}

/** The input of a step that a user requested. */
export interface JobStep<JobRequest, Cursor> extends StepContext<Cursor>, StepParams<JobRequest, Cursor> {
  /** The requester, with their rights at the start of the step. */
  actor: Actor;
}

/** The input of a step that the service runs without a user's request. */
export interface ServiceStep<JobRequest, Cursor>
  extends StepContext<Cursor>,
    StepParams<JobRequest, Cursor> {}

/** The outcome of a step: the cursor of the next step, or the job's result. */
export type StepOutcome<Cursor = unknown> =
  | {
      cursor: Cursor;
      progress: number;
      total: number;
      /**
       * Seconds until the next step, for work that is not urgent. Must be shorter than the time after which the sweeper considers the
       * message lost (sweepJobs.ts).
       */
      delaySeconds?: number;
    }
  | { result: Record<string, unknown> };

interface JobDefinitionBase<N extends string, W extends z.ZodType, C extends z.ZodType> {
  /** Identifies the kind in a job's row, so it must not change while jobs of the kind may be running. */
  name: N;
  request: W;
  cursor: C;
  /** Hours between the end of a job and the removal of its result. */
  retentionHours: number;
  /** Called when the job fails, at most once. */
  onFailure?(failure: {
    env: Env;
    db: Database;
    job: JobRow;
    request: z.output<W>;
    error: unknown;
  }): Promise<JobFailure>;
  /** Removes everything that the job stored, even if it failed. Must be idempotent. */
  remove?(env: Env, job: JobRow): Promise<void>;
}

interface JobDefinition<N extends string, W extends z.ZodType, C extends z.ZodType>
  extends JobDefinitionBase<N, W, C> {
  /** The endpoint that starts the job. Every step checks its authority and product again. */
  startedBy: Pick<Endpoint, "authority" | "product">;
  /** Runs one step. A step may be interrupted at any point and then runs again, so it must be idempotent. */
  step(step: JobStep<z.output<W>, z.output<C>>): Promise<StepOutcome<z.input<C>>>;
}

interface ServiceJobDefinition<N extends string, W extends z.ZodType, C extends z.ZodType>
  extends JobDefinitionBase<N, W, C> {
  /** Runs one step. Must be idempotent, and must itself check that the work is still needed. */
  step(step: ServiceStep<z.output<W>, z.output<C>>): Promise<StepOutcome<z.input<C>>>;
}

/** A kind of background job. */
export interface JobKind<JobRequest = unknown, N extends string = string>
  extends Pick<JobDefinitionBase<N, z.ZodType, z.ZodType>, "name" | "retentionHours"> {
  /** The call whose authority every step checks, or "service" for work without a requester. */
  startedBy: JobDefinition<N, z.ZodType, z.ZodType>["startedBy"] | "service";
  /** The job's request. @throws ZodError for a row that an older version of the product wrote in another shape */
  parseRequest(job: JobRow): JobRequest;
  /** @param run its `actor` is null for service jobs only */
  step(run: StepContext & { actor: Actor | null }): Promise<StepOutcome>;
  onFailure(env: Env, db: Database, job: JobRow, error: unknown): Promise<JobFailure>;
  remove(env: Env, job: JobRow): Promise<void>;
}

/** Defines a kind of job, with the schemas of its parameters. All kinds are registered in worker/jobKinds.ts. */
export function defineJob<const N extends string, W extends z.ZodType, C extends z.ZodType>(
  definition: JobDefinition<N, W, C>,
): JobKind<z.output<W>, N> {
  return createKind(definition, definition.startedBy, ({ actor, ...step }) => {
    if (!actor) throw problem("forbidden");
    return definition.step({ ...step, actor });
  });
}

/** Like `defineJob`, for work that the service does without checking a requester's rights. */
export const defineServiceJob = <const N extends string, W extends z.ZodType, C extends z.ZodType>(
  definition: ServiceJobDefinition<N, W, C>,
): JobKind<z.output<W>, N> => createKind(definition, "service", (step) => definition.step(step));

function createKind<N extends string, W extends z.ZodType, C extends z.ZodType>(
  {
    name,
    retentionHours,
    request,
    cursor,
    onFailure = async () => ({ statements: [] }),
    remove = async () => undefined,
  }: JobDefinitionBase<N, W, C>,
  startedBy: JobKind["startedBy"],
  step: (
    step: ServiceStep<z.output<W>, z.output<C>> & { actor: Actor | null },
  ) => Promise<StepOutcome<z.input<C>>>,
): JobKind<z.output<W>, N> {
  const parseRequest = ({ params }: JobRow) => request.parse(params.request);
  const parseCursor = ({ params }: JobRow) => (params.cursor === null ? null : cursor.parse(params.cursor));
  return {
    name,
    startedBy,
    retentionHours,
    parseRequest,
    remove,
    onFailure: async (env, db, job, error) => onFailure({ env, db, job, request: parseRequest(job), error }),
    step: (run) => step({ ...run, request: parseRequest(run.job), cursor: parseCursor(run.job) }),
  };
}

/** For kinds whose steps query their remaining work. */
export const emptyCursorSchema = z.strictObject({});

/** Kinds of job by name. */
export type JobKinds = Readonly<Record<string, JobKind>>;
