/** Loads on the first call and shares the result. A failed load is retried by the next call. */
export function createLazyLoader<T>(load: () => Promise<T>): () => Promise<T> {
  let loadPromise: Promise<T> | null = null;
  return () => {
    loadPromise ??= load().catch((error: unknown) => {
      loadPromise = null;
      throw error;
    });
    return loadPromise;
  };
}
