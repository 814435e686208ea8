import type { BatchItem } from "drizzle-orm/batch";
import type { Sums } from "./deliveryFiles.ts";
import type { Lease } from "./lease.ts";

/**
 * Batches the progress writes of files sent in parallel: statements added during a write go into the next batch, together with
 * the sums. Callers update the in-memory rows and totals synchronously with `add`, so that every batch is a consistent snapshot.
 */
export class ProgressWriter {
  private statements: BatchItem<"sqlite">[] = [];
  private madeProgress = false;
  private writing: Promise<void> | null = null;
  private failure: { reason: unknown } | null = null;
  private readonly startedAt = Date.now();
  private readonly earlierMs: number;

  /** @param isUnencrypted whether anything has been sent without encryption */
  constructor(
    private readonly lease: Lease,
    private readonly sums: Sums,
    private readonly isUnencrypted: () => boolean,
  ) {
    this.earlierMs = lease.row.sendingMs ?? 0;
  }

  /** @param madeProgress true if the delivery has made progress, which resets its count of failed attempts */
  add(statement: BatchItem<"sqlite">, madeProgress = false): void {
    this.statements.push(statement);
    this.madeProgress ||= madeProgress;
    if (madeProgress) this.lease.row.tries = 0;
    this.writing ??= this.write();
  }

  /**
   * Waits until everything added is written.
   * @throws DeliveryLostError, or the error of a failed write
   */
  async written(): Promise<void> {
    await this.writing;
    this.check();
  }

  /** @throws the error of an earlier write */
  check(): void {
    if (this.failure) throw this.failure.reason;
  }

  private async write(): Promise<void> {
    try {
      while (this.statements.length > 0) {
        const [statements, madeProgress] = [this.statements, this.madeProgress];
        this.statements = [];
        this.madeProgress = false;
        const { filesDone, bytesSent, isAllSent, isDirect } = this.sums;
        await this.lease.writeAndRenew(
          {
            ...{ filesDone, bytesSent },
            sendingMs: isAllSent ? this.earlierMs + Date.now() - this.startedAt : null,
            ...(isDirect && { writesDirectly: true }),
            ...(this.isUnencrypted() && { isUnencrypted: true }),
            ...(madeProgress && { tries: 0 }),
          },
          statements,
        );
      }
    } catch (reason) {
      this.failure ??= { reason };
    } finally {
      this.writing = null;
    }
  }
}
