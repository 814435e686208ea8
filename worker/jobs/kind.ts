import { z } from "zod";
import type { Actor } from "../../domain/access/actor";
import type { Endpoint } from "../../domain/endpoint";
import type { Database } from "../db/database";
import type { job } from "../db/schema";
import type { Env } from "../env";

export type JobRow = typeof job.$inferSelect;

/** What the runner gives a step. */
export interface JobRun {
  env: Env;
  db: Database;
  job: JobRow;
  /** Whoever asked for the job, with what they may do when the step begins. */
  actor: Actor;
  /**
   * Says how far a long step has come, and keeps the job for another while.
   * @throws LeaseLostError when another consumer has taken the job over: the step must end and leave nothing behind.
   */
  report(progress: number, total: number): Promise<void>;
}

/** What a step has at hand. */
export interface JobStep<Wish, Cursor> extends JobRun {
  /** What was asked for. */
  wish: Wish;
  /** Where the last step stopped; null before the first. */
  cursor: Cursor | null;
}

/** What a step came to: where the next one goes on, or the end. */
export type StepOutcome<Cursor = unknown> =
  | { cursor: Cursor; progress: number; total: number }
  | { result: Record<string, unknown> };

interface JobDefinition<N extends string, W extends z.ZodType, C extends z.ZodType> {
  /** Names the kind in a job's row: it stays as it is while jobs of it may be under way. */
  name: N;
  /** The call that asks for it: every step asks for its authority and product again. */
  askedBy: Pick<Endpoint, "authority" | "product">;
  wish: W;
  cursor: C;
  /** A step may be run again after it was cut off anywhere: what counts is its outcome. */
  step(step: JobStep<z.output<W>, z.output<C>>): Promise<StepOutcome<z.input<C>>>;
  /** Hours after its end at which the result goes. */
  keptFor: number;
  /** Removes everything that the job left in storage, also when it failed; may be called again. */
  remove?(env: Env, job: JobRow): Promise<void>;
}

/** A kind of background work. */
export interface JobKind<Wish = unknown, N extends string = string>
  extends Pick<JobDefinition<N, z.ZodType, z.ZodType>, "name" | "askedBy" | "keptFor"> {
  /** What a job of this kind was asked for. @throws ZodError for a row that an older version of the product wrote otherwise. */
  wishOf(job: JobRow): Wish;
  step(run: JobRun): Promise<StepOutcome>;
  remove(env: Env, job: JobRow): Promise<void>;
}

/** A kind of work with the schemas of what its jobs keep; the registry is worker/jobKinds.ts. */
export function defineJob<const N extends string, W extends z.ZodType, C extends z.ZodType>(
  definition: JobDefinition<N, W, C>,
): JobKind<z.output<W>, N> {
  const { name, askedBy, keptFor, wish, cursor, step, remove = async () => undefined } = definition;
  const wishOf = ({ params }: JobRow) => wish.parse(params.wish);
  const kept = cursor.nullable();
  return {
    ...{ name, askedBy, keptFor, wishOf, remove },
    step: (run) =>
      step({
        ...run,
        wish: wishOf(run.job),
        cursor: kept.parse(run.job.params.cursor) as z.output<C> | null,
      }),
  };
}

/** For kinds whose steps find by themselves where they go on. */
export const noCursor = z.strictObject({});

/** Kinds of work by the name that a job's row holds. */
export type JobKinds = Readonly<Record<string, JobKind>>;
