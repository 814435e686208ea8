import { redirectTarget } from "../address.ts";
import { ConnectorError } from "../connector.ts";
import { type Timeouts, withTimeout } from "../deadline.ts";

const maxRedirects = 3;

interface How {
  patience: Timeouts;
  allowPrivate: boolean;
  /** What is downloaded, for errors. */
  doing: string;
}

/**
 * Bytes [from, to) of what lies at an address that needs no login, or as many as there are.
 * @throws ConnectorError conflict where there are none any more
 */
export async function downloadedRange(
  url: URL,
  [from, to]: readonly [number, number],
  { patience: timeouts, allowPrivate, doing }: How,
): Promise<Uint8Array> {
  const ended = new AbortController();
  try {
    let target = url;
    for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
      const response = await withTimeout(
        timeouts.answer,
        target.host,
        fetch(target, {
          redirect: "manual",
          headers: { range: `bytes=${from}-${to - 1}` },
          signal: ended.signal,
        }),
      );
      if (response.status < 300 || response.status >= 400 || response.status === 304)
        return await bytesOf(response, [from, to], (promise) =>
          withTimeout(timeouts.stored, target.host, promise),
        );
      target = redirectTarget(target, response.headers.get("location"), allowPrivate);
    }
    throw new ConnectorError("config", `The host ${url.host} redirects in a circle.`);
  } catch (error) {
    if (error instanceof ConnectorError) throw error;
    throw new ConnectorError("transient", `Reading ${doing} from ${url.host} broke off.`);
  } finally {
    ended.abort();
  }

  async function bytesOf(
    response: Response,
    [first, end]: readonly [number, number],
    wait: <T>(promise: Promise<T>) => Promise<T>,
  ): Promise<Uint8Array> {
    const { status } = response;
    if (status === 416) throw new ConnectorError("conflict", `${doing} has become shorter.`, { status });
    if (status !== 200 && status !== 206)
      throw new ConnectorError(
        status === 404 || status === 410 ? "notFound" : "transient",
        `${url.host} answered ${status} when ${doing} was read.`,
        { status },
      );
    // A host without ranges gives all from its beginning.
    return wait(pieceOf(response, status === 206 ? [0, end - first] : [first, end]));
  }
}

/** Bytes [from, to) of a body, of which no more is read. */
async function pieceOf({ body }: Response, [from, to]: readonly [number, number]): Promise<Uint8Array> {
  const taken = new Uint8Array(to - from);
  let [at, length] = [0, 0];
  const reader = body?.getReader();
  while (reader && at < to) {
    const { done, value } = await reader.read();
    if (done) break;
    const part = value.subarray(Math.max(0, from - at), Math.max(0, to - at));
    taken.set(part, length);
    length += part.byteLength;
    at += value.byteLength;
  }
  await reader?.cancel().catch(() => undefined);
  return taken.subarray(0, length);
}
