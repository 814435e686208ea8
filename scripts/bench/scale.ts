import type { D1Database } from "@cloudflare/workers-types";
import { hashPassword } from "#worker/auth/session/password.ts";
import { retryLostConnection } from "../support/retry.ts";

/** Documentations per bench customer. */
export const scales = [1_000, 100_000, 1_000_000] as const;
export type Scale = (typeof scales)[number];
export const customerOf = (scale: Scale): number => scales.indexOf(scale) + 1;
export const usernameOf = (scale: Scale): string => `bench${scale}`;
export const password = "Bench-only-1!";

const rowsPerStatement = 2_000;
const templatesPerCustomer = 10;

/**
 * Inserts documentations directly into the database, through every trigger: names that contain one universal word, one in every
 * tenth and one in a single row; five years of dates, ten templates, all statuses but DELETED.
 */
export async function fillScales(
  db: D1Database,
  say: (text: string) => void,
  scales: readonly Scale[],
): Promise<void> {
  const hash = await hashPassword(password);
  for (const scale of scales) {
    const customer = customerOf(scale);
    await db.batch([
      db
        .prepare("INSERT INTO customer (id, name, date_created) VALUES (?, ?, '2020-01-01T00:00:00Z')")
        .bind(customer, `Bench ${scale}`),
      db
        .prepare(
          "INSERT INTO user (id, customer_id, username, username_key, password, date_created) VALUES (?1, ?1, ?2, ?2, ?3, '2020-01-01T00:00:00Z')",
        )
        .bind(customer, usernameOf(scale), hash),
      db
        .prepare(
          "INSERT INTO user_role (user_id, role_id) SELECT ?, id FROM role WHERE authority IN ('ROLE_DOCUMENTATION_READ', 'ROLE_FILE_READ', 'ROLE_EXPORT_DOCUMENTATION_LIST')",
        )
        .bind(customer),
      db
        .prepare(
          `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${templatesPerCustomer - 1})
           INSERT INTO template (id, customer_id, name, date_created, last_updated, export_document_types)
           SELECT unhex(printf('00000000000040008000%06d%06d', ?1, i)), ?1, 'Template ' || i, '2020-01-01T00:00:00Z', '2020-01-01T00:00:00Z', '[]' FROM n`,
        )
        .bind(customer),
    ]);
    for (let from = 0; from < scale; from += rowsPerStatement) {
      await retryLostConnection(() =>
        db
          .prepare(insertDocumentationsSql)
          .bind(customer, from, Math.min(scale, from + rowsPerStatement), scale)
          .run(),
      );
      // Indexes them for search, as the scheduled job does.
      await retryLostConnection(() => db.prepare("DELETE FROM search_pending").run());
      if (scale === 1_000_000 && from % 100_000 === 0)
        say(`  ${from.toLocaleString("en")} of ${scale.toLocaleString("en")} documentations`);
    }
  }
}

const insertDocumentationsSql = `
  WITH RECURSIVE n(i) AS (SELECT ?2 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ?3)
  INSERT OR IGNORE INTO documentation (id, customer_id, template_id, name, creator, device_id, status, date_created, date_uploaded, last_updated)
  SELECT unhex(printf('%08x000040008000%012x', ?1, i)), ?1,
    unhex(printf('00000000000040008000%06d%06d', ?1, i % ${templatesPerCustomer})),
    'Station ' || (i * 7919 % ?4) || CASE WHEN i % 10 = 3 THEN ' inspection' ELSE ' visit' END || CASE WHEN i = ?4 / 2 THEN ' zebrafinch' ELSE '' END,
    'crew ' || (i % 40), printf('dev%05d', i % 300),
    CASE i % 7 WHEN 0 THEN 'ONGOING' WHEN 1 THEN 'HANDLED' WHEN 2 THEN 'APPROVED' WHEN 3 THEN 'PAUSED' ELSE 'COMPLETED' END,
    strftime('%Y-%m-%dT%H:%M:%SZ', 1577836800 + CAST((i * 104729 % ?4) * (157000000 / ?4) AS INTEGER), 'unixepoch'),
    strftime('%Y-%m-%dT%H:%M:%SZ', 1577840400 + CAST((i * 104729 % ?4) * (157000000 / ?4) AS INTEGER), 'unixepoch'), '2026-01-01T00:00:00Z'
  FROM n`;

/** One search term per frequency: in a single row, in one of ten, in all. */
export const terms = { rare: "zebrafinch", common: "inspection", universal: "station" } as const;
