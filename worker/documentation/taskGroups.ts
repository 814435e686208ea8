import { type SQL, sql } from "drizzle-orm";
import { idAsText } from "#worker/db/ids.ts";

/** A JSON array of `value` for each group around task `k`, outermost first. Groups are nested at most ten deep. */
const groupsSql = (value: SQL) => sql`(WITH RECURSIVE ancestor(parent_id, id, name, position, depth) AS (
    SELECT g.parent_id, g.id, g.name, g.position, 1 FROM documentation_task g WHERE g.id = k.parent_id
    UNION ALL SELECT g.parent_id, g.id, g.name, g.position, depth + 1 FROM ancestor CROSS JOIN documentation_task g ON g.id = ancestor.parent_id WHERE depth < 10)
  SELECT json_group_array(value) FROM (SELECT ${value} AS value FROM ancestor ORDER BY depth DESC))`;

/** The names of the groups. */
export const taskGroupsSql = groupsSql(sql`name`);

/** The ids of the groups, which distinguish groups of the same name. */
export const taskGroupIdsSql = groupsSql(idAsText("id"));

/** The number of each group among its siblings of the same name, from 1: the same group has the same number in every visit. */
export const taskGroupNumbersSql = groupsSql(sql`(SELECT 1 + count(*) FROM documentation_task s
    WHERE s.customer_id = k.customer_id AND s.documentation_id = k.documentation_id AND s.type = 'GROUP'
      AND s.parent_id IS ancestor.parent_id AND s.name = ancestor.name AND s.position < ancestor.position)`);
