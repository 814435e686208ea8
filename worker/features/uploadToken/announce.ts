import { and, eq, inArray, sql } from "drizzle-orm";
import type { z } from "zod";
import type { reserveTokenUpload } from "../../../domain/endpoints/tokenUpload";
import { now } from "../../../domain/fields";
import { problem } from "../../../domain/problem";
import { cutText } from "../../../domain/rules/text";
import { linkLimits } from "../../../domain/rules/uploadToken";
import { logged, serviceAuthor } from "../../db/audit";
import type { Database } from "../../db/database";
import { uniqueViolation } from "../../db/errors";
import { tempFile, upload } from "../../db/schema";
import { unindexed } from "../../db/unindexed";
import { importReceiver } from "../../documentation/imports";
import { countAttempts } from "../../entrance/attempts";
import type { Link } from "../../entrance/link";
import type { Env } from "../../env";
import { splitName } from "../../export/safe-names";
import { arrivedParts, reserveParts, wholeUpTo } from "../../ingest/parts";
import type { Announced, MakeTarget, Receiving } from "../../ingest/reservations";
import { reserve } from "../../ingest/reserve";
import { described, type MediaKind, media } from "../../ingest/stored";
import { storedNamesake } from "../../ingest/withdrawn";
import { laterTasks, linkImporter } from "./later";

export type Wanted = z.output<NonNullable<typeof reserveTokenUpload.body>>;

/** Announcements of one link in a window of seconds; more are a mistake of the sender. */
const rate = { attempts: 2000, window: 15 * 60 };

/** @throws tooManyAttempts */
export const countAnnouncement = (db: Database, { token }: Link) =>
  countAttempts(db, [{ key: `link:${token.id}`, ...rate }]);
/** A large file over a bad line may take days; the reservation outlives its URLs. Seconds. */
const partsFor = 7 * 24 * 3600;

/** How much a link still takes. Announced files count before they have arrived. */
export async function leftOf(db: Database, link: Link): Promise<{ files: number; bytes: number }> {
  const used = await db
    .select({ files: sql<number>`count(*)`, bytes: sql<number>`coalesce(sum(${upload.size}), 0)` })
    .from(upload)
    .where(and(eq(upload.uploadTokenId, link.token.id), inArray(upload.state, ["RESERVED", "STORED"])))
    .get();
  return {
    files: Math.max(0, linkLimits.files - (used?.files ?? 0)),
    bytes: Math.max(0, linkLimits.bytes - (used?.bytes ?? 0)),
  };
}

/** Makes a name safe to show and to store: no folders, no hidden ending, no turned reading direction. */
export function harmless(given: string): string {
  const { stem, ending } = splitName(given, "file");
  return stem + ending;
}

/** Finds the upload of an item of this link, whatever its state. */
export const uploadOf = (db: Database, link: Link, where: { uploadId: string } | { targetId: string }) =>
  db
    .select()
    .from(upload)
    .where(
      and(
        eq(unindexed(upload.customerId), link.token.customerId),
        eq(unindexed(upload.uploadTokenId), link.token.id),
        "uploadId" in where ? eq(upload.id, where.uploadId) : eq(upload.targetId, where.targetId),
      ),
    )
    .orderBy(sql`state = 'REFUSED'`, sql`rowid DESC`)
    .get();

/** The file that has come by this link under the same name (2§5), for the same task. */
export const namesakeOf = (
  db: Database,
  { token }: Link,
  { id, name, documentationTaskId }: Pick<Wanted, "id" | "name" | "documentationTaskId">,
) =>
  storedNamesake(db, {
    ...{ customerId: token.customerId, uploadTokenId: token.id, targetId: id, name: name.slice(0, 500) },
    ...(token.purpose === "FILES" ? { kind: "TEMP_FILE" } : { kind: "FILE", taskId: documentationTaskId }),
  });

/** What an item's bytes belong to, for a link of this kind; its row is written with its reservation. */
type Describe = (
  db: Database,
  link: Link,
  wanted: Pick<Wanted, "id" | "name" | "documentationTaskId" | "comment">,
  remoteAddr: string,
) => Promise<Omit<Receiving, "sender">>;

/**
 * Announces an item and answers where its bytes go. Announced again, it continues: the answer says what is stored, names the parts
 * that have arrived, and has a fresh URL for a file that goes whole.
 * @throws linkFull, tooManyAttempts; duplicate for an id that is somebody else's, and for the name of a file of other bytes
 */
export async function announce(env: Env, db: Database, link: Link, wanted: Wanted, remoteAddr: string) {
  await countAnnouncement(db, link);
  const known = await uploadOf(db, link, { targetId: wanted.id });
  if (known?.state === "STORED") return answerOf(db, known, known.kind);
  const same = known?.state === "RESERVED" && known.size === wanted.size && known.sha256 === wanted.sha256;
  if (same && known.multipartId !== null && known.expires > now()) return answerOf(db, known, known.kind);
  const namesake = await namesakeOf(db, link, wanted);
  if (namesake) {
    if (namesake.sha256 !== wanted.sha256) throw problem("duplicate", { fields: { name: "duplicate" } });
    return answerOf(db, namesake, namesake.kind);
  }
  const receiving = await receivingOf(
    db,
    link,
    wanted,
    remoteAddr,
    known?.state === "RESERVED" ? known : undefined,
  );
  const { kind } = receiving;
  const { contentType } = media[kind];
  const announced: Announced = { contentType, size: wanted.size, md5: wanted.md5, sha256: wanted.sha256 };
  if (wanted.size > wholeUpTo) {
    const made = await reserveParts(env, db, receiving, announced, partsFor);
    const row = await uploadOf(db, link, { uploadId: made.id });
    return answerOf(db, row!, kind);
  }
  const { uploadId, name, url, headers, method, expires } = await reserve(env, db, receiving, announced);
  return {
    ...{ id: wanted.id, uploadId, name, state: "RESERVED" as const, expires },
    put: { method, url, headers },
  };
}

/** Describes the row for an item's bytes: the one that waits for them, or a new one. @throws linkFull */
export async function receivingOf(
  db: Database,
  link: Link,
  wanted: Pick<Wanted, "id" | "name" | "size" | "documentationTaskId" | "comment">,
  remoteAddr: string,
  waiting: typeof upload.$inferSelect | undefined,
): Promise<Receiving> {
  const left = await leftOf(db, link);
  if ((!waiting && left.files < 1) || left.bytes + (waiting?.size ?? 0) < wanted.size)
    throw problem("linkFull");
  const describe = link.token.purpose === "FILES" ? describeTempFile : describeLater;
  const receiving = waiting
    ? { kind: waiting.kind, target: await described(db, link.token.customerId, waiting.kind, wanted.id) }
    : await describe(db, link, wanted, remoteAddr);
  return {
    ...receiving,
    imported: true,
    sender: { uploadTokenId: link.token.id, givenName: cutText(wanted.name, 500) },
  };
}

async function answerOf(db: Database, row: typeof upload.$inferSelect, kind: MediaKind) {
  const { name } = await described(db, row.customerId, kind, row.targetId);
  const parts = row.multipartId === null ? [] : await arrivedParts(db, row.id);
  return {
    id: row.targetId,
    uploadId: row.id,
    name,
    state: row.state as "RESERVED" | "STORED",
    ...(row.multipartId !== null && {
      partSize: row.partSize!,
      partsDone: parts.map(({ partNumber }) => partNumber),
    }),
    expires: row.expires,
  };
}

/** A photo or file for a task that may be answered later is stored on the task, as an import is (2§2, 2§5). */
const describeLater: Describe = async (db, link, wanted) => {
  const task = (await laterTasks(db, link)).find(({ id }) => id === wanted.documentationTaskId);
  if (!task) throw problem("invalid", { fields: { documentationTaskId: "notFound" } });
  const kind = task.type === "PHOTO" ? "PHOTO" : "FILE";
  const comment = wanted.comment?.trim() || null;
  if (kind === "PHOTO" && comment === null) throw problem("invalid", { fields: { comment: "required" } });
  const given = {
    documentationId: link.documentation.id,
    taskId: task.id,
    name: kind === "PHOTO" ? null : harmless(wanted.name),
    comment,
  };
  const receiving = await importReceiver(db, linkImporter(link), kind, given, wanted.id);
  return { ...receiving, make: (waiting) => orDuplicate(receiving.make!(waiting)) };
};

/** A file for the documentation as a whole: it waits for its device (2§2). */
const describeTempFile: Describe = async (db, { token }, wanted, remoteAddr) => {
  const name = harmless(wanted.name);
  const row = {
    id: wanted.id,
    customerId: token.customerId,
    documentationId: token.documentationId,
    licenseId: token.licenseId,
    uploadTokenId: token.id,
    name,
    givenName: name === wanted.name ? null : cutText(wanted.name, 500),
    tokenCreator: token.creator,
    remoteAddr,
    lastUpdated: now(),
  };
  const { id, customerId, documentationId } = row;
  const target = { id, customerId, documentationId, name, hasData: false, dataSize: 0, sha256: null };
  const make: MakeTarget = async (waiting) => {
    await orDuplicate(
      db.batch([
        db.insert(tempFile).values(row),
        logged(db, {
          author: serviceAuthor(token.customerId),
          objectClass: media.TEMP_FILE.objectClass,
          objectId: row.id,
          action: "CREATE",
          params: { name: { after: name }, documentationId: { after: row.documentationId } },
        }),
        ...waiting(name),
      ]),
    );
    return name;
  };
  return { kind: "TEMP_FILE", target, make };
};

/** @throws duplicate when another row has the id */
async function orDuplicate<T>(writing: Promise<T>): Promise<T> {
  try {
    return await writing;
  } catch (error) {
    if (uniqueViolation(error)) throw problem("duplicate", { fields: { id: "duplicate" } });
    throw error;
  }
}
