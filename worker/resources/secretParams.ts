import { type SQL, sql } from "drizzle-orm";
import type { Env } from "#worker/env.ts";
import { seal, unseal } from "#worker/secrets.ts";

/**
 * The secrets of an entity: passwords, client secrets, API keys. The `secrets` column holds them as JSON with each value sealed. The
 * contract has two fields: `secrets`, write-only, and `secretsSet`, the keys that have a value.
 */
export const secretsSet = (table: string): SQL =>
  sql`(SELECT json_group_array(s.key ORDER BY s.key) FROM json_each(coalesce(${sql.raw(table)}.secrets, '{}')) s)`.mapWith(
    (text) => JSON.parse(String(text)) as unknown,
  );

type Stored = string | null | undefined;
const parsed = (stored: Stored) => JSON.parse(stored || "{}") as Record<string, string>;
const contextOf = (entity: string, key: string) => `${entity}.${key}`;

/** The `secrets` column after a change: given secrets replace stored ones, empty ones remove them, others stay. */
export function mergeSecrets(
  env: Env,
  entity: string,
  stored: Stored,
  given: Record<string, string>,
): string {
  const secrets = parsed(stored);
  for (const [key, value] of Object.entries(given)) {
    if (value === "") delete secrets[key];
    else secrets[key] = seal(env, value, contextOf(entity, key));
  }
  return JSON.stringify(secrets);
}

/** The secrets in clear text, for connecting to the other system. Never for an answer or a log. */
export const decryptSecrets = (env: Env, entity: string, stored: Stored): Record<string, string> =>
  Object.fromEntries(
    Object.entries(parsed(stored)).map(([key, sealed]) => [key, unseal(env, sealed, contextOf(entity, key))]),
  );
