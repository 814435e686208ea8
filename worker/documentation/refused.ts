import { type SQL, sql } from "drizzle-orm";

/**
 * Holds for an upload that was refused and not replaced: nothing has been accepted for the same photo or file since. Excludes imports:
 * their sender saw the refusal, and the documentation never expected them.
 * @param upload the upload's alias in the statement
 */
export const lackingUpload = (upload: string): SQL =>
  sql.raw(`${upload}.state = 'REFUSED' AND NOT ${upload}.imported AND NOT EXISTS (SELECT 1 FROM upload later
    WHERE later.customer_id = ${upload}.customer_id AND later.kind = ${upload}.kind
      AND later.target_id = ${upload}.target_id AND later.state = 'STORED')`);
