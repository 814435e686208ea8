import { and, type SQL } from "drizzle-orm";

/** Drizzle's `and` of at least one condition, so that there is one. */
export const andCondition = (first: SQL, ...rest: readonly (SQL | undefined)[]): SQL =>
  and(first, ...rest) ?? first;
