import { ConnectorError, type Progress } from "./connector.ts";

/**
 * Milliseconds without a sign of life: until a response, per chunk, and for storing a sent file. Some destinations take minutes
 * to store what they received in seconds.
 */
export const timeoutsMs = { answer: 60_000, piece: 60_000, stored: 300_000 } as const;
export type Timeouts = { readonly [Kind in keyof typeof timeoutsMs]: number };

/**
 * Rejects after a time. The work itself continues in the background; the caller has to abort it.
 * @throws ConnectorError transient
 */
export async function withTimeout<T>(milliseconds: number, host: string, promise: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new ConnectorError("transient", `The host ${host} did not answer in time.`)),
      milliseconds,
    );
  });
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    clearTimeout(timer);
    promise.catch(() => undefined);
  }
}

/**
 * The text of a response, cut after `max` characters. All of it has to arrive in time: a host that sends one byte a minute cannot
 * block the caller.
 * @throws ConnectorError transient
 */
export async function readText(
  milliseconds: number,
  host: string,
  { body }: Response,
  max: number,
): Promise<string> {
  if (!body) return "";
  const reader = body.getReader();
  const read = async () => {
    const decoder = new TextDecoder();
    let text = "";
    while (text.length < max) {
      const { done, value } = await reader.read();
      if (done) return text;
      text += decoder.decode(value, { stream: true });
    }
    await reader.cancel();
    return text;
  };
  return withTimeout(milliseconds, host, read());
}

/** Wraps an error that is not the destination's, a lost lease, to be rethrown unchanged. */
export class LeaseLostWrapper extends Error {
  readonly reason: unknown;

  constructor(reason: unknown) {
    super("stopped");
    this.reason = reason;
  }
}

/** Wraps a progress so that its errors can be told apart from those of the destination. */
export const tagLeaseErrors = (progress: Progress): Progress => ({
  at: progress.at,
  key: progress.key,
  save: (bytes, token) =>
    progress.save(bytes, token).catch((error: unknown) => {
      throw new LeaseLostWrapper(error);
    }),
});

/** Milliseconds between lease renewals while a destination is silent. */
const leaseRenewalMs = 10_000;

/** Waits for a promise and renews the lease meanwhile; ends early when the lease is lost. */
export async function renewLeaseWhile<T>(
  progress: Progress,
  bytes: () => number,
  promise: Promise<T>,
): Promise<T> {
  let timer: ReturnType<typeof setInterval> | undefined;
  const lost = new Promise<never>((_, reject) => {
    timer = setInterval(() => progress.save(bytes()).catch(reject), leaseRenewalMs);
  });
  try {
    return await Promise.race([promise, lost]);
  } finally {
    clearInterval(timer);
    promise.catch(() => undefined);
    lost.catch(() => undefined);
  }
}

/** Shorter secrets are redacted only as whole words: cutting them out of words would reveal them. */
const shortSecretLength = 6;

/**
 * Text from a destination, made fit for an error: one line, short, without the given secrets. The longest secret is removed
 * first, so that nothing remains of one contained in another.
 */
export function redact(text: string, secrets: readonly string[]): string {
  const withoutSecrets = secrets
    .filter((secret) => secret.length > 0)
    .sort((a, b) => b.length - a.length)
    .reduce(
      (redacted, secret) =>
        secret.length < shortSecretLength ? redactWord(redacted, secret) : redacted.replaceAll(secret, "…"),
      text.slice(0, 2_000),
    );
  return withoutSecrets
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim()
    .slice(0, 200);
}

/** Removes a word wherever it is not next to a letter or digit. */
function redactWord(text: string, word: string): string {
  const isPart = (character: string | undefined) =>
    character !== undefined && /[\p{L}\p{N}]/u.test(character);
  const parts = text.split(word);
  return parts.reduce((redacted, part, index) => {
    const inWord = isPart(parts[index - 1]?.at(-1)) || isPart(part.at(0));
    return `${redacted}${inWord ? word : "…"}${part}`;
  });
}

/** The temporary name of an incomplete file. Because of the key, deliveries to the same path never write to the same file. */
export const partName = (name: string, key: string): string => `${name}.${key}.part`;

/**
 * Waits for the response to a request with a body: while the body is being sent, then as long as the host may take to store it.
 * @throws ConnectorError transient
 */
export async function awaitResponse<T>(
  body: Promise<unknown> | undefined,
  milliseconds: number,
  host: string,
  response: Promise<T>,
): Promise<T> {
  response.catch(() => undefined);
  // A response, or its failure, before the end of the body counts.
  if (body) await Promise.race([body.catch(() => undefined), response]);
  return withTimeout(milliseconds, host, response);
}
