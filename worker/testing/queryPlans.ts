/*
 * Checks that the cost of every query of the product does not grow with the customer. recordStatements.ts records the Worker's
 * statements during tests; after each test file the plans of new ones are judged here. The database has no statistics, as in
 * production.
 */

/** A line of EXPLAIN QUERY PLAN. */
export interface PlanLine {
  id: number;
  parent: number;
  detail: string;
}

/**
 * Tables of configuration: dozens to some hundreds of rows per customer, whatever the field sends. Statistics have rows per month and tile of the map, jobs
 * are removed after some weeks, what is wrong in storage is little. Every other table, including new ones, grows with the customer's work.
 */
const settled = new Set([
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
  ...["suggestion_import_configuration", "expected_answer_list", "expected_answer_import_configuration"],
  ...["media_fault", "alarm", "storage_usage", "shard", "replica"],
  // What copies have not taken yet, which is little.
  "directory_change",
  // A pack holds thousands of lines.
  "audit_pack",
  ...["sqlite_sequence", "sqlite_master", "d1_migrations"],
]);

/** Columns of which one value is found in a part of a customer's rows that grows with them; any other column narrows a search. */
const broad = new Set([
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
  statement: RegExp;
  why: string;
}

const lists =
  "device|domain_change|export_document|export_event|(?:expected_answer|suggestion)_import_event|temp_file|upload_token";

/** Statements that may walk rows which grow, and why. */
const permitted: readonly Permission[] = [
  {
    statement:
      /^delete from "domain_change" where \("domain_change"\."id" > \? and "domain_change"\."id" <= \?/,
    why: "lines that a further database has taken: a range of 500 at most",
  },
  {
    statement: /"export_document"\."state" = 'MAKING' and "job"\."requested_by" = \?/,
    why: "documents that are being made for a customer: ten of a user at most",
  },
  {
    statement:
      /^SELECT .* FROM delivery d INDEXED BY delivery_(documentation|destination|customer|state|created|all)/,
    why: "The ledger's pages walk the index of their filter in its order up to a limit; their totals do not hold up the rows.",
  },
  {
    statement:
      /^(WITH RECURSIVE destination\(|UPDATE delivery INDEXED BY delivery_next_slice|SELECT .* INDEXED BY delivery_next_slice )/,
    why: "Of a partial index of what is under way: each step takes the next destination; deliveries that have ended are not in it.",
  },
  {
    statement: /FROM delivery_file f INDEXED BY delivery_file_stored /,
    why: "Of a partial index of the few files whose bytes are stored for their delivery alone.",
  },
  {
    // Not the audit log as it opens, the longest of them.
    statement: new RegExp(
      `^select .* from "(?:${lists})" (?!order by "domain_change"."date_created" .* limit )(?:where .* )?order by `,
    ),
    why: "A super admin's list sorts by any column; the order it opens with walks an index, and a page ends the walk.",
  },
  {
    statement: new RegExp(`^select count\\(\\*\\) from "(?:${lists})"( where .*)?$`),
    why: "The total of a super admin's list; the rows do not wait for it.",
  },
  {
    statement: /^SELECT d\.seq AS seq FROM \(SELECT /,
    why: "The documentation list takes the rows of its narrowest filter or search and sorts them, after a count that stops at a limit.",
  },
  {
    statement:
      /^SELECT (\(SELECT count\(\*\) FROM \(SELECT .* LIMIT \?\)\) AS "n0"|DISTINCT seq FROM \(SELECT .*\) LIMIT \?$)/,
    why: "The counts that choose the narrowest filter, and the list of those with a matter, stop at a limit.",
  },
  {
    statement: /^SELECT choice AS "choice", n AS "documentations" FROM \( SELECT choice, sum\(n\) AS n FROM /,
    why: "The counts beside a filter's choices: of what a filter with few matches finds, else of the newest rows up to a limit.",
  },
  {
    statement:
      /^SELECT \(SELECT count\(\*\) FROM documentation INDEXED BY documentation_created WHERE .*\) AS "number"$/,
    why: "The number of documentations in an invoice's period, for the progress of its job.",
  },
  {
    statement:
      /^SELECT count\(\*\) AS "total" FROM (documentation d INDEXED BY \w+ WHERE|\(SELECT (d\.seq|DISTINCT seq|rowid & \d+ AS seq) FROM) /,
    why: "The total of the documentation list under a filter that no sum answers; the rows do not wait for it.",
  },
  {
    statement:
      /^SELECT \(SELECT count\(\*\) FROM \(SELECT .*\) found (WHERE found\.seq NOT IN \(.*\))?\) AS "total"$/,
    why: "The same under one condition: its index, less the few documentations that cannot be seen.",
  },
  {
    statement:
      /^SELECT (\(SELECT coalesce\(sum\(d\.documentations\), 0\) FROM documentation_statistics d|\(SELECT count\(\*\) FROM documentation d) WHERE .* AS "total"$/,
    why: "The total of a period: whole months from their sums, and the documentations of the months it begins and ends in.",
  },
  {
    statement: /^SELECT count\(\*\) AS "total" FROM documentation_group g WHERE /,
    why: "The total of groups whose names begin with one or two letters, which the search index does not hold.",
  },
  {
    statement: /^SELECT count\(\*\) AS "count", avg\(d\.lat\) AS "lat", .* FROM json_each\(\?\) t /,
    why: "The map counts what stands in the tiles that it shows, by an index of positions.",
  },
  {
    statement: /^SELECT p\.key AS "at", .* FROM json_each\(\?\) p /,
    why: "Those that stand alone in a tile are found by their place, to a millionth of a degree.",
  },
  {
    statement:
      /^SELECT (d\.customer_id AS "customerId", d\.status AS "status", d\.hidden AS "hidden", count|count\(\*\) AS "documentations", )/,
    why: "The extent of a change or deletion in bulk: all that a filter finds is counted, because all of it will be changed.",
  },
  {
    statement:
      /^WITH p AS MATERIALIZED \( SELECT photo\.date_created, photo\.documentation_id FROM photo INDEXED BY photo_created /,
    why: "The timeline walks a customer's photos by time, a stretch at a time, and looks at each of their documentations once.",
  },
  {
    statement:
      /^SELECT (substr\(p\.date_created, 1, 13\) AS "hour", count\(\*\) AS "count"|\(SELECT sum\(d\.uploaded_photos\)) FROM /,
    why: "The timeline of a filter that few documentations pass gathers their photos, up to a limit.",
  },
  {
    statement: /^INSERT INTO documentation_group .* SELECT coalesce\((\(SELECT )?max\(id\)/,
    why: "The next number of a customer is one more than the largest: the row at the end of a range.",
  },
  {
    statement: /^WITH RECURSIVE (step\(creator\)|class\(name\)) /,
    why: "Each step takes the next creator or class from an index; the documentations between them are skipped.",
  },
  {
    statement:
      /^SELECT d\.id AS "id", coalesce\(d\.alias, d\.name\) AS "name", json_object.* AS "facts", d\.lat AS "lat", d\.lng AS "lng" FROM json_each\(\?\) t /,
    why: "The map reads the positions of the tiles that it shows, up to a limit.",
  },
  {
    statement:
      /(FROM (device|documentation|temp_file|upload_token)|UPDATE \w+ SET \w+ = NULL) WHERE customer_id = \? AND (current_)?license_id = \?$/,
    why: "Deleting a licence rewrites all rows that name it, and logs each.",
  },
  {
    statement:
      /^select count\(\*\) from "documentation" where \("documentation"."customer_id" = \? and "documentation"."license_id" = \?\)$/,
    why: "The total of a super admin's list of a licence's documentations.",
  },
  {
    statement: /^SELECT count\(\*\) AS "lines", max\(place\) AS "newest"/,
    why: "Lines of the log that are no newer than its packs: those of a month that is being packed, by an index of dates or classes.",
  },
  {
    statement: /^SELECT id AS "id" FROM \(SELECT u\.id FROM user u /,
    why: "People by a part of their names, those who were deleted among them, of whom an index holds few.",
  },
  {
    statement:
      /from "upload" where \("upload"\."state" = \? and "upload"\."date_created" < \?\) order by "upload"\."attempts"/,
    why: "Every other minute: the reservations whose bytes have not come, which a week ends; the least often tried of them first.",
  },
  {
    statement: /^DELETE FROM upload WHERE rowid IN \(SELECT .*expire_date < \?/,
    why: "Nightly: the uploads of links that have ended.",
  },
  {
    statement:
      /^(delete from|DELETE FROM|UPDATE|INSERT OR IGNORE INTO) .*(expires_at|expire_date|ended_at|decided|window_ends|date_created)"? < \?\)*$/,
    why: "Nightly sweeps look for what has expired, by an index of the date or through a table that they keep short.",
  },
];

export interface Indexes {
  /** The table of an index by its name. */
  tableOf(index: string): string | undefined;
  isTable(name: string): boolean;
}

/** The statement on one line, lists of parameters as one: `IN (?, ?, ?)` and `IN (?, ?)` are the same question. */
export const normalised = (statement: string): string =>
  statement
    .replace(/\s+/g, " ")
    .replace(/\?(?:, ?\?)+/g, "?, …")
    .trim();

/** The lines of a plan that walk rows which grow with the customer, unless the statement is permitted to. */
export function walks(statement: string, plan: readonly PlanLine[], indexes: Indexes): string[] {
  const sql = normalised(statement);
  // Foreign keys of a row of configuration ask each table that refers to it for a first row.
  if (/^(delete from|insert into|update) "(customer|license|template|user)"/i.test(sql)) return [];
  if (permitted.some((permission) => permission.statement.test(sql))) return [];
  const aliases = aliasesIn(sql, indexes);
  return plan.flatMap(({ parent, detail }) => {
    const step = /^(SCAN|SEARCH) (\w+)(?: EXISTS)?(?: USING (.*))?$/.exec(detail);
    if (!step) return [];
    const [, kind, name = "", using = ""] = step;
    const index = /(?:INDEX|KEY) (\w+)/.exec(using)?.[1];
    const table = (index && indexes.tableOf(index)) ?? aliases.get(name);
    if (!table || settled.has(table)) return [];
    // The smallest or largest of an index: one row.
    if (kind === "SEARCH" && !using.includes("(")) return [];
    const equal = [...using.matchAll(/(\w+)=\?/g)].map(([, column = ""]) => column);
    const automatic = using.includes("AUTOMATIC");
    if (kind === "SEARCH" && !automatic && equal.some((column) => !broad.has(column))) return [];
    const sorts = plan.some(
      (line) => line.parent === parent && line.detail === "USE TEMP B-TREE FOR ORDER BY",
    );
    const pages = /\blimit (\?|\d+)/i.test(sql) && !sorts;
    return pages ? [] : [`${table}: ${detail}`];
  });
}

/** Tables by the names that plans use for them: the alias, where there is one. */
function aliasesIn(sql: string, indexes: Indexes): Map<string, string> {
  const named = new Map<string, string>();
  for (const [, table = "", alias] of sql.matchAll(
    /(?:FROM|JOIN|INTO|UPDATE|,) "?(\w+)"?(?: (?:AS )?"?(\w+)"?)?/gi,
  ))
    if (indexes.isTable(table)) {
      named.set(table, table);
      if (alias && !named.has(alias)) named.set(alias, table);
    }
  return named;
}
