import { and, eq, sql } from "drizzle-orm";
import { problem } from "#domain/core/problem.ts";
import * as calls from "#domain/endpoints/links/receivedFiles.ts";
import * as contracts from "#domain/resources/index.ts";
import { mount } from "#worker/api/mount.ts";
import { tempFile, uploadToken } from "#worker/db/schema/index.ts";
import { findScoped, scopeOf } from "#worker/db/scope.ts";
import type { App } from "#worker/http/context.ts";
import { deleteReservationStatements } from "#worker/ingest/reservations.ts";
import { attachment } from "#worker/media/attachment.ts";
import { keyOfFile } from "#worker/media/keys.ts";
import { markOrphanStatement, removeOrphansQuietly } from "#worker/media/orphans.ts";
import { bind } from "#worker/resources/binding.ts";
import { customerName } from "#worker/resources/customerName.ts";
import { mountReading, mountWriting, type Writes } from "#worker/resources/standard.ts";
import { removeRow } from "#worker/resources/writing.ts";
import { putBackTempFiles, refuseTempFiles, takeTempFiles } from "./decide.ts";
import { hasBytes, isInUse, listTempFiles, ownsObject, tempFileResponse } from "./listTempFiles.ts";
import { withoutLink } from "./staff.ts";

const mediaColumns = (table: string) => ({
  documentationName: sql<
    string | null
  >`(SELECT d.name FROM documentation d WHERE d.id = ${sql.raw(table)}.documentation_id)`,
  licenseName: sql<string | null>`(SELECT l.name FROM license l WHERE l.id = ${sql.raw(table)}.license_id)`,
});

const uploadTokenBinding = bind(contracts.uploadToken, uploadToken, {
  derived: { ...customerName(uploadToken), ...mediaColumns("upload_token") },
});
const tempFileBinding = bind(contracts.tempFile, tempFile, {
  derived: {
    ...customerName(tempFile),
    ...mediaColumns("temp_file"),
    licenseCode: sql<
      string | null
    >`(SELECT l.license_code FROM license l WHERE l.id = temp_file.license_id AND l.temp_files)`,
  },
});

/** These calls only delete links and temp files; they neither create nor change them. */
const never = () => Promise.reject(problem("notFound"));
const removing = (remove: Writes["remove"]): Writes => ({ create: never, change: never, remove });

/** /tempFile (2§2): files uploaded through links, the links, staff's decisions, and a device's download. */
export function mountTempFiles(app: App): void {
  mountReading(app, uploadTokenBinding);
  mountWriting(
    app,
    uploadTokenBinding,
    removing(async (c, actor, before) => {
      const db = c.get("db");
      const row = await findScoped(db, scopeOf(actor), uploadToken, String(before.id));
      await removeRow(db, uploadTokenBinding, actor, before, { also: [...withoutLink(db, row)] });
    }),
  );

  mountReading(app, tempFileBinding);
  mountWriting(
    app,
    tempFileBinding,
    removing(async (c, actor, before) => {
      const db = c.get("db");
      const row = await findScoped(db, scopeOf(actor), tempFile, String(before.id));
      const key = keyOfFile(row);
      await removeRow(db, tempFileBinding, actor, before, {
        also: [
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
    // Licences are separate crews.
    const isAllowed = row?.licenseId === null || row?.licenseId === license.id;
    if (
      !row ||
      !license.tempFiles ||
      !isAllowed ||
      row.decision === "REFUSED" ||
      !(await isInUse(db, row)) ||
      !(await hasBytes(db, row))
    )
      throw problem("notFound");
    return attachment(env, keyOfFile(row), row, c.req.raw);
  });

  mount(app, calls.downloadTempFile, async ({ c, env, db, actor, params }) => {
    const scope = scopeOf(actor);
    return tempFileResponse(env, db, scope, await findScoped(db, scope, tempFile, params.id), c.req.raw);
  });
  mount(app, calls.findReceivedFiles, ({ db, actor, params, query }) =>
    listTempFiles(db, actor, params.id, query),
  );
  mount(app, calls.addReceivedFiles, async ({ env, db, actor, body }) => {
    await takeTempFiles(env, db, actor, body);
    return { success: true } as const;
  });
  mount(app, calls.refuseReceivedFiles, async ({ db, actor, body }) => {
    await refuseTempFiles(db, actor, body);
    return { success: true } as const;
  });
  mount(app, calls.putBackReceivedFiles, async ({ db, actor, body }) => {
    await putBackTempFiles(db, actor, body);
    return { success: true } as const;
  });
}
