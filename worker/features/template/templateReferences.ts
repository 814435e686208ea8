import { type AnyColumn, and, eq, isNull, or, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { defaultExportDocumentTypes } from "#domain/configuration/exportTypes.ts";
import { recordOf } from "#domain/core/objects.ts";
import type { FieldError } from "#domain/core/problem.ts";
import type { TemplateContent } from "#domain/template/content.ts";
import {
  isGrantedKind,
  type Reference,
  type ReferenceKind,
  referenceKinds,
  referencesOf,
} from "#domain/template/references.ts";
import { taskTree } from "#domain/template/taskRules.ts";
import type { Database } from "#worker/db/database.ts";
import { idAsText, idListParam, listParam } from "#worker/db/ids.ts";
import { auditName, domainChange, exportDocumentConfiguration } from "#worker/db/schema/index.ts";
import { statement } from "#worker/db/statement.ts";
import { isUsableLayoutSql } from "#worker/resources/layoutOwners.ts";

const referencedRowsSchema = z.array(
  z.object({
    id: z.string(),
    name: z.string(),
    /** A licence's code, or the type of a destination or layout. */
    word: z.string().nullable(),
  }),
);
type ReferencedRow = z.output<typeof referencedRowsSchema>[number];
/** The rows of a customer that templates can refer to, by id. */
export type ReferenceIndex = Record<ReferenceKind, ReadonlyMap<string, ReferencedRow>>;

const referenceTables: Record<
  Exclude<ReferenceKind, "exportDocumentType">,
  { table: string; word: string }
> = {
  suggestionList: { table: "suggestion_list", word: "type" },
  predefinedConfiguration: { table: "predefined_configuration", word: "type" },
  graphic: { table: "graphic", word: "NULL" },
  referencePhoto: { table: "reference_photo", word: "NULL" },
  license: { table: "license", word: "license_code" },
  exportConfiguration: { table: "export_configuration", word: "type" },
  exportDocumentConfiguration: { table: "export_document_configuration", word: "type" },
};

/** SQL condition: the customer's rows, and the layouts of the service that it is granted. */
const belongsToCustomerCondition = (kind: ReferenceKind, customerId: number): SQL =>
  kind === "exportDocumentConfiguration"
    ? isUsableLayoutSql(sql`${customerId}`, "t")
    : sql`t.customer_id = ${customerId}`;

/** The document types of a list that the customer has; the default types if the customer is granted none (1§3). */
const grantedTypesSql = (customerId: number, types: string): SQL => {
  const grantedTypes = sql`SELECT g.type FROM customer_export_document_type g WHERE g.customer_id = ${customerId}`;
  return sql`SELECT t.value AS id, t.value AS name, NULL AS word FROM json_each(${types}) t
    WHERE t.value IN (${grantedTypes}) OR (NOT EXISTS (${grantedTypes}) AND t.value IN ${listParam(defaultExportDocumentTypes)})`;
};

/** The referenced rows that the customer has, with their names, read in one round trip. */
export async function loadReferences(
  db: Database,
  customerId: number,
  references: readonly Reference[],
): Promise<ReferenceIndex> {
  const byKind = Map.groupBy(references, ({ kind }) => kind);
  const kinds = referenceKinds.filter((kind) => byKind.has(kind));
  const [first, ...rest] = kinds.map((kind) => {
    const ids = [...new Set(byKind.get(kind)?.map(({ id }) => id))];
    if (kind === "exportDocumentType") return statement(db, grantedTypesSql(customerId, JSON.stringify(ids)));
    const { table, word } = referenceTables[kind];
    return statement(
      db,
      sql`SELECT ${idAsText("t.id")} AS id, t.name, ${sql.raw(word)} AS word FROM ${sql.raw(table)} t
        WHERE t.id IN ${idListParam(ids)} AND ${belongsToCustomerCondition(kind, customerId)}`,
    );
  });
  const results = first ? await db.batch([first, ...rest]) : [];
  return recordOf(referenceKinds, (kind) => {
    const rows = referencedRowsSchema.parse(results[kinds.indexOf(kind)]?.results ?? []);
    return new Map(rows.map((row) => [row.id, row]));
  });
}

/**
 * The names of rows a customer has or had, by id: the current name, or the name at deletion. A layout of the service has one name for
 * all customers, also for those who are no longer granted it.
 */
export async function resolveNames(
  db: Database,
  customerId: number,
  references: readonly Reference[],
): Promise<Map<string, string>> {
  if (references.length === 0) return new Map();
  const ids = idListParam([...new Set(references.map(({ id }) => id))]);
  const idCondition = (column: AnyColumn) => sql`${column} IN ${ids}`;
  const existingReferences = await loadReferences(db, customerId, references);
  const layoutRows = await db
    .select({ id: exportDocumentConfiguration.id, name: exportDocumentConfiguration.name })
    .from(exportDocumentConfiguration)
    .where(
      and(
        idCondition(exportDocumentConfiguration.id),
        or(
          isNull(exportDocumentConfiguration.customerId),
          eq(exportDocumentConfiguration.customerId, customerId),
        ),
      ),
    );
  const deletedRows = await db
    .select({ id: domainChange.objectId, params: domainChange.params })
    .from(domainChange)
    .where(
      and(
        idCondition(domainChange.objectId),
        eq(domainChange.customerId, customerId),
        eq(domainChange.action, "DELETE"),
      ),
    );
  const names = new Map<string, string>();
  for (const { id, params } of deletedRows) {
    const name = params.name?.before;
    if (typeof name === "string") names.set(id, name);
  }
  const packedNames = await db
    .select({ id: auditName.objectId, name: auditName.name })
    .from(auditName)
    .where(and(idCondition(auditName.objectId), eq(auditName.customerId, customerId)));
  for (const rows of [
    packedNames,
    layoutRows,
    ...referenceKinds.map((kind) => existingReferences[kind].values()),
  ])
    for (const { id, name } of rows) names.set(id, name);
  return names;
}

/**
 * Errors for references to rows the customer does not have, and to suggestion lists of the wrong type. A layout or document type
 * that the template already had may stay after its grant was withdrawn.
 */
export function findReferenceErrors(
  template: TemplateContent,
  references: ReferenceIndex,
  storedContent: TemplateContent | null,
): Record<string, FieldError> {
  const previousIds = new Set(
    (storedContent ? referencesOf(storedContent) : [])
      .filter(({ kind }) => isGrantedKind(kind))
      .map(({ id }) => id),
  );
  const errors: Record<string, FieldError> = {};
  for (const { kind, id, path, type } of referencesOf(template)) {
    const referencedRow = references[kind].get(id);
    if (!referencedRow && !previousIds.has(id))
      errors[path] = kind === "exportDocumentType" ? "notAllowed" : "notFound";
    else if (referencedRow && type && referencedRow.word !== type) errors[path] = "notAllowed";
  }
  return errors;
}

/** Replaces the names a client sends for referenced rows with the stored ones. */
export const addStoredNames = (template: TemplateContent, references: ReferenceIndex): TemplateContent => ({
  ...template,
  templateGraphics: template.templateGraphics.map(({ id, graphic }) => ({
    id,
    graphic,
    ...nameField(references.graphic, graphic),
  })),
  templateLicenses: template.templateLicenses.map(({ license }) => ({
    license,
    ...nameField(references.license, license),
    licenseCode: references.license.get(license)?.word ?? "",
  })),
  exportDocumentConfigurations: template.exportDocumentConfigurations.map((layout) => {
    const referencedRow = references.exportDocumentConfiguration.get(layout.id);
    return referencedRow
      ? { id: layout.id, name: referencedRow.name, type: referencedRow.word ?? "" }
      : layout;
  }),
  templateExportConfigurations: template.templateExportConfigurations.map((configuration) => ({
    ...configuration,
    exportConfigurationType:
      references.exportConfiguration.get(configuration.exportConfiguration)?.word ?? "",
  })),
  tasks: taskTree.mapNodes(template.tasks, (task) => ({
    ...task,
    referencePhotos: task.referencePhotos.map(({ id }) => ({
      id,
      ...nameField(references.referencePhoto, id),
    })),
    suggestionListName: references.suggestionList.get(task.suggestionList ?? "")?.name ?? null,
  })),
});

const nameField = (references: ReadonlyMap<string, ReferencedRow>, id: string) => ({
  name: references.get(id)?.name ?? "",
});
