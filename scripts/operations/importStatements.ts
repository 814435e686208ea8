import { createHash } from "node:crypto";
import { z } from "zod";
import { terminate } from "../support/migrate.ts";
import type { Cloudflare } from "./cloudflareApi.ts";

const progress = z.object({
  success: z.boolean(),
  status: z.enum(["active", "complete", "error"]).optional(),
  at_bookmark: z.string().optional(),
  error: z.string().optional(),
  errors: z.array(z.string()).optional(),
});
const uploadSession = progress.extend({ upload_url: z.string().optional(), filename: z.string().optional() });

const pollIntervalMs = 250;

/**
 * Runs statements through D1's import: a failed import leaves the database as it was, and triggers arrive whole. The call that runs
 * queries splits several statements at every semicolon, and so cuts triggers ('incomplete input'). The database answers nothing else
 * in the meantime.
 */
export async function importStatements(
  api: Cloudflare,
  databaseId: string,
  statements: readonly string[],
): Promise<void> {
  if (statements.length === 0) return;
  const sql = statements.map(terminate).join("\n");
  const etag = createHash("md5").update(sql).digest("hex");
  const path = `/d1/database/${databaseId}/import`;
  const start = await api.send("POST", path, { action: "init", etag }, uploadSession);
  let state: z.output<typeof progress> = start;
  // A file that was uploaded before is run at once.
  if (start.upload_url) {
    await upload(start.upload_url, sql, etag);
    state = await api.send("POST", path, { action: "ingest", etag, filename: start.filename }, progress);
  }
  while (state.success && state.status === "active") {
    await api.wait(pollIntervalMs);
    const current_bookmark = state.at_bookmark;
    state = await api.send("POST", path, { action: "poll", current_bookmark }, progress);
  }
  if (!state.success || state.status !== "complete")
    throw new Error(`The database was not changed: ${state.errors?.join("; ") ?? state.error}`);
}

async function upload(url: string, sql: string, etag: string): Promise<void> {
  const response = await fetch(url, { method: "PUT", body: sql });
  const received = response.headers.get("etag")?.replaceAll('"', "");
  if (response.status !== 200 || received !== etag)
    throw new Error(`The SQL could not be uploaded: ${response.status}`);
}
