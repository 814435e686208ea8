import { sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { Actor } from "#domain/access/actor.ts";
import { restrictToProducts } from "#domain/access/authorities.ts";
import { now } from "#domain/core/fields.ts";
import { problem } from "#domain/core/problem.ts";
import { template as contract } from "#domain/resources/template.ts";
import { type TemplateContent, templateContentOf } from "#domain/template/content.ts";
import { referencesOf } from "#domain/template/references.ts";
import { diffTemplates } from "#domain/template/templateDifference.ts";
import { normalizeTemplate } from "#domain/template/templateEdit.ts";
import { validateTemplate } from "#domain/template/templateValidation.ts";
import { authorOf } from "#worker/auth/session/actor.ts";
import { auditStatement, type ChangeAction, treeChangeParamsOf } from "#worker/db/audit.ts";
import { batchIf } from "#worker/db/conditionalBatch.ts";
import type { Database } from "#worker/db/database.ts";
import { findUniqueViolation, isForeignKeyViolation } from "#worker/db/errors.ts";
import { idParam } from "#worker/db/ids.ts";
import { template, templateBackup } from "#worker/db/schema/index.ts";
import type { BoundRow } from "#worker/resources/binding.ts";
import { listProducts } from "#worker/resources/products.ts";
import { findRow, rowCondition } from "#worker/resources/reading.ts";
import { templateBinding } from "#worker/resources/templateResource.ts";
import { restoreRemovedListsStatements, saveRemovedListsStatements } from "./removedTaskLists.ts";
import { addStoredNames, findReferenceErrors, loadReferences } from "./templateReferences.ts";
import { createRowStatements, createTemplateRows, joinTemplateRows } from "./templateRows.ts";

export type TemplateDetails = BoundRow<typeof contract>;

/** Maximum bytes of a template as JSON. A backup is a single value in the database, which D1 limits to 2 MB. */
const maxTemplateBytes = 1_500_000;

/**
 * Validates a client's template and returns it as it will be stored: numbered and with stored names.
 * @throws invalid, with all errors by path
 */
export async function checkContent(
  db: Database,
  actor: Actor,
  customerId: number,
  newContent: TemplateContent,
  storedContent: TemplateContent | null,
): Promise<TemplateContent> {
  const content = normalizeTemplate(newContent);
  const grants = restrictToProducts(actor, await listProducts(db, customerId));
  const references = await loadReferences(db, customerId, referencesOf(content));
  const errors = {
    ...findReferenceErrors(content, references, storedContent),
    ...validateTemplate(content, grants, storedContent),
  };
  if (Object.keys(errors).length > 0) throw problem("invalid", { fields: errors });
  return addStoredNames(content, references);
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
  const templatesByCustomer = Map.groupBy(templates, ({ customerId }) => customerId);
  await mapWriteErrors(() =>
    runBatch(db, [
      ...templates.flatMap(({ id, customerId, content }) => [
        db
          .insert(template)
          .values({ ...toTemplateColumns(content), id, customerId, dateCreated, lastUpdated: dateCreated }),
        auditTemplateStatement(db, actor, { id, customerId }, "CREATE", null, content),
        backupStatement(db, actor, { id, customerId }, content),
      ]),
      ...[...templatesByCustomer].flatMap(([customerId, templates]) =>
        createRowStatements(
          db,
          customerId,
          null,
          joinTemplateRows(templates.map(({ id, content }) => createTemplateRows(content, id))),
        ),
      ),
    ]),
  );
}

/** Saves a changed template with its backup. @throws staleVersion, duplicate, invalid, tooLarge */
export async function changeTemplate(
  db: Database,
  actor: Actor,
  existing: TemplateDetails,
  newContent: TemplateContent,
): Promise<TemplateDetails> {
  const oldContent = templateContentOf(existing);
  if (diffTemplates(oldContent, newContent).length === 0) return existing;
  const { id, customerId, version } = existing;
  const [oldRows, newRows] = [createTemplateRows(oldContent, id), createTemplateRows(newContent, id)];
  const change = { id, customerId, oldRows, newRows };
  const row = rowCondition(templateBinding, actor, id);
  const unchangedCondition = sql`EXISTS (SELECT 1 FROM template WHERE ${row} AND template.version = ${version})`;
  const initialBackups = (await listIfNotBackedUp(db, existing)).map((condition) =>
    backupStatement(db, serviceAuthorId, condition, oldContent, condition.lastUpdated),
  );
  const wasWritten = await mapWriteErrors(() =>
    batchIf(db, unchangedCondition, [
      db
        .update(template)
        .set({ ...toTemplateColumns(newContent), lastUpdated: now(), version: version + 1 })
        .where(row),
      auditTemplateStatement(db, actor, existing, "UPDATE", oldContent, newContent),
      ...saveRemovedListsStatements(db, change),
      ...createRowStatements(db, customerId, oldRows, newRows),
      ...restoreRemovedListsStatements(db, change),
      ...initialBackups,
      backupStatement(db, actor, existing, newContent),
    ]),
  );
  const savedTemplate = await findRow(db, templateBinding, actor, id);
  if (!wasWritten) throw problem("staleVersion");
  return savedTemplate;
}

/** Marks a template as deleted; the row stays for its documentations. @throws staleVersion */
export async function removeTemplate(db: Database, actor: Actor, existing: TemplateDetails): Promise<void> {
  const row = rowCondition(templateBinding, actor, existing.id);
  const unchangedCondition = sql`EXISTS (SELECT 1 FROM template WHERE ${row} AND template.version = ${existing.version})`;
  const wasWritten = await batchIf(db, unchangedCondition, [
    db
      .update(template)
      .set({ dateDeleted: now(), version: existing.version + 1 })
      .where(row),
    auditTemplateStatement(db, actor, existing, "DELETE", templateContentOf(existing), null),
  ]);
  if (wasWritten) return;
  await findRow(db, templateBinding, actor, existing.id);
  throw problem("staleVersion");
}

/** The columns of the template's own row. */
const toTemplateColumns = ({ suggestionList, predefinedConfiguration, ...ownColumns }: TemplateContent) => ({
  ...ownColumns,
  suggestionListId: suggestionList,
  predefinedConfigurationId: predefinedConfiguration,
});

/** The template if no save has backed it up yet, which happens if it was not created here. */
async function listIfNotBackedUp(db: Database, existing: TemplateDetails): Promise<TemplateDetails[]> {
  if (existing.version > 1) return [];
  const existingBackup = await db.get(
    sql`SELECT 1 FROM template_backup WHERE customer_id = ${existing.customerId} AND template_id = ${idParam(existing.id)} AND user_id IS NOT NULL`,
  );
  return existingBackup ? [] : [existing];
}

const serviceAuthorId = { userId: -1 };

const backupStatement = (
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
  existing: TemplateContent | null,
  newContent: TemplateContent | null,
) =>
  auditStatement(db, {
    author: { ...authorOf(actor), customerId },
    objectClass: contract.objectClass,
    objectId: id,
    action,
    params: treeChangeParamsOf(action, diffTemplates(existing ?? {}, newContent ?? {})),
  });

const runBatch = async (db: Database, [initialBackups, ...rest]: BatchItem<"sqlite">[]): Promise<void> => {
  if (initialBackups) await db.batch([initialBackups, ...rest]);
};

/** Runs a write. @throws duplicate, invalid for a violated constraint */
async function mapWriteErrors<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const columns = findUniqueViolation(error);
    // That an id is used by another template can only be seen from the violated column.
    if (columns)
      throw problem("duplicate", { fields: { [columns.at(-1) === "name" ? "name" : "id"]: "duplicate" } });
    if (isForeignKeyViolation(error)) throw problem("invalid", { fields: { customerId: "notFound" } });
    throw error;
  }
}
