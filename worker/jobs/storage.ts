/** Removes every object under a prefix, however many there are; what is gone already is no error. */
export async function removeUnder(bucket: R2Bucket, prefix: string): Promise<void> {
  for (;;) {
    // Not by cursor: what is listed first is gone the next time.
    const { objects, truncated } = await bucket.list({ prefix, limit: 1000 });
    if (objects.length > 0) await bucket.delete(objects.map(({ key }) => key));
    if (!truncated) return;
  }
}
