import { ApiError } from "#api/apiError.ts";
import { call } from "#api/client.ts";
import { md5Of } from "#api/digests.ts";
import { uploadToSignedUrl } from "#api/putSigned.ts";
import { confirmTokenParts, signTokenParts } from "#domain/endpoints/links/linkUpload.ts";

/** Number of parts of a file sent concurrently. */
const concurrency = 3;

interface MultipartUpload {
  token: string;
  uploadId: string;
  file: File;
  /** Bytes of every part except the last. */
  partSize: number;
  /** The numbers of parts that have already arrived. */
  uploadedParts: readonly number[];
}

/**
 * Sends the missing parts of a large file, each confirmed separately.
 * @param onProgress receives the bytes the service has confirmed, and those sent but not yet confirmed
 */
export async function sendParts(
  { token, uploadId, file, partSize, uploadedParts }: MultipartUpload,
  onProgress: (confirmedBytes: number, sentBytes: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const count = Math.ceil(file.size / partSize);
  const sizeOf = (part: number) => Math.min(file.size, part * partSize) - (part - 1) * partSize;
  const sentBytes = new Map<number, number>();
  let arrivedBytes = uploadedParts.reduce((sum, part) => sum + sizeOf(part), 0);
  const reportProgress = () =>
    onProgress(
      arrivedBytes,
      [...sentBytes.values()].reduce((sum, bytes) => sum + bytes, 0),
    );
  const remaining = Array.from({ length: count }, (_, index) => index + 1).filter(
    (part) => !uploadedParts.includes(part),
  );
  // A failed part aborts the others, which would otherwise run alongside the next attempt.
  const failureController = new AbortController();
  const combinedSignal = AbortSignal.any([signal, failureController.signal]);

  async function sendPart(partNumber: number): Promise<void> {
    const bytes = file.slice((partNumber - 1) * partSize, partNumber * partSize);
    const { parts } = await call(signTokenParts, {
      body: { token, uploadId, parts: [{ partNumber, md5: await md5Of(bytes) }] },
      signal: combinedSignal,
    });
    const onSent = (byteCount: number) => {
      sentBytes.set(partNumber, byteCount);
      reportProgress();
    };
    const etag = await uploadToSignedUrl(parts[0]!, bytes, onSent, combinedSignal);
    if (!etag) throw new ApiError({ status: 500, statusText: "Storage does not expose the ETag" });
    await call(confirmTokenParts, {
      body: { token, uploadId, parts: [{ partNumber, etag }] },
      signal: combinedSignal,
    });
    sentBytes.delete(partNumber);
    arrivedBytes += bytes.size;
    reportProgress();
  }
  async function sendRemaining(): Promise<void> {
    for (let part = remaining.shift(); part !== undefined; part = remaining.shift()) await sendPart(part);
  }

  reportProgress();
  let firstError: unknown = null;
  const workers = Array.from({ length: concurrency }, () =>
    sendRemaining().catch((error) => {
      firstError ??= error;
      failureController.abort();
    }),
  );
  await Promise.all(workers);
  if (firstError) throw firstError;
}
