import { ConnectorError, type Progress } from "./connector";

/** Milliseconds that a destination may say nothing at all. Some write for minutes what they have received in seconds. */
export const patience = { answer: 60_000, piece: 60_000, stored: 300_000 } as const;
export type Patience = { readonly [key in keyof typeof patience]: number };

/**
 * A promise that gives up after a time. What is given up goes on in the background: end what it waits for.
 * @throws ConnectorError transient
 */
export async function within<T>(milliseconds: number, host: string, promise: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new ConnectorError("transient", `The host ${host} did not answer in time.`)),
      milliseconds,
    );
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
    promise.catch(() => undefined);
  }
}

/** What is not the destination's fault and is passed on as it is: a lost lease. */
export class Stopped extends Error {
  readonly reason: unknown;

  constructor(reason: unknown) {
    super("stopped");
    this.reason = reason;
  }
}

/** The same progress, whose errors are told apart from those of the destination. */
export const stopping = (progress: Progress): Progress => ({
  at: progress.at,
  save: (bytes, token) =>
    progress.save(bytes, token).catch((error: unknown) => {
      throw new Stopped(error);
    }),
});

/** How often the lease is renewed while a destination is silent. */
const renewal = 10_000;

/** Waits for an answer and renews the lease meanwhile; ends early when the lease is lost. */
export async function keepingLease<T>(
  progress: Progress,
  bytes: () => number,
  promise: Promise<T>,
): Promise<T> {
  let timer: ReturnType<typeof setInterval> | undefined;
  const lost = new Promise<never>((_, reject) => {
    timer = setInterval(() => progress.save(bytes()).catch(reject), renewal);
  });
  try {
    return await Promise.race([promise, lost]);
  } finally {
    clearInterval(timer);
    promise.catch(() => undefined);
    lost.catch(() => undefined);
  }
}

/**
 * Writes all of a body, piece by piece, and says after each how many bytes are gone. The writer is closed at the end and aborted when
 * something fails.
 */
export async function pump(
  body: ReadableStream<Uint8Array>,
  writable: WritableStream<Uint8Array>,
  written: (bytes: number) => Promise<void>,
  wait: <T>(promise: Promise<T>) => Promise<T>,
): Promise<number> {
  const [reader, writer] = [body.getReader(), writable.getWriter()];
  writer.closed.catch(() => undefined);
  let bytes = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(sourceError);
      if (done) break;
      await wait(writer.write(value));
      bytes += value.byteLength;
      await written(bytes);
    }
    await wait(writer.close());
    return bytes;
  } catch (error) {
    reader.cancel(error).catch(() => undefined);
    writer.abort(error).catch(() => undefined);
    throw error;
  }
}

/** The bytes come from our own storage: that they break off says nothing about the destination. */
function sourceError(error: unknown): never {
  if (error instanceof ConnectorError) throw error;
  throw new ConnectorError("transient", "Reading the stored file broke off.");
}

/** A text of a destination as it may stand in an error: one line, short, without the secrets given. */
export function quoted(text: string, secrets: readonly string[]): string {
  const plain = secrets
    .filter((secret) => secret.length > 0)
    .reduce((shown, secret) => shown.replaceAll(secret, "…"), text.slice(0, 2_000));
  return plain
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim()
    .slice(0, 200);
}

/** Names the part of a file that is not whole yet, so that two deliveries to one path never write into each other's. */
export const newToken = (): string => crypto.randomUUID().slice(0, 8);
export const partName = (name: string, token: string): string => `${name}.${token}.part`;
