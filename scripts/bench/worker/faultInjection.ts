import type { Env } from "#worker/env.ts";
import { type Operation, watched } from "#worker/testing/watchedEnv.ts";

/** Where a call ends: before the operation of this number, 0 for nowhere. */
export interface HaltPoint {
  at: number;
  /** Whether the isolate fails there, or calls the URL `tell` and stands until the process is killed. */
  how: "throw" | "stand";
  tell?: string;
}

/** Operations that leave something behind, and those before them: a call that ends at any other leaves the same. */
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
    if (this.#halt.how === "throw") throw new Error(`the bench ends the Worker before ${name}`);
    if (this.#halt.tell) await fetch(this.#halt.tell);
    await new Promise(() => {});
  }
}

/** The same bindings with each operation as a step. Only the bench's bundle contains this. */
export const stepping = (env: Env, steps: Steps): Env =>
  watched(env, {
    before: async (operation) => {
      if (isStep(operation)) await steps.before(operation.name);
    },
  });
