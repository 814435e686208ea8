import { ApiError } from "./apiError.ts";

interface SignedUpload {
  url: string;
  headers: Record<string, string>;
}

/** Headers that only the browser may set. */
const browserHeaders = new Set(["content-length", "host"]);
/** Milliseconds without progress after which a connection counts as lost: after a change of network, a phone would wait for minutes. */
const stallTimeoutMs = 60_000;
/** Progress means that the system has taken the bytes. It buffers this many, which a slow line then sends without progress. */
const maxBufferedBytes = 4_000_000;
const minBytesPerMs = 8;
const stallTimeoutOf = ({ size }: Blob): number =>
  stallTimeoutMs + Math.min(size, maxBufferedBytes) / minBytesPerMs;
/** The object already exists, from an attempt whose response was lost. */
const preconditionFailed = 412;

/**
 * Uploads to storage with one PUT to a signed URL. `onSent` receives the number of bytes sent, which fetch cannot report.
 * @returns the ETag of the stored object, if storage exposes it
 * @throws ApiError, with status 0 if there was no response or no progress
 */
export function uploadToSignedUrl(
  { url, headers }: SignedUpload,
  body: Blob,
  onSent: (bytes: number) => void,
  signal: AbortSignal,
): Promise<string | null> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    const abortStalled = () => {
      reject(new ApiError({ status: 0 }));
      abort();
    };
    const stallTimeout = stallTimeoutOf(body);
    let timer = setTimeout(abortStalled, stallTimeout);
    request.open("PUT", url);
    // Firefox would parse an empty response without a type as XML, and report an error.
    request.responseType = "text";
    for (const [name, value] of Object.entries(headers))
      if (!browserHeaders.has(name.toLowerCase())) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded }) => {
      clearTimeout(timer);
      timer = setTimeout(abortStalled, stallTimeout);
      onSent(loaded);
    };
    request.onload = () => {
      const { status, statusText } = request;
      if ((status >= 200 && status < 300) || status === preconditionFailed)
        resolve(request.getResponseHeader("etag"));
      else reject(new ApiError({ status, statusText }));
    };
    request.onerror = () => reject(new ApiError({ status: 0 }));
    request.ontimeout = request.onerror;
    request.onabort = () => reject(new DOMException("aborted", "AbortError"));
    request.onloadend = () => {
      clearTimeout(timer);
      window.removeEventListener("offline", abortStalled);
      signal.removeEventListener("abort", abort);
    };
    signal.addEventListener("abort", abort);
    window.addEventListener("offline", abortStalled);
    request.send(body);
  });
}
