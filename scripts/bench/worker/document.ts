import { z } from "zod";
import { documentRequest } from "#domain/endpoints/exports/exportDocumentCalls.ts";
import { loadCurrentActor } from "#worker/auth/session/actor.ts";
import { databaseOf } from "#worker/db/database.ts";
import type { Env } from "#worker/env.ts";
import { createR2Source } from "#worker/export/r2Source.ts";
import { serveExport } from "#worker/export/serveExport.ts";
import { buildDocument, resolveDocument } from "#worker/exportContent/resolveDocument.ts";

const requestSchema = z.object({ documentationId: z.string(), username: z.string(), ...documentRequest });

/** Serves a document as the product makes it, without its limit on photos. */
export async function serveDocument(env: Env, body: unknown): Promise<Response> {
  const { documentationId, username, ...request } = requestSchema.parse(body);
  const db = databaseOf(env);
  const row = await env.DB.prepare(
    "SELECT id AS userId, customer_id AS customerId FROM user WHERE username_key = ?",
  )
    .bind(username)
    .first<{ userId: number; customerId: number }>();
  const actor = await loadCurrentActor(db, { ...row!, realUserId: null });
  const file = await buildDocument(
    env,
    db,
    actor,
    documentationId,
    await resolveDocument(db, actor, documentationId, request),
  );
  return serveExport(file, new Request("http://bench"), createR2Source(env.STORAGE));
}
