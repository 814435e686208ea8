import { and, desc, eq, inArray, isNotNull, ne } from "drizzle-orm";
import type { Actor } from "../../../domain/access/actor";
import { problem } from "../../../domain/problem";
import { predefinedOptions } from "../../../domain/template/words";
import type { Database } from "../../db/database";
import { documentation, documentationTask, template } from "../../db/schema";
import { scoped, scopeOf } from "../../db/scope";
import { unindexed } from "../../db/unindexed";

/** Answers read for a name, newest first: more than its latest documentations have. */
const mostAnswers = 200;

/**
 * The predefined answers for a name (2§7): the newest answer to each option among its documentations.
 * @throws notFound for an unknown template and for another customer's
 */
export async function predefinedAnswers(db: Database, actor: Actor, templateId: string, name: string) {
  const found = await db
    .select({ customerId: template.customerId, enabled: template.predefinedEnabled })
    .from(template)
    .where(and(scoped(scopeOf(actor), template), eq(template.id, templateId)))
    .get();
  if (!found) throw problem("notFound");
  if (!found.enabled) return [];
  const rows = await db
    .select({ option: documentationTask.options, answer: documentationTask.answer })
    .from(documentation)
    // A cross join fixes the order: documentations by name, then their tasks.
    .crossJoin(documentationTask)
    .where(
      and(
        eq(documentationTask.customerId, documentation.customerId),
        eq(documentationTask.documentationId, documentation.id),
        eq(documentation.customerId, found.customerId),
        eq(documentation.name, name),
        ne(documentation.status, "DELETED"),
        eq(documentation.hidden, false),
        eq(documentationTask.type, "PREDEFINED"),
        isNotNull(documentationTask.answer),
        inArray(documentationTask.options, [...predefinedOptions]),
      ),
    )
    .orderBy(desc(unindexed(documentation.dateCreated)), desc(unindexed(documentation.seq)))
    .limit(mostAnswers);
  const newest = new Map<string, string>();
  for (const { option, answer } of rows)
    if (option && answer && !newest.has(option)) newest.set(option, answer);
  return predefinedOptions.flatMap((option) => {
    const answer = newest.get(option);
    return answer === undefined ? [] : [{ option, answer }];
  });
}
