import { eq, sql } from "drizzle-orm";
import { isRetryable } from "#domain/delivery/states.ts";
import { ConnectorError } from "#worker/connectors/connector.ts";
import { idListParam } from "#worker/db/ids.ts";
import { deliveryFile } from "#worker/db/schema/index.ts";
import { statement } from "#worker/db/statement.ts";
import { acquireConnections, releaseConnections } from "./connections.ts";
import type { FileToSend } from "./deliveryFiles.ts";
import { keyOf, sendFile, type TransferContext, TransferStopped } from "./transfer.ts";

/** Files in a row that may fail by themselves until the destination is taken for the cause. */
const maxConsecutiveFailures = 3;
/** Files that are noted as being sent in one go. */
const markBatchSize = 8;

/** The files of one turn, sent over as many connections as the delivery may use. */
export class TransferPool {
  /** Those that are left, in order. */
  private readonly queue: FileToSend[];
  private readonly lines = new Set<Promise<void>>();
  /** Connections that may be used. */
  private allowed = 1;
  private looked = 0;
  /** Connections in use, and of them those that have not taken a file yet. */
  private active = 0;
  private started = 0;
  private changing: Promise<void> = Promise.resolve();
  private failedInARow = 0;
  private failure: { reason: unknown } | null = null;
  /** Noted as being sent by this turn, and not begun. */
  private readonly marked = new Set<FileToSend>();

  /** @param until when no other file is begun; `room`: connections that the consumer has left for this delivery */
  constructor(
    private readonly sending: TransferContext,
    files: readonly FileToSend[],
    private readonly until: number,
    private readonly room: () => number,
  ) {
    this.queue = files.filter(({ row }) => row.state !== "DONE" && row.state !== "FAILED");
  }

  /**
   * Returns whether all files have had their try; the turn was over otherwise.
   * @throws ConnectorError that concerns all files, DeliveryLostError
   */
  async run(): Promise<boolean> {
    await this.look();
    while (this.lines.size > 0) await Promise.race(this.lines);
    this.unmark();
    if (this.failure) {
      // What arrived meanwhile is noted in any case; why the turn ends is told by what ended it.
      await this.sending.notes.written().catch(() => undefined);
      throw this.failure.reason;
    }
    await this.sending.notes.written();
    return this.queue.length === 0;
  }

  /** Asks how many connections may be used now, and uses them. */
  private look(): Promise<void> {
    this.looked = Date.now();
    return this.alone(async () => {
      const wanted = Math.min(this.active + this.queue.length, this.room());
      this.allowed = wanted > 1 ? await acquireConnections(this.sending.lease, wanted, this.active) : 1;
      this.fill();
    });
  }

  /** One change of the leased connections after the other. */
  private alone(change: () => Promise<void>): Promise<void> {
    const made = this.changing.then(change);
    this.changing = made.catch(() => undefined);
    return made;
  }

  private fill(): void {
    while (!this.isOver() && this.active < this.allowed && this.started < this.queue.length) {
      this.active += 1;
      this.started += 1;
      const line: Promise<void> = this.sendOn()
        .catch((reason: unknown) => this.fail(reason))
        .finally(() => this.lines.delete(line));
      this.lines.add(line);
    }
  }

  private isOver(): boolean {
    return this.failure !== null || this.queue.length === 0 || Date.now() >= this.until;
  }

  private fail(reason: unknown): void {
    // The others stop because this one did.
    if (reason instanceof TransferStopped) return;
    this.failure ??= { reason };
    this.sending.stopped = true;
  }

  /** Sends one file after another over one connection. */
  private async sendOn(): Promise<void> {
    let isTooMany = false;
    try {
      // Its first file is taken when all have been started.
      await Promise.resolve();
      this.started -= 1;
      while (!this.isOver() && !isTooMany) {
        const one = this.queue.shift();
        if (!one) break;
        await this.sendOne(one);
        if (Date.now() - this.looked >= this.sending.tools.lookEvery && !this.isOver()) await this.look();
        isTooMany = this.active > this.allowed;
      }
    } finally {
      this.active -= 1;
    }
    if (isTooMany && !this.isOver())
      await this.alone(() => releaseConnections(this.sending.lease, this.active));
  }

  private async sendOne(one: FileToSend): Promise<void> {
    const { sending } = this;
    try {
      const again = await this.mark(one);
      await sending.lease.hold();
      sending.notes.check();
      await sendFile(sending, one, again);
      this.failedInARow = 0;
    } catch (error) {
      if (!(error instanceof ConnectorError)) throw error;
      noteFailure(sending, one, error);
      if (!concernsOneFile(error)) throw error;
      this.failedInARow += 1;
      if (error.kind !== "source" && this.failedInARow >= maxConsecutiveFailures) throw error;
    }
  }

  /**
   * Notes that a file is being sent before it is, together with those that follow. Returns whether an earlier turn had begun it, which
   * may have got to its end unnoticed.
   */
  private async mark(one: FileToSend): Promise<boolean> {
    if (this.marked.delete(one)) {
      await this.sending.notes.written();
      return false;
    }
    if (one.row.state !== "PENDING") return true;
    const next = [
      one,
      ...this.queue.filter(({ row }) => row.state === "PENDING").slice(0, markBatchSize - 1),
    ];
    this.setState(next, "SENDING");
    for (const other of next) if (other !== one) this.marked.add(other);
    await this.sending.notes.written();
    return false;
  }

  /** What was not begun is not asked for at the destination by the next turn. */
  private unmark(): void {
    if (this.marked.size > 0) this.setState([...this.marked], "PENDING");
    this.marked.clear();
  }

  private setState(files: readonly FileToSend[], state: "PENDING" | "SENDING"): void {
    const { db, notes, lease } = this.sending;
    for (const { row } of files) row.state = state;
    notes.add(
      statement(
        db,
        sql`UPDATE delivery_file SET state = ${state}
          WHERE id IN ${idListParam(files.map(({ row }) => row.id))} AND +customer_id = ${lease.row.customerId}`,
      ),
    );
  }
}

/** Whether others may well arrive: the bytes are gone, the name is refused, or something else is in its place. */
const concernsOneFile = ({ kind }: ConnectorError): boolean =>
  kind === "source" || kind === "conflict" || kind === "config";

function noteFailure({ db, notes }: TransferContext, { row }: FileToSend, error: ConnectorError): void {
  const change = {
    state: isRetryable(error.kind) ? row.state : "FAILED",
    tries: row.tries + 1,
    errorKind: error.kind,
    errorStatusCode: error.status,
    errorMessage: error.message,
  } as const;
  Object.assign(row, change);
  notes.add(db.update(deliveryFile).set(change).where(eq(deliveryFile.id, row.id)));
}

/** Removes at the destination what is unfinished of files that this delivery does not send on. */
export async function removeParts(
  { connector }: Pick<TransferContext, "connector">,
  files: readonly PartialFile[],
): Promise<void> {
  for (const { path, ...row } of files) {
    const folders = path.split("/");
    const name = folders.pop() ?? "";
    await connector.forget(folders, name, keyOf(row));
  }
}

/** A file of which something may be at the destination under the name of an unfinished one. */
export interface PartialFile {
  path: string;
  id: string;
  etag: string;
}
