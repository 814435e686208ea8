import { type SQL, sql } from "drizzle-orm";
import type { Actor } from "#domain/access/actor.ts";
import { now } from "#domain/core/fields.ts";
import { problem } from "#domain/core/problem.ts";
import { authorOf } from "#worker/auth/session/actor.ts";
import { batchIf } from "#worker/db/conditionalBatch.ts";
import { type Database, databaseOf } from "#worker/db/database.ts";
import { idParam } from "#worker/db/ids.ts";
import { selectNumber, selectRows, text, uuid } from "#worker/db/rows.ts";
import { customerEnv } from "#worker/db/shards.ts";
import { statement } from "#worker/db/statement.ts";
import type { Env } from "#worker/env.ts";
import type { Found } from "#worker/resources/binding.ts";
import { licenseBinding } from "#worker/resources/index.ts";
import { findRow } from "#worker/resources/reading.ts";
import { removeRow } from "#worker/resources/writing.ts";

/** SQL condition: templates restricted to this licence only, without deleted ones. */
const restrictedTo = (
  customerId: number,
  id: string,
) => sql`date_deleted IS NULL AND customer_id = ${customerId}
  AND EXISTS (SELECT 1 FROM template_license l WHERE l.template_id = template.id AND l.license_id = ${idParam(id)})
  AND NOT EXISTS (SELECT 1 FROM template_license l WHERE l.template_id = template.id AND l.license_id <> ${idParam(id)})`;

/** Maximum number of templates named in the error. */
const maxNames = 20;

/** The directory, which has the licence, and the database with its customer's data, which may be the same. */
interface LicenseDatabases {
  db: Database;
  residence: Database;
  apart: boolean;
}

export async function licenseDatabases(
  env: Env,
  db: Database,
  customerId: number,
): Promise<LicenseDatabases> {
  const home = await customerEnv(env, customerId);
  return home.ROOT ? { db, residence: databaseOf(home), apart: true } : { db, residence: db, apart: false };
}

/** Deletes a licence. @throws onlyLicense, naming templates that would be open to every licence without it */
export async function removeLicense(
  { db, residence }: LicenseDatabases,
  actor: Actor,
  before: Found,
): Promise<void> {
  const restricted = restrictedTo(Number(before.customerId), String(before.id));
  const templates = await selectRows(
    residence,
    { id: uuid("id"), name: text("name") },
    (columns) =>
      sql`SELECT ${columns} FROM template WHERE ${restricted} ORDER BY name_key, id LIMIT ${maxNames}`,
  );
  if (templates.length > 0) {
    const uses = templates.map((template) => ({ kind: "template" as const, ...template }));
    throw problem("onlyLicense", { uses });
  }
  await removeRow(db, licenseBinding, actor, before, {
    guard: { holds: sql`NOT EXISTS (SELECT 1 FROM template WHERE ${restricted})`, otherwise: "onlyLicense" },
  });
}

/**
 * Deletes a licence and the templates restricted to it only, which are kept, marked as deleted, for their documentations.
 * Templates with other licences lose this one. Documentations, devices, temp files and links stay, without a licence.
 */
export async function removeWithTemplates(env: Env, db: Database, actor: Actor, id: string) {
  const before = await findRow(db, licenseBinding, actor, id);
  const { customerId } = before;
  const { residence, apart } = await licenseDatabases(env, db, customerId);
  const at = now();
  const restricted = restrictedTo(customerId, id);
  const templates = await selectNumber(residence, sql`SELECT count(*) FROM template WHERE ${restricted}`);
  const log = (objectClass: string, action: "UPDATE" | "DELETE", params: SQL, from: SQL) => {
    const { userId, realUserId } = authorOf(actor);
    return statement(
      residence,
      sql`INSERT INTO domain_change (date_created, user_id, real_user_id, customer_id, object_class, object_id, action, params)
        SELECT ${at}, ${userId}, ${realUserId}, ${customerId}, ${objectClass}, id, ${action}, ${params} FROM ${from}`,
    );
  };
  const detached = (objectClass: string, table: string, column: string, field: string) => {
    const condition = sql`customer_id = ${customerId} AND ${sql.raw(column)} = ${idParam(id)}`;
    const params = JSON.stringify({ [field]: { before: id, after: null } });
    return [
      log(objectClass, "UPDATE", sql`${params}`, sql`${sql.raw(table)} WHERE ${condition}`),
      statement(residence, sql`UPDATE ${sql.raw(table)} SET ${sql.raw(column)} = NULL WHERE ${condition}`),
    ];
  };
  const also = [
    log(
      "siteproof.Template",
      "DELETE",
      sql`json_object('name', json_object('before', name))`,
      sql`template WHERE ${restricted}`,
    ),
    statement(
      residence,
      sql`UPDATE template SET date_deleted = ${at}, last_updated = ${at}, version = version + 1 WHERE ${restricted}`,
    ),
    ...detached("siteproof.Device", "device", "current_license_id", "currentLicenseId"),
    ...detached("siteproof.Documentation", "documentation", "license_id", "licenseId"),
    ...detached("siteproof.TempFile", "temp_file", "license_id", "licenseId"),
    // Links stay open: they depend on the rights of their creator, not on the licence.
    ...detached("siteproof.UploadToken", "upload_token", "license_id", "licenseId"),
  ];
  // No batch spans two databases. If the second one fails, the licence, now without templates, can be deleted again.
  if (apart) await batchIf(residence, sql`1`, also);
  await removeRow(db, licenseBinding, actor, before, { also: apart ? [] : also });
  return { success: true, templates };
}
