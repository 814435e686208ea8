const maxAttempts = 5;

/**
 * Retries a call to the local database or bucket whose connection was closed: the runtime sometimes closes an idle connection
 * just as the next call is sent. If a repeated write had already been executed, it fails loudly on its unique id.
 */
export async function retryLostConnection<T>(call: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await call();
    } catch (error) {
      if (!isLostConnection(error) || attempt === maxAttempts) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100 * 2 ** attempt));
    }
}

/** The error of fetch, possibly wrapped by drizzle. */
const isLostConnection = (error: unknown): boolean =>
  error instanceof Error &&
  ((error instanceof TypeError && error.message === "fetch failed") || isLostConnection(error.cause));
