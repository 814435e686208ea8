import { Failure } from "./failure";

interface SignedUpload {
  url: string;
  headers: Record<string, string>;
}

/** The browser counts the length itself, and lets nobody else say it. */
const ownHeaders = new Set(["content-length", "host"]);
/** The object is there already, from an attempt whose answer was lost. */
const alreadyThere = 412;

/**
 * One PUT straight to storage, as it was signed. `onSent` hears the bytes that have left: fetch does not tell.
 * @returns the ETag of what was stored, where storage shows it
 * @throws Failure, status 0 when nothing answered
 */
export function putSigned(
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
      if ((status >= 200 && status < 300) || status === alreadyThere)
        resolve(request.getResponseHeader("etag"));
      else reject(new Failure({ status, statusText }));
    };
    request.onerror = () => reject(new Failure({ status: 0 }));
    request.ontimeout = request.onerror;
    request.onabort = () => reject(new DOMException("aborted", "AbortError"));
    signal.addEventListener("abort", () => request.abort(), { once: true });
    request.send(body);
  });
}
