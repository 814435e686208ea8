import { DatabaseSync } from "node:sqlite";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { describe, expect, it } from "vitest";
import { createMigratedDatabase } from "./builtDatabase.ts";
import { databaseFromBinding, type Migration, migrate, readMigrations } from "./migrate.ts";
import { fillTables, findRowFaults, readRows } from "./migratedRows.ts";

const base: Migration = {
  name: "0000_base.sql",
  statements: [
    "CREATE TABLE list (id text PRIMARY KEY, name text DEFAULT 'old' NOT NULL)",
    `CREATE TABLE entry (id text PRIMARY KEY, list_id text NOT NULL, parent_id text,
      FOREIGN KEY (list_id) REFERENCES list(id) ON DELETE CASCADE)`,
    "CREATE INDEX entry_list ON entry (list_id)",
  ],
};

/** As drizzle-kit rebuilds a table whose default has changed. */
const rebuild = (table: string, columns: string, names: string): Migration => ({
  name: "0001_rebuild.sql",
  statements: [
    "PRAGMA foreign_keys=OFF",
    `CREATE TABLE \`__new_${table}\` (${columns})`,
    `INSERT INTO \`__new_${table}\` (${names}) SELECT ${names} FROM \`${table}\``,
    `DROP TABLE \`${table}\``,
    `ALTER TABLE \`__new_${table}\` RENAME TO \`${table}\``,
    "PRAGMA foreign_keys=ON",
  ],
});
const rebuiltList = rebuild("list", "id text PRIMARY KEY, name text DEFAULT 'new' NOT NULL", "id, name");
const entryColumns =
  "id text PRIMARY KEY, list_id text NOT NULL REFERENCES list(id) ON DELETE CASCADE, parent_id text";
const rebuiltEntry = rebuild("entry", entryColumns, "id, list_id, parent_id");

const migration = (...statements: string[]): Migration => ({ name: "0001_next.sql", statements });
const faultsOf = (...next: Migration[]) =>
  findRowFaults([base, ...next]).map((fault) => fault.split(". ")[0]);

describe("the replay of migrations over rows", () => {
  it("design§D1 no migration loses or changes a row of a database with rows in every table", async () =>
    expect(findRowFaults(await readMigrations())).toEqual([]));

  it("design§D1 every table of the database that the migrations are replayed over has rows", async () => {
    const database = createMigratedDatabase(await readMigrations());
    const triggers = database.prepare("SELECT count(*) AS n FROM sqlite_master WHERE type = 'trigger'");
    const { n: triggerCount } = triggers.get()!;
    fillTables(database);
    const empty = [...readRows(database)].filter(([, { rows }]) => rows.length === 0);
    expect(empty).toEqual([]);
    expect(database.prepare("PRAGMA foreign_key_check").all()).toEqual([]);
    expect(triggers.get()).toEqual({ n: triggerCount });
    expect(readRows(database).size).toBeGreaterThan(80);
  });

  it("design§D1 refuses to drop a table that others refer to, also in a rebuild", () => {
    const expectedFault = "0001_next.sql: drops list, and D1 deletes the rows that refer to it in entry";
    expect(faultsOf(rebuiltList)).toEqual([expectedFault.replace("next", "rebuild")]);
    for (const statement of [
      "DROP TABLE list",
      "drop table if exists `list`",
      'SELECT 1;\nDROP  TABLE\n"LIST"',
      "-- The lists go.\nDROP TABLE [list];",
    ])
      expect(faultsOf(migration(statement)).map((fault) => fault?.toLowerCase())).toEqual([
        expectedFault.toLowerCase(),
      ]);
    expect(findRowFaults([base, rebuiltList])[0]).toContain("add a new column, fill it, read both");
  });

  it("design§D1 refuses the rebuild of a table that refers to itself, whose copy would lose its rows", () => {
    const columns = "id text PRIMARY KEY, above text REFERENCES node(id) ON DELETE CASCADE";
    const tree = migration(`CREATE TABLE node (${columns})`);
    expect(faultsOf(tree, rebuild("node", columns, "id, above"))).toEqual([
      "0001_rebuild.sql: drops node, and D1 deletes the rows that refer to it in __new_node",
    ]);
  });

  it("design§D1 accepts a rebuild that keeps every row, and a table dropped after those that refer to it", () => {
    expect(faultsOf(rebuiltEntry)).toEqual([]);
    expect(
      faultsOf(migration("-- Changes rows of: entry, list\nDROP TABLE entry", "DROP TABLE list")),
    ).toEqual([]);
  });

  it("design§D1 names tables that are dropped or lose rows, values or columns, unless the migration declares it", () => {
    const lossy: [string, string][] = [
      ["DELETE FROM entry WHERE id LIKE '%1\"'", "entry lost or changed 1 of 2 rows"],
      ["DELETE FROM list", "entry lost or changed 2 of 2 rows"],
      ["UPDATE entry SET parent_id = NULL", "entry lost or changed 2 of 2 rows"],
      ["ALTER TABLE entry DROP COLUMN parent_id", "entry lost the column parent_id"],
      ["ALTER TABLE entry RENAME COLUMN parent_id TO above", "entry lost the column parent_id"],
      ["DROP TABLE entry", "entry was dropped with its rows"],
    ];
    for (const [statement, problem] of lossy) {
      expect(faultsOf(migration(statement))).toContain(`0001_next.sql: ${problem}`);
      expect(faultsOf(migration(`-- Changes rows of: entry, list\n${statement}`))).toEqual([]);
    }
    expect(faultsOf(migration("ALTER TABLE entry ADD note text", "UPDATE entry SET note = id"))).toEqual([]);
  });

  it("design§D1 names a migration that fails on rows, though an empty database would accept it", () => {
    const required = migration("ALTER TABLE entry ADD must text NOT NULL DEFAULT (CURRENT_TIMESTAMP)");
    expect(() => createMigratedDatabase([base, required])).not.toThrow();
    expect(findRowFaults([base, required])[0]).toContain("non-constant default");
  });

  it("design§D1 D1 itself deletes the rows that refer to a rebuilt table, and keeps those of an unreferenced one", async () => {
    const miniflare = new Miniflare(
      convertV4MiniflareOptions({
        modules: true,
        script: "export default { fetch: () => new Response() }",
        d1Databases: ["DB"],
      }),
    );
    try {
      const db = await miniflare.getD1Database("DB");
      const rows = migration("INSERT INTO list (id) VALUES (1)", "INSERT INTO entry VALUES (1, 1, NULL)");
      const count = () => db.prepare("SELECT count(*) AS n FROM entry").first("n");
      const numberMigrations = (migrations: readonly Migration[]) =>
        migrations.map(({ statements }, index) => ({ name: `${index}.sql`, statements }));
      await migrate(databaseFromBinding(db), numberMigrations([base, rows, rebuiltEntry]));
      expect(await count()).toBe(1);
      await migrate(databaseFromBinding(db), numberMigrations([base, rows, rebuiltEntry, rebuiltList]));
      expect(await count()).toBe(0);
    } finally {
      await miniflare.dispose();
    }
  });

  it("design§D1 readRows distinguishes rows with the same texts in different columns", () => {
    const database = new DatabaseSync(":memory:");
    database.exec("CREATE TABLE t (a, b); INSERT INTO t VALUES ('1', 1), (1, '1'), (NULL, x'00')");
    expect(readRows(database).get("t")?.rows).toEqual(["'1' 1", "1 '1'", "NULL X'00'"]);
  });
});
