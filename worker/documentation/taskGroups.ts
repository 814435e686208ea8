import { sql } from "drizzle-orm";

/** JSON of the names of the groups around task `k`, outermost first. Groups are nested at most ten deep. */
export const taskGroupsSql = sql`(WITH RECURSIVE ancestor(parent_id, name, depth) AS (
    SELECT g.parent_id, g.name, 1 FROM documentation_task g WHERE g.id = k.parent_id
    UNION ALL SELECT g.parent_id, g.name, depth + 1 FROM ancestor CROSS JOIN documentation_task g ON g.id = ancestor.parent_id WHERE depth < 10)
  SELECT json_group_array(name) FROM (SELECT name FROM ancestor ORDER BY depth DESC))`;
