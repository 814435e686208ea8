import { sql } from "drizzle-orm";
import type { Actor } from "#domain/access/actor.ts";
import { maxNameLength } from "#domain/core/limits.ts";
import { Problem, problem } from "#domain/core/problem.ts";
import type { DroppedReference } from "#domain/endpoints/configuration/templateCalls.ts";
import { templateContentOf } from "#domain/template/content.ts";
import { copyName, withFreshTemplateIds } from "#domain/template/copyTemplate.ts";
import { runOnFirst, type ShardContext } from "#worker/api/fanOut.ts";
import type { Database } from "#worker/db/database.ts";
import { findRow } from "#worker/resources/resourceReads.ts";
import { templateBinding } from "#worker/resources/templateResource.ts";
import { removeUnusableParts } from "./backups.ts";
import { checkContent, createTemplates, type NewTemplate, type TemplateDetails } from "./saveTemplate.ts";

interface CopyRequest {
  name: string | null;
  customer: number;
  templates: readonly string[];
}
interface CopyResult {
  items: { id: string; name: string; from: string }[];
  droppedReferences: DroppedReference[];
}

/**
 * Copies templates of any database to a customer, whose data is in `db`, all or none. References to rows the customer does not
 * have are removed and listed.
 */
export async function writeTemplateCopies(
  shards: readonly ShardContext[],
  db: Database,
  actor: Actor,
  request: CopyRequest,
): Promise<CopyResult> {
  const { customer: customerId } = request;
  const sourceIds = [...new Set(request.templates)];
  if (!(await db.get(sql`SELECT 1 FROM customer WHERE id = ${customerId}`)))
    throw problem("invalid", { fields: { customer: "notFound" } });
  const copies: (NewTemplate & { from: string })[] = [];
  const droppedReferences: DroppedReference[] = [];
  for (const from of sourceIds) {
    const { source, database } = await findSource(shards, from, request.templates.indexOf(from));
    const name = copyName(source, { name: request.name, customerId, hasMultiple: sourceIds.length > 1 });
    if (name.length > maxNameLength) throw problem("invalid", { fields: { name: "tooLong" } });
    const usableResult = await removeUnusableParts(db, actor, customerId, {
      content: templateContentOf(source),
      stored: null,
      from: source.customerId,
      source: database,
    });
    droppedReferences.push(...usableResult.droppedReferences);
    const content = { ...withFreshTemplateIds(usableResult.content), name };
    copies.push({
      id: crypto.randomUUID(),
      customerId,
      from,
      content: await withErrorIndex(
        () => checkContent(db, actor, customerId, content, null),
        request.templates.indexOf(from),
      ),
    });
  }
  if (new Set(copies.map(({ content }) => content.name)).size < copies.length) throw nameTakenProblem();
  await createTemplates(db, actor, copies);
  return {
    items: copies.map(({ id, content, from }) => ({ id, name: content.name, from })),
    droppedReferences,
  };
}

const nameTakenProblem = () => problem("duplicate", { fields: { name: "duplicate" } });

/** A template to copy, and its database. */
const findSource = (
  shards: readonly ShardContext[],
  id: string,
  index: number,
): Promise<{ source: TemplateDetails; database: Database }> =>
  withErrorIndex(
    () =>
      runOnFirst(shards, async ({ db, actor }) => ({
        source: await findRow(db, templateBinding, actor, id),
        database: db,
      })),
    index,
  );

/** Prefixes a template's errors with its index. */
async function withErrorIndex<T>(run: () => Promise<T>, index: number): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof Problem) || !(error.code === "notFound" || error.code === "invalid")) throw error;
    throw problem("invalid", { fields: { [`templates.${index}`]: error.code } });
  }
}
