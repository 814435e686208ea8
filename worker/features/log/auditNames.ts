import { type SQL, sql } from "drizzle-orm";
import type { Database } from "#worker/db/database.ts";
import { idAsTextSql, idListParam, listParam } from "#worker/db/ids.ts";
import { json, nullable, number, selectRows, text, uuid } from "#worker/db/rows.ts";
import { nameFields } from "./packs/packNames.ts";

/** The name of an id. */
export interface ObjectName {
  name: string;
  /** False for deleted objects, whose names come from the log. */
  exists: boolean;
  /** The documentation that it is or belongs to. */
  documentationId: string | null;
}

export interface UserName {
  username: string;
  fullName: string | null;
}

/** Tables with named rows: the name's expression, and the documentation they belong to. A test names the entities without one. */
export const namedTables: readonly {
  table: string;
  name: string;
  documentation?: string;
  living?: string;
}[] = [
  {
    ...{ table: "documentation", name: "coalesce(t.alias, t.name)", documentation: "t.id" },
    living: "t.status <> 'DELETED'",
  },
  { table: "photo", name: "coalesce(t.alias, t.name)", documentation: "t.documentation_id" },
  { table: "file", name: "t.name", documentation: "t.documentation_id" },
  { table: "documentation_task", name: "t.name", documentation: "t.documentation_id" },
  { table: "temp_file", name: "t.name", documentation: "t.documentation_id" },
  ...["upload_token", "delivery", "export_event", "retake", "thread"].map((table) => ({
    table,
    name: "(SELECT coalesce(d.alias, d.name) FROM documentation d WHERE d.id = t.documentation_id)",
    documentation: "t.documentation_id",
  })),
  { table: "export_document", name: "t.file_name" },
  ...[
    ...["template", "template_task", "license", "suggestion_list", "expected_answer_list", "graphic"],
    ...["reference_photo", "documentation_alias", "photo_alias", "documentation_tag_configuration"],
    ...["documentation_task_filter", "export_configuration", "export_document_configuration"],
    ...[
      "predefined_configuration",
      "suggestion_import_configuration",
      "expected_answer_import_configuration",
      "saved_view",
    ],
  ].map((table) => ({ table, name: "t.name" })),
  ...["suggestion_import", "expected_answer_import"].map((table) => ({
    table: `${table}_event`,
    name: `(SELECT c.name FROM ${table}_configuration c WHERE c.id = t.${table}_configuration_id)`,
  })),
  { table: "suggestion", name: "t.text" },
  { table: "expected_answer", name: "t.answer" },
  { table: "device", name: "coalesce(t.phone_model, t.device_id)" },
  { table: "session", name: "(SELECT u.username FROM user u WHERE u.id = t.user_id)" },
  { table: "change_log", name: "CAST(t.version_code AS TEXT)" },
];

/** The newest name of an object in the audit log. */
const nameInLogSql = sql.raw(
  `coalesce(${nameFields.flatMap((field) => ["after", "before"].map((side) => `d.params ->> '$.${field}.${side}'`)).join(", ")})`,
);

/** One expression over the id `i.value` that tries the tables in turn, because D1 allows at most five queries in a UNION. */
const nameOfIdSql: SQL = sql`coalesce(${sql.join(
  namedTables.map(({ table, name, documentation = "NULL", living = "1" }) =>
    sql.raw(
      `(SELECT json_object('name', ${name}, 'exists', json(iif(${living}, 'true', 'false')), 'documentationId', ${documentation === "NULL" ? documentation : idAsTextSql(documentation)})
        FROM ${table} t WHERE t.id = i.value AND ${name} IS NOT NULL)`,
    ),
  ),
  sql`, `,
)}, (SELECT json_object('name', ${nameInLogSql}, 'exists', json('false'), 'documentationId', NULL)
  FROM domain_change d WHERE d.object_id = i.value AND ${nameInLogSql} IS NOT NULL ORDER BY d.id DESC LIMIT 1),
  (SELECT json_object('name', n.name, 'exists', json('false'), 'documentationId', NULL) FROM audit_name n WHERE n.object_id = i.value LIMIT 1))`;

/** Maximum number of ids looked up for a page; further ones get no name. */
const maxIds = 5000;

/** Names of ids of any kind. Each id costs an index lookup per table until it is found. */
export async function findNames(db: Database, ids: Iterable<string>): Promise<Map<string, ObjectName>> {
  const uniqueIds = [...new Set(ids)].slice(0, maxIds);
  if (uniqueIds.length === 0) return new Map();
  const rows = await selectRows(
    db,
    { id: uuid("i.value"), named: nullable(json<ObjectName>(nameOfIdSql)) },
    (columns) => sql`SELECT ${columns} FROM ${idListParam(uniqueIds)} i`,
  );
  return new Map(
    rows.flatMap(({ id, named: objectName }) => (objectName ? [[id, objectName] as const] : [])),
  );
}

/** Users by id. Deleted users get their name from their deletion's audit entry. */
export async function findUsers(db: Database, ids: Iterable<number>): Promise<Map<number, UserName>> {
  const uniqueIds = [...new Set(ids)].slice(0, maxIds);
  if (uniqueIds.length === 0) return new Map();
  const deletedNameSql = (field: "username" | "fullName", column: "name" | "full_name") =>
    sql`coalesce((SELECT d.params ->> ${sql.raw(`'$.${field}.before'`)} FROM domain_change d
      WHERE d.object_id = CAST(i.value AS TEXT) AND d.object_class = 'siteproof.User' AND d.action = 'DELETE' LIMIT 1),
      (SELECT ${sql.raw(`n.${column}`)} FROM audit_name n WHERE n.object_id = CAST(i.value AS TEXT) AND n.object_class = 'siteproof.User'))`;
  const rows = await selectRows(
    db,
    {
      id: number("i.value"),
      username: nullable(text(sql`coalesce(u.username, ${deletedNameSql("username", "name")})`)),
      fullName: nullable(
        text(sql`iif(u.id IS NULL, ${deletedNameSql("fullName", "full_name")}, u.full_name)`),
      ),
    },
    (columns) => sql`SELECT ${columns} FROM ${listParam(uniqueIds)} i LEFT JOIN user u ON u.id = i.value`,
  );
  return new Map(
    rows.flatMap(({ id, username, fullName }) => (username ? [[id, { username, fullName }] as const] : [])),
  );
}

export async function findCustomerNames(db: Database, ids: Iterable<number>): Promise<Map<number, string>> {
  const uniqueIds = [...new Set(ids)].slice(0, maxIds);
  if (uniqueIds.length === 0) return new Map();
  const rows = await selectRows(
    db,
    { id: number("c.id"), name: text("c.name") },
    (columns) => sql`SELECT ${columns} FROM customer c WHERE c.id IN ${listParam(uniqueIds)}`,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}
