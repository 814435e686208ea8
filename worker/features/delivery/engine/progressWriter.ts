import type { BatchItem } from "drizzle-orm/batch";
import type { Sums } from "./deliveryFiles.ts";
import type { Lease } from "./lease.ts";

/**
 * What is written of files while several are under way: whatever is noted during one write goes into the next, together with the sums.
 * Whoever notes changes the rows and sums in memory in the same breath, so that each batch holds a state that was true.
 */
export class ProgressWriter {
  private statements: BatchItem<"sqlite">[] = [];
  private further = false;
  private writing: Promise<void> | null = null;
  private failure: { reason: unknown } | null = null;

  constructor(
    private readonly lease: Lease,
    private readonly sums: Sums,
  ) {}

  /** @param further the delivery has come further: what failed before no longer counts */
  add(statement: BatchItem<"sqlite">, further = false): void {
    this.statements.push(statement);
    this.further ||= further;
    if (further) this.lease.row.tries = 0;
    this.writing ??= this.write();
  }

  /** Waits until everything noted is written. @throws DeliveryLostError, and whatever else a write failed with */
  async written(): Promise<void> {
    await this.writing;
    this.check();
  }

  /** @throws what an earlier write failed with */
  check(): void {
    if (this.failure) throw this.failure.reason;
  }

  private async write(): Promise<void> {
    try {
      while (this.statements.length > 0) {
        const [statements, further] = [this.statements, this.further];
        this.statements = [];
        this.further = false;
        const { filesDone, bytesSent } = this.sums;
        await this.lease.keep({ filesDone, bytesSent, ...(further && { tries: 0 }) }, statements);
      }
    } catch (reason) {
      this.failure ??= { reason };
    } finally {
      this.writing = null;
    }
  }
}
