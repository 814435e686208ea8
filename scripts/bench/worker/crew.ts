import { hashPassword } from "#worker/auth/session/password.ts";
import type { Env } from "#worker/env.ts";

/** The customer, user and device of the bench's uploads. */
export interface Crew {
  customerId: number;
  username: string;
  licenseCode: string;
  templateId: string;
}

const authorities = [
  "ROLE_DOCUMENTATION_READ",
  "ROLE_DOCUMENTATION_WRITE",
  "ROLE_FILE_READ",
  "ROLE_IMPORT_PHOTO",
];

/** Creates a customer with a licence, a template and a user who can view documentations. */
export async function createCrew(env: Env, password: string): Promise<Crew> {
  const [licenseCode, templateId] = [`BENCH-${crypto.randomUUID()}`, crypto.randomUUID()];
  const username = `crew${licenseCode.slice(-12)}`;
  const instant = "2026-01-01T00:00:00Z";
  const ids = await env.DB.prepare(
    "INSERT INTO customer (name, date_created) VALUES (?, ?) RETURNING id AS customerId",
  )
    .bind(username, instant)
    .first<{ customerId: number }>();
  const { customerId } = ids!;
  await env.DB.batch([
    env.DB.prepare(
      "INSERT INTO user (customer_id, username, username_key, password, date_created) VALUES (?1, ?2, ?2, ?3, ?4)",
    ).bind(customerId, username, await hashPassword(password), instant),
    env.DB.prepare(
      "INSERT INTO user_role (user_id, role_id) SELECT u.id, r.id FROM user u, role r WHERE u.username_key = ?1 AND r.authority IN (SELECT value FROM json_each(?2))",
    ).bind(username, JSON.stringify(authorities)),
    env.DB.prepare(
      "INSERT INTO license (id, customer_id, name, license_code, date_created) VALUES (unhex(replace(?1, '-', '')), ?2, ?3, ?3, ?4)",
    ).bind(crypto.randomUUID(), customerId, licenseCode, instant),
    env.DB.prepare(
      "INSERT INTO template (id, customer_id, name, date_created, last_updated, export_document_types) VALUES (unhex(replace(?1, '-', '')), ?2, 'Arrivals', ?3, ?3, '[]')",
    ).bind(templateId, customerId, instant),
  ]);
  return { customerId, username, licenseCode, templateId };
}
