import type { D1Database } from "@cloudflare/workers-types";
import { hashPassword } from "#worker/auth/session/password.ts";

/** The customer, user and device of the bench's uploads. */
export interface Crew {
  customerId: number;
  username: string;
  licenseCode: string;
  templateId: string;
}

/** Of every user of the bench. */
export const password = "Bench-only-1!";

const authorities = [
  "ROLE_DOCUMENTATION_READ",
  "ROLE_DOCUMENTATION_WRITE",
  "ROLE_FILE_READ",
  "ROLE_IMPORT_PHOTO",
];

/** Creates a customer with a licence, a template and a user who can view documentations, or do everything. */
export async function createCrew(db: D1Database, { isSuperAdmin = false } = {}): Promise<Crew> {
  const [licenseCode, templateId] = [`BENCH-${crypto.randomUUID()}`, crypto.randomUUID()];
  const username = `crew${licenseCode.slice(-12)}`;
  const instant = "2026-01-01T00:00:00Z";
  const ids = await db
    .prepare("INSERT INTO customer (name, date_created) VALUES (?, ?) RETURNING id AS customerId")
    .bind(username, instant)
    .first<{ customerId: number }>();
  const { customerId } = ids!;
  await db.batch([
    db
      .prepare(
        "INSERT INTO user (customer_id, username, username_key, password, date_created) VALUES (?1, ?2, ?2, ?3, ?4)",
      )
      .bind(customerId, username, await hashPassword(password), instant),
    db
      .prepare(
        "INSERT INTO user_role (user_id, role_id) SELECT u.id, r.id FROM user u, role r WHERE u.username_key = ?1 AND r.authority IN (SELECT value FROM json_each(?2))",
      )
      .bind(username, JSON.stringify(isSuperAdmin ? ["ROLE_SUPER_ADMIN"] : authorities)),
    db
      .prepare(
        "INSERT INTO license (id, customer_id, name, license_code, date_created) VALUES (unhex(replace(?1, '-', '')), ?2, ?3, ?3, ?4)",
      )
      .bind(crypto.randomUUID(), customerId, licenseCode, instant),
    db
      .prepare(
        "INSERT INTO template (id, customer_id, name, date_created, last_updated, export_document_types) VALUES (unhex(replace(?1, '-', '')), ?2, 'Arrivals', ?3, ?3, '[]')",
      )
      .bind(templateId, customerId, instant),
  ]);
  return { customerId, username, licenseCode, templateId };
}
