import { isAbort } from "#api/client.ts";
import { ApiError } from "#api/failure.ts";
import { uploadToSignedUrl } from "#api/putSigned.ts";

/** Milliseconds without progress after which a connection counts as lost, whatever the phone reports. */
const stallTimeoutMs = 60_000;

/**
 * Like `uploadToSignedUrl`, but aborts when there is no progress: after a change of network, a phone would wait for minutes.
 * @throws ApiError, with status 0 if the connection is lost
 */
export async function putWithStallTimeout(
  signed: Parameters<typeof uploadToSignedUrl>[0],
  body: Blob,
  onSent: (bytes: number) => void,
  signal: AbortSignal,
): Promise<string | null> {
  const stallController = new AbortController();
  const abort = () => stallController.abort();
  let timer = setTimeout(abort, stallTimeoutMs);
  window.addEventListener("offline", abort);
  try {
    return await uploadToSignedUrl(
      signed,
      body,
      (bytes) => {
        clearTimeout(timer);
        timer = setTimeout(abort, stallTimeoutMs);
        onSent(bytes);
      },
      AbortSignal.any([signal, stallController.signal]),
    );
  } catch (error) {
    if (isAbort(error) && !signal.aborted) throw new ApiError({ status: 0, cause: error });
    throw error;
  } finally {
    clearTimeout(timer);
    window.removeEventListener("offline", abort);
  }
}
