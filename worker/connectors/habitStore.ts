import type { WriteMethod } from "#domain/delivery/states.ts";

export interface WriteHabit {
  /** Null until the first file has been written. */
  method: WriteMethod | null;
  /** Why files are written directly: the destination's response to the attempt to rename. */
  reason: string | null;
}

/** Keeps a destination's habits from one delivery to the next. */
export interface HabitStore {
  readonly habit: WriteHabit;
  /** Never throws: a habit that could not be saved is learnt again. */
  learn(habit: WriteHabit & { method: WriteMethod }): Promise<void>;
}
