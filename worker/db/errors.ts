/** What SQLite says when a constraint holds, through D1 and Drizzle: the text stands somewhere in the chain of causes. */
function message(error: unknown): string {
  const parts: string[] = [];
  for (let at: unknown = error; at instanceof Error; at = at.cause) parts.push(at.message);
  return parts.join("\n");
}

/** The columns of a violated UNIQUE constraint, in snake_case, or null when it is another error. */
export function uniqueViolation(error: unknown): string[] | null {
  const found = /UNIQUE constraint failed: ([\w., ]+)/.exec(message(error))?.[1];
  return found ? found.split(",").map((column) => column.trim().split(".").at(-1) ?? "") : null;
}

export const foreignKeyViolation = (error: unknown): boolean =>
  message(error).includes("FOREIGN KEY constraint failed");

/** Whether a customer's data is moving to another database, and nothing of it may be written (worker/features/moveCustomer/triggers.ts). */
export const isCustomerMovingError = (error: unknown): boolean =>
  message(error).includes("customer is moving");
