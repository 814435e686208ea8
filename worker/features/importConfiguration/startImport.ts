import { type SQL, sql } from "drizzle-orm";
import { now } from "#domain/core/fields.ts";
import type { Requester } from "#worker/auth/session/actor.ts";
import { auditStatement, changeParamsOf } from "#worker/db/audit.ts";
import type { Database } from "#worker/db/database.ts";
import { idParam } from "#worker/db/ids.ts";
import { statement } from "#worker/db/statement.ts";
import { createJobStatements } from "#worker/jobs/startJob.ts";
import { importJobKind } from "./importJob.ts";
import type { ImportKind } from "./importKinds.ts";

export interface ImportConfiguration {
  id: string;
  customerId: number;
  type: string;
}

interface StartInput {
  /** Null for a scheduled run. */
  requester: Requester | null;
  /** Allows removing more than half of the entries. */
  confirmed?: boolean;
  /** Further condition of the batch. */
  condition?: SQL;
}

/** SQL for the open event of a configuration. */
export const openEventSql = (
  { tables: { events, configuration } }: ImportKind,
  { id, customerId }: ImportConfiguration,
): SQL =>
  sql`SELECT id FROM ${events} WHERE customer_id = ${customerId} AND ${configuration} = ${idParam(id)} AND success IS NULL`;

/**
 * The statements that start an import, with its event and job, unless one of the configuration is active. Call `enqueueJobQuietly` for the
 * job afterwards; it does nothing if none was started.
 */
export function startStatements(
  db: Database,
  kind: ImportKind,
  configuration: ImportConfiguration,
  { requester, confirmed: isConfirmed = false, condition: extraCondition = sql`1` }: StartInput,
) {
  const { id, customerId, type } = configuration;
  const { events, configuration: configurationColumn } = kind.tables;
  const eventId = crypto.randomUUID();
  const job = createJobStatements(
    db,
    importJobKind,
    { customerId, requester, request: { import: kind.name, eventId } },
    sql`EXISTS (SELECT 1 FROM ${events} WHERE id = ${idParam(eventId)})`,
  );
  return {
    eventId,
    job: { id: job.id },
    statements: [
      statement(
        db,
        sql`INSERT INTO ${events} (id, customer_id, ${configurationColumn}, type, confirmed, requester, job_id, date_created)
          SELECT ${idParam(eventId)}, ${customerId}, ${idParam(id)}, ${type}, ${isConfirmed ? 1 : 0}, ${requester && JSON.stringify(requester)}, ${idParam(job.id)}, ${now()}
          WHERE NOT EXISTS (${openEventSql(kind, configuration)}) AND ${extraCondition}`,
      ),
      ...(requester
        ? [
            auditStatement(db, {
              author: { ...requester, customerId },
              objectClass: kind.eventClass,
              objectId: eventId,
              action: "CREATE",
              params: changeParamsOf(null, {
                configuration: id,
                type,
                ...(isConfirmed && { confirmed: isConfirmed }),
              }),
            }),
          ]
        : []),
      ...job.statements,
    ] as const,
  };
}
