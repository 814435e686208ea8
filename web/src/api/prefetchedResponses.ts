/*
 * Answers that the page asked for while the console was on its way (opening.ts), for the calls that would ask for them now.
 */

interface PrefetchedResponse {
  /** Whose session asked, as `identity` has it. */
  identity: string;
  answer: Promise<Response>;
}

declare global {
  interface Window {
    /** By address, until the console has made its first calls. */
    earlyAnswers?: Map<string, PrefetchedResponse>;
  }
}

/** Milliseconds after which an answer that nobody asked for says nothing of now. */
const maxAgeMs = 30_000;

/** For the page: asks now. */
export function prefetchResponse(url: string, identity: string, headers: HeadersInit): Promise<Response> {
  const answer = fetch(url, { headers, credentials: "omit" });
  window.earlyAnswers ??= new Map();
  setTimeout(clearPrefetchedResponses, maxAgeMs);
  window.earlyAnswers.set(url, { identity, answer });
  return answer;
}

/** For a call: the answer to the same one, once. Null where nobody asked, somebody else did, or it failed: then it is asked again. */
export async function takePrefetchedResponse(url: string, identity: string): Promise<Response | null> {
  const early = window.earlyAnswers?.get(url);
  if (early?.identity !== identity) return null;
  window.earlyAnswers?.delete(url);
  const response = await early.answer.catch(() => null);
  return response?.ok ? response : null;
}

/** What was asked before a change says nothing of now. */
export function clearPrefetchedResponses(): void {
  delete window.earlyAnswers;
}
