import { type SQL, sql } from "drizzle-orm";

/**
 * Holds for an upload that was refused and not replaced: nothing has been accepted for the same photo or file. Excludes imports:
 * their sender saw the refusal, and the documentation never expected them. The uploads of what was accepted may be forgotten
 * (worker/ingest/forgetUploads.ts), so the photo or file itself is asked for too.
 * @param upload the upload's alias in the statement
 */
export const lackingUpload = (upload: string): SQL =>
  sql.raw(`${upload}.state = 'REFUSED' AND NOT ${upload}.imported AND NOT EXISTS (SELECT 1 FROM upload later
    WHERE later.customer_id = ${upload}.customer_id AND later.documentation_id = ${upload}.documentation_id
      AND later.target_id = ${upload}.target_id AND later.kind = ${upload}.kind AND later.state = 'STORED')
    AND NOT EXISTS (SELECT 1 FROM photo WHERE photo.customer_id = ${upload}.customer_id AND photo.id = ${upload}.target_id AND photo.has_data)
    AND NOT EXISTS (SELECT 1 FROM file WHERE file.customer_id = ${upload}.customer_id AND file.id = ${upload}.target_id AND file.has_data)
    AND NOT EXISTS (SELECT 1 FROM removed_media r WHERE r.customer_id = ${upload}.customer_id
      AND r.documentation_id = ${upload}.documentation_id AND r.target_id = ${upload}.target_id)`);
