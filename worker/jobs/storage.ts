/** Deletes every object under a prefix. Idempotent. */
export async function deletePrefix(bucket: R2Bucket, prefix: string): Promise<void> {
  for (;;) {
    // No cursor: the objects of the previous page have been deleted.
    const { objects, truncated } = await bucket.list({ prefix, limit: 1000 });
    if (objects.length > 0) await bucket.delete(objects.map(({ key }) => key));
    if (!truncated) return;
  }
}
