import type { BatchItem } from "drizzle-orm/batch";
import type { DeliverySums } from "./deliveryFiles.ts";
import type { Lease } from "./lease.ts";

/**
 * Batches the progress writes of files sent in parallel: statements added during a write go into the next batch, together with
 * the sums. Callers update the in-memory rows and totals synchronously with `add`, so that every batch is a consistent snapshot.
 */
export class ProgressWriter {
  private statements: BatchItem<"sqlite">[] = [];
  private hasProgress = false;
  private pendingWrite: Promise<void> | null = null;
  private failure: { reason: unknown } | null = null;
  private readonly startedAt = Date.now();
  private readonly previousMs: number;

  /** @param isUnencrypted whether anything has been sent without encryption */
  constructor(
    private readonly lease: Lease,
    private readonly sums: DeliverySums,
    private readonly isUnencrypted: () => boolean,
  ) {
    this.previousMs = lease.row.sendingMs ?? 0;
  }

  /** @param hasMadeProgress true if the delivery has made progress, which resets its count of failed attempts */
  add(statement: BatchItem<"sqlite">, hasMadeProgress = false): void {
    this.statements.push(statement);
    this.hasProgress ||= hasMadeProgress;
    if (hasMadeProgress) this.lease.row.tries = 0;
    this.pendingWrite ??= this.write();
  }

  /**
   * Waits until everything added is written.
   * @throws DeliveryLostError, or the error of a failed write
   */
  async waitUntilWritten(): Promise<void> {
    await this.pendingWrite;
    this.check();
  }

  /** @throws the error of an earlier write */
  check(): void {
    if (this.failure) throw this.failure.reason;
  }

  private async write(): Promise<void> {
    try {
      while (this.statements.length > 0) {
        const [statements, hasMadeProgress] = [this.statements, this.hasProgress];
        this.statements = [];
        this.hasProgress = false;
        const { filesDone, bytesSent, isAllSent, isDirect } = this.sums;
        await this.lease.writeAndRenew(
          {
            ...{ filesDone, bytesSent },
            sendingMs: isAllSent ? this.previousMs + Date.now() - this.startedAt : null,
            ...(isDirect && { writesDirectly: true }),
            ...(this.isUnencrypted() && { isUnencrypted: true }),
            ...(hasMadeProgress && { tries: 0 }),
          },
          statements,
        );
      }
    } catch (reason) {
      this.failure ??= { reason };
    } finally {
      this.pendingWrite = null;
    }
  }
}
