import { isAbort } from "#api/client.ts";
import { ApiError } from "#api/failure.ts";
import { uploadToSignedUrl } from "#api/putSigned.ts";

/** Milliseconds without progress after which a connection is dead, whatever the phone says. */
const stallTimeoutMs = 60_000;

/**
 * Like `uploadToSignedUrl`, but gives up when nothing moves: a phone that changes networks would wait for minutes.
 * @throws Failure, status 0 when the connection is lost
 */
export async function putWithStallTimeout(
  signed: Parameters<typeof uploadToSignedUrl>[0],
  body: Blob,
  onSent: (bytes: number) => void,
  signal: AbortSignal,
): Promise<string | null> {
  const lost = new AbortController();
  const lose = () => lost.abort();
  let timer = setTimeout(lose, stallTimeoutMs);
  window.addEventListener("offline", lose);
  try {
    return await uploadToSignedUrl(
      signed,
      body,
      (bytes) => {
        clearTimeout(timer);
        timer = setTimeout(lose, stallTimeoutMs);
        onSent(bytes);
      },
      AbortSignal.any([signal, lost.signal]),
    );
  } catch (error) {
    if (isAbort(error) && !signal.aborted) throw new ApiError({ status: 0, cause: error });
    throw error;
  } finally {
    clearTimeout(timer);
    window.removeEventListener("offline", lose);
  }
}
