import { parseRedirectTarget } from "../address.ts";
import { ConnectorError } from "../connector.ts";
import { assertPublicName } from "../publicName.ts";
import { type Timeouts, withTimeout } from "../timeouts.ts";

const maxRedirects = 3;

interface DownloadOptions {
  timeouts: Timeouts;
  allowPrivate: boolean;
  resolver: string | undefined;
  /** The name of the download in error texts. */
  subject: string;
}

/**
 * Downloads the bytes [from, to) of a URL without a login; fewer if the file ends earlier.
 * @throws ConnectorError conflict if the file has become shorter
 */
export async function downloadRange(
  url: URL,
  [from, to]: readonly [number, number],
  { timeouts, allowPrivate, resolver, subject }: DownloadOptions,
): Promise<Uint8Array> {
  const controller = new AbortController();
  try {
    let target = url;
    for (let redirectCount = 0; redirectCount <= maxRedirects; redirectCount += 1) {
      await assertPublicName(target.hostname, resolver, timeouts);
      const response = await withTimeout(
        timeouts.responseMs,
        target.host,
        fetch(target, {
          redirect: "manual",
          headers: { range: `bytes=${from}-${to - 1}` },
          signal: controller.signal,
        }),
      );
      if (response.status < 300 || response.status >= 400 || response.status === 304)
        return await readResponse(response, [from, to], (promise) =>
          withTimeout(timeouts.storageMs, target.host, promise),
        );
      target = parseRedirectTarget(target, response.headers.get("location"), allowPrivate);
    }
    throw new ConnectorError("config", `The host ${url.host} redirects in a loop.`);
  } catch (error) {
    if (error instanceof ConnectorError) throw error;
    throw new ConnectorError("transient", `Reading ${subject} from ${url.host} was interrupted.`);
  } finally {
    controller.abort();
  }

  async function readResponse(
    response: Response,
    [start, end]: readonly [number, number],
    wait: <T>(promise: Promise<T>) => Promise<T>,
  ): Promise<Uint8Array> {
    const { status } = response;
    if (status === 416) throw new ConnectorError("conflict", `${subject} has become shorter.`, { status });
    if (status !== 200 && status !== 206)
      throw new ConnectorError(
        status === 404 || status === 410 ? "notFound" : "transient",
        `${url.host} answered ${status} when ${subject} was read.`,
        { status },
      );
    // A host without range support sends the whole file.
    return wait(readRange(response, status === 206 ? [0, end - start] : [start, end]));
  }
}

/** Bytes [from, to) of a body; reading stops after them. */
async function readRange({ body }: Response, [from, to]: readonly [number, number]): Promise<Uint8Array> {
  const bytes = new Uint8Array(to - from);
  let [position, byteCount] = [0, 0];
  const reader = body?.getReader();
  while (reader && position < to) {
    const { done, value } = await reader.read();
    if (done) break;
    const chunk = value.subarray(Math.max(0, from - position), Math.max(0, to - position));
    bytes.set(chunk, byteCount);
    byteCount += chunk.byteLength;
    position += value.byteLength;
  }
  await reader?.cancel().catch(() => undefined);
  return bytes.subarray(0, byteCount);
}
