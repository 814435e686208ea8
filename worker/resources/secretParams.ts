import { type SQL, sql } from "drizzle-orm";
import type { Env } from "../env";
import { seal, unseal } from "../secrets";

/**
 * Secrets among the params of an entity: passwords, client secrets, api keys. They are kept in a `secrets` column as JSON, each
 * value sealed by itself, so that a reader sees which are set and nobody sees what they are. The contract has them as two fields:
 * `secrets`, write-only, and `secretsSet`, the keys that have a value.
 */
export const secretsSet = (table: string): SQL =>
  sql`(SELECT json_group_array(s.key ORDER BY s.key) FROM json_each(coalesce(${sql.raw(table)}.secrets, '{}')) s)`.mapWith(
    (text) => JSON.parse(String(text)) as unknown,
  );

type Stored = string | null | undefined;
const parsed = (stored: Stored) => JSON.parse(stored || "{}") as Record<string, string>;
const placeOf = (entity: string, key: string) => `${entity}.${key}`;

/** The column after a client gave secrets: a given one takes the place of the old, an empty one removes it, the others stay. */
export function withSecrets(env: Env, entity: string, stored: Stored, given: Record<string, string>): string {
  const kept = parsed(stored);
  for (const [key, value] of Object.entries(given)) {
    if (value === "") delete kept[key];
    else kept[key] = seal(env, value, placeOf(entity, key));
  }
  return JSON.stringify(kept);
}

/** The secrets in the clear, for whatever makes the connection. Never for an answer, never for a log. */
export const openedSecrets = (env: Env, entity: string, stored: Stored): Record<string, string> =>
  Object.fromEntries(
    Object.entries(parsed(stored)).map(([key, sealed]) => [key, unseal(env, sealed, placeOf(entity, key))]),
  );
