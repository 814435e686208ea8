import { sql } from "drizzle-orm";
import { type CrewMessage, maxThreadComments } from "#domain/endpoints/documentation/thread.ts";
import type { Database } from "#worker/db/database.ts";
import { idParam, textAsId } from "#worker/db/ids.ts";
import { flag, selectRows, text, uuid } from "#worker/db/rows.ts";
import type { DocumentationRef } from "./details.ts";

const messageColumns = {
  id: uuid("c.id"),
  threadId: uuid("c.thread_id"),
  subjectName: text("t.subject_name"),
  creator: text("c.creator"),
  text: text("c.text"),
  dateCreated: text("c.date_created"),
  byLink: flag("c.upload_token_id IS NOT NULL"),
};

/** The comments on a documentation that mention a licence or link, and the replies through the link, oldest first. */
export const listCrewMessages = (
  db: Database,
  { customerId, id }: DocumentationRef,
  crewId: string,
): Promise<CrewMessage[]> =>
  selectRows(
    db,
    messageColumns,
    (columns) => sql`SELECT ${columns} FROM thread t
      CROSS JOIN thread_comment c ON c.customer_id = t.customer_id AND c.thread_id = t.id
      WHERE t.customer_id = ${customerId} AND t.documentation_id = ${idParam(id)}
        AND (c.upload_token_id = ${idParam(crewId)}
          OR EXISTS (SELECT 1 FROM json_each(c.crews) x WHERE ${textAsId("x.value ->> 'id'")} = ${idParam(crewId)}))
      ORDER BY c.date_created, c.rowid LIMIT ${maxThreadComments}`,
  );
