import { and, eq, sql } from "drizzle-orm";
import { problem } from "#domain/core/problem.ts";
import * as calls from "#domain/endpoints/links/receivedFiles.ts";
import * as contracts from "#domain/resources/index.ts";
import { mount } from "#worker/api/mount.ts";
import { tempFile, uploadToken } from "#worker/db/schema/index.ts";
import { findRowInScope, scopeOf } from "#worker/db/scope.ts";
import type { App } from "#worker/http/context.ts";
import { deleteReservationStatements } from "#worker/ingest/reservations.ts";
import { serveAttachment } from "#worker/media/attachment.ts";
import { markOrphanStatement, removeOrphansQuietly } from "#worker/media/orphans.ts";
import { toFileObjectKey } from "#worker/media/photoKeys.ts";
import { createBinding } from "#worker/resources/binding.ts";
import { customerNameField } from "#worker/resources/customerName.ts";
import { removeRow } from "#worker/resources/resourceWrites.ts";
import { mountReads, mountWrites, type WriteHandlers } from "#worker/resources/standardHandlers.ts";
import { acceptTempFiles, rejectTempFiles, undoDecisions } from "./decideTempFiles.ts";
import { hasBytes, isInUse, listTempFiles, ownsObject, serveTempFile } from "./listTempFiles.ts";
import { detachFromLinkStatements } from "./staff.ts";

const nameColumns = (table: string) => ({
  documentationName: sql<
    string | null
  >`(SELECT d.name FROM documentation d WHERE d.id = ${sql.raw(table)}.documentation_id)`,
  licenseName: sql<string | null>`(SELECT l.name FROM license l WHERE l.id = ${sql.raw(table)}.license_id)`,
});

const uploadTokenBinding = createBinding(contracts.uploadToken, uploadToken, {
  derived: { ...customerNameField(uploadToken), ...nameColumns("upload_token") },
});
const tempFileBinding = createBinding(contracts.tempFile, tempFile, {
  derived: {
    ...customerNameField(tempFile),
    ...nameColumns("temp_file"),
    licenseCode: sql<
      string | null
    >`(SELECT l.license_code FROM license l WHERE l.id = temp_file.license_id AND l.temp_files)`,
  },
});

/** These calls only delete links and temp files; they neither create nor change them. */
const rejectWrite = () => Promise.reject(problem("notFound"));
const deleteOnlyWrites = (remove: WriteHandlers["remove"]): WriteHandlers => ({
  create: rejectWrite,
  change: rejectWrite,
  remove,
});

/** /tempFile (2§2): files uploaded through links, the links, staff's decisions, and a device's download. */
export function mountTempFiles(app: App): void {
  mountReads(app, uploadTokenBinding);
  mountWrites(
    app,
    uploadTokenBinding,
    deleteOnlyWrites(async (c, actor, existingRow) => {
      const db = c.get("db");
      const row = await findRowInScope(db, scopeOf(actor), uploadToken, String(existingRow.id));
      await removeRow(db, uploadTokenBinding, actor, existingRow, {
        extraStatements: [...detachFromLinkStatements(db, row)],
      });
    }),
  );

  mountReads(app, tempFileBinding);
  mountWrites(
    app,
    tempFileBinding,
    deleteOnlyWrites(async (c, actor, existingRow) => {
      const db = c.get("db");
      const row = await findRowInScope(db, scopeOf(actor), tempFile, String(existingRow.id));
      const key = toFileObjectKey(row);
      await removeRow(db, tempFileBinding, actor, existingRow, {
        extraStatements: [
          ...(row.documentationId === null
            ? []
            : deleteReservationStatements(db, {
                ...{ customerId: row.customerId, documentationId: row.documentationId },
                ...{ kind: "TEMP_FILE" as const, targetId: row.id },
              })),
          ...(ownsObject(row) ? [markOrphanStatement(db, key)] : []),
        ],
      });
      if (ownsObject(row)) await removeOrphansQuietly(c.env, db, key);
    }),
  );

  mount(app, calls.getTempFile, async ({ c, env, db, license, params }) => {
    const row = await db
      .select()
      .from(tempFile)
      .where(and(eq(tempFile.customerId, license.customerId), eq(tempFile.id, params.id)))
      .get();
    // Each licence belongs to one crew, which gets only its own files.
    const isForLicense = row?.licenseId === null || row?.licenseId === license.id;
    if (
      !row ||
      !license.tempFiles ||
      !isForLicense ||
      row.decision === "REFUSED" ||
      !(await isInUse(db, row)) ||
      !(await hasBytes(db, row))
    )
      throw problem("notFound");
    return serveAttachment(env, toFileObjectKey(row), row, c.req.raw);
  });

  mount(app, calls.downloadTempFile, async ({ c, env, db, actor, params }) => {
    const scope = scopeOf(actor);
    return serveTempFile(env, db, scope, await findRowInScope(db, scope, tempFile, params.id), c.req.raw);
  });
  mount(app, calls.findReceivedFiles, ({ db, actor, params, query }) =>
    listTempFiles(db, actor, params.id, query),
  );
  mount(app, calls.addReceivedFiles, async ({ env, db, actor, body }) => {
    await acceptTempFiles(env, db, actor, body);
    return { success: true } as const;
  });
  mount(app, calls.refuseReceivedFiles, async ({ db, actor, body }) => {
    await rejectTempFiles(db, actor, body);
    return { success: true } as const;
  });
  mount(app, calls.putBackReceivedFiles, async ({ db, actor, body }) => {
    await undoDecisions(db, actor, body);
    return { success: true } as const;
  });
}
