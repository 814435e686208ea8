import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { creationInstant, customerKey, flag, params, version } from "./columns.ts";
import { customerOwnedColumns } from "./ownerColumns.ts";

/** ANSWER, ANSWER_NOT, PRECONDITION, TASK_TYPE, ANSWERED or UNANSWERED (3§3). */
export const documentationTaskFilter = sqliteTable(
  "documentation_task_filter",
  {
    ...customerOwnedColumns(),
    name: text().notNull(),
    type: text().notNull(),
    position: integer().notNull().default(0),
    automatic: flag(),
    params: params(),
    version: version(),
    dateCreated: creationInstant(),
  },
  (t) => [customerKey(t), index("documentation_task_filter_position").on(t.customerId, t.position)],
);
