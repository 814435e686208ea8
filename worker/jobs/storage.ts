/** Removes every object under a prefix. Repeatable. */
export async function deletePrefix(bucket: R2Bucket, prefix: string): Promise<void> {
  for (;;) {
    // Lists from the beginning each time: what was listed before has been deleted.
    const { objects, truncated } = await bucket.list({ prefix, limit: 1000 });
    if (objects.length > 0) await bucket.delete(objects.map(({ key }) => key));
    if (!truncated) return;
  }
}
