import { sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { Actor } from "#domain/access/actor.ts";
import { restrictToProducts } from "#domain/access/authorities.ts";
import { now } from "#domain/core/fields.ts";
import { problem } from "#domain/core/problem.ts";
import { template as contract } from "#domain/resources/template.ts";
import { type TemplateContent, templateContentOf } from "#domain/template/content.ts";
import { referencesOf } from "#domain/template/references.ts";
import { templateDifference } from "#domain/template/templateDifference.ts";
import { normalizeTemplate } from "#domain/template/templateEdit.ts";
import { templateFaults } from "#domain/template/templateValidation.ts";
import { authorOf } from "#worker/auth/session/actor.ts";
import { auditStatement, type ChangeAction, diffParams } from "#worker/db/audit.ts";
import { batchIf } from "#worker/db/conditionalBatch.ts";
import type { Database } from "#worker/db/database.ts";
import { foreignKeyViolation, uniqueViolation } from "#worker/db/errors.ts";
import { idParam } from "#worker/db/ids.ts";
import { template, templateBackup } from "#worker/db/schema/index.ts";
import type { FoundRow } from "#worker/resources/binding.ts";
import { listProducts } from "#worker/resources/products.ts";
import { findRow, rowCondition } from "#worker/resources/reading.ts";
import { templateBinding } from "#worker/resources/templateResource.ts";
import { loadReferences, referenceFaults, withNames } from "./templateReferences.ts";
import { joinedRows, rowStatements, rowsOf, type TemplateRows } from "./templateRows.ts";

export type FoundTemplate = FoundRow<typeof contract>;

/** Maximum bytes of a template as JSON. A backup is a single value in the database, which D1 limits to 2 MB. */
const maxTemplateBytes = 1_500_000;

/**
 * Validates a client's template and returns it as it will be stored: numbered and with stored names.
 * @throws invalid, with all errors by path
 */
export async function checkedContent(
  db: Database,
  actor: Actor,
  customerId: number,
  newContent: TemplateContent,
  stored: TemplateContent | null,
): Promise<TemplateContent> {
  const content = normalizeTemplate(newContent);
  const grants = restrictToProducts(actor, await listProducts(db, customerId));
  const references = await loadReferences(db, customerId, referencesOf(content));
  const errors = {
    ...referenceFaults(content, references, stored),
    ...templateFaults(content, grants, stored),
  };
  if (Object.keys(errors).length > 0) throw problem("invalid", { fields: errors });
  return withNames(content, references);
}

export interface NewTemplate {
  id: string;
  customerId: number;
  content: TemplateContent;
}

/** Creates templates, all or none. @throws duplicate, invalid, tooLarge */
export async function createTemplates(
  db: Database,
  actor: Actor,
  templates: readonly NewTemplate[],
): Promise<void> {
  const dateCreated = now();
  const rows = Map.groupBy(templates, ({ customerId }) => customerId);
  await write(() =>
    batch(db, [
      ...templates.flatMap(({ id, customerId, content }) => [
        db
          .insert(template)
          .values({ ...columnsOf(content), id, customerId, dateCreated, lastUpdated: dateCreated }),
        auditTemplateStatement(db, actor, { id, customerId }, "CREATE", null, content),
        backup(db, actor, { id, customerId }, content),
      ]),
      ...[...rows].flatMap(([customerId, templates]) =>
        rowStatements(
          db,
          customerId,
          null,
          joinedRows(templates.map(({ id, content }) => rowsOf(content, id))),
        ),
      ),
    ]),
  );
}

/** Saves a changed template with its backup. @throws staleVersion, duplicate, invalid, tooLarge */
export async function changeTemplate(
  db: Database,
  actor: Actor,
  before: FoundTemplate,
  after: TemplateContent,
): Promise<FoundTemplate> {
  const was = templateContentOf(before);
  if (templateDifference(was, after).length === 0) return before;
  const { id, customerId, version } = before;
  const rows: [TemplateRows, TemplateRows] = [rowsOf(was, id), rowsOf(after, id)];
  const row = rowCondition(templateBinding, actor, id);
  const unchanged = sql`EXISTS (SELECT 1 FROM template WHERE ${row} AND template.version = ${version})`;
  const first = (await withoutBackup(db, before)).map((condition) =>
    backup(db, serviceUser, condition, was, condition.lastUpdated),
  );
  const written = await write(() =>
    batchIf(db, unchanged, [
      db
        .update(template)
        .set({ ...columnsOf(after), lastUpdated: now(), version: version + 1 })
        .where(row),
      auditTemplateStatement(db, actor, before, "UPDATE", was, after),
      ...rowStatements(db, customerId, ...rows),
      ...first,
      backup(db, actor, before, after),
    ]),
  );
  const found = await findRow(db, templateBinding, actor, id);
  if (!written) throw problem("staleVersion");
  return found;
}

/** Marks a template as deleted; the row stays for its documentations. @throws staleVersion */
export async function removeTemplate(db: Database, actor: Actor, before: FoundTemplate): Promise<void> {
  const row = rowCondition(templateBinding, actor, before.id);
  const unchanged = sql`EXISTS (SELECT 1 FROM template WHERE ${row} AND template.version = ${before.version})`;
  const written = await batchIf(db, unchanged, [
    db
      .update(template)
      .set({ dateDeleted: now(), version: before.version + 1 })
      .where(row),
    auditTemplateStatement(db, actor, before, "DELETE", templateContentOf(before), null),
  ]);
  if (written) return;
  await findRow(db, templateBinding, actor, before.id);
  throw problem("staleVersion");
}

/** The columns of the template's own row. */
const columnsOf = ({ suggestionList, predefinedConfiguration, ...own }: TemplateContent) => ({
  ...own,
  suggestionListId: suggestionList,
  predefinedConfigurationId: predefinedConfiguration,
});

/** The template if no save has backed it up yet, which happens if it was not created here. */
async function withoutBackup(db: Database, before: FoundTemplate): Promise<FoundTemplate[]> {
  if (before.version > 1) return [];
  const saved = await db.get(
    sql`SELECT 1 FROM template_backup WHERE customer_id = ${before.customerId} AND template_id = ${idParam(before.id)} AND user_id IS NOT NULL`,
  );
  return saved ? [] : [before];
}

const serviceUser = { userId: -1 };

const backup = (
  db: Database,
  { userId }: { userId: number },
  { id: templateId, customerId }: { id: string; customerId: number },
  content: TemplateContent,
  dateCreated = now(),
) => {
  const json = JSON.stringify(content);
  if (new TextEncoder().encode(json).length > maxTemplateBytes) throw problem("tooLarge");
  return db.insert(templateBackup).values({ customerId, templateId, json, userId, dateCreated });
};

const auditTemplateStatement = (
  db: Database,
  actor: Actor,
  { id, customerId }: { id: string; customerId: number },
  action: ChangeAction,
  before: TemplateContent | null,
  after: TemplateContent | null,
) =>
  auditStatement(db, {
    author: { ...authorOf(actor), customerId },
    objectClass: contract.objectClass,
    objectId: id,
    action,
    params: diffParams(action, templateDifference(before ?? {}, after ?? {})),
  });

const batch = async (db: Database, [first, ...rest]: BatchItem<"sqlite">[]): Promise<void> => {
  if (first) await db.batch([first, ...rest]);
};

/** Runs a write. @throws duplicate, invalid for a violated constraint */
async function write<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const columns = uniqueViolation(error);
    // An id in use by another template shows only in the violated column.
    if (columns)
      throw problem("duplicate", { fields: { [columns.at(-1) === "name" ? "name" : "id"]: "duplicate" } });
    if (foreignKeyViolation(error)) throw problem("invalid", { fields: { customerId: "notFound" } });
    throw error;
  }
}
