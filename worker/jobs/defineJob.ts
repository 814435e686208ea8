import type { BatchItem } from "drizzle-orm/batch";
import { z } from "zod";
import type { Actor } from "#domain/access/actor.ts";
import type { Endpoint } from "#domain/contract/endpoint.ts";
import { problem } from "#domain/core/problem.ts";
import type { Database } from "#worker/db/database.ts";
import type { JobRow } from "#worker/db/schema/index.ts";
import type { Env } from "#worker/env.ts";

/** What the runner passes to a step. */
interface Run<Cursor = unknown> {
  env: Env;
  db: Database;
  job: JobRow;
  /**
   * Reports the progress of a long step and renews the lease. With a cursor, a step that is cut off goes on from there.
   * @throws LeaseLostError when another consumer has taken the job over: the step must stop and leave nothing behind.
   */
  report(progress: number, total: number, cursor?: Cursor): Promise<void>;
}

/** What a kind does when a job fails. */
export interface JobFailure {
  /** Belong in the batch in which the job fails. */
  statements: BatchItem<"sqlite">[];
  /** Follows the batch, and must not fail. */
  afterwards?: () => Promise<void>;
}

interface Params<JobRequest, Cursor> {
  /** What was asked for. */
  request: JobRequest;
  /** Where the last step stopped; null before the first. */
  cursor: Cursor | null;
}

/** The input of a step that somebody asked for. */
export interface JobStep<JobRequest, Cursor> extends Run<Cursor>, Params<JobRequest, Cursor> {
  /** The requester, with their authorities when the step begins. */
  actor: Actor;
}

/** The input of a step that the service asked for itself. */
export interface ServiceStep<JobRequest, Cursor> extends Run<Cursor>, Params<JobRequest, Cursor> {}

/** The outcome of a step: the cursor of the next one, or the job's result. */
export type StepOutcome<Cursor = unknown> =
  | {
      cursor: Cursor;
      progress: number;
      total: number;
      /** Seconds until the next step, of work that is in no hurry; fewer than after which the sweeper takes its message for lost. */
      wait?: number;
    }
  | { result: Record<string, unknown> };

interface Definition<N extends string, W extends z.ZodType, C extends z.ZodType> {
  /** Identifies the kind in a job's row, so it must not change while jobs may be under way. */
  name: N;
  request: W;
  cursor: C;
  /** Hours from the end of a job to the removal of its result. */
  keptFor: number;
  /** What else happens when the job fails, which is once. */
  failing?(failed: {
    env: Env;
    db: Database;
    job: JobRow;
    request: z.output<W>;
    error: unknown;
  }): Promise<JobFailure>;
  /** Removes everything that the job left in storage, also of a failed one. Must be repeatable. */
  remove?(env: Env, job: JobRow): Promise<void>;
}

interface JobDefinition<N extends string, W extends z.ZodType, C extends z.ZodType>
  extends Definition<N, W, C> {
  /** The call that starts it; every step checks its authority and product again. */
  askedBy: Pick<Endpoint, "authority" | "product">;
  /** Runs one step. A step may be interrupted anywhere and then runs again, so it must be repeatable. */
  step(step: JobStep<z.output<W>, z.output<C>>): Promise<StepOutcome<z.input<C>>>;
}

interface ServiceJobDefinition<N extends string, W extends z.ZodType, C extends z.ZodType>
  extends Definition<N, W, C> {
  /** Runs one step, repeatable like any. It checks itself that what it works for still exists and wants it. */
  step(step: ServiceStep<z.output<W>, z.output<C>>): Promise<StepOutcome<z.input<C>>>;
}

/** A kind of background work. */
export interface JobKind<JobRequest = unknown, N extends string = string>
  extends Pick<Definition<N, z.ZodType, z.ZodType>, "name" | "keptFor"> {
  /** The call whose authority every step needs; "service" for work that nobody need ask for. */
  askedBy: JobDefinition<N, z.ZodType, z.ZodType>["askedBy"] | "service";
  /** The job's request. @throws ZodError for a row that an older version of the product wrote in another shape. */
  requestOf(job: JobRow): JobRequest;
  /** @param run `actor` is null for the service alone. */
  step(run: Run & { actor: Actor | null }): Promise<StepOutcome>;
  failing(env: Env, db: Database, job: JobRow, error: unknown): Promise<JobFailure>;
  remove(env: Env, job: JobRow): Promise<void>;
}

/** Defines a kind of work with the schemas of its jobs' parameters; the registry is worker/jobKinds.ts. */
export function defineJob<const N extends string, W extends z.ZodType, C extends z.ZodType>(
  definition: JobDefinition<N, W, C>,
): JobKind<z.output<W>, N> {
  return kindOf(definition, definition.askedBy, ({ actor, ...step }) => {
    if (!actor) throw problem("forbidden");
    return definition.step({ ...step, actor });
  });
}

/** The same for work that the service does by itself, at its time or for somebody. */
export const defineServiceJob = <const N extends string, W extends z.ZodType, C extends z.ZodType>(
  definition: ServiceJobDefinition<N, W, C>,
): JobKind<z.output<W>, N> => kindOf(definition, "service", (step) => definition.step(step));

function kindOf<N extends string, W extends z.ZodType, C extends z.ZodType>(
  {
    name,
    keptFor,
    request,
    cursor,
    failing = async () => ({ statements: [] }),
    remove = async () => undefined,
  }: Definition<N, W, C>,
  askedBy: JobKind["askedBy"],
  step: (
    step: ServiceStep<z.output<W>, z.output<C>> & { actor: Actor | null },
  ) => Promise<StepOutcome<z.input<C>>>,
): JobKind<z.output<W>, N> {
  const requestOf = ({ params }: JobRow) => request.parse(params.request);
  const cursorOf = ({ params }: JobRow) => (params.cursor === null ? null : cursor.parse(params.cursor));
  return {
    name,
    askedBy,
    keptFor,
    requestOf,
    remove,
    failing: async (env, db, job, error) => failing({ env, db, job, request: requestOf(job), error }),
    step: (run) => step({ ...run, request: requestOf(run.job), cursor: cursorOf(run.job) }),
  };
}

/** For kinds whose steps find their remaining work by themselves. */
export const noCursor = z.strictObject({});

/** Kinds of work by the name that a job's row holds. */
export type JobKinds = Readonly<Record<string, JobKind>>;
