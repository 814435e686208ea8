import { ConnectorError, type Progress } from "./connector.ts";

/** Milliseconds that a destination may say nothing at all. Some write for minutes what they have received in seconds. */
export const timeoutsMs = { answer: 60_000, piece: 60_000, stored: 300_000 } as const;
export type Timeouts = { readonly [Kind in keyof typeof timeoutsMs]: number };

/**
 * A promise that gives up after a time. What is given up goes on in the background: end what it waits for.
 * @throws ConnectorError transient
 */
export async function withTimeout<T>(milliseconds: number, host: string, promise: Promise<T>): Promise<T> {
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

/**
 * The text of an answer, of which no more is read than so many characters. It has to arrive as a whole in time: a host that sends one
 * byte a minute holds nobody up.
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

/** What is not the destination's fault and is passed on as it is: a lost lease. */
export class LeaseLostWrapper extends Error {
  readonly reason: unknown;

  constructor(reason: unknown) {
    super("stopped");
    this.reason = reason;
  }
}

/** The same progress, whose errors are told apart from those of the destination. */
export const tagLeaseErrors = (progress: Progress): Progress => ({
  at: progress.at,
  key: progress.key,
  save: (bytes, token) =>
    progress.save(bytes, token).catch((error: unknown) => {
      throw new LeaseLostWrapper(error);
    }),
});

/** How often the lease is renewed while a destination is silent. */
const leaseRenewalMs = 10_000;

/** Waits for an answer and renews the lease meanwhile; ends early when the lease is lost. */
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

/** Characters below which a secret is looked for as a word: cut out of the middle of words, the gaps would spell it. */
const shortSecretLength = 6;

/**
 * A text of a destination as it may stand in an error: one line, short, without the secrets given. The longest goes first, so that one
 * within another leaves nothing of it.
 */
export function redact(text: string, secrets: readonly string[]): string {
  const plain = secrets
    .filter((secret) => secret.length > 0)
    .sort((a, b) => b.length - a.length)
    .reduce(
      (shown, secret) =>
        secret.length < shortSecretLength ? redactWord(shown, secret) : shown.replaceAll(secret, "…"),
      text.slice(0, 2_000),
    );
  return plain
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim()
    .slice(0, 200);
}

/** Without a text wherever neither a letter nor a digit adjoins it. */
function redactWord(text: string, word: string): string {
  const isPart = (character: string | undefined) =>
    character !== undefined && /[\p{L}\p{N}]/u.test(character);
  const parts = text.split(word);
  return parts.reduce((shown, part, at) => {
    const inWord = isPart(parts[at - 1]?.at(-1)) || isPart(part.at(0));
    return `${shown}${inWord ? word : "…"}${part}`;
  });
}

/** The name of a file that is not whole yet. By the key, two deliveries to one path never write into each other's. */
export const partName = (name: string, key: string): string => `${name}.${key}.part`;

/**
 * Waits for the answer to a body: as long as the body goes on, and then for as long as the host may take to store it.
 * @throws ConnectorError transient
 */
export async function awaitResponse<T>(
  body: Promise<unknown> | undefined,
  milliseconds: number,
  host: string,
  answer: Promise<T>,
): Promise<T> {
  answer.catch(() => undefined);
  // An answer before the end of the body counts, and so does that there will be none.
  if (body) await Promise.race([body.catch(() => undefined), answer]);
  return withTimeout(milliseconds, host, answer);
}
