import { type SQL, sql } from "drizzle-orm";
import type { Database } from "#worker/db/database.ts";
import type { StoredRow } from "#worker/db/jsonRows.ts";
import { replicatedTables } from "#worker/db/replica/replicaTables.ts";

/** How a table is moved with a customer. */
export interface MovedTable {
  name: string;
  columns: readonly string[];
  /** The columns of its primary key; `rowid` if it has none. */
  key: readonly string[];
  /** Columns that reference rows of the same table. */
  selfReferences: readonly string[];
  /** True if its rows have a rowid to page by. */
  hasRowid: boolean;
  /** SQL for "this row is the customer's"; `row` is the table's alias, NEW or OLD. */
  ownerCondition(row: string, customerId: number | string): string;
  /**
   * Background work acts on its rows: until the cut-over they wait in a staging table at the target (`stagingTableOf`), so that no
   * row is processed in two databases.
   */
  isStaged: boolean;
  /** Written by the directory wherever the customer's data is: it is copied, but neither fenced nor removed. */
  isShared: boolean;
  /** Columns with ids of another sequence, by that sequence's table. */
  sequencesByTable: Readonly<Record<string, Sequence>>;
  /** Columns by which background work finds rows copied early; they are written at the end. */
  maskedColumns: readonly MaskedColumn[];
}

interface MaskedColumn {
  column: string;
  /** Only rows with this status are found. */
  status?: string;
}

/** Tables with ids that are unique only within a database: moved rows get new ones, all with the same offset, so that they keep their order. */
export const sequenceTables = [
  "documentation",
  "documentation_group",
  "domain_change",
  "audit_pack",
  "documentation_event",
] as const;
export type Sequence = (typeof sequenceTables)[number];

/** The id column of a sequence's own table. */
export const sequenceColumn: Record<Sequence, string> = {
  documentation: "seq",
  documentation_group: "id",
  domain_change: "id",
  audit_pack: "seq",
  documentation_event: "rowid",
};

const sequencesByTable: Record<string, Record<string, Sequence>> = {
  documentation: { seq: "documentation" },
  bulk_change_row: { documentation_seq: "documentation" },
  documentation_group_member: { documentation_seq: "documentation" },
  documentation_group: { id: "documentation_group" },
  domain_change: { id: "domain_change" },
  audit_pack: { seq: "audit_pack" },
  audit_object: { pack_seq: "audit_pack" },
  documentation_event: { rowid: "documentation_event" },
};

/** Tables that are not moved: the directory's own, and a database's internal ones. */
export const excludedTables: ReadonlySet<string> = new Set([
  ...["session", "rate_limit_counter", "authentication_success_event", "one_time_code", "change_log"],
  ...["passkey", "passkey_challenge"],
  "idempotent_call",
  ...["scheduled_job_run", "scheduled_job_fire", "heartbeat", "alarm", "storage_usage", "media_fault"],
  ...[
    "shard",
    "directory_change",
    "directory_replica",
    "incoming_customer",
    "captured_change",
    "outgoing_customer",
  ],
  // Maintained by triggers as documentations are inserted and deleted.
  "search_pending",
]);

const isOwnedByParentSql =
  (column: string, parent: string, key = "id") =>
  (row: string, customerId: number | string) =>
    `${row}.${column} IN (SELECT ${key} FROM ${parent} WHERE customer_id = ${customerId})`;

/** Tables without a customer column, by their parent. */
const ownedByParent: Record<string, MovedTable["ownerCondition"]> = {
  upload_part: isOwnedByParentSql("upload_id", "upload"),
  bulk_change_row: isOwnedByParentSql("job_id", "job"),
  audit_object: isOwnedByParentSql("pack_seq", "audit_pack", "seq"),
  outbox_mail: isOwnedByParentSql("delivery_id", "delivery"),
  import_staging_row: (row, customerId) =>
    `(${isOwnedByParentSql("event_id", "suggestion_import_event")(row, customerId)} OR ${isOwnedByParentSql("event_id", "expected_answer_import_event")(row, customerId)})`,
  // Keys begin with the customer; "0" is the character after "/".
  orphaned_object: (row, customerId) =>
    `${row}.key_or_prefix >= 'customers/' || ${customerId} || '/' AND ${row}.key_or_prefix < 'customers/' || ${customerId} || '0'`,
};

/** Parents are copied before their children and removed after them: without its parent a row's owner is unknown. */
const parentTables: Readonly<Record<string, readonly string[]>> = {
  upload_part: ["upload"],
  bulk_change_row: ["job"],
  audit_object: ["audit_pack"],
  outbox_mail: ["delivery"],
  import_staging_row: ["suggestion_import_event", "expected_answer_import_event"],
};

/** Tables whose rows background work looks for, and those that reference them. */
const stagedTableNames: ReadonlySet<string> = new Set([
  ...["delivery", "delivery_file", "delivery_link", "delivery_link_file", "photo_variant", "export_document"],
  ...[
    "upload",
    "upload_part",
    "upload_token",
    "temp_file",
    "retake",
    "earlier_photo",
    "deleted_media_tombstone",
  ],
  ...["job", "bulk_change_row", "notice", "outbox_mail", "orphaned_object"],
  // Deleting a user deletes their views, even while writes are fenced.
  "saved_view",
  ...["suggestion_import_configuration", "suggestion_import_event", "import_staging_row"],
  ...["expected_answer_import_configuration", "expected_answer_import_event"],
]);

const maskedColumnsByTable: Record<string, readonly MaskedColumn[]> = {
  documentation: [{ column: "delete_after" }, { column: "completion_requested", status: "ONGOING" }],
};

const replicatedNames = new Set(replicatedTables.map(({ name }) => name));

interface TableDescription {
  name: string;
  withoutRowid: number;
  columns: string;
  key: string | null;
  references: string | null;
  selfReferences: string | null;
}

/**
 * The tables with a customer's data, each after those it references.
 * @throws Error for a table that is neither listed as customer data nor excluded
 */
export async function listMovedTables(db: Database): Promise<MovedTable[]> {
  const descriptions = await db.all<TableDescription>(sql`
    SELECT t.name, t.wr AS "withoutRowid",
      (SELECT json_group_array(c.name) FROM pragma_table_info(t.name) c) AS columns,
      (SELECT json_group_array(c.name ORDER BY c.pk) FROM pragma_table_info(t.name) c WHERE c.pk > 0) AS key,
      (SELECT json_group_array(DISTINCT f."table") FROM pragma_foreign_key_list(t.name) f) AS "references",
      (SELECT json_group_array(f."from") FROM pragma_foreign_key_list(t.name) f WHERE f."table" = t.name AND f."from" <> 'customer_id') AS "selfReferences"
    FROM pragma_table_list t WHERE t.type = 'table' AND t.schema = 'main' AND t.name NOT GLOB 'sqlite*' AND t.name NOT GLOB '_cf*'
      AND t.name NOT GLOB 'd1_*' AND t.name NOT GLOB 'moving_*' AND t.name NOT GLOB 'search_text*' ORDER BY t.name`);
  const tables = descriptions
    .filter(({ name }) => !excludedTables.has(name) && !replicatedNames.has(name))
    .map((table) => ({
      table: createMovedTable(table),
      refers: [...parseList(table.references), ...(parentTables[table.name] ?? [])],
    }));
  const sortedTables: MovedTable[] = [];
  let remaining = tables;
  while (remaining.length > 0) {
    const names = new Set(remaining.map(({ table }) => table.name));
    const independent = remaining.filter(({ table, refers }) =>
      refers.every((referencedName) => referencedName === table.name || !names.has(referencedName)),
    );
    if (independent.length === 0)
      throw new Error(`tables refer to one another in a cycle: ${[...names].join(", ")}`);
    sortedTables.push(...independent.map(({ table }) => table));
    remaining = remaining.filter((column) => !independent.includes(column));
  }
  // Late tables reference early ones, never the other way round.
  return [
    ...sortedTables.filter((table) => !table.isStaged),
    ...sortedTables.filter((table) => table.isStaged),
  ];
}

function createMovedTable({
  name,
  withoutRowid,
  columns: columnsJson,
  key,
  selfReferences,
}: TableDescription): MovedTable {
  const columns = parseList(columnsJson);
  const keys = parseList(key);
  const ownedCondition =
    ownedByParent[name] ?? (columns.includes("customer_id") ? isOwnedByColumnSql : undefined);
  if (!ownedCondition) throw new Error(`${name} is neither listed as customer data nor excluded from moves`);
  return {
    name,
    columns: keys.length > 0 ? columns : ["rowid", ...columns],
    key: keys.length > 0 ? keys : ["rowid"],
    selfReferences: parseList(selfReferences).filter((column) => !keys.includes(column)),
    hasRowid: withoutRowid === 0,
    ownerCondition: ownedCondition,
    isStaged: stagedTableNames.has(name),
    isShared: name === "customer_total",
    sequencesByTable: sequencesByTable[name] ?? {},
    maskedColumns: maskedColumnsByTable[name] ?? [],
  };
}

/** The staging table that holds a table's rows at the target until the cut-over. */
export const stagingTableOf = (table: MovedTable): MovedTable =>
  table.isStaged
    ? // It contains only the rows of this customer, and needs no fence.
      { ...table, name: `moving_${table.name}`, hasRowid: true, isShared: true, ownerCondition: () => "1" }
    : table;

const isOwnedByColumnSql = (row: string, customerId: number | string) => `${row}.customer_id = ${customerId}`;
const parseList = (json: string | null): string[] => JSON.parse(json ?? "[]");

/** SQL for a list of columns, with a table alias if given. */
export const columnListSql = (columns: readonly string[], alias?: string): SQL =>
  sql.raw(columns.map((column) => `${alias ? `${alias}.` : ""}"${column}"`).join(", "));

/** The rows of a table that background work would find. There are few, and an index finds them. */
export const selectMaskedRows = (table: MovedTable): MovedTable => ({
  ...table,
  hasRowid: false,
  ownerCondition: (row, customerId) =>
    `${table.ownerCondition(row, customerId)} AND (${table.maskedColumns.map(({ column, status }) => `${row}.${column} IS NOT NULL${status ? ` AND ${row}.status = '${status}'` : ""}`).join(" OR ")})`,
});

/** A row without the columns by which background work would find it. */
export const clearMaskedColumns = ({ maskedColumns }: MovedTable, row: StoredRow): StoredRow =>
  maskedColumns.length === 0
    ? row
    : {
        ...row,
        ...Object.fromEntries(
          maskedColumns
            .filter(({ status }) => status === undefined || row.status === status)
            .map(({ column }) => [column, null]),
        ),
      };
