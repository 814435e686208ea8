import { type SQL, sql } from "drizzle-orm";

/**
 * Holds for an upload that was refused and lacks its documentation still: nothing was accepted for the same photo or file since.
 * Excludes what staff or links brought: whoever brought it was told, and the documentation never expected it.
 * @param upload the upload's alias in the statement
 */
export const lackingUpload = (upload: string): SQL =>
  sql.raw(`${upload}.state = 'REFUSED' AND NOT ${upload}.imported AND NOT EXISTS (SELECT 1 FROM upload later
    WHERE later.customer_id = ${upload}.customer_id AND later.kind = ${upload}.kind
      AND later.target_id = ${upload}.target_id AND later.state = 'STORED')`);
