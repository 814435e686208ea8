import { and, eq, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { addSeconds, now } from "#domain/core/fields.ts";
import { batchIf } from "#worker/db/conditionalBatch.ts";
import type { Database } from "#worker/db/database.ts";
import { idParam } from "#worker/db/ids.ts";
import { type DeliveryRow, delivery } from "#worker/db/schema/index.ts";
import { DeliveryLostError } from "./types.ts";

/** Lease duration. The lease is renewed while the consumer works. */
export const leaseSeconds = 60;

export type DeliveryChange = { [K in keyof DeliveryRow]?: DeliveryRow[K] | SQL };

/**
 * Writes of the lease's holder. Each batch is written only while the lease is held, and batches run one after the other, so that
 * timed renewals do not conflict with other writes.
 */
export class Lease {
  private queue: Promise<unknown> = Promise.resolve();
  private renewedAt = Date.now();

  constructor(
    readonly database: Database,
    readonly row: DeliveryRow,
  ) {}

  /**
   * Writes and renews the lease.
   * @throws DeliveryLostError
   */
  writeAndRenew(change: DeliveryChange = {}, statements: BatchItem<"sqlite">[] = []): Promise<void> {
    return this.write({ ...change, leasedUntil: addSeconds(leaseSeconds) }, statements);
  }

  /**
   * Writes and releases the lease.
   * @throws DeliveryLostError
   */
  release(change: DeliveryChange, statements: BatchItem<"sqlite">[] = []): Promise<void> {
    return this.write({ nextSliceAt: now(), connections: 1, ...change, leasedUntil: null }, statements);
  }

  /**
   * Renews the lease unless it was renewed a moment ago.
   * @throws DeliveryLostError
   */
  async renewIfDue(): Promise<void> {
    if (Date.now() - this.renewedAt > (leaseSeconds / 6) * 1000) await this.writeAndRenew();
  }

  private write(
    change: DeliveryChange & { leasedUntil: string | null },
    statements: BatchItem<"sqlite">[],
  ): Promise<void> {
    const pendingWrite = this.queue.then(async () => {
      const { id, leasedUntil } = this.row;
      const nextLeasedUntil = change.leasedUntil;
      const heldCondition = sql`EXISTS (SELECT 1 FROM delivery WHERE id = ${idParam(id)} AND state = 'RUNNING' AND leased_until = ${leasedUntil})`;
      const wasWritten = await batchIf(this.database, heldCondition, [
        ...statements,
        this.database
          .update(delivery)
          .set({ ...(nextLeasedUntil !== null && { nextSliceAt: nextLeasedUntil }), ...change })
          .where(and(eq(delivery.id, id), eq(delivery.leasedUntil, leasedUntil ?? ""))),
      ]);
      if (!wasWritten) throw new DeliveryLostError(id);
      this.row.leasedUntil = nextLeasedUntil;
      this.renewedAt = Date.now();
    });
    this.queue = pendingWrite.catch(() => undefined);
    return pendingWrite;
  }
}
