import { getTableName, type SQL, sql } from "drizzle-orm";
import type { Dependent, DependentKind } from "#domain/core/problem.ts";
import type { Database } from "#worker/db/database.ts";
import { idAsText, idParam } from "#worker/db/ids.ts";
import { selectRows, text } from "#worker/db/rows.ts";
import type { Binding, Found } from "./binding.ts";

interface DependentRows {
  kind: DependentKind;
  /** FROM and WHERE of the rows, as `x`, that depend on the row of this id. */
  rows: (id: string | number) => SQL;
  name?: string;
}

/** Rows of a table that refer to the row in a column. */
const rowsReferring = (
  kind: DependentKind,
  table: string,
  column: string,
  name = "x.name",
): DependentRows => ({
  kind,
  rows: (id) => sql`${sql.raw(table)} x WHERE ${sql.raw(`x.${column}`)} = ${idParam(id)}`,
  name,
});

/** Templates with rows in another table that refer to the row. */
const templatesReferring = (table: string, column: string): DependentRows => ({
  kind: "template",
  rows: (id) => sql`template x WHERE x.date_deleted IS NULL
    AND x.id IN (SELECT template_id FROM ${sql.raw(table)} WHERE ${sql.raw(column)} = ${idParam(id)})`,
});

const documentationName = "coalesce(x.alias, x.name)";

/** By the table of the row to delete. Without rows that are deleted with it or that only lose the reference. */
const dependents: Record<string, readonly DependentRows[]> = {
  customer: [
    rowsReferring("user", "user", "customer_id", "x.username"),
    rowsReferring("license", "license", "customer_id"),
    rowsReferring("template", "template", "customer_id"),
    rowsReferring("documentation", "documentation", "customer_id", documentationName),
    rowsReferring("suggestionList", "suggestion_list", "customer_id"),
    rowsReferring("expectedAnswerList", "expected_answer_list", "customer_id"),
    rowsReferring("exportConfiguration", "export_configuration", "customer_id"),
    rowsReferring("predefinedConfiguration", "predefined_configuration", "customer_id"),
    rowsReferring("graphic", "graphic", "customer_id"),
    rowsReferring("referencePhoto", "reference_photo", "customer_id"),
  ],
  user: [rowsReferring("user", "user", "parent_id", "x.username")],
  suggestion_list: [
    {
      kind: "template",
      rows: (id) => sql`template x WHERE x.date_deleted IS NULL AND (x.suggestion_list_id = ${idParam(id)}
        OR x.id IN (SELECT template_id FROM template_task WHERE suggestion_list_id = ${idParam(id)}))`,
    },
  ],
  predefined_configuration: [rowsReferring("template", "template", "predefined_configuration_id")],
  export_configuration: [templatesReferring("template_export_configuration", "export_configuration_id")],
};

/** Limits of the dependents that a refusal lists, per kind and in total. */
const maxPerKind = 5;
const maxDependents = 10;

/** Some of the rows that depend on a row, so that users know why they cannot delete it. */
export async function findDependents(
  db: Database,
  { table }: Binding,
  { id }: Pick<Found, "id">,
): Promise<Dependent[]> {
  const found = await Promise.all(
    (dependents[getTableName(table)] ?? []).map(async ({ kind, rows, name = "x.name" }) =>
      (
        await selectRows(
          db,
          {
            id: text(sql`iif(typeof(x.id) = 'blob', ${idAsText("x.id")}, CAST(x.id AS TEXT))`),
            name: text(name),
          },
          (columns) => sql`SELECT ${columns} FROM ${rows(id)} LIMIT ${maxPerKind}`,
        )
      ).map((row): Dependent => ({ kind, ...row })),
    ),
  );
  return found.flat().slice(0, maxDependents);
}
