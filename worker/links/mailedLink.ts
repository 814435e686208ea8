import { and, eq, lt, ne, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { addSeconds, now, toIsoSeconds } from "#domain/core/fields.ts";
import { problem } from "#domain/core/problem.ts";
import type { DeliveredKind } from "#domain/delivery/states.ts";
import { createExportDocumentJob } from "#domain/endpoints/exports/exportDocumentCalls.ts";
import { manualExport } from "#domain/endpoints/exports/manualExport.ts";
import { isBlurred, type Markup } from "#domain/media/markup.ts";
import { newToken, selectShardOfToken } from "#worker/auth/linkAuth.ts";
import { addressOf, countWrongGuess } from "#worker/auth/rateLimit.ts";
import { isAllowed, type Requester } from "#worker/auth/session/actor.ts";
import { sha256 } from "#worker/auth/session/sessionTokens.ts";
import type { Database } from "#worker/db/database.ts";
import { newId, textAsAnyId } from "#worker/db/ids.ts";
import { jsonChunks } from "#worker/db/jsonChunks.ts";
import {
  anyId,
  sha256 as digest,
  flag,
  json,
  nullable,
  number,
  type RowOf,
  selectRows,
  text,
  uuid,
} from "#worker/db/rows.ts";
import {
  customer,
  type DeliveryRow,
  delivery,
  deliveryLink,
  documentation,
  exportDocument,
  job,
} from "#worker/db/schema/index.ts";
import { statement } from "#worker/db/statement.ts";
import { canStillUnblur } from "#worker/documentation/mediaResponses.ts";
import { consoleUrl, type Env } from "#worker/env.ts";
import { type ExportReader, shouldOmitMarkup } from "#worker/exportContent/exportPlan.ts";
import type { AppContext } from "#worker/http/context.ts";
import { getDirectoryDb } from "#worker/http/databases.ts";
import { createExportDocumentKey, toFileObjectKey, toPhotoObjectKey } from "#worker/media/photoKeys.ts";

/** Days that a mailed link is valid. */
const validityDays = 30;
/** Days after which an expired link's row is deleted; until then its page can say that it has expired. */
const retentionDays = 90;

/**
 * The token of a link whose row is deleted when it expires. Contains the expiry, in seconds since 1970, so that the link's page can still
 * say that it has expired. The stored hash covers the whole token, so a token with a changed expiry is invalid.
 */
export const createExpiringToken = (customerId: number, expires: string): string =>
  `${newToken(customerId)}.${toEpochSeconds(expires)}`;
const toEpochSeconds = (instant: string): number => Math.floor(Date.parse(instant) / 1000);
const hasExpired = (token: string): boolean => {
  const [, expirySeconds] = /^[0-9a-z]{1,8}-[\w-]{43}\.(\d{1,12})$/.exec(token) ?? [];
  return expirySeconds !== undefined && Number(expirySeconds) <= toEpochSeconds(now());
};

export const createDeliveryUrl = (env: Env, token: string): string =>
  consoleUrl(env, `/delivered?token=${token}`);

/** The content that a mailed link opens. */
export interface MailedLink {
  /** The documentation's name, or that of a comparison's group. */
  name: string;
  customerName: string;
  expires: string;
  dateCreated: string;
  /** In the order of the delivery. */
  listFiles(db: Database): Promise<DeliveredFile[]>;
}

/** A link, and whether the user who requested its mail may still export. */
interface FoundLink extends MailedLink {
  isPermitted: boolean;
}

const wrongGuessLimit = { maxAttempts: 30, windowSeconds: 15 * 60 };

/**
 * The link of a token. Links of deleted documentations, and links whose requester may no longer export, are unknown; those of a
 * documentation that was handed over again stay valid, because the documentation was sent. Unknown tokens count as wrong guesses, which never block a valid token.
 * @throws linkUnknown, linkExpired; tooManyAttempts for an unknown token after too many wrong guesses
 */
export async function findMailedLink(c: AppContext, token: string): Promise<MailedLink> {
  const db = await selectShardOfToken(c, token);
  const tokenHash = await sha256(token);
  const row = (await findDeliveryLink(db, tokenHash)) ?? (await findDocumentLink(db, tokenHash));
  if (!row) {
    await countWrongGuess(getDirectoryDb(c), {
      kind: "deliveryLink",
      guess: token,
      address: addressOf(c),
      ...wrongGuessLimit,
    });
    throw problem(hasExpired(token) ? "linkExpired" : "linkUnknown");
  }
  if (!row.isPermitted) throw problem("linkUnknown");
  if (row.expires <= now()) throw problem("linkExpired");
  return row;
}

const notDeletedCondition = ne(documentation.status, "DELETED");

/** The link of a delivery. */
async function findDeliveryLink(db: Database, tokenHash: string): Promise<FoundLink | undefined> {
  const row = await db
    .select({ link: deliveryLink, deliveryRow: delivery, customerName: customer.name })
    .from(deliveryLink)
    .innerJoin(
      delivery,
      and(eq(delivery.customerId, deliveryLink.customerId), eq(delivery.id, deliveryLink.deliveryId)),
    )
    .innerJoin(
      documentation,
      and(
        eq(documentation.customerId, delivery.customerId),
        eq(documentation.id, delivery.documentationId),
        notDeletedCondition,
      ),
    )
    .innerJoin(customer, eq(customer.id, deliveryLink.customerId))
    .where(eq(deliveryLink.tokenHash, tokenHash))
    .get();
  if (!row) return undefined;
  const { link, deliveryRow, customerName } = row;
  const { name, expiresAt, dateCreated } = link;
  return {
    name,
    customerName,
    expires: expiresAt,
    dateCreated,
    isPermitted: await canStillDeliver(db, deliveryRow),
    listFiles: (db) => listLinkedFiles(db, link, deliveryRow),
  };
}

/** True if the user who requested a delivery may still request it. Automatic deliveries have no requester: the template starts them. */
export const canStillDeliver = async (
  db: Database,
  { isAutomatic, requester, customerId }: Pick<DeliveryRow, "isAutomatic" | "requester" | "customerId">,
): Promise<boolean> => isAutomatic || isAllowed(db, requester, manualExport, customerId);

/** Whether the user who requested a document may still read documentations. */
export const canStillRead = (
  db: Database,
  requester: Requester | null,
  customerId: number,
): Promise<boolean> => isAllowed(db, requester, createExportDocumentJob, customerId);

/** The link to a document that a job exported. */
async function findDocumentLink(db: Database, tokenHash: string): Promise<FoundLink | undefined> {
  const match = await db
    .select({ row: exportDocument, customerName: customer.name, requester: job.requester })
    .from(exportDocument)
    .leftJoin(job, eq(job.id, exportDocument.jobId))
    .innerJoin(
      documentation,
      and(
        eq(documentation.customerId, exportDocument.customerId),
        eq(documentation.id, exportDocument.documentationId),
        notDeletedCondition,
      ),
    )
    .innerJoin(customer, eq(customer.id, exportDocument.customerId))
    .where(and(eq(exportDocument.tokenHash, tokenHash), eq(exportDocument.state, "READY")))
    .get();
  if (!match) return undefined;
  const { row, customerName, requester } = match;
  const { id, documentationName: name, fileName: path, size: bytes, expireDate: expires } = row;
  const storedObject = {
    objectKey: createExportDocumentKey(row),
    crc32: row.crc32 ?? 0,
    etag: row.etag ?? "",
  };
  const file: DeliveredFile = { id, path, bytes, sha256: null, removed: false, ...storedObject };
  const isPermitted = await canStillRead(db, requester, row.customerId);
  return {
    name,
    customerName,
    expires,
    dateCreated: row.lastModified,
    isPermitted,
    listFiles: async () => [file],
  };
}

const fileColumns = {
  id: uuid("f.id"),
  customerId: number("f.customer_id"),
  path: text("f.path"),
  kind: text<DeliveredKind>("f.kind"),
  sourceId: anyId("f.source_id"),
  bytes: number("f.bytes"),
  sha256: nullable(digest("f.sha256")),
  crc32: number("f.crc32"),
  objectKey: text("f.object_key"),
  etag: text("f.etag"),
  isGenerated: flag("f.is_delivery_object"),
  /** The current revision of its photo or file; null if that has been deleted. */
  photoRevision: nullable(text("p.revision")),
  photoEtag: nullable(text("p.etag")),
  /** The photo's markup, and the rendition that shows it. */
  markup: nullable(json<Markup>("p.markup")),
  markedRevision: nullable(text("iif(p.unmarked_revision IS NULL, NULL, p.derivative_revision)")),
  markedEtag: nullable(text("p.rendition_etag")),
  fileRevision: nullable(text("l.revision")),
  /** The entity tag of the object that the photo's variant was rendered from. */
  variantSourceEtag: nullable(text("v.source_etag")),
};

/** A file of a link. `removed`: its photo or file has been deleted or replaced since the mail was sent, or has new markup that the mail would show. */
export type DeliveredFile = Pick<
  RowOf<typeof fileColumns>,
  "id" | "path" | "bytes" | "sha256" | "crc32" | "objectKey" | "etag"
> & { removed: boolean };

async function listLinkedFiles(
  db: Database,
  link: typeof deliveryLink.$inferSelect,
  deliveryRow: typeof delivery.$inferSelect,
): Promise<DeliveredFile[]> {
  const rows = await selectRows(
    db,
    fileColumns,
    (columns) => sql`
    SELECT ${columns} FROM delivery_link_file f
      LEFT JOIN photo p ON p.customer_id = f.customer_id AND p.id = f.source_id AND f.kind = 'PHOTO'
        AND EXISTS (SELECT 1 FROM documentation d WHERE d.customer_id = p.customer_id AND d.id = p.documentation_id AND d.status <> 'DELETED')
      LEFT JOIN photo_variant v ON v.customer_id = p.customer_id AND v.photo_id = p.id AND v.object_key = f.object_key
      LEFT JOIN file l ON l.customer_id = f.customer_id AND l.id = f.source_id AND f.kind = 'FILE'
        AND EXISTS (SELECT 1 FROM documentation d WHERE d.customer_id = l.customer_id AND d.id = l.documentation_id AND d.status <> 'DELETED')
    WHERE f.customer_id = ${link.customerId} AND f.token_hash = ${link.tokenHash}
    ORDER BY f.position`,
  );
  const hasMarkup = !deliveryRow.request.withoutMarkup;
  const hasBlurredMarkup = rows.some((row) => isBlurred(row.markup));
  const reader = {
    markup: hasMarkup,
    unblurred: hasBlurredMarkup && (await canStillUnblur(db, deliveryRow, deliveryRow.request)),
  };
  return rows.map((row) => ({ ...row, removed: !isFileUnchanged(row, reader) }));
}

function isFileUnchanged(
  row: RowOf<typeof fileColumns>,
  reader: Pick<ExportReader, "markup" | "unblurred">,
): boolean {
  if (row.isGenerated) return true;
  const { customerId, sourceId: id, objectKey, fileRevision, variantSourceEtag } = row;
  if (row.photoRevision === null)
    return fileRevision !== null && toFileObjectKey({ customerId, id, revision: fileRevision }) === objectKey;
  const isMarked = row.markedRevision !== null;
  const storedObject = {
    customerId,
    id,
    revision: row.photoRevision,
    derivativeRevision: row.markedRevision ?? "",
  };
  const currentObjects = [
    ...(isMarked ? [{ form: "rendition" as const, etag: row.markedEtag }] : []),
    ...(isMarked && !shouldOmitMarkup(reader, row.markup)
      ? []
      : [{ form: "original" as const, etag: row.photoEtag }]),
  ];
  return currentObjects.some(({ form, etag }) =>
    variantSourceEtag === null
      ? toPhotoObjectKey(storedObject, form) === objectKey
      : etag === variantSourceEtag,
  );
}

/** Statements of the daily purge: delete the files of expired links, and links that expired long ago. */
export const purgeDeliveryLinkStatements = (db: Database, runAt: Date) =>
  [
    statement(
      db,
      sql`DELETE FROM delivery_link_file WHERE token_hash IN (SELECT token_hash FROM delivery_link WHERE expires_at < ${toIsoSeconds(runAt)})`,
    ),
    db.delete(deliveryLink).where(lt(deliveryLink.expiresAt, addSeconds(-retentionDays * 86_400, runAt))),
  ] as const;

/** A file for a new link. `isGenerated`: its object was stored for the delivery. */
export type NewDeliveredFile = Omit<DeliveredFile, "id" | "removed"> & {
  kind: DeliveredKind;
  sourceId: string;
  isGenerated: boolean;
};

interface DeliveryLinkInput {
  customerId: number;
  deliveryId: string;
  /** The documentation's name, or that of a comparison's group. */
  name: string;
  files: readonly NewDeliveredFile[];
}

/** Creates a link. Returns it with the statements that insert it, for the batch that writes its mail. */
export async function createDeliveryLink(
  db: Database,
  { customerId, deliveryId, name, files }: DeliveryLinkInput,
) {
  const token = newToken(customerId);
  const tokenHash = await sha256(token);
  const expires = addSeconds(validityDays * 86_400);
  const positionedFiles = files.map((file, position) => ({ ...file, position }));
  const statements: BatchItem<"sqlite">[] = [
    db.insert(deliveryLink).values({ tokenHash, customerId, deliveryId, name, expiresAt: expires }),
    ...jsonChunks(positionedFiles).map((chunk) =>
      statement(
        db,
        sql`INSERT INTO delivery_link_file (id, customer_id, token_hash, position, path, kind, source_id, bytes, sha256, crc32, object_key, etag, is_delivery_object)
        SELECT ${newId}, ${customerId}, ${tokenHash}, j.value ->> 'position', j.value ->> 'path', j.value ->> 'kind', ${textAsAnyId("j.value ->> 'sourceId'")},
          j.value ->> 'bytes', unhex(j.value ->> 'sha256'), j.value ->> 'crc32', j.value ->> 'objectKey', j.value ->> 'etag', j.value ->> 'isGenerated'
        FROM json_each(${chunk}) j`,
      ),
    ),
  ];
  return { token, expires, statements };
}
