import type { Actor } from "../../domain/access/actor";
import type { Endpoint } from "../../domain/endpoint";
import type { Database } from "../db/database";
import type { Env } from "../env";
import type { JobRow } from "./job";

/** What a step has at hand. */
export interface JobStep {
  env: Env;
  db: Database;
  job: JobRow;
  /** Whoever asked for the job, with what they may do when the step begins. */
  actor: Actor;
  /**
   * Says how far a long step has come, and keeps the job for another while.
   * @throws LeaseLostError when somebody else has taken it over: the step must end and leave nothing behind.
   */
  report(progress: number, total: number): Promise<void>;
}

/** What a step came to: where the next one goes on, or the end. */
export type StepOutcome =
  | { cursor: unknown; progress: number; total: number }
  | { result: Record<string, unknown> };

/** A kind of work. A step may be run again after it was cut off anywhere, so it leaves what counts to its outcome. */
export interface JobKind {
  /** The call that asks for it: every step asks for its authority and product again. */
  askedBy: Pick<Endpoint, "authority" | "product">;
  step(step: JobStep): Promise<StepOutcome>;
  /** Hours after its end at which the result goes. */
  keptFor: number;
  /** Removes everything that the job left in storage, also when it failed; may be called again. */
  remove(env: Env, job: JobRow): Promise<void>;
}

/** Kinds of work by the name that a job's row holds. */
export type JobKinds = Readonly<Record<string, JobKind>>;
