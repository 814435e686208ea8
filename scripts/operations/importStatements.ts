import { createHash } from "node:crypto";
import { z } from "zod";
import { terminate } from "../support/migrate.ts";
import type { CloudflareApi } from "./cloudflareApi.ts";

const progressSchema = z.object({
  success: z.boolean(),
  status: z.enum(["active", "complete", "error"]).optional(),
  at_bookmark: z.string().optional(),
  error: z.string().optional(),
  errors: z.array(z.string()).optional(),
});
const uploadSession = progressSchema.extend({
  upload_url: z.string().optional(),
  filename: z.string().optional(),
});

const pollIntervalMs = 250;

/**
 * Runs statements through D1's import: a failed import leaves the database unchanged, and triggers stay whole. The query call would
 * split the statements at every semicolon and so cut triggers in pieces ('incomplete input'). The database serves nothing else
 * during the import.
 */
export async function importStatements(
  api: CloudflareApi,
  databaseId: string,
  statements: readonly string[],
): Promise<void> {
  if (statements.length === 0) return;
  const sql = statements.map(terminate).join("\n");
  const etag = createHash("md5").update(sql).digest("hex");
  const path = `/d1/database/${databaseId}/import`;
  const start = await api.send("POST", path, { action: "init", etag }, uploadSession);
  let state: z.output<typeof progressSchema> = start;
  // A file that was uploaded before runs without another upload.
  if (start.upload_url) {
    await uploadSql(start.upload_url, sql, etag);
    state = await api.send(
      "POST",
      path,
      { action: "ingest", etag, filename: start.filename },
      progressSchema,
    );
  }
  while (state.success && state.status === "active") {
    await api.wait(pollIntervalMs);
    const current_bookmark = state.at_bookmark;
    state = await api.send("POST", path, { action: "poll", current_bookmark }, progressSchema);
  }
  if (!state.success || state.status !== "complete")
    throw new Error(`The database was not changed: ${state.errors?.join("; ") ?? state.error}`);
}

async function uploadSql(url: string, sql: string, etag: string): Promise<void> {
  const response = await fetch(url, { method: "PUT", body: sql });
  const receivedEtag = response.headers.get("etag")?.replaceAll('"', "");
  if (response.status !== 200 || receivedEtag !== etag)
    throw new Error(`The SQL could not be uploaded: ${response.status}`);
}
