import type { Progress } from "./connector.ts";

/** Wraps an error that is not the destination's, a lost lease, to be rethrown unchanged. */
export class LeaseLostWrapper extends Error {
  readonly reason: unknown;

  constructor(reason: unknown) {
    super("stopped");
    this.reason = reason;
  }
}

/** Wraps a progress so that its errors can be distinguished from the destination's. */
export const tagLeaseErrors = (progress: Progress): Progress => ({
  resumePoint: progress.resumePoint,
  key: progress.key,
  save: (bytes, token) =>
    progress.save(bytes, token).catch((error: unknown) => {
      throw new LeaseLostWrapper(error);
    }),
});

/** Milliseconds between lease renewals while a destination is silent. */
const leaseRenewalMs = 10_000;

/** Waits for a promise and renews the lease in the meantime; ends early when the lease is lost. */
export async function renewLeaseWhile<T>(
  progress: Progress,
  bytes: () => number,
  promise: Promise<T>,
): Promise<T> {
  let timer: ReturnType<typeof setInterval> | undefined;
  const leaseLost = new Promise<never>((_, reject) => {
    timer = setInterval(() => progress.save(bytes()).catch(reject), leaseRenewalMs);
  });
  try {
    return await Promise.race([promise, leaseLost]);
  } finally {
    clearInterval(timer);
    promise.catch(() => undefined);
    leaseLost.catch(() => undefined);
  }
}
