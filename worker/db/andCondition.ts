import { and, type SQL } from "drizzle-orm";

/** Drizzle's `and` for at least one condition, so that the result is never undefined. */
export const andCondition = (first: SQL, ...rest: readonly (SQL | undefined)[]): SQL =>
  and(first, ...rest) ?? first;
