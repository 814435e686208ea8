import { Problem } from "#domain/core/problem.ts";

/**
 * Repeats a write that was refused because the row had changed since it was read. A device that repeats a call immediately
 * gets the same response.
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
