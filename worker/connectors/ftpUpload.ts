import { ConnectorError, type OutgoingFile, type Progress } from "./connector.ts";
import type { FtpSession } from "./ftpSessions.ts";
import { LeaseLostWrapper, renewLeaseWhile } from "./leaseRenewal.ts";
import { waitForSettled, writeChunks } from "./requestBody.ts";
import { type Timeouts, withTimeout } from "./timeouts.ts";

/** Milliseconds to wait for the reply that explains why a server ended a transfer. */
const replyTimeoutMs = 500;

const isSourceError = (error: unknown): boolean => error instanceof ConnectorError && error.kind === "source";

export interface UploadTarget {
  path: string;
  /** The byte to begin with. */
  from: number;
  progress: Progress;
}

/** Sends a file from a byte to a path, and waits until the server says that it is stored. */
export async function upload(
  session: FtpSession,
  file: OutgoingFile,
  { path, from, progress }: UploadTarget,
  { timeouts, host }: { timeouts: Timeouts; host: string },
): Promise<void> {
  const { client } = session;
  const [command, offset] = from > 0 && !session.canResume ? ["APPE", 0] : ["STOR", from];
  const body = await file.open(from);
  const withChunkTimeout = <T>(promise: Promise<T>) => withTimeout(timeouts.chunkMs, host, promise);
  const transfer = await withChunkTimeout(client.begin(`${command} ${path}`, offset)).catch(
    async (error: unknown) => {
      await body.cancel().catch(() => undefined);
      throw error;
    },
  );
  let sentBytes = from;
  let refusalReason: unknown;
  try {
    const refusal = transfer.completion.then(() => new Promise<never>(() => undefined));
    refusal.catch((reason: unknown) => {
      refusalReason = reason;
    });
    // A server that runs out of space reports it on the control connection, and may leave the data connection open.
    const rejectIfRefused = <T>(promise: Promise<T>) => Promise.race([promise, refusal]);
    const { writable } = transfer;
    const onProgress = (bytes: number) => {
      sentBytes = from + bytes;
      return progress.save(sentBytes);
    };
    await writeChunks(body, writable, onProgress, (promise) => withChunkTimeout(rejectIfRefused(promise)));
    await renewLeaseWhile(
      progress,
      () => sentBytes,
      withTimeout(timeouts.storageMs, host, transfer.completion),
    );
  } catch (error) {
    transfer.abort();
    await waitForSettled(transfer.completion, replyTimeoutMs);
    if (error instanceof LeaseLostWrapper || isSourceError(error)) throw error;
    // The server's reason is more useful than the error of the interrupted transfer.
    throw refusalReason ?? transfer.openError() ?? error;
  }
}
