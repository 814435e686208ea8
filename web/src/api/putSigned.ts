import { ApiError } from "./failure.ts";

interface SignedUpload {
  url: string;
  headers: Record<string, string>;
}

/** Headers that the browser sets itself and refuses to take from a script. */
const ownHeaders = new Set(["content-length", "host"]);
/** The object exists already, from an attempt whose answer was lost. */
const preconditionFailed = 412;

/**
 * One PUT straight to storage, as signed. `onSent` hears the bytes sent, which fetch cannot tell.
 * @returns the ETag of the stored object, where storage exposes it
 * @throws Failure, status 0 when nothing answered
 */
export function uploadToSignedUrl(
  { url, headers }: SignedUpload,
  body: Blob,
  onSent: (bytes: number) => void,
  signal: AbortSignal,
): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("PUT", url);
    for (const [name, value] of Object.entries(headers))
      if (!ownHeaders.has(name.toLowerCase())) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded }) => onSent(loaded);
    request.onload = () => {
      const { status, statusText } = request;
      if ((status >= 200 && status < 300) || status === preconditionFailed)
        resolve(request.getResponseHeader("etag"));
      else reject(new ApiError({ status, statusText }));
    };
    request.onerror = () => reject(new ApiError({ status: 0 }));
    request.ontimeout = request.onerror;
    request.onabort = () => reject(new DOMException("aborted", "AbortError"));
    signal.addEventListener("abort", () => request.abort(), { once: true });
    request.send(body);
  });
}
