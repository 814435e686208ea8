/** The messages of an error and its causes: D1 and Drizzle wrap SQLite's constraint errors. */
function messagesOf(error: unknown): string {
  const parts: string[] = [];
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) parts.push(cause.message);
  return parts.join("\n");
}

/** The columns of a violated UNIQUE constraint, in snake_case, or null for another error. */
export function findUniqueViolation(error: unknown): string[] | null {
  const columnList = /UNIQUE constraint failed: ([\w., ]+)/.exec(messagesOf(error))?.[1];
  return columnList ? columnList.split(",").map((column) => column.trim().split(".").at(-1) ?? "") : null;
}

export const isForeignKeyViolation = (error: unknown): boolean =>
  messagesOf(error).includes("FOREIGN KEY constraint failed");

/** Whether a write failed because the customer's data is moving to another database (worker/features/moveCustomer/triggers.ts). */
export const isCustomerMovingError = (error: unknown): boolean =>
  messagesOf(error).includes("customer is moving");
