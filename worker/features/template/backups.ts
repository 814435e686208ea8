import { sql } from "drizzle-orm";
import type { Actor } from "../../../domain/access/actor";
import { spansCustomers } from "../../../domain/access/authorities";
import type { LeftOut, TemplateBackup } from "../../../domain/endpoints/template";
import { problem } from "../../../domain/problem";
import { type TemplateContent, templateContentOf } from "../../../domain/resources/template";
import { backupContent } from "../../../domain/template/backup";
import { type ReferenceKind, referencesOf, withoutReferences } from "../../../domain/template/references";
import type { Database } from "../../db/database";
import { findRow } from "../../resources/reading";
import { templateBinding } from "../../resources/template";
import { knownTo } from "./references";
import { changeTemplate, checkedContent, type FoundTemplate } from "./save";

type StoredBackup = TemplateBackup & { templateId: string; json: string };

const columns =
  sql.raw(`b.id, b.date_created AS dateCreated, length(CAST(b.json AS BLOB)) AS size, b.user_id AS userId,
  (SELECT u.username FROM user u WHERE u.id = b.user_id) AS username`);

export async function backupsOf(db: Database, actor: Actor, templateId: string): Promise<TemplateBackup[]> {
  const { customerId } = (await findRow(db, templateBinding, actor, templateId)) as FoundTemplate;
  return db.all<TemplateBackup>(sql`SELECT ${columns} FROM template_backup b
    WHERE b.customer_id = ${customerId} AND b.template_id = ${templateId} ORDER BY b.date_created DESC, b.rowid DESC`);
}

/** @throws notFound also for a backup of a template the actor does not see. */
export async function findBackup(
  db: Database,
  actor: Actor,
  id: string,
): Promise<{ backup: StoredBackup; template: FoundTemplate }> {
  const backup = await db.get<StoredBackup>(
    sql`SELECT ${columns}, b.template_id AS templateId, b.json FROM template_backup b WHERE b.id = ${id}`,
  );
  if (!backup) throw problem("notFound");
  const template = (await findRow(db, templateBinding, actor, backup.templateId)) as FoundTemplate;
  return { backup, template };
}

/** The template as it was, as a change like any other. What its customer has no more is left out. */
export async function restoreBackup(
  db: Database,
  actor: Actor,
  { id, version }: { id: string; version: number },
): Promise<{ template: FoundTemplate; leftOut: LeftOut[] }> {
  const { backup, template } = await findBackup(db, actor, id);
  if (version !== template.version) throw problem("staleVersion");
  const content = backupContent(backup.json);
  if (!content) throw problem("invalid", { fields: { id: "invalid" } });
  const { kept, leftOut } = await keptFor(db, template.customerId, content);
  const stored = templateContentOf(template);
  // Whom it is restricted to is not everybody's to change, so it stays.
  if (!spansCustomers(actor)) kept.templateLicenses = stored.templateLicenses;
  const after = await checkedContent(db, actor, template.customerId, kept, stored);
  return { template: await changeTemplate(db, actor, template, after), leftOut };
}

/** A template without what a customer does not have, and what that is. */
export async function keptFor(
  db: Database,
  customerId: number,
  content: TemplateContent,
): Promise<{ kept: TemplateContent; leftOut: LeftOut[] }> {
  const references = referencesOf(content);
  const known = await knownTo(db, customerId, references);
  const missing = references.filter(({ kind, id }) => !known[kind].has(id));
  if (missing.length === 0) return { kept: content, leftOut: [] };
  const names = namesIn(content);
  const leftOut = new Map(
    missing.map(({ kind, id }) => [
      `${kind} ${id}`,
      { template: content.name, kind, id, name: names(kind, id) },
    ]),
  );
  return {
    kept: withoutReferences(content, (kind, id) => known[kind].has(id)),
    leftOut: [...leftOut.values()],
  };
}

/** What the template itself calls what it names. */
function namesIn(content: TemplateContent): (kind: ReferenceKind, id: string) => string | null {
  const names = new Map<string, string | null | undefined>();
  const walk = (tasks: TemplateContent["tasks"]) => {
    for (const task of tasks) {
      names.set(`suggestionList ${task.suggestionList}`, task.suggestionListName);
      for (const { id, name } of task.referencePhotos) names.set(`referencePhoto ${id}`, name);
      walk(task.tasks);
    }
  };
  walk(content.tasks);
  for (const { graphic, name } of content.templateGraphics) names.set(`graphic ${graphic}`, name);
  for (const { license, name } of content.templateLicenses) names.set(`license ${license}`, name);
  for (const { id, name } of content.exportDocumentConfigurations)
    names.set(`exportDocumentConfiguration ${id}`, name);
  for (const { exportConfiguration, name } of content.templateExportConfigurations)
    names.set(`exportConfiguration ${exportConfiguration}`, name);
  return (kind, id) => names.get(`${kind} ${id}`) || null;
}
