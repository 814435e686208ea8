import { type SQL, sql } from "drizzle-orm";
import { containsFolded } from "#worker/db/casefold.ts";

/** The ids of users whose usernames or full names contain a term. Deleted users are found by their names in the audit log. */
export const matchingUserIdsSql = (
  term: string,
): SQL => sql`SELECT u.id FROM user u WHERE ${containsFolded(sql`u.username`, term)} OR ${containsFolded(sql`coalesce(u.full_name, '')`, term)}
  UNION ALL SELECT CAST(d.object_id AS INTEGER) FROM domain_change d WHERE d.object_class = 'siteproof.User' AND d.action = 'DELETE'
    AND (${containsFolded(sql`(d.params ->> '$.username.before')`, term)} OR ${containsFolded(sql`coalesce(d.params ->> '$.fullName.before', '')`, term)})
  UNION ALL SELECT CAST(n.object_id AS INTEGER) FROM audit_name n WHERE n.object_class = 'siteproof.User'
    AND (${containsFolded(sql`n.name`, term)} OR ${containsFolded(sql`coalesce(n.full_name, '')`, term)})`;
