import { getTableName, type SQL, sql } from "drizzle-orm";
import type { Dependent, DependentKind } from "#domain/core/problem.ts";
import type { Database } from "#worker/db/database.ts";
import { idAsText, idParam } from "#worker/db/ids.ts";
import { selectRows, text } from "#worker/db/rows.ts";
import type { Binding, RowFields } from "./binding.ts";

interface DependentSource {
  kind: DependentKind;
  table: string;
  /** FROM and WHERE of the rows, as `x`, that depend on the row of this id. */
  createRowsSql: (id: string | number) => SQL;
  name?: string;
}

/** Rows of a table that refer to the row in a column. */
const createRowSource = (
  kind: DependentKind,
  table: string,
  column: string,
  name = "x.name",
): DependentSource => ({
  kind,
  table,
  createRowsSql: (id) => sql`${sql.raw(table)} x WHERE ${sql.raw(`x.${column}`)} = ${idParam(id)}`,
  name,
});

/** Templates with rows in another table that refer to the row. */
const createTemplateSource = (table: string, column: string): DependentSource => ({
  kind: "template",
  table: "template",
  createRowsSql: (id) => sql`template x WHERE x.date_deleted IS NULL
    AND x.id IN (SELECT template_id FROM ${sql.raw(table)} WHERE ${sql.raw(column)} = ${idParam(id)})`,
});

const documentationName = "coalesce(x.alias, x.name)";

/** By the table of the row to delete. Without rows that are deleted with it or that only lose the reference. */
export const dependentsByTable: Record<string, readonly DependentSource[]> = {
  customer: [
    createRowSource("user", "user", "customer_id", "x.username"),
    createRowSource("license", "license", "customer_id"),
    createRowSource("template", "template", "customer_id"),
    createRowSource("documentation", "documentation", "customer_id", documentationName),
    createRowSource("suggestionList", "suggestion_list", "customer_id"),
    createRowSource("expectedAnswerList", "expected_answer_list", "customer_id"),
    createRowSource("exportConfiguration", "export_configuration", "customer_id"),
    createRowSource("exportDocumentConfiguration", "export_document_configuration", "customer_id"),
    createRowSource("predefinedConfiguration", "predefined_configuration", "customer_id"),
    createRowSource("graphic", "graphic", "customer_id"),
    createRowSource("referencePhoto", "reference_photo", "customer_id"),
    createRowSource("documentationAlias", "documentation_alias", "customer_id"),
    createRowSource("photoAlias", "photo_alias", "customer_id"),
    createRowSource("documentationTagConfiguration", "documentation_tag_configuration", "customer_id"),
    createRowSource("documentationTaskFilter", "documentation_task_filter", "customer_id"),
    createRowSource("device", "device", "customer_id", "coalesce(x.phone_model, x.device_id)"),
  ],
  user: [createRowSource("user", "user", "parent_id", "x.username")],
  suggestion_list: [
    {
      kind: "template",
      table: "template",
      createRowsSql: (
        id,
      ) => sql`template x WHERE x.date_deleted IS NULL AND (x.suggestion_list_id = ${idParam(id)}
        OR x.id IN (SELECT template_id FROM template_task WHERE suggestion_list_id = ${idParam(id)}))`,
    },
  ],
  predefined_configuration: [createRowSource("template", "template", "predefined_configuration_id")],
  export_configuration: [createTemplateSource("template_export_configuration", "export_configuration_id")],
};

/** Limits of the dependents that a refusal lists, per kind and in total. */
const maxPerKind = 5;
const maxDependents = 10;

/** Some of the rows that depend on a row, so that users know why they cannot delete it. */
export async function findDependents(
  db: Database,
  { table }: Binding,
  { id }: Pick<RowFields, "id">,
): Promise<Dependent[]> {
  const dependentLists = await Promise.all(
    (dependentsByTable[getTableName(table)] ?? []).map(async ({ kind, createRowsSql, name = "x.name" }) =>
      (
        await selectRows(
          db,
          {
            id: text(sql`iif(typeof(x.id) = 'blob', ${idAsText("x.id")}, CAST(x.id AS TEXT))`),
            name: text(name),
          },
          (columns) => sql`SELECT ${columns} FROM ${createRowsSql(id)} LIMIT ${maxPerKind}`,
        )
      ).map((row): Dependent => ({ kind, ...row })),
    ),
  );
  return dependentLists.flat().slice(0, maxDependents);
}
