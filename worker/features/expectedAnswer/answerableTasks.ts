import { sql } from "drizzle-orm";
import type { Actor } from "#domain/access/actor.ts";
import { taskTypes } from "#domain/core/documentationTypes.ts";
import { splitSemicolons } from "#domain/core/text/separatedList.ts";
import { takesAnswer } from "#domain/task/types.ts";
import type { Database } from "#worker/db/database.ts";
import { idListParam, listParam } from "#worker/db/ids.ts";
import { selectRows, text, uuid } from "#worker/db/rows.ts";
import { template } from "#worker/db/schema/index.ts";
import { scopeCondition, scopeOf } from "#worker/db/scope.ts";
import { matchesSearchCondition } from "#worker/db/searchText.ts";

const maxTasks = 50;
const answerableTypes = taskTypes.filter(takesAnswer);

interface TaskSearch {
  customerId?: number | undefined;
  q: string;
  /** Separated by semicolons. */
  ids?: string | undefined;
}

/** Tasks with answers in the customer's templates: those with the ids, or the first by template and position whose names match. */
export const findAnswerableTasks = (
  db: Database,
  actor: Actor,
  { customerId = actor.customerId, q, ids }: TaskSearch,
): Promise<{ id: string; name: string; templateName: string }[]> =>
  selectRows(
    db,
    { id: uuid("k.id"), name: text("k.name"), templateName: text("template.name") },
    (columns) => sql`SELECT ${columns} FROM ${template}
      JOIN template_task k ON k.customer_id = template.customer_id AND k.template_id = template.id
      WHERE ${scopeCondition(scopeOf(actor, customerId), template)} AND template.date_deleted IS NULL
        AND k.type IN ${listParam(answerableTypes)}
        AND ${
          ids === undefined
            ? matchesSearchCondition([sql`k.name`, sql`template.name`], q)
            : sql`k.id IN ${idListParam(splitSemicolons(ids))}`
        }
      ORDER BY template.name_key, template.id, k.position LIMIT ${ids === undefined ? maxTasks : -1}`,
  );
