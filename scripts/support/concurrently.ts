/** Runs every job, `concurrency` at a time; results are in the order of the jobs. */
export async function mapConcurrent<T, R>(
  jobs: readonly T[],
  concurrency: number,
  work: (job: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const queue = jobs.entries();
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      for (const [index, job] of queue) results[index] = await work(job);
    }),
  );
  return results;
}
