import { setResponseCache } from "#api/client.ts";
import { ApiError } from "#api/failure.ts";
import { sessionKey } from "#api/session.ts";
import { type CachedAnswer, deleteAnswer, readAnswer, writeAnswer } from "./answerStore.ts";
import { type CacheableCall, cacheableCall } from "./cacheableCalls.ts";

/** Milliseconds to wait for a weak network while a kept answer is at hand. */
const networkTimeoutMs = 6000;

/**
 * Asks the service; without an answer, returns what this user was answered before. Only for the calls that capturing needs
 * (keptCalls.ts): others just ask. From when this module is loaded.
 */
async function fetchOrCached(
  input: Parameters<typeof cacheableCall>[0],
  ask: () => Promise<Response>,
): Promise<Response> {
  const call = cacheableCall(input);
  const whose = sessionKey();
  if (!call || !whose) return ask();
  const kept = await read(whose, call);
  if (kept && !navigator.onLine) return responseOf(kept, call);
  const answer = fetchAndCache(whose, call, ask);
  if (!kept) return answer;
  return withTimeout(answer, () => responseOf(kept, call));
}

setResponseCache(fetchOrCached);

async function fetchAndCache(
  whose: string,
  call: CacheableCall,
  ask: () => Promise<Response>,
): Promise<Response> {
  try {
    const response = await ask();
    if (call.isComplete) await keep(whose, call, response.clone());
    return response;
  } catch (error) {
    // This user may no longer see it.
    if (error instanceof ApiError && (error.status === 403 || error.status === 404))
      await deleteAnswer(whose, call.name).catch(() => {});
    throw error;
  }
}

/** A full or forbidden store must not withhold the answer. */
async function keep(whose: string, { name }: CacheableCall, response: Response): Promise<void> {
  const type = response.headers.get("content-type") ?? "";
  // A captive portal's page is not an answer.
  if (!/^(application\/json|image\/)/.test(type)) return;
  const bytes = await response.arrayBuffer();
  await writeAnswer({ whose, call: name, type, bytes, at: Date.now() }, () => sessionKey() === whose).catch(
    () => {},
  );
}

async function read(whose: string, { name, fallbackKey }: CacheableCall): Promise<CachedAnswer | undefined> {
  try {
    return (
      (await readAnswer(whose, name)) ?? (fallbackKey ? await readAnswer(whose, fallbackKey) : undefined)
    );
  } catch {
    return undefined;
  }
}

async function withTimeout(answer: Promise<Response>, kept: () => Response): Promise<Response> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<Response>((resolve) => {
    timer = setTimeout(() => resolve(kept()), networkTimeoutMs);
  });
  try {
    return await Promise.race([answer, late]);
  } catch (error) {
    if (error instanceof ApiError && error.passing) return kept();
    throw error;
  } finally {
    clearTimeout(timer);
    // A late answer is kept for the next time; its failure is ignored.
    answer.catch(() => {});
  }
}

function responseOf({ bytes, type }: CachedAnswer, { partOf }: CacheableCall): Response {
  const headers = { "content-type": type };
  if (!partOf) return new Response(bytes, { headers });
  return new Response(JSON.stringify(partOf(JSON.parse(new TextDecoder().decode(bytes)))), { headers });
}
