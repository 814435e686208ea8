/*
 * Checks that the cost of the product's queries does not grow with the customer. recordStatements.ts records the Worker's statements
 * during tests; after each test file the plans of new ones are checked here. The database has no statistics (ANALYZE), as in
 * production.
 */

/** A line of EXPLAIN QUERY PLAN. */
export interface PlanLine {
  id: number;
  parent: number;
  detail: string;
}

/**
 * Tables that do not grow with the customer's documentations: configuration with at most a few hundred rows per customer, statistics
 * with a row per month or map tile, jobs, which are removed after a few weeks, and storage faults, which are few. All other tables,
 * including new ones, grow with the customer's work.
 */
const boundedTables = new Set([
  ...["customer", "customer_product", "customer_export_document_type", "customer_documentation_status"],
  ...["customer_export_document_configuration", "customer_total", "product", "role", "user", "user_role"],
  ...["user_license", "user_customer", "license", "change_log", "scheduled_job_fire", "scheduled_job_run"],
  ...["heartbeat", "job", "documentation_statistics", "documentation_tile"],
  ...["documentation_group_template"],
  ...["template", "template_task", "template_task_precondition", "template_task_reference_photo"],
  ...["template_graphic", "template_license", "template_replacement_text", "template_backup", "export_node"],
  ...["template_export_document_configuration", "template_export_configuration", "documentation_task_filter"],
  ...["documentation_alias", "photo_alias", "documentation_tag_configuration", "export_configuration"],
  ...["export_configuration_user_param", "export_document_configuration", "export_document_node"],
  ...["graphic", "reference_photo", "predefined_configuration", "suggestion_list", "suggestion_list_license"],
  ...["suggestion_import_configuration", "expected_answer_list", "expected_answer_list_task"],
  "removed_task_list",
  "expected_answer_import_configuration",
  ...["media_fault", "alarm", "storage_usage", "shard", "replica"],
  // Only the changes that replicas have not applied yet.
  "directory_change",
  // A row packs thousands of audit entries.
  "audit_pack",
  ...["sqlite_sequence", "sqlite_master", "d1_migrations"],
]);

/** Columns with few distinct values: the more rows a customer has, the more match one. A search by any other column is narrow enough. */
const broadColumns = new Set([
  ...[
    "customer_id",
    "template_id",
    "license_id",
    "current_license_id",
    "creator",
    "status",
    "state",
    "hidden",
  ],
  ...["exported", "object_class", "kind", "type", "source", "tag"],
]);

interface Permission {
  pattern: RegExp;
  reason: string;
}

const superAdminLists =
  "device|domain_change|export_document|export_event|(?:expected_answer|suggestion)_import_event|temp_file|upload_token";

/** Statements that may scan growing tables, with the reason. */
const permittedStatements: readonly Permission[] = [
  {
    pattern:
      /^delete from "domain_change" where \("domain_change"\."id" > \? and "domain_change"\."id" <= \?/,
    reason: "Audit entries that another database has taken over: a range of at most 500.",
  },
  {
    pattern: /"export_document"\."state" = 'MAKING' and "job"\."requested_by" = \?/,
    reason: "Documents that are being generated: at most ten per user.",
  },
  {
    pattern:
      /^SELECT (coalesce\(\(SELECT max\(rowid\) FROM documentation_event\)|.* FROM documentation_event e WHERE e\.rowid > \? )/,
    reason: "Live changes: the rows since the caller's last call, at most 5000, by their key.",
  },
  {
    pattern: / x INDEXED BY (documentation_event_|thread_comment_created|delivery_)\w*/,
    reason: "The activity feed scans indexes by time from the newest row on, up to a page.",
  },
  {
    pattern: /INDEXED BY (documentation_reviewed|retake_created|unexpected_answer_event_created)\b/,
    reason:
      "Figures of progress and their lists read only their period of an index; times are computed from at most 50 000 reviews.",
  },
  {
    pattern:
      /^SELECT s\.value AS "state", \(SELECT count\(\*\) FROM delivery x INDEXED BY delivery_customer_state /,
    reason: "Deliveries of a period by state: counts entries of a covering index.",
  },
  {
    pattern:
      /^SELECT \(SELECT count\(\*\) FROM documentation d INDEXED BY documentation_status .* FROM json_each\(\?\) r /,
    reason: "The review queue by age: counts entries of a covering index without the few hidden ones.",
  },
  {
    pattern:
      /^SELECT .* FROM delivery d INDEXED BY delivery_(documentation|destination|customer|state|created|all)/,
    reason:
      "A page of deliveries scans the index of its filter up to a limit; the totals are separate calls that do not delay the rows.",
  },
  {
    pattern:
      /^(WITH RECURSIVE destination\(|UPDATE delivery INDEXED BY delivery_next_slice|SELECT .* INDEXED BY delivery_next_slice )/,
    reason:
      "A partial index of active deliveries: each step takes the next destination; deliveries that have ended are not in it.",
  },
  {
    pattern: /FROM delivery_file f INDEXED BY delivery_file_stored /,
    reason: "A partial index of the few files whose bytes are stored only for their delivery.",
  },
  {
    // Except the audit log, the longest list, in its default order.
    pattern: new RegExp(
      `^select .* from "(?:${superAdminLists})" (?!order by "domain_change"."date_created" .* limit )(?:where .* )?order by `,
    ),
    reason: "A super admin's list sorts by any column; its default order scans an index up to a page.",
  },
  {
    pattern: new RegExp(`^select count\\(\\*\\) from "(?:${superAdminLists})"( where .*)?$`),
    reason: "The total of a super admin's list, a separate call that does not delay the rows.",
  },
  {
    pattern: /^SELECT d\.seq AS "seq" FROM .* AND d\.seq > \? AND d\.seq <= \? ORDER BY d\.seq LIMIT \?$/,
    reason: "A bulk change sorts the matches of its filter by `seq`, once for 2000 of them.",
  },
  {
    pattern: /^SELECT d\.seq AS "seq" FROM .* LIMIT \?$/,
    reason: "What is sent back in bulk: the matches of a filter, up to a limit.",
  },
  {
    pattern: /^SELECT d\.seq AS seq FROM \(SELECT /,
    reason:
      "The documentation list takes the rows of its narrowest filter or search and sorts them, after a count that stops at a limit.",
  },
  {
    pattern:
      /^SELECT (\(SELECT count\(\*\) FROM \(SELECT .* LIMIT \?\)\) AS "n0"|DISTINCT seq FROM \(SELECT .*\) LIMIT \?$)/,
    reason:
      "The counts that choose the narrowest filter, and the list of documentations that need attention, stop at a limit.",
  },
  {
    pattern: /^SELECT choice AS "choice", n AS "documentations" FROM \( SELECT choice, sum\(n\) AS n FROM /,
    reason:
      "The counts of a filter's choices: among the matches if they are few, otherwise among the newest rows up to a limit.",
  },
  {
    pattern:
      /^SELECT \(SELECT count\(\*\) FROM documentation INDEXED BY documentation_created WHERE .*\) AS "number"$/,
    reason: "The number of documentations in an invoice's period, for the progress of its job.",
  },
  {
    pattern:
      /^SELECT count\(\*\) AS "total" FROM (documentation d INDEXED BY \w+ WHERE|\(SELECT (d\.seq|DISTINCT seq|rowid & \d+ AS seq) FROM) /,
    reason:
      "The total of the documentation list under a filter without stored sums, a separate call that does not delay the rows.",
  },
  {
    pattern:
      /^SELECT \(SELECT count\(\*\) FROM \(SELECT .*\) found (WHERE found\.seq NOT IN \(.*\))?\) AS "total"$/,
    reason:
      "The same total under one condition: a count in its index, less the few documentations that the user may not see.",
  },
  {
    pattern:
      /^SELECT (\(SELECT coalesce\(sum\(d\.documentations\), 0\) FROM documentation_statistics d|\(SELECT count\(\*\) FROM documentation d) WHERE .* AS "total"$/,
    reason:
      "The total of a period: stored sums for whole months, and a count for the months in which it begins and ends.",
  },
  {
    pattern: /^SELECT count\(\*\) AS "total" FROM documentation_group g WHERE /,
    reason: "The total of groups without a search.",
  },
  {
    pattern: /^SELECT count\(\*\) AS "count", avg\(d\.lat\) AS "lat", .* FROM json_each\(\?\) t /,
    reason: "The map counts the documentations in its visible tiles, by an index of positions.",
  },
  {
    pattern: /^SELECT p\.key AS "at", .* FROM json_each\(\?\) p /,
    reason: "Single documentations in a tile are found by their position, to a millionth of a degree.",
  },
  {
    pattern:
      /^SELECT (d\.customer_id AS "customerId", d\.status AS "status", d\.hidden AS "hidden", (?:count|(?:d\.assignee_id|NULL) AS)|count\(\*\) AS "documentations", )/,
    reason:
      "The size of a bulk change or deletion: all matches of a filter are counted, because all of them will be changed.",
  },
  {
    pattern:
      /^WITH p AS MATERIALIZED \( SELECT photo\.date_created, photo\.documentation_id FROM photo INDEXED BY photo_created /,
    reason:
      "The timeline scans a customer's photos by time, one range at a time, and looks up each of their documentations once.",
  },
  {
    pattern:
      /^SELECT (substr\(p\.date_created, 1, 13\) AS "hour", count\(\*\) AS "count"|\(SELECT sum\(d\.uploaded_photos\)) FROM /,
    reason: "The timeline of a filter with few matches collects their photos, up to a limit.",
  },
  {
    pattern: /^INSERT INTO documentation_group .* SELECT coalesce\((\(SELECT )?max\(id\)/,
    reason: "The next number of a customer is one more than the largest, the last row of an index range.",
  },
  {
    pattern: /^WITH RECURSIVE (step\(creator\)|class\(name\)) /,
    reason: "Each step seeks the next creator or class in an index and skips the rows in between.",
  },
  {
    pattern:
      /^SELECT d\.id AS "id", coalesce\(d\.alias, d\.name\) AS "name", json_object.* AS "facts", d\.lat AS "lat", d\.lng AS "lng" FROM json_each\(\?\) t /,
    reason: "The map reads the positions in its visible tiles, up to a limit.",
  },
  {
    pattern:
      /(FROM (device|documentation|temp_file|upload_token)|UPDATE \w+ SET \w+ = NULL) WHERE customer_id = \? AND (current_)?license_id = \?$/,
    reason: "Deleting a licence updates all rows that refer to it, and logs each.",
  },
  {
    pattern: /^select "device"\."device_id", .* from "device_license" inner join "device" on /,
    reason: "The devices of one licence, of which the 50 most recently seen can be asked for a retake.",
  },
  {
    pattern:
      /^select count\(\*\) from "documentation" where \("documentation"."customer_id" = \? and "documentation"."license_id" = \?\)$/,
    reason: "The total of a super admin's list of a licence's documentations.",
  },
  {
    pattern: /^SELECT count\(\*\) AS "entryCount", max\(place\) AS "newest"/,
    reason:
      "Audit entries up to the newest pack: those of the month being packed, found by an index of dates or classes.",
  },
  {
    pattern: /^SELECT id AS "id" FROM \(SELECT u\.id FROM user u /,
    reason: "Users by part of their name, including deleted users, of whom the index contains few.",
  },
  {
    pattern:
      /from "upload" where \("upload"\."state" = \? and "upload"\."date_created" < \?\) order by "upload"\."attempts"/,
    reason:
      "Every other minute: reservations whose bytes have not arrived, which are purged after a week; those with the fewest attempts first.",
  },
  {
    pattern: /^DELETE FROM upload WHERE rowid IN \(SELECT .*expire_date < \?/,
    reason: "Nightly: the uploads of expired links.",
  },
  {
    pattern:
      /^(delete from|DELETE FROM|UPDATE|INSERT OR IGNORE INTO) .*(expires_at|expire_date|ended_at|decided|window_ends|date_created)"? < \?\)*$/,
    reason: "Nightly purges find expired rows by an index of the date, or scan a table that they keep short.",
  },
];

export interface Indexes {
  /** The table of an index by its name. */
  tableOf(index: string): string | undefined;
  isTable(name: string): boolean;
}

/** The statement on one line, with lists of parameters shortened, so that `IN (?, ?, ?)` and `IN (?, ?)` are the same statement. */
export const normalizeSql = (statement: string): string =>
  statement
    .replace(/\s+/g, " ")
    .replace(/\?(?:, ?\?)+/g, "?, …")
    .trim();

/** The lines of a plan that scan rows whose number grows with the customer, or none if the statement is permitted. */
export function findScans(statement: string, plan: readonly PlanLine[], indexes: Indexes): string[] {
  const sql = normalizeSql(statement);
  // Foreign key checks look for a first row in every table that refers to the configuration row.
  if (/^(delete from|insert into|update) "(customer|license|template|user)"/i.test(sql)) return [];
  if (permittedStatements.some((permission) => permission.pattern.test(sql))) return [];
  const aliases = findTables(sql, indexes);
  return plan.flatMap(({ parent, detail }) => {
    const step = /^(SCAN|SEARCH) (\w+)(?: EXISTS)?(?: USING (.*))?$/.exec(detail);
    if (!step) return [];
    const [, kind, name = "", access = ""] = step;
    const index = /(?:INDEX|KEY) (\w+)/.exec(access)?.[1];
    const table = (index && indexes.tableOf(index)) ?? aliases.get(name);
    if (!table || boundedTables.has(table)) return [];
    // The smallest or largest entry of an index: one row.
    if (kind === "SEARCH" && !access.includes("(")) return [];
    const equalColumns = [...access.matchAll(/(\w+)=\?/g)].map(([, column = ""]) => column);
    const isAutomaticIndex = access.includes("AUTOMATIC");
    if (kind === "SEARCH" && !isAutomaticIndex && equalColumns.some((column) => !broadColumns.has(column)))
      return [];
    const isSorted = plan.some(
      (line) => line.parent === parent && line.detail === "USE TEMP B-TREE FOR ORDER BY",
    );
    const isLimited = /\blimit (\?|\d+)/i.test(sql) && !isSorted;
    return isLimited ? [] : [`${table}: ${detail}`];
  });
}

/** Tables by the names that plans use for them: their own, or an alias. */
function findTables(sql: string, indexes: Indexes): Map<string, string> {
  const tablesByName = new Map<string, string>();
  for (const [, table = "", alias] of sql.matchAll(
    /(?:FROM|JOIN|INTO|UPDATE|,) "?(\w+)"?(?: (?:AS )?"?(\w+)"?)?/gi,
  ))
    if (indexes.isTable(table)) {
      tablesByName.set(table, table);
      if (alias && !tablesByName.has(alias)) tablesByName.set(alias, table);
    }
  return tablesByName;
}
