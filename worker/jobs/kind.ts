import { z } from "zod";
import type { Actor } from "../../domain/access/actor";
import type { Endpoint } from "../../domain/endpoint";
import type { Database } from "../db/database";
import type { job } from "../db/schema";
import type { Env } from "../env";

export type JobRow = typeof job.$inferSelect;

/** What the runner passes to a step. */
export interface JobRun {
  env: Env;
  db: Database;
  job: JobRow;
  /** The requester, with their authorities when the step begins. */
  actor: Actor;
  /**
   * Reports the progress of a long step and renews the lease.
   * @throws LeaseLostError when another consumer has taken the job over: the step must stop and leave nothing behind.
   */
  report(progress: number, total: number): Promise<void>;
}

/** The input of a step. */
export interface JobStep<Wish, Cursor> extends JobRun {
  /** What was asked for. */
  wish: Wish;
  /** Where the last step stopped; null before the first. */
  cursor: Cursor | null;
}

/** The outcome of a step: the cursor of the next one, or the job's result. */
export type StepOutcome<Cursor = unknown> =
  | { cursor: Cursor; progress: number; total: number }
  | { result: Record<string, unknown> };

interface JobDefinition<N extends string, W extends z.ZodType, C extends z.ZodType> {
  /** Identifies the kind in a job's row, so it must not change while jobs may be under way. */
  name: N;
  /** The call that starts it; every step checks its authority and product again. */
  askedBy: Pick<Endpoint, "authority" | "product">;
  wish: W;
  cursor: C;
  /** Runs one step. A step may be interrupted anywhere and then runs again, so it must be repeatable. */
  step(step: JobStep<z.output<W>, z.output<C>>): Promise<StepOutcome<z.input<C>>>;
  /** Hours from the end of a job to the removal of its result. */
  keptFor: number;
  /** Removes everything that the job left in storage, also of a failed one. Must be repeatable. */
  remove?(env: Env, job: JobRow): Promise<void>;
}

/** A kind of background work. */
export interface JobKind<Wish = unknown, N extends string = string>
  extends Pick<JobDefinition<N, z.ZodType, z.ZodType>, "name" | "askedBy" | "keptFor"> {
  /** The job's wish. @throws ZodError for a row that an older version of the product wrote in another shape. */
  wishOf(job: JobRow): Wish;
  step(run: JobRun): Promise<StepOutcome>;
  remove(env: Env, job: JobRow): Promise<void>;
}

/** Defines a kind of work with the schemas of its jobs' parameters; the registry is worker/jobKinds.ts. */
export function defineJob<const N extends string, W extends z.ZodType, C extends z.ZodType>(
  definition: JobDefinition<N, W, C>,
): JobKind<z.output<W>, N> {
  const { name, askedBy, keptFor, wish, cursor, step, remove = async () => undefined } = definition;
  const wishOf = ({ params }: JobRow) => wish.parse(params.wish);
  const cursorOf = ({ params }: JobRow) => (params.cursor === null ? null : cursor.parse(params.cursor));
  return {
    name,
    askedBy,
    keptFor,
    wishOf,
    remove,
    step: (run) => step({ ...run, wish: wishOf(run.job), cursor: cursorOf(run.job) }),
  };
}

/** For kinds whose steps find their remaining work by themselves. */
export const noCursor = z.strictObject({});

/** Kinds of work by the name that a job's row holds. */
export type JobKinds = Readonly<Record<string, JobKind>>;
