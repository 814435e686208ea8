import { type SQL, sql } from "drizzle-orm";
import type { Database } from "#worker/db/database.ts";
import { idParam } from "#worker/db/ids.ts";
import { selectRows, text } from "#worker/db/rows.ts";
import type { DocumentationRow } from "#worker/db/schema/index.ts";

/** Condition on a delivery: some of it may have been sent. A failed one has sent only the files reported as arrived. */
export const startedCondition = (alias: string): SQL =>
  sql.raw(`${alias}.started_at IS NOT NULL AND (${alias}.state <> 'FAILED' OR ${alias}.files_done > 0)`);

/** The destinations to which an export caused by a version's status change has started, so that undoing the change cannot cancel it. */
export const listStartedDestinations = async (
  db: Database,
  { customerId, id, version }: Pick<DocumentationRow, "customerId" | "id" | "version">,
): Promise<string[]> =>
  (
    await selectRows(
      db,
      { name: text("d.export_configuration_name") },
      (columns) => sql`SELECT DISTINCT ${columns} FROM delivery d WHERE d.customer_id = ${customerId}
        AND d.documentation_id = ${idParam(id)} AND d.cause_version = ${version} AND ${startedCondition("d")} ORDER BY 1`,
    )
  ).map(({ name }) => name);
