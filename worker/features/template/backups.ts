import { sql } from "drizzle-orm";
import type { Actor } from "#domain/access/actor.ts";
import { restrictToProducts, spansCustomers } from "#domain/access/authorities.ts";
import { problem } from "#domain/core/problem.ts";
import type { DroppedReference, TemplateBackup } from "#domain/endpoints/configuration/templateCalls.ts";
import { parseBackup } from "#domain/template/backup.ts";
import { type TemplateContent, templateContentOf } from "#domain/template/content.ts";
import { removeUngrantedFeatures } from "#domain/template/productGates.ts";
import { type ReferenceKind, referencesOf, withoutReferences } from "#domain/template/references.ts";
import type { Database } from "#worker/db/database.ts";
import { idParam } from "#worker/db/ids.ts";
import {
  nullable,
  number,
  type Projection,
  type RowOf,
  selectRow,
  selectRows,
  text,
  uuid,
} from "#worker/db/rows.ts";
import { listProducts } from "#worker/resources/products.ts";
import { findRow } from "#worker/resources/resourceReads.ts";
import { templateBinding } from "#worker/resources/templateResource.ts";
import { changeTemplate, checkContent, type TemplateDetails } from "./saveTemplate.ts";
import { loadReferences, resolveNames } from "./templateReferences.ts";

const backupColumns = {
  id: uuid("b.id"),
  dateCreated: text("b.date_created"),
  size: number("length(CAST(b.json AS BLOB))"),
  userId: nullable(number("b.user_id")),
  username: nullable(text("(SELECT u.username FROM user u WHERE u.id = b.user_id)")),
} satisfies Projection<TemplateBackup>;
const storedBackupColumns = {
  ...backupColumns,
  templateId: uuid("b.template_id"),
  json: text("b.json"),
};
type StoredBackup = RowOf<typeof storedBackupColumns>;

export async function listBackups(db: Database, actor: Actor, templateId: string): Promise<TemplateBackup[]> {
  const { customerId } = await findRow(db, templateBinding, actor, templateId);
  return selectRows(
    db,
    backupColumns,
    (columns) => sql`SELECT ${columns} FROM template_backup b
    WHERE b.customer_id = ${customerId} AND b.template_id = ${idParam(templateId)} ORDER BY b.date_created DESC, b.rowid DESC`,
  );
}

/** @throws notFound also for a backup of a template outside the actor's scope */
export async function findBackup(
  db: Database,
  actor: Actor,
  id: string,
): Promise<{ backup: StoredBackup; template: TemplateDetails }> {
  const backup = await selectRow(
    db,
    storedBackupColumns,
    (columns) => sql`SELECT ${columns} FROM template_backup b WHERE b.id = ${idParam(id)}`,
  );
  if (!backup) throw problem("notFound");
  const template = await findRow(db, templateBinding, actor, backup.templateId);
  return { backup, template };
}

/**
 * Restores a template as an ordinary change, without references to rows its customer no longer has, and under its present name if another
 * template has taken the earlier one.
 */
export async function restoreBackup(
  db: Database,
  actor: Actor,
  { id, version }: { id: string; version: number },
): Promise<{ template: TemplateDetails; droppedReferences: DroppedReference[] }> {
  const { backup, template } = await findBackup(db, actor, id);
  if (version !== template.version) throw problem("staleVersion");
  const content = parseBackup(backup.json);
  if (!content) throw problem("invalid", { fields: { id: "invalid" } });
  const stored = templateContentOf(template);
  const { content: usableContent, droppedReferences } = await removeUnusableParts(
    db,
    actor,
    template.customerId,
    {
      content,
      stored,
      from: template.customerId,
      source: db,
    },
  );
  const namesake = await findNamesake(db, template, usableContent.name);
  if (namesake) {
    droppedReferences.push({ template: template.name, kind: "name", id: namesake, name: usableContent.name });
    usableContent.name = template.name;
  }
  // Only super admins change the licences of a template.
  if (!spansCustomers(actor)) usableContent.templateLicenses = stored.templateLicenses;
  const newContent = await checkContent(db, actor, template.customerId, usableContent, stored);
  return {
    template: await changeTemplate(db, actor, template, newContent),
    droppedReferences,
  };
}

/** The id of another template of the customer that has this name. */
const findNamesake = async (db: Database, { id, customerId }: TemplateDetails, name: string) =>
  (
    await selectRow(
      db,
      { id: uuid("t.id") },
      (columns) => sql`SELECT ${columns} FROM template t
        WHERE t.customer_id = ${customerId} AND t.name = ${name} AND t.id <> ${idParam(id)} AND t.date_deleted IS NULL`,
    )
  )?.id;

interface UsableContentInput {
  content: TemplateContent;
  /** The template before the change; null for a new one. */
  stored: TemplateContent | null;
  /** The customer that has or had the rows, which supplies their names. */
  from: number;
  /** The database of that customer. */
  source: Database;
}

/**
 * Removes features that the customer has no product for, and references to rows the customer does not have or, for suggestion lists, whose type
 * no longer fits. Returns the usable content and the removed parts.
 */
export async function removeUnusableParts(
  db: Database,
  actor: Actor,
  customerId: number,
  { content: inputContent, stored, from, source }: UsableContentInput,
): Promise<{ content: TemplateContent; droppedReferences: DroppedReference[] }> {
  const grants = restrictToProducts(actor, await listProducts(db, customerId));
  const { content, omissions } = removeUngrantedFeatures(inputContent, grants, stored);
  const omittedSettings = omissions.map((omission) => ({ template: content.name, ...omission }));
  const references = referencesOf(content);
  const existingReferences = await loadReferences(db, customerId, references);
  const exists = (kind: ReferenceKind, id: string, type?: string | null) => {
    const row = existingReferences[kind].get(id);
    return row !== undefined && (!type || row.word === type);
  };
  const missingReferences = references.filter(({ kind, id, type }) => !exists(kind, id, type));
  if (missingReferences.length === 0) return { content, droppedReferences: omittedSettings };
  const [nameInTemplate, resolvedNames] = [
    createNameLookup(content),
    await resolveNames(source, from, missingReferences),
  ];
  const droppedReferences = new Map(
    missingReferences.map(({ kind, id }) => [
      `${kind} ${id}`,
      { template: content.name, kind, id, name: nameInTemplate(kind, id) ?? resolvedNames.get(id) ?? null },
    ]),
  );
  return {
    content: withoutReferences(content, exists),
    droppedReferences: [...omittedSettings, ...droppedReferences.values()],
  };
}

/** Returns a function that looks up the name that the template has for a row it references. */
function createNameLookup(content: TemplateContent): (kind: ReferenceKind, id: string) => string | null {
  const names = new Map<string, string | null | undefined>();
  const collectNames = (tasks: TemplateContent["tasks"]) => {
    for (const task of tasks) {
      names.set(`suggestionList ${task.suggestionList}`, task.suggestionListName);
      for (const { id, name } of task.referencePhotos) names.set(`referencePhoto ${id}`, name);
      collectNames(task.tasks);
    }
  };
  collectNames(content.tasks);
  for (const { graphic, name } of content.templateGraphics) names.set(`graphic ${graphic}`, name);
  for (const { license, name } of content.templateLicenses) names.set(`license ${license}`, name);
  for (const { id, name } of content.exportDocumentConfigurations)
    names.set(`exportDocumentConfiguration ${id}`, name);
  for (const { exportConfiguration, name } of content.templateExportConfigurations)
    names.set(`exportConfiguration ${exportConfiguration}`, name);
  return (kind, id) => (kind === "exportDocumentType" ? id : names.get(`${kind} ${id}`) || null);
}
