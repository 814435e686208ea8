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
import { findRow, rowCondition } from "#worker/resources/resourceReads.ts";
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
  existingTemplate: TemplateDetails,
  newContent: TemplateContent,
): Promise<TemplateDetails> {
  const oldContent = templateContentOf(existingTemplate);
  if (diffTemplates(oldContent, newContent).length === 0) return existingTemplate;
  const { id, customerId, version } = existingTemplate;
  const [oldRows, newRows] = [createTemplateRows(oldContent, id), createTemplateRows(newContent, id)];
  const change = { id, customerId, oldRows, newRows };
  const templateCondition = rowCondition(templateBinding, actor, id);
  const unchangedCondition = sql`EXISTS (SELECT 1 FROM template WHERE ${templateCondition} AND template.version = ${version})`;
  const initialBackupStatements = (await listTemplatesWithoutBackup(db, existingTemplate)).map(
    (unsavedTemplate) =>
      backupStatement(db, serviceAuthor, unsavedTemplate, oldContent, unsavedTemplate.lastUpdated),
  );
  const wasWritten = await mapWriteErrors(() =>
    batchIf(db, unchangedCondition, [
      db
        .update(template)
        .set({ ...toTemplateColumns(newContent), lastUpdated: now(), version: version + 1 })
        .where(templateCondition),
      auditTemplateStatement(db, actor, existingTemplate, "UPDATE", oldContent, newContent),
      ...saveRemovedListsStatements(db, change),
      ...createRowStatements(db, customerId, oldRows, newRows),
      ...restoreRemovedListsStatements(db, change),
      ...initialBackupStatements,
      backupStatement(db, actor, existingTemplate, newContent),
    ]),
  );
  const savedTemplate = await findRow(db, templateBinding, actor, id);
  if (!wasWritten) throw problem("staleVersion");
  return savedTemplate;
}

/** Marks a template as deleted; the row stays for its documentations. @throws staleVersion */
export async function removeTemplate(
  db: Database,
  actor: Actor,
  existingTemplate: TemplateDetails,
): Promise<void> {
  const templateCondition = rowCondition(templateBinding, actor, existingTemplate.id);
  const unchangedCondition = sql`EXISTS (SELECT 1 FROM template WHERE ${templateCondition} AND template.version = ${existingTemplate.version})`;
  const wasWritten = await batchIf(db, unchangedCondition, [
    db
      .update(template)
      .set({ dateDeleted: now(), version: existingTemplate.version + 1 })
      .where(templateCondition),
    auditTemplateStatement(db, actor, existingTemplate, "DELETE", templateContentOf(existingTemplate), null),
  ]);
  if (wasWritten) return;
  await findRow(db, templateBinding, actor, existingTemplate.id);
  throw problem("staleVersion");
}

/** The columns of the template's own row. */
const toTemplateColumns = ({ suggestionList, predefinedConfiguration, ...ownColumns }: TemplateContent) => ({
  ...ownColumns,
  suggestionListId: suggestionList,
  predefinedConfigurationId: predefinedConfiguration,
});

/** Returns the template if no save has backed it up yet, as with templates that this service did not create. */
async function listTemplatesWithoutBackup(
  db: Database,
  existingTemplate: TemplateDetails,
): Promise<TemplateDetails[]> {
  if (existingTemplate.version > 1) return [];
  const existingBackup = await db.get(
    sql`SELECT 1 FROM template_backup WHERE customer_id = ${existingTemplate.customerId} AND template_id = ${idParam(existingTemplate.id)} AND user_id IS NOT NULL`,
  );
  return existingBackup ? [] : [existingTemplate];
}

const serviceAuthor = { userId: -1 };

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
  oldContent: TemplateContent | null,
  newContent: TemplateContent | null,
) =>
  auditStatement(db, {
    author: { ...authorOf(actor), customerId },
    objectClass: contract.objectClass,
    objectId: id,
    action,
    params: treeChangeParamsOf(action, diffTemplates(oldContent ?? {}, newContent ?? {})),
  });

const runBatch = async (db: Database, [firstStatement, ...rest]: BatchItem<"sqlite">[]): Promise<void> => {
  if (firstStatement) await db.batch([firstStatement, ...rest]);
};

/** Runs a write. @throws duplicate, invalid for a violated constraint */
async function mapWriteErrors<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const columns = findUniqueViolation(error);
    // Only the violated column shows whether an id is used by another template.
    if (columns)
      throw problem("duplicate", { fields: { [columns.at(-1) === "name" ? "name" : "id"]: "duplicate" } });
    if (isForeignKeyViolation(error)) throw problem("invalid", { fields: { customerId: "notFound" } });
    throw error;
  }
}
