import { type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { now } from "#domain/core/fields.ts";
import { keysOf, recordOf } from "#domain/core/objects.ts";
import type { TemplateContent } from "#domain/template/content.ts";
import { nodeTree } from "#domain/template/exportRules.ts";
import { taskTree } from "#domain/template/taskRules.ts";
import type { Database } from "#worker/db/database.ts";
import { textAsId } from "#worker/db/ids.ts";
import { jsonChunks } from "#worker/db/jsonChunks.ts";
import { statement } from "#worker/db/statement.ts";

type CellValue = string | number | boolean | null | Record<string, string>;
type TableRow = Record<string, CellValue>;

/** The child tables of a template, each after those it references: key columns, all columns, and whether it has date_created. */
const childTables = {
  template_task: {
    key: ["id"],
    columns:
      "id template_id parent_id name key description type options required position level show_options_in_task_list size file_extensions suggestion_list_id params",
    hasDateCreated: true,
  },
  template_task_precondition: { key: ["id"], columns: "id task_id type params", hasDateCreated: true },
  template_task_reference_photo: {
    key: ["template_task_id", "reference_photo_id"],
    columns: "template_task_id reference_photo_id",
    hasDateCreated: false,
  },
  template_graphic: { key: ["id"], columns: "id template_id graphic_id", hasDateCreated: false },
  template_license: {
    key: ["template_id", "license_id"],
    columns: "template_id license_id",
    hasDateCreated: false,
  },
  template_replacement_text: { key: ["id"], columns: "id template_id code sv en", hasDateCreated: false },
  template_export_document_configuration: {
    key: ["template_id", "export_document_configuration_id"],
    columns: "template_id export_document_configuration_id",
    hasDateCreated: false,
  },
  template_export_configuration: {
    key: ["id"],
    columns: "id template_id export_configuration_id name position params",
    hasDateCreated: true,
  },
  export_node: {
    key: ["id"],
    columns: "id template_export_configuration_id parent_id type position params",
    hasDateCreated: false,
  },
} as const;
type Table = keyof typeof childTables;
const tableNames = keysOf(childTables);
export type TemplateRows = Record<Table, TableRow[]>;

/** The child rows of a template in reading order, so that a task comes after its group. */
export function createTemplateRows(content: TemplateContent, templateId: string): TemplateRows {
  const tasks = taskTree.flatten(content.tasks).map(({ node }) => node);
  const destinations = content.templateExportConfigurations;
  const template_id = templateId;
  return {
    template_task: tasks.map((task) => ({
      id: task.id,
      template_id,
      parent_id: task.parent,
      name: task.name,
      key: task.key,
      description: task.description,
      type: task.type,
      options: task.options,
      required: task.required,
      position: task.position,
      level: task.level,
      show_options_in_task_list: task.showOptionsInTaskList,
      size: task.size,
      file_extensions: task.fileExtensions,
      suggestion_list_id: task.suggestionList,
      params: task.params,
    })),
    template_task_precondition: tasks.flatMap((task) =>
      task.preconditions.map(({ id, type, params }) => ({ id, task_id: task.id, type, params })),
    ),
    template_task_reference_photo: tasks.flatMap((task) =>
      task.referencePhotos.map(({ id }) => ({ template_task_id: task.id, reference_photo_id: id })),
    ),
    template_graphic: content.templateGraphics.map(({ id, graphic }) => ({
      id,
      template_id,
      graphic_id: graphic,
    })),
    template_license: content.templateLicenses.map(({ license }) => ({ template_id, license_id: license })),
    template_replacement_text: content.replacementTexts.map(({ id, code, sv, en }) => ({
      id,
      template_id,
      code,
      sv,
      en,
    })),
    template_export_document_configuration: content.exportDocumentConfigurations.map(({ id }) => ({
      template_id,
      export_document_configuration_id: id,
    })),
    template_export_configuration: destinations.map(
      ({ id, exportConfiguration, name, position, params }) => ({
        id,
        template_id,
        export_configuration_id: exportConfiguration,
        name,
        position,
        params,
      }),
    ),
    export_node: destinations.flatMap(({ id, nodes }) =>
      nodeTree.flatten(nodes).map(({ node }) => ({
        id: node.id,
        template_export_configuration_id: id,
        parent_id: node.parent,
        type: node.type,
        position: node.position,
        params: node.params,
      })),
    ),
  };
}

export const joinTemplateRows = (rowSets: readonly TemplateRows[]): TemplateRows =>
  recordOf(tableNames, (table) => rowSets.flatMap((rows) => rows[table]));

/**
 * Statements that turn `oldTemplateRows` into `newTemplateRows`, changing no other rows. Inserts come first and deletions last: a
 * task may leave a group that the same save deletes, and deleting a group deletes the tasks still in it.
 */
export function createRowStatements(
  db: Database,
  customerId: number,
  oldTemplateRows: TemplateRows | null,
  newTemplateRows: TemplateRows,
): BatchItem<"sqlite">[] {
  const inserts: BatchItem<"sqlite">[] = [];
  const updates: BatchItem<"sqlite">[] = [];
  const deletes: BatchItem<"sqlite">[] = [];
  for (const table of tableNames) {
    const existingRows = new Map((oldTemplateRows?.[table] ?? []).map((row) => [rowKey(table, row), row]));
    const newRows: TableRow[] = [];
    const changedRows: TableRow[] = [];
    for (const row of newTemplateRows[table]) {
      const key = rowKey(table, row);
      const existingRow = existingRows.get(key);
      existingRows.delete(key);
      if (!existingRow) newRows.push(row);
      else if (JSON.stringify(existingRow) !== JSON.stringify(row)) changedRows.push(row);
    }
    inserts.push(...jsonChunks(newRows).map((json) => statement(db, insertSql(table, customerId, json))));
    updates.push(...jsonChunks(changedRows).map((json) => statement(db, updateSql(table, customerId, json))));
    deletes.push(
      ...jsonChunks([...existingRows.values()]).map((json) =>
        statement(db, deleteSql(table, customerId, json)),
      ),
    );
  }
  return [...inserts, ...updates, ...deletes.reverse()];
}

const rowKey = (table: Table, row: TableRow): string =>
  childTables[table].key.map((column) => row[column]).join(" ");
const listColumns = (table: Table): string[] => childTables[table].columns.split(" ");
const joinSql = (parts: SQL[]) => sql.join(parts, sql`, `);

/** The value of a column in a JSON row; ids as they are stored. */
const cellSql = (row: string, column: string): SQL => {
  const value = `${row} ->> '${column}'`;
  return /(?:^|_)id$/.test(column) ? textAsId(value) : sql.raw(value);
};

function insertSql(table: Table, customerId: number, json: string): SQL {
  const columns = listColumns(table);
  const { hasDateCreated } = childTables[table];
  return sql`INSERT INTO ${sql.raw(table)} (customer_id, ${hasDateCreated ? sql`date_created, ` : sql``}${sql.raw(columns.join(", "))})
    SELECT ${customerId}, ${hasDateCreated ? sql`${now()}, ` : sql``}${joinSql(columns.map((column) => cellSql("value", column)))} FROM json_each(${json})`;
}

/** The plus keeps SQLite from scanning the customer's rows and parsing the JSON again for each. */
const updateSql = (table: Table, customerId: number, json: string): SQL =>
  sql`UPDATE ${sql.raw(table)} SET ${joinSql(listColumns(table).map((column) => sql`${sql.raw(column)} = ${cellSql("j.value", column)}`))}
    FROM json_each(${json}) j WHERE +${sql.raw(table)}.customer_id = ${customerId} AND ${keyCondition(table)}`;

const deleteSql = (table: Table, customerId: number, json: string): SQL =>
  sql`DELETE FROM ${sql.raw(table)} WHERE rowid IN (SELECT ${sql.raw(table)}.rowid FROM json_each(${json}) j
    CROSS JOIN ${sql.raw(table)} ON ${keyCondition(table)} WHERE +${sql.raw(table)}.customer_id = ${customerId})`;

const keyCondition = (table: Table): SQL =>
  sql.join(
    childTables[table].key.map(
      (column) => sql`${sql.raw(`${table}.${column}`)} = ${cellSql("j.value", column)}`,
    ),
    sql` AND `,
  );
