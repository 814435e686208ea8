import { type SQL, sql } from "drizzle-orm";
import type { Actor } from "../../../domain/access/actor";
import { now } from "../../../domain/fields";
import { problem } from "../../../domain/problem";
import type { Database } from "../../db/database";
import { statement } from "../../db/statement";
import { authorOf } from "../../entrance/session/actor";
import { licenseBinding } from "../../resources";
import type { Found } from "../../resources/binding";
import { findRow } from "../../resources/reading";
import { removeRow } from "../../resources/writing";

/** Templates that are not deleted and are offered to one licence alone. */
const restrictedTo = (
  customerId: number,
  id: string,
) => sql`date_deleted IS NULL AND customer_id = ${customerId}
  AND EXISTS (SELECT 1 FROM template_license l WHERE l.template_id = template.id AND l.license_id = ${id})
  AND NOT EXISTS (SELECT 1 FROM template_license l WHERE l.template_id = template.id AND l.license_id <> ${id})`;

/** Of so many templates a refusal names the first. */
const mostNames = 20;

/** Deletes a licence alone. @throws onlyLicense, naming the templates, where some would be offered to everybody without it */
export async function removeLicense(db: Database, actor: Actor, before: Found): Promise<void> {
  const own = restrictedTo(before.customerId as number, String(before.id));
  const templates = await db.all<{ name: string }>(
    sql`SELECT name FROM template WHERE ${own} ORDER BY name COLLATE NOCASE, id LIMIT ${mostNames}`,
  );
  if (templates.length > 0) throw problem("onlyLicense", { names: templates.map(({ name }) => name) });
  await removeRow(db, licenseBinding, actor, before, {
    guard: { holds: sql`NOT EXISTS (SELECT 1 FROM template WHERE ${own})`, otherwise: "onlyLicense" },
  });
}

/**
 * Deletes a licence and the templates offered to it alone. Templates stay hidden for the documentations made with them, as deleted
 * ones do; those that other licences have too lose this one. What the field captured stays and names no licence any more.
 */
export async function removeWithTemplates(db: Database, actor: Actor, id: string) {
  const before = await findRow(db, licenseBinding, actor, id);
  const customerId = before.customerId as number;
  const at = now();
  const own = restrictedTo(customerId, id);
  const counted = await db.get<{ total: number }>(sql`SELECT count(*) AS total FROM template WHERE ${own}`);
  const log = (objectClass: string, action: "UPDATE" | "DELETE", params: SQL, from: SQL) => {
    const { userId, realUserId } = authorOf(actor);
    return statement(
      db,
      sql`INSERT INTO domain_change (date_created, user_id, real_user_id, customer_id, object_class, object_id, action, params)
        SELECT ${at}, ${userId}, ${realUserId}, ${customerId}, ${objectClass}, id, ${action}, ${params} FROM ${from}`,
    );
  };
  const parted = (objectClass: string, table: string, column: string, field: string) => {
    const named = sql`customer_id = ${customerId} AND ${sql.raw(column)} = ${id}`;
    const params = JSON.stringify({ [field]: { before: id, after: null } });
    return [
      log(objectClass, "UPDATE", sql`${params}`, sql`${sql.raw(table)} WHERE ${named}`),
      statement(db, sql`UPDATE ${sql.raw(table)} SET ${sql.raw(column)} = NULL WHERE ${named}`),
    ];
  };
  await removeRow(db, licenseBinding, actor, before, {
    also: [
      log(
        "siteproof.Template",
        "DELETE",
        sql`json_object('name', json_object('before', name))`,
        sql`template WHERE ${own}`,
      ),
      statement(
        db,
        sql`UPDATE template SET date_deleted = ${at}, last_updated = ${at}, version = version + 1 WHERE ${own}`,
      ),
      ...parted("siteproof.Device", "device", "current_license_id", "currentLicenseId"),
      ...parted("siteproof.Documentation", "documentation", "license_id", "licenseId"),
      ...parted("siteproof.TempFile", "temp_file", "license_id", "licenseId"),
      // Links stand by the right of whoever made them, and stay open.
      ...parted("siteproof.UploadToken", "upload_token", "license_id", "licenseId"),
    ],
  });
  return { success: true, templates: counted?.total ?? 0 };
}
