import { call } from "#api/client.ts";
import { md5Of } from "#api/digests.ts";
import { ApiError } from "#api/failure.ts";
import { confirmTokenParts, signTokenParts } from "#domain/endpoints/links/linkUpload.ts";
import { putWithStallTimeout } from "./putWithStallTimeout.ts";

/** Parts of one file sent at the same time. */
const concurrency = 3;

interface MultipartUpload {
  token: string;
  uploadId: string;
  file: File;
  /** Bytes of every part but the last. */
  partSize: number;
  /** Parts that have arrived already. */
  partsDone: readonly number[];
}

/**
 * Sends the missing parts of a large file, each confirmed separately.
 * @param say hears how many bytes the service has, and how many more have left
 */
export async function sendParts(
  { token, uploadId, file, partSize, partsDone }: MultipartUpload,
  say: (confirmed: number, underway: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const count = Math.ceil(file.size / partSize);
  const sizeOf = (part: number) => Math.min(file.size, part * partSize) - (part - 1) * partSize;
  const underway = new Map<number, number>();
  let confirmed = partsDone.reduce((sum, part) => sum + sizeOf(part), 0);
  const tell = () =>
    say(
      confirmed,
      [...underway.values()].reduce((sum, bytes) => sum + bytes, 0),
    );
  const left = Array.from({ length: count }, (_, index) => index + 1).filter(
    (part) => !partsDone.includes(part),
  );
  // A failed part aborts the others, which would run alongside the next attempt.
  const failed = new AbortController();
  const either = AbortSignal.any([signal, failed.signal]);

  async function sendOne(partNumber: number): Promise<void> {
    const bytes = file.slice((partNumber - 1) * partSize, partNumber * partSize);
    const { parts } = await call(signTokenParts, {
      body: { token, uploadId, parts: [{ partNumber, md5: await md5Of(bytes) }] },
      signal: either,
    });
    const onSent = (sent: number) => {
      underway.set(partNumber, sent);
      tell();
    };
    const etag = await putWithStallTimeout(parts[0]!, bytes, onSent, either);
    if (!etag) throw new ApiError({ status: 500, statusText: "The storage shows no ETag" });
    await call(confirmTokenParts, {
      body: { token, uploadId, parts: [{ partNumber, etag }] },
      signal: either,
    });
    underway.delete(partNumber);
    confirmed += bytes.size;
    tell();
  }
  async function work(): Promise<void> {
    for (let part = left.shift(); part !== undefined; part = left.shift()) await sendOne(part);
  }

  tell();
  let reason: unknown = null;
  const workers = Array.from({ length: concurrency }, () =>
    work().catch((error) => {
      reason ??= error;
      failed.abort();
    }),
  );
  await Promise.all(workers);
  if (reason) throw reason;
}
