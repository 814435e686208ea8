import { and, desc, eq, not, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { now } from "../../domain/fields";
import { type ProblemCode, problem } from "../../domain/problem";
import { logged, serviceAuthor } from "../db/audit";
import type { Database } from "../db/database";
import { batchIf } from "../db/guard";
import { uploadsHang } from "../db/notices";
import { earlierPhoto, type photo, upload } from "../db/schema";
import type { Env } from "../env";
import { parseMediaKey } from "../media/keys";
import { letGo } from "../media/unowned";
import { completionStatements, uploadedEvent } from "./completion";
import { importedStatements } from "./imported";
import { type Facts, judge, revisionOf } from "./judge";
import { joined } from "./parts";
import { keepReserved, mayArrive, ofTarget, replaceReservations, withoutReservations } from "./reservations";
import { answered, answeredBy, namedRetake, replacing, senderOf, stillAsked } from "./retaken";
import { media, namedBy } from "./stored";
import { wakeDeliveriesOf } from "./wake";
import { stillOpen, withdrawn } from "./withdrawn";

type Upload = typeof upload.$inferSelect;

/** The state of a reservation. `detail` is a technical phrase. */
export type Settled =
  | { state: "RESERVED" | "STORED" | "GONE" }
  | { state: "REFUSED"; reason: ProblemCode; detail: string | null };

/**
 * Settles a reservation: bytes that have arrived and are what was signed are taken in, others are refused, in one batch either way.
 * The client, the storage event and the sweeper all call this, in any order and any number of times; conditional updates let one
 * of them win.
 * @throws when storage, the image service or the database fails: call again later.
 */
export async function settle(env: Env, db: Database, uploadId: string): Promise<Settled> {
  const row = await db.select().from(upload).where(eq(upload.id, uploadId)).get();
  if (!row) return { state: "GONE" };
  if (row.state !== "RESERVED" && row.state !== "REPLACED") return outcomeOf(row);
  const target = await targetOf(db, row);
  if (!target) return letGoOf(db, row);
  if (await isThere(db, row, target)) return overtaken(db, row);
  const object = (await env.STORAGE.get(row.key)) ?? (await joined(env, db, row));
  if (!object) {
    await db
      .update(upload)
      .set({ attempts: row.attempts + 1 })
      .where(eq(upload.id, row.id));
    return { state: "RESERVED" };
  }
  const verdict = await judge(env, db, row, object);
  const ended = verdict.ok ? await takeIn(db, row, verdict.facts) : await turnAway(env, db, row, verdict);
  if (ended && verdict.ok)
    await wakeDeliveriesOf(env, db, { customerId: row.customerId, id: row.documentationId });
  // The authority may have been withdrawn during inspection.
  const reason = ended ? null : await withdrawn(db, row);
  if (reason) await turnAway(env, db, row, { reason });
  const settled = await db.select().from(upload).where(eq(upload.id, row.id)).get();
  if (!settled) return { state: "GONE" };
  return !ended && (await isThere(db, row, await targetOf(db, row)))
    ? overtaken(db, settled)
    : outcomeOf(settled);
}

/** Whether the bytes that a reservation was for have come: those of a photo that is taken again when its wish has been answered. */
const isThere = async (db: Database, row: Upload, target: { hasData: boolean } | undefined) =>
  row.retakeId ? (await namedRetake(db, row))?.outcome === "TAKEN" : target?.hasData === true;

const outcomeOf = (row: Upload): Settled => {
  if (row.state === "REFUSED")
    return { state: "REFUSED", reason: row.reason ?? "uploadMismatch", detail: row.detail };
  return { state: row.state === "STORED" ? "STORED" : "RESERVED" };
};

/** The photo or file that the bytes are for, unless it has been deleted. */
function targetOf(db: Database, row: Upload): Promise<{ hasData: boolean } | undefined> {
  const { table } = media[row.kind];
  return db
    .select({ hasData: table.hasData })
    .from(table)
    .where(and(eq(table.customerId, row.customerId), eq(table.id, row.targetId)))
    .get();
}

async function letGoOf(db: Database, row: Upload): Promise<Settled> {
  await db.batch(withoutReservations(db, row));
  return { state: "GONE" };
}

/** The answer when another reservation brought the bytes first: stored if they are the same, else refused as a duplicate. */
async function overtaken(db: Database, row: Upload): Promise<Settled> {
  if (row.state === "STORED") return outcomeOf(row);
  const [, , stored] = await db.batch([
    ...replaceReservations(db, row),
    db
      .select({ id: upload.id })
      .from(upload)
      .where(
        and(ofTarget(row), eq(upload.state, "STORED"), eq(upload.md5, row.md5), eq(upload.size, row.size)),
      ),
  ]);
  return stored.length > 0
    ? { state: "STORED" }
    : { state: "REFUSED", reason: "duplicate", detail: "other bytes came first" };
}

/** @throws the refusal's reason, or the problem for bytes that have not arrived or are no longer expected. */
export function refuseUnsettled(settled: Settled): void {
  if (settled.state === "REFUSED") throw problem(settled.reason);
  if (settled.state === "RESERVED") throw problem("uploadNotArrived");
  if (settled.state === "GONE") throw problem("notFound");
}

/** The id of the newest reservation that waits for an object of this key. */
export async function reservedUploadAt(db: Database, key: string): Promise<string | null> {
  const row = await db
    .select({ id: upload.id })
    .from(upload)
    .where(and(eq(upload.key, key), eq(upload.state, "RESERVED")))
    .orderBy(desc(upload.dateCreated))
    .get();
  return row?.id ?? null;
}

/** Notes an original as unowned if it arrived after its reservation was removed and no row names it. */
export async function noteUnowned(db: Database, key: string): Promise<void> {
  const named = parseMediaKey(key);
  if (!named?.revision || (named.kind === "photo" && named.form !== "original")) return;
  const { kinds, id } = namedBy(named);
  const [expected, earlier, ...naming] = await db.batch([
    db
      .select({ id: upload.id })
      .from(upload)
      .where(and(eq(upload.key, key), eq(upload.state, "RESERVED"))),
    db
      .select({ id: earlierPhoto.id })
      .from(earlierPhoto)
      .where(
        and(
          eq(earlierPhoto.customerId, Number(named.customerId)),
          eq(earlierPhoto.photoId, id),
          eq(earlierPhoto.revision, named.revision),
        ),
      ),
    ...kinds.map((kind) => {
      const { table } = media[kind];
      return db
        .select({ id: table.id })
        .from(table)
        .where(and(eq(table.id, id), eq(table.revision, named.revision)));
    }),
  ]);
  if ([expected, earlier, ...naming].every((rows) => rows.length === 0)) await letGo(db, key);
}

/** Writes the row's facts, ends the reservation and completes the documentation if it is whole, in one batch. */
async function takeIn(db: Database, row: Upload, facts: Facts): Promise<boolean> {
  const asked = await answeredBy(db, row);
  const by = asked ? await senderOf(db, row) : "";
  // Whoever has the link: only its maker's name is known.
  const sender = row.uploadTokenId ? "" : by;
  const stored = db
    .update(upload)
    .set({ state: "STORED", settled: now(), sha256: facts.sha256 })
    .where(and(eq(upload.id, row.id), mayArrive));
  return onlyWhileReserved(db, row, sql`${stillExpected(row)} AND ${stillOpen(row)}`, [
    // First, because the later statements read changes() of the one before them.
    keepReserved(db, row.key),
    ...(row.retakeId
      ? [...replacing(db, row, { ...facts, revision: revisionOf(row) }, { by, sender }), stored]
      : [...arriving(db, row, facts), stored]),
    ...(row.imported ? [] : [uploadedEvent(db, row.customerId, row.documentationId)]),
    ...(asked ? answered(db, asked, sender) : []),
    ...completionStatements(db, row.customerId, row.documentationId),
  ]);
}

/**
 * Statements that give a row the bytes that it waits for, with the one line that the audit log has of it: what was announced and what came,
 * by whoever sent it. Before it arrives it is nothing.
 */
function arriving(db: Database, row: Upload, facts: Facts): BatchItem<"sqlite">[] {
  const { table, objectClass } = media[row.kind];
  // The tables share every column that is set here; drizzle has no type for an update of either.
  const target = table as typeof photo;
  const at = now();
  return [
    db
      .update(target)
      .set({
        ...facts,
        revision: revisionOf(row),
        hasData: true,
        dateUploaded: at,
        lastUpdated: at,
        version: sql`${target.version} + 1`,
      })
      .where(
        and(eq(target.customerId, row.customerId), eq(target.id, row.targetId), eq(target.hasData, false)),
      ),
    logged(db, {
      author: row.requester
        ? { ...row.requester, customerId: row.customerId }
        : serviceAuthor(row.customerId),
      objectClass,
      objectId: row.targetId,
      action: "CREATE",
      params: sql`(SELECT json_object('name', json_object('after', m.name), 'documentationId', json_object('after', m.documentation_id),
          'sha256', json_object('after', m.sha256), 'dataSize', json_object('after', m.data_size))
        FROM ${table} m WHERE m.customer_id = ${row.customerId} AND m.id = ${row.targetId})`,
    }),
    ...(row.imported ? importedStatements(db, row) : []),
  ];
}

/** Selects the photo or file that waits for the bytes of a reservation. */
const waitingRow = (row: Upload) => {
  const { table } = media[row.kind];
  return sql`SELECT 1 FROM ${table} WHERE customer_id = ${row.customerId} AND id = ${row.targetId} AND NOT has_data`;
};

/** Holds while a reservation's bytes have somewhere to go. */
const stillExpected = (row: Upload): SQL =>
  row.retakeId ? stillAsked(row) : sql`EXISTS (${waitingRow(row)})`;

/**
 * Runs the statements as one batch unless the reservation has been settled, and returns whether they ran: of several reservations for
 * one photo or file, one is taken in.
 */
const onlyWhileReserved = (db: Database, row: Upload, condition: SQL, statements: BatchItem<"sqlite">[]) =>
  batchIf(
    db,
    sql`EXISTS (SELECT 1 FROM upload WHERE id = ${row.id} AND ${mayArrive}) AND ${condition}`,
    statements,
  );

/**
 * Refuses an upload and deletes its row, which would look like a missing photo. The object is deleted last, because only the call that
 * ends the reservation may delete it.
 */
async function turnAway(
  env: Env,
  db: Database,
  row: Upload,
  { reason, detail }: { reason: ProblemCode; detail?: string },
): Promise<boolean> {
  const { table, objectClass } = media[row.kind];
  const others = sql`EXISTS (SELECT 1 FROM upload o WHERE o.customer_id = ${row.customerId} AND o.kind = ${row.kind}
    AND o.target_id = ${row.targetId} AND o.id <> ${row.id} AND o.state = 'RESERVED')`;
  // A photo that was to be taken again stays as it is: no row waits for these bytes.
  const waits = row.retakeId ? sql`1` : sql`EXISTS (${waitingRow(row)})`;
  const ended = await onlyWhileReserved(db, row, waits, [
    // For the sweeper, if deleting the object fails or the URL is used once more.
    letGo(db, row.key),
    db.delete(table).where(
      and(
        eq(table.customerId, row.customerId),
        eq(table.id, row.targetId),
        eq(table.hasData, false),
        // A newer reservation may bring the right bytes.
        not(others),
      ),
    ),
    logged(db, {
      author: serviceAuthor(row.customerId),
      objectClass,
      objectId: row.targetId,
      action: "DELETE",
      params: { name: { before: row.name }, refused: { after: reason } },
    }),
    db
      .update(upload)
      .set({ state: "REFUSED", reason, detail: detail ?? null, settled: now() })
      .where(and(eq(upload.id, row.id), mayArrive)),
    // Whoever imports sees it at once; who sent it by a link, too.
    ...(row.imported || row.uploadTokenId
      ? []
      : [
          uploadsHang(
            db,
            sql`SELECT ${row.customerId} AS customer_id, ${row.documentationId} AS id, ${now()} AS since`,
          ),
        ]),
  ]);
  if (ended) await env.STORAGE.delete(row.key);
  return ended;
}
