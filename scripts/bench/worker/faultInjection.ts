import { z } from "zod";
import type { Env } from "#worker/env.ts";
import { type Operation, watchEnv } from "#worker/testing/watchedEnv.ts";

/** The call halts before the n-th operation; 0 for never. */
export const haltPoint = z.object({
  at: z.number(),
  /** throw: the isolate fails. stand: calls the URL `tell` and waits until the process is killed. */
  how: z.enum(["throw", "stand"]),
  tell: z.string().optional(),
});
export type HaltPoint = z.output<typeof haltPoint>;

/** The operations that count as steps. Ending a call at any other operation leaves the same state. */
const isStep = ({ name }: Operation): boolean =>
  /^(DB: |STORAGE\.(get|put|delete|createMultipartUpload|complete)$|IMAGES\.output$)/.test(name);

/** Counts the operations on the bindings in the order in which a call starts them, and halts at the requested one. */
export class Steps {
  readonly names: string[] = [];
  readonly #halt: HaltPoint | null;

  constructor(halt: HaltPoint | null) {
    this.#halt = halt;
  }

  async before(name: string): Promise<void> {
    this.names.push(name);
    if (this.#halt?.at !== this.names.length) return;
    if (this.#halt.how === "throw") throw new Error(`the bench fails the Worker before ${name}`);
    if (this.#halt.tell) await fetch(this.#halt.tell);
    await new Promise(() => {});
  }
}

/** Wraps the bindings so that each operation is a step. Only the bench's bundle contains this. */
export const withSteps = (env: Env, steps: Steps): Env =>
  watchEnv(env, {
    before: async (operation) => {
      if (isStep(operation)) await steps.before(operation.name);
    },
  });
