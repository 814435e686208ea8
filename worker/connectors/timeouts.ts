import { ConnectorError } from "./connector.ts";

/**
 * Milliseconds to wait: for a response, for each chunk, and for storing a sent file. Some destinations take minutes
 * to store what they received in seconds.
 */
export const timeoutsMs = { responseMs: 60_000, chunkMs: 60_000, storageMs: 300_000 } as const;
export type Timeouts = { readonly [Kind in keyof typeof timeoutsMs]: number };

/**
 * Rejects if the promise takes longer than `milliseconds`. The work itself continues in the background; the caller has to abort it.
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
