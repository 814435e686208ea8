import { type SQL, sql } from "drizzle-orm";
import { ConnectorError } from "#worker/connectors/connector.ts";
import type { Env } from "#worker/env.ts";
import { SealedSecretError, seal, unseal } from "#worker/secrets.ts";

/**
 * SQL for the contract's `secretsSet`: the keys of the secrets (passwords, client secrets, API keys) that have a value. The `secrets` column
 * has them as JSON with encrypted values; the contract's field `secrets` is write-only.
 */
export const secretsSet = (table: string): SQL =>
  sql`(SELECT json_group_array(s.key ORDER BY s.key) FROM json_each(coalesce(${sql.raw(table)}.secrets, '{}')) s)`.mapWith(
    (text): unknown => JSON.parse(String(text)),
  );

type StoredSecrets = string | null | undefined;
const parseStored = (stored: StoredSecrets): Record<string, string> => JSON.parse(stored || "{}");

/** The row that secrets belong to: sealed for it, a secret cannot be read in another row. */
export interface SecretOwner {
  /** The resource's name. */
  entity: string;
  id: string;
}
const contextOf = ({ entity, id }: SecretOwner, key: string) => `${entity}.${id}.${key}`;
/** The context of secrets that were stored before they were sealed for their row. They are replaced when they are entered again. */
const legacyContextOf = ({ entity }: SecretOwner, key: string) => `${entity}.${key}`;

/** The `secrets` column after a change: `input` replaces stored secrets; an empty text removes one. */
export function mergeSecrets(
  env: Env,
  owner: SecretOwner,
  stored: StoredSecrets,
  input: Record<string, string>,
): string {
  const secrets = parseStored(stored);
  for (const [key, value] of Object.entries(input)) {
    if (value === "") delete secrets[key];
    else secrets[key] = seal(env, value, contextOf(owner, key));
  }
  return JSON.stringify(secrets);
}

/**
 * The secrets in plain text, for connecting to the external system. Must never be in a response or a log.
 * @throws ConnectorError unreadableSecret
 */
export const decryptSecrets = (env: Env, owner: SecretOwner, stored: StoredSecrets): Record<string, string> =>
  Object.fromEntries(
    Object.entries(parseStored(stored)).map(([key, sealed]) => [key, decryptSecret(env, sealed, owner, key)]),
  );

function decryptSecret(env: Env, sealed: string, owner: SecretOwner, key: string): string {
  for (const context of [contextOf(owner, key), legacyContextOf(owner, key)])
    try {
      return unseal(env, sealed, context);
    } catch (error) {
      if (!(error instanceof SealedSecretError)) throw error;
    }
  throw new ConnectorError(
    "unreadableSecret",
    `The stored secret (${key}) cannot be read, because the service's encryption key has changed. Enter it again.`,
  );
}
