import { createHash, createHmac } from "node:crypto";
import { and, eq, lt, sql } from "drizzle-orm";
import type { Actor } from "#domain/access/actor.ts";
import {
  idempotencyHours,
  idempotencyKeyHeader,
  idempotencyKeyPattern,
  idempotencyReplayedHeader,
} from "#domain/contract/endpoint.ts";
import { addSeconds } from "#domain/core/fields.ts";
import { problem } from "#domain/core/problem.ts";
import type { Database } from "#worker/db/database.ts";
import { idempotentCall } from "#worker/db/schema/index.ts";
import { statement } from "#worker/db/statement.ts";
import { getDecodedParts } from "#worker/http/base64Body.ts";
import type { AppContext } from "#worker/http/context.ts";
import { getDirectoryDb } from "#worker/http/databases.ts";
import { sealSecret, unsealSecret } from "#worker/secrets.ts";

/** Seconds after which a call without a response counts as interrupted: longer than any call runs. */
const interruptedAfterSeconds = 300;
/** Milliseconds between checks of an equal call that is running, and how long a call waits for it. */
const pollIntervalMs = 150;
const maxWaitMs = 20_000;
const retryAfterSeconds = 3;
/** A longer response is not stored, so the call can be repeated. D1 stores at most 2 MB in a value. */
const maxResponseCharacters = 1_000_000;

type StoredCall = typeof idempotentCall.$inferSelect;

/**
 * Makes a call once per caller, route and idempotency key; without the header, simply makes it. An equal call that arrives in the
 * meantime waits for the first, and later ones get its response. Only successful responses are
 * stored: a refused or failed call can be repeated with its key.
 * @throws idempotencyKeyReused, callInProgress, callInterrupted; invalid for a malformed key; whatever `run` throws
 */
export async function runOnce(
  c: AppContext,
  actor: Actor,
  input: unknown,
  run: () => Promise<Response>,
): Promise<Response> {
  const key = c.req.header(idempotencyKeyHeader);
  if (key === undefined) return run();
  if (!idempotencyKeyPattern.test(key))
    throw problem("invalid", { fields: { [idempotencyKeyHeader]: "invalid" } });
  const db = getDirectoryDb(c);
  const { userId, realUserId, customerId } = actor;
  const hashOf = (value: unknown) => hmacOf(c.env.SECRETS_KEY, value);
  const id = hashOf([userId, realUserId, customerId, c.req.method, c.req.path, key]);
  const inputHash = hashOf([input, getDecodedParts(c.req.raw)]);
  const runId = crypto.randomUUID();
  const deadlineMs = Date.now() + maxWaitMs;
  for (;;) {
    const storedCall = await claim(db, { id, inputHash, runId });
    if (storedCall.inputHash !== inputHash) throw problem("idempotencyKeyReused");
    if (storedCall.runId === runId) return runAndStore(c, db, storedCall, run);
    if (storedCall.status !== null) return replay(c, storedCall);
    if (storedCall.dateCreated < addSeconds(-interruptedAfterSeconds)) throw problem("callInterrupted");
    if (Date.now() >= deadlineMs) throw problem("callInProgress", { retryAfter: retryAfterSeconds });
    await new Promise((resolve) => setTimeout(resolve, pollIntervalMs));
  }
}

/** Stores the call if no equal one is stored, and returns what is stored. It always writes, so that it sees the primary's rows. */
async function claim(
  db: Database,
  call: Pick<StoredCall, "id" | "inputHash" | "runId">,
): Promise<StoredCall> {
  const expiredCondition = sql`${idempotentCall.dateCreated} < ${addSeconds(-idempotencyHours * 3600)}`;
  const replaceIfExpiredSql = (column: keyof typeof idempotentCall.$inferSelect, name: string) =>
    sql`iif(${expiredCondition}, ${sql.raw(`excluded.${name}`)}, ${idempotentCall[column]})`;
  const [row] = await db
    .insert(idempotentCall)
    .values(call)
    .onConflictDoUpdate({
      target: idempotentCall.id,
      set: {
        inputHash: replaceIfExpiredSql("inputHash", "input_hash"),
        runId: replaceIfExpiredSql("runId", "run_id"),
        status: replaceIfExpiredSql("status", "status"),
        response: replaceIfExpiredSql("response", "response"),
        dateCreated: replaceIfExpiredSql("dateCreated", "date_created"),
      },
    })
    .returning();
  return row!;
}

const ownCallCondition = ({ id, runId }: StoredCall) =>
  and(eq(idempotentCall.id, id), eq(idempotentCall.runId, runId));

async function runAndStore(
  c: AppContext,
  db: Database,
  storedCall: StoredCall,
  run: () => Promise<Response>,
): Promise<Response> {
  const deleteCall = () => db.delete(idempotentCall).where(ownCallCondition(storedCall));
  let response: Response;
  try {
    response = await run();
  } catch (error) {
    await deleteCall();
    throw error;
  }
  // From here on the call has taken effect. If its response cannot be stored, the key stays, so that repeating it does nothing.
  const text = await response.clone().text();
  if (text.length > maxResponseCharacters) await deleteCall();
  else
    await db
      .update(idempotentCall)
      .set({ status: response.status, response: sealSecret(c.env, text, sealContextOf(storedCall)) })
      .where(ownCallCondition(storedCall));
  return response;
}

async function replay(c: AppContext, storedCall: StoredCall): Promise<Response> {
  const text = openResponse(c, storedCall);
  // A write without effect, so that the bookmark of this response includes what the first call wrote.
  await statement(c.get("db"), sql`DELETE FROM idempotent_call WHERE id = x''`);
  return new Response(text, {
    status: storedCall.status ?? 200,
    headers: { "content-type": "application/json", [idempotencyReplayedHeader]: "true" },
  });
}

/** @throws callInterrupted for a response that was encrypted with a key that has been replaced */
function openResponse(c: AppContext, storedCall: StoredCall): string {
  try {
    return unsealSecret(c.env, storedCall.response ?? "", sealContextOf(storedCall));
  } catch {
    throw problem("callInterrupted");
  }
}

const sealContextOf = ({ id }: StoredCall) => `idempotentCall ${id}`;

/** Hexadecimal HMAC-SHA-256 of a value, keyed because an input may hold a password. Bytes are hashed by content. */
function hmacOf(secretKey: string, value: unknown): string {
  const text = JSON.stringify(value, function (this: Record<string, unknown>, name, json: unknown) {
    // `json` is the JSON form of a Buffer: the numbers of all bytes.
    const original = this[name];
    return original instanceof Uint8Array ? createHash("sha256").update(original).digest("hex") : json;
  });
  return createHmac("sha256", secretKey)
    .update(text ?? "")
    .digest("hex");
}

/** Deletes calls whose keys have expired. */
export const purgeIdempotentCalls = (db: Database, runAt: Date) =>
  db
    .delete(idempotentCall)
    .where(lt(idempotentCall.dateCreated, addSeconds(-idempotencyHours * 3600, runAt)));
