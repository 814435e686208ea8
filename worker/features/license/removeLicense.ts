import { type SQL, sql } from "drizzle-orm";
import type { Actor } from "#domain/access/actor.ts";
import { now } from "#domain/core/fields.ts";
import { problem } from "#domain/core/problem.ts";
import { authorOf } from "#worker/auth/session/actor.ts";
import { batchIf } from "#worker/db/conditionalBatch.ts";
import { type Database, databaseOf } from "#worker/db/database.ts";
import { idParam } from "#worker/db/ids.ts";
import { selectNumber, selectRows, text, uuid } from "#worker/db/rows.ts";
import { getCustomerEnv } from "#worker/db/shards.ts";
import { statement } from "#worker/db/statement.ts";
import type { Env } from "#worker/env.ts";
import type { RowFields } from "#worker/resources/binding.ts";
import { licenseBinding } from "#worker/resources/index.ts";
import { findRow } from "#worker/resources/resourceReads.ts";
import { removeRow } from "#worker/resources/resourceWrites.ts";

/** SQL condition: templates restricted to this licence only, without deleted ones. */
const restrictedTemplatesCondition = (
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
  customerDb: Database;
  isSeparate: boolean;
}

export async function findLicenseDatabases(
  env: Env,
  db: Database,
  customerId: number,
): Promise<LicenseDatabases> {
  const customerEnvironment = await getCustomerEnv(env, customerId);
  return customerEnvironment.ROOT
    ? { db, customerDb: databaseOf(customerEnvironment), isSeparate: true }
    : { db, customerDb: db, isSeparate: false };
}

/** Deletes a licence. @throws onlyLicense, naming templates that would be open to every licence without it */
export async function removeLicense(
  { db, customerDb }: LicenseDatabases,
  actor: Actor,
  existing: RowFields,
): Promise<void> {
  const restrictedCondition = restrictedTemplatesCondition(Number(existing.customerId), String(existing.id));
  const templates = await selectRows(
    customerDb,
    { id: uuid("id"), name: text("name") },
    (columns) =>
      sql`SELECT ${columns} FROM template WHERE ${restrictedCondition} ORDER BY name_key, id LIMIT ${maxNames}`,
  );
  if (templates.length > 0) {
    const templateUses = templates.map((template) => ({ kind: "template" as const, ...template }));
    throw problem("onlyLicense", { uses: templateUses });
  }
  await removeRow(db, licenseBinding, actor, existing, {
    guard: {
      condition: sql`NOT EXISTS (SELECT 1 FROM template WHERE ${restrictedCondition})`,
      problemCode: "onlyLicense",
    },
  });
}

/**
 * Deletes a licence and the templates restricted to it only, which are kept, marked as deleted, for their documentations.
 * Templates with other licences lose this one. Documentations, devices, temp files and links stay, without a licence.
 */
export async function removeLicenseWithTemplates(env: Env, db: Database, actor: Actor, id: string) {
  const existing = await findRow(db, licenseBinding, actor, id);
  const { customerId } = existing;
  const { customerDb, isSeparate } = await findLicenseDatabases(env, db, customerId);
  const deletedAt = now();
  const restrictedCondition = restrictedTemplatesCondition(customerId, id);
  const templates = await selectNumber(
    customerDb,
    sql`SELECT count(*) FROM template WHERE ${restrictedCondition}`,
  );
  const auditStatementFor = (objectClass: string, action: "UPDATE" | "DELETE", params: SQL, from: SQL) => {
    const { userId, realUserId } = authorOf(actor);
    return statement(
      customerDb,
      sql`INSERT INTO domain_change (date_created, user_id, real_user_id, customer_id, object_class, object_id, action, params)
        SELECT ${deletedAt}, ${userId}, ${realUserId}, ${customerId}, ${objectClass}, id, ${action}, ${params} FROM ${from}`,
    );
  };
  const detachStatements = (objectClass: string, table: string, column: string, field: string) => {
    const condition = sql`customer_id = ${customerId} AND ${sql.raw(column)} = ${idParam(id)}`;
    const params = JSON.stringify({ [field]: { before: id, after: null } });
    return [
      auditStatementFor(objectClass, "UPDATE", sql`${params}`, sql`${sql.raw(table)} WHERE ${condition}`),
      statement(customerDb, sql`UPDATE ${sql.raw(table)} SET ${sql.raw(column)} = NULL WHERE ${condition}`),
    ];
  };
  const extraStatements = [
    auditStatementFor(
      "siteproof.Template",
      "DELETE",
      sql`json_object('name', json_object('before', name))`,
      sql`template WHERE ${restrictedCondition}`,
    ),
    statement(
      customerDb,
      sql`UPDATE template SET date_deleted = ${deletedAt}, last_updated = ${deletedAt}, version = version + 1 WHERE ${restrictedCondition}`,
    ),
    ...detachStatements("siteproof.Device", "device", "current_license_id", "currentLicenseId"),
    ...detachStatements("siteproof.Documentation", "documentation", "license_id", "licenseId"),
    ...detachStatements("siteproof.TempFile", "temp_file", "license_id", "licenseId"),
    // Links stay open: they depend on the rights of their creator, not on the licence.
    ...detachStatements("siteproof.UploadToken", "upload_token", "license_id", "licenseId"),
  ];
  // A batch cannot span two databases. If the second write fails, the licence, now without templates, can be deleted again.
  if (isSeparate) await batchIf(customerDb, sql`1`, extraStatements);
  await removeRow(db, licenseBinding, actor, existing, {
    extraStatements: isSeparate ? [] : extraStatements,
  });
  return { success: true, templates };
}
