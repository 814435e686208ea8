import type { WriteMethod } from "#domain/delivery/states.ts";

export interface WriteHabit {
  /** Null until the first file has shown it. */
  method: WriteMethod | null;
  /** Why files are written directly: the answer of the destination to the other way. */
  reason: string | null;
}

/** Keeps what is learnt about a destination from one delivery to the next. */
export interface HabitStore {
  readonly known: WriteHabit;
  /** Never throws: a habit that is not kept is learnt again. */
  learn(habit: WriteHabit & { method: WriteMethod }): Promise<void>;
}
