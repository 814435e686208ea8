/** Runs every job, `width` at a time; results come in the order of the jobs. */
export async function mapConcurrent<T, R>(
  jobs: readonly T[],
  width: number,
  work: (job: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const queue = jobs.entries();
  await Promise.all(
    Array.from({ length: width }, async () => {
      for (const [index, job] of queue) results[index] = await work(job);
    }),
  );
  return results;
}
