import { type SQL, sql } from "drizzle-orm";

/**
 * Condition for an upload that was refused and not replaced: nothing has been accepted for the same photo or file. Excludes imports:
 * their sender saw the refusal, and the documentation never expected them. Also checks the photo or file itself, because uploads that
 * were accepted are purged (worker/ingest/purgeUploads.ts).
 * @param upload the upload's alias in the statement
 * @param documentation the alias of its documentation where that is joined: then SQLite evaluates the condition after the join
 */
export const unresolvedRefusalCondition = (upload: string, documentation?: string): SQL => {
  const [customerId, documentationId] = documentation
    ? [`${documentation}.customer_id`, `${documentation}.id`]
    : [`${upload}.customer_id`, `${upload}.documentation_id`];
  return sql.raw(`${upload}.state = 'REFUSED' AND NOT ${upload}.is_import AND NOT EXISTS (SELECT 1 FROM upload later
    WHERE later.customer_id = ${customerId} AND later.documentation_id = ${documentationId}
      AND later.target_id = ${upload}.target_id AND later.kind = ${upload}.kind AND later.state = 'STORED')
    AND NOT EXISTS (SELECT 1 FROM photo WHERE photo.customer_id = ${customerId} AND photo.id = ${upload}.target_id AND photo.has_data)
    AND NOT EXISTS (SELECT 1 FROM file WHERE file.customer_id = ${customerId} AND file.id = ${upload}.target_id AND file.has_data)
    AND NOT EXISTS (SELECT 1 FROM deleted_media_tombstone r WHERE r.customer_id = ${customerId}
      AND r.documentation_id = ${documentationId} AND r.target_id = ${upload}.target_id)`);
};
