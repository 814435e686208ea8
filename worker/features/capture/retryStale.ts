import { Problem } from "#domain/core/problem.ts";

/**
 * Runs a write again that was refused because the row had changed since it was read: a device that sends at once what it has just sent
 * gets the same answer.
 * @param maxTries attempts when other calls change the same documentation at the same time
 */
export async function retryStale<T>(write: () => Promise<T>, maxTries = 6): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await write();
    } catch (error) {
      const isStale = error instanceof Problem && error.code === "staleVersion";
      if (!isStale || attempt === maxTries) throw error;
    }
  }
}
