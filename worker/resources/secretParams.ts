import { type SQL, sql } from "drizzle-orm";
import { ConnectorError } from "#worker/connectors/connector.ts";
import type { Env } from "#worker/env.ts";
import { SealedSecretError, sealSecret, unsealSecret } from "#worker/secrets.ts";

/**
 * SQL for the contract's `secretsSet`: the keys of the secrets (passwords, client secrets, API keys) that have a value. The `secrets` column
 * has them as JSON with encrypted values; the contract's field `secrets` is write-only.
 */
export const secretsSetSql = (table: string): SQL =>
  sql`(SELECT json_group_array(s.key ORDER BY s.key) FROM json_each(coalesce(${sql.raw(table)}.secrets, '{}')) s)`.mapWith(
    (text): unknown => JSON.parse(String(text)),
  );

type StoredSecrets = string | null | undefined;
const parseStoredSecrets = (storedSecrets: StoredSecrets): Record<string, string> =>
  JSON.parse(storedSecrets || "{}");

/** The row that secrets belong to: they are encrypted for it, so that they cannot be decrypted in another row. */
export interface SecretOwner {
  /** The resource's name. */
  entity: string;
  id: string;
}
const createContext = ({ entity, id }: SecretOwner, key: string) => `${entity}.${id}.${key}`;
/** The context of secrets that were stored before secrets were encrypted for their row. They are replaced when entered again. */
const createLegacyContext = ({ entity }: SecretOwner, key: string) => `${entity}.${key}`;

/** The `secrets` column after a change: `input` replaces stored secrets; an empty text removes one. */
export function mergeSecrets(
  env: Env,
  owner: SecretOwner,
  storedSecrets: StoredSecrets,
  input: Record<string, string>,
): string {
  const secrets = parseStoredSecrets(storedSecrets);
  for (const [key, value] of Object.entries(input)) {
    if (value === "") delete secrets[key];
    else secrets[key] = sealSecret(env, value, createContext(owner, key));
  }
  return JSON.stringify(secrets);
}

/**
 * The secrets in plain text, for connecting to the external system. Must never be in a response or a log.
 * @throws ConnectorError unreadableSecret
 */
export const decryptSecrets = (
  env: Env,
  owner: SecretOwner,
  storedSecrets: StoredSecrets,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(parseStoredSecrets(storedSecrets)).map(([key, sealedSecret]) => [
      key,
      decryptSecret(env, sealedSecret, owner, key),
    ]),
  );

function decryptSecret(env: Env, sealedSecret: string, owner: SecretOwner, key: string): string {
  for (const context of [createContext(owner, key), createLegacyContext(owner, key)])
    try {
      return unsealSecret(env, sealedSecret, context);
    } catch (error) {
      if (!(error instanceof SealedSecretError)) throw error;
    }
  throw new ConnectorError(
    "unreadableSecret",
    `The stored secret (${key}) cannot be read, because the service's encryption key has changed. Enter it again.`,
  );
}
