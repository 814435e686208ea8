import { eq, sql } from "drizzle-orm";
import { isRetryable } from "#domain/delivery/states.ts";
import { ConnectorError, withMessage } from "#worker/connectors/connector.ts";
import { idListParam } from "#worker/db/ids.ts";
import { type DeliveryFileRow, deliveryFile } from "#worker/db/schema/index.ts";
import { statement } from "#worker/db/statement.ts";
import { acquireConnections, releaseConnections } from "./connections.ts";
import type { FileToSend } from "./deliveryFiles.ts";
import {
  partialFileKey,
  readResumePoint,
  sendFile,
  type TransferContext,
  TransferStoppedError,
} from "./transfer.ts";

/**
 * Consecutive files that did not fit or failed for now, after which the destination itself is considered full or failing. Files that
 * it refuses do not count: however many there are, the next one may be accepted.
 */
const maxConsecutiveFailures = 3;
/** Maximum number of files marked as being sent in one statement. */
const markBatchSize = 8;

/** Sends the files of a slice over as many connections as the delivery may use. */
export class TransferPool {
  /** Remaining files, in order. */
  private readonly queue: FileToSend[];
  private readonly workers = new Set<Promise<void>>();
  /** Connections that may be used. */
  private allowedConnectionCount = 1;
  private adjustedAt = 0;
  /** Connections in use, and those among them that have not taken a file yet. */
  private activeCount = 0;
  private idleCount = 0;
  private pendingChange: Promise<void> = Promise.resolve();
  private consecutiveFailureCount = 0;
  private failure: { reason: unknown } | null = null;
  /** The last error of a file that will be retried, although the other files were sent. */
  private deferredError: ConnectorError | null = null;
  /** Files marked as being sent by this slice, but not begun. */
  private readonly markedFiles = new Set<FileToSend>();

  /**
   * @param deadline time after which no further file is started
   * @param getMaxConnectionCount returns the number of connections that the consumer can spare for this delivery
   */
  constructor(
    private readonly transfer: TransferContext,
    files: readonly FileToSend[],
    private readonly deadline: number,
    private readonly getMaxConnectionCount: () => number,
  ) {
    const remainingFiles = files.filter(({ row }) => row.state !== "DONE" && row.state !== "FAILED");
    // Files that failed are tried after the others, which would otherwise wait for them.
    this.queue = remainingFiles.toSorted((a, b) => Number(a.row.tries > 0) - Number(b.row.tries > 0));
  }

  /**
   * @returns true if all files have been attempted, false if the slice ended first
   * @throws ConnectorError that concerns all files, DeliveryLostError
   */
  async run(): Promise<boolean> {
    await this.adjustConnections();
    while (this.workers.size > 0) await Promise.race(this.workers);
    this.resetMarkedFiles();
    if (this.failure) {
      // Records the files that have arrived. The error to report is the one that ended the slice.
      await this.transfer.progressWriter.waitUntilWritten().catch(() => undefined);
      throw this.failure.reason;
    }
    await this.transfer.progressWriter.waitUntilWritten();
    if (this.queue.length > 0) return false;
    if (this.deferredError) throw this.deferredError;
    return true;
  }

  /** Acquires the connections that may be used now, and uses them. */
  private adjustConnections(): Promise<void> {
    this.adjustedAt = Date.now();
    return this.serialize(async () => {
      const neededCount = Math.min(this.activeCount + this.queue.length, this.getMaxConnectionCount());
      this.allowedConnectionCount =
        neededCount > 1 ? await acquireConnections(this.transfer.lease, neededCount, this.activeCount) : 1;
      this.startWorkers();
    });
  }

  /** Serialises changes of the leased connections. */
  private serialize(change: () => Promise<void>): Promise<void> {
    const queuedChange = this.pendingChange.then(change);
    this.pendingChange = queuedChange.catch(() => undefined);
    return queuedChange;
  }

  private startWorkers(): void {
    while (
      !this.isOver() &&
      this.activeCount < this.allowedConnectionCount &&
      this.idleCount < this.queue.length
    ) {
      this.activeCount += 1;
      this.idleCount += 1;
      const worker: Promise<void> = this.runWorker()
        .catch((reason: unknown) => this.fail(reason))
        .finally(() => this.workers.delete(worker));
      this.workers.add(worker);
    }
  }

  private isOver(): boolean {
    return this.failure !== null || this.queue.length === 0 || Date.now() >= this.deadline;
  }

  private fail(reason: unknown): void {
    // These files stopped because another one failed.
    if (reason instanceof TransferStoppedError) return;
    this.failure ??= { reason };
    this.transfer.isStopped = true;
  }

  /** Sends one file after another over one connection. */
  private async runWorker(): Promise<void> {
    let hasTooManyConnections = false;
    try {
      // Takes its first file once all connections have been started.
      await Promise.resolve();
      this.idleCount -= 1;
      while (!this.isOver() && !hasTooManyConnections) {
        const file = this.queue.shift();
        if (!file) break;
        await this.sendNextFile(file);
        if (Date.now() - this.adjustedAt >= this.transfer.dependencies.recheckIntervalMs && !this.isOver())
          await this.adjustConnections();
        hasTooManyConnections = this.activeCount > this.allowedConnectionCount;
      }
    } finally {
      this.activeCount -= 1;
    }
    if (hasTooManyConnections && !this.isOver())
      await this.serialize(() => releaseConnections(this.transfer.lease, this.activeCount));
  }

  private async sendNextFile(file: FileToSend): Promise<void> {
    const { transfer } = this;
    try {
      const isRetry = await this.markFile(file);
      await transfer.lease.renewIfDue();
      transfer.progressWriter.check();
      await sendFile(transfer, file, isRetry);
      this.consecutiveFailureCount = 0;
    } catch (error) {
      if (!(error instanceof ConnectorError)) throw error;
      recordFailure(transfer, file, error);
      const publicError = withMessage(error, publicFailureText(file));
      if (!error.isOfFile) throw publicError;
      if (isRetryable(error.kind)) this.deferredError = publicError;
      else if (error.kind !== "full" && error.kind !== "config") return;
      this.consecutiveFailureCount += 1;
      if (this.consecutiveFailureCount >= maxConsecutiveFailures) throw publicError;
    }
  }

  /**
   * Marks a file, and those that follow, as being sent before it is sent. Returns true if an earlier slice had begun it, which
   * may have completed it without recording that.
   */
  private async markFile(file: FileToSend): Promise<boolean> {
    if (this.markedFiles.delete(file)) {
      await this.transfer.progressWriter.waitUntilWritten();
      return false;
    }
    if (file.row.state !== "PENDING") return true;
    const filesToMark = [
      file,
      ...this.queue.filter(({ row }) => row.state === "PENDING").slice(0, markBatchSize - 1),
    ];
    this.setState(filesToMark, "SENDING");
    for (const nextFile of filesToMark) if (nextFile !== file) this.markedFiles.add(nextFile);
    await this.transfer.progressWriter.waitUntilWritten();
    return false;
  }

  /** Resets files that were not begun, so that the next slice does not look for them at the destination. */
  private resetMarkedFiles(): void {
    if (this.markedFiles.size > 0) this.setState([...this.markedFiles], "PENDING");
    this.markedFiles.clear();
  }

  private setState(files: readonly FileToSend[], state: "PENDING" | "SENDING"): void {
    const { db, progressWriter, lease } = this.transfer;
    for (const { row } of files) row.state = state;
    progressWriter.add(
      statement(
        db,
        sql`UPDATE delivery_file SET state = ${state}
          WHERE id IN ${idListParam(files.map(({ row }) => row.id))} AND +customer_id = ${lease.row.customerId}`,
      ),
    );
  }
}

/**
 * The failure text of a file for the delivery and its mails. Captured files are not named, not even in the destination's message,
 * because not all readers may read files (2§6). The file's row has the full message.
 */
export function publicFailureText({ row: { kind, path, errorMessage } }: FileToSend): string {
  if (kind !== "FILE" || errorMessage === null) return errorMessage ?? "";
  const name = path.slice(path.lastIndexOf("/") + 1);
  const spellings = [path, name, ...[path, name].map(encodeURI), encodeURIComponent(name)];
  return spellings.reduce((text, part) => text.replaceAll(part, "…"), errorMessage);
}

function recordFailure(
  { db, progressWriter }: TransferContext,
  { row }: FileToSend,
  error: ConnectorError,
): void {
  const change = {
    state: isRetryable(error.kind) ? row.state : "FAILED",
    tries: row.tries + 1,
    errorKind: error.kind,
    errorStatusCode: error.status,
    errorMessage: error.message,
  } as const;
  Object.assign(row, change);
  progressWriter.add(db.update(deliveryFile).set(change).where(eq(deliveryFile.id, row.id)));
}

/** Removes partial files at the destination that this delivery will not resume. */
export async function removeParts(
  { env, connector }: Pick<TransferContext, "env" | "connector">,
  files: readonly PartialFile[],
): Promise<void> {
  for (const { path, ...row } of files) {
    const folders = path.split("/");
    const name = folders.pop() ?? "";
    await connector.forget(folders, name, partialFileKey(row), readResumePoint(env, row, true)?.token);
  }
}

/** A file that may have an unfinished part at the destination. */
export type PartialFile = Pick<DeliveryFileRow, "id" | "path" | "etag" | "resumeToken">;
