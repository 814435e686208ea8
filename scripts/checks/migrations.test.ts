import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { withoutRowid } from "#worker/db/schema/documentationGroup.ts";
import { createMigratedDatabase } from "../support/builtDatabase.ts";
import { addWithoutRowid, generate, joinStatements, triggerStatements } from "../support/generate.ts";
import { root } from "../support/install.mjs";
import { type Migration, readMigrations } from "../support/migrate.ts";
import { readTriggers, triggerChanges, triggersIn } from "../support/triggers.ts";
import { databaseFaults } from "./migrations.ts";

const changed = (migrations: Migration[], from: string, to: string): Migration[] =>
  migrations.map(({ name, statements }) => ({
    name,
    statements: statements.map((statement) => statement.replace(from, to)),
  }));

describe("the check of the migrations", () => {
  it("design§D1 a migrated database has every trigger of the files, and no other", async () =>
    expect(databaseFaults(await readMigrations(), await readTriggers(), withoutRowid)).toEqual([]));

  it("design§D1 names a trigger that differs, one that is missing and a surplus one", async () => {
    const [migrations, triggers] = [await readMigrations(), await readTriggers()];
    const faults = databaseFaults(
      changed(
        migrations,
        "CREATE TRIGGER photo_counted AFTER INSERT ON photo WHEN NEW.has_data BEGIN",
        "CREATE TRIGGER photo_noted AFTER INSERT ON photo WHEN NEW.has_data BEGIN",
      ),
      triggers.map((trigger) =>
        trigger.name === "file_counted"
          ? { ...trigger, sql: trigger.sql.replace("NEW.data_size", "1") }
          : trigger,
      ),
      withoutRowid,
    );
    expect(faults.map((fault) => fault.split(";")[0])).toEqual([
      "Trigger photo_noted is in no file of worker/db/triggers",
      "Trigger file_counted differs from its file in worker/db/triggers",
      "Trigger photo_counted is in no migration",
    ]);
  });

  it("design§D1 finds a table that lost its WITHOUT ROWID", async () =>
    expect(
      databaseFaults(
        changed(await readMigrations(), ") WITHOUT ROWID", ")"),
        await readTriggers(),
        withoutRowid,
      ),
    ).toHaveLength(1));
});

it("design§D1 a database of text ids becomes one of bytes, with all that refers to them and without acting on it", async () => {
  const migrations = await readMigrations();
  const index = migrations.findIndex(({ name }) => name.startsWith("0025"));
  const database = createMigratedDatabase(migrations.slice(0, index));
  const id = (last: number) => `0B6f5d1e-2c34-4a5b-8c6d-00000000000${last}`;
  const [template, one, task, photo, sha256] = [id(1), id(2), id(3), id(4), "ab".repeat(32)];
  const when = "2026-01-01T00:00:00Z";
  database.exec(`
    INSERT INTO customer (id, name, date_created) VALUES (1, 'c', '${when}');
    INSERT INTO template (id, customer_id, name, export_document_types, date_created, last_updated) VALUES ('${template}', 1, 't', '[]', '${when}', '${when}');
    INSERT INTO documentation (id, customer_id, template_id, name, creator, date_created, last_updated)
      VALUES ('${one}', 1, '${template}', 'North', 'x', '${when}', '${when}');
    INSERT INTO documentation_task (id, customer_id, documentation_id, name, type, answer, date_created)
      VALUES ('${task}', 1, '${one}', 'Depth', 'TEXT', 'deep', '${when}');
    INSERT INTO photo (id, customer_id, documentation_id, documentation_task_id, name, creator, has_data, data_size, sha256, date_created, last_updated)
      VALUES ('${photo}', 1, '${one}', '${task}', 'p', 'x', 1, 10, '${sha256}', '${when}', '${when}');
    INSERT INTO domain_change (date_created, user_id, customer_id, object_class, object_id, action, params)
      VALUES ('${when}', 1, 1, 'siteproof.Photo', '${photo}', 'CREATE', '{}'), ('${when}', 1, 1, 'siteproof.Customer', '1', 'CREATE', '{}');
    INSERT INTO directory_change (table_name, key) VALUES ('license', '["${one}"]'), ('user', '[7]');
    DELETE FROM search_pending`);
  const rows = (query: string) =>
    database
      .prepare(query)
      .all()
      .map((row) => Object.values(row));
  const totals = rows("SELECT documentations, photos, bytes FROM customer_total");
  database.exec("BEGIN");
  for (const statement of migrations[index]!.statements) database.exec(statement);
  database.exec("COMMIT");
  const hex = (text: string) => text.replaceAll("-", "").toUpperCase();
  expect(
    rows("SELECT hex(id), hex(documentation_id), hex(documentation_task_id), hex(sha256) FROM photo"),
  ).toEqual([[hex(photo), hex(one), hex(task), sha256.toUpperCase()]]);
  expect(rows("SELECT hex(d.id) FROM documentation d JOIN template t ON t.id = d.template_id")).toEqual([
    [hex(one)],
  ]);
  expect(rows("SELECT typeof(object_id), hex(object_id) FROM domain_change ORDER BY id")).toEqual([
    ["blob", hex(photo)],
    ["text", "31"],
  ]);
  expect(rows("SELECT key FROM directory_change ORDER BY id")).toEqual([
    [JSON.stringify([[hex(one).toLowerCase()]])],
    ["[7]"],
  ]);
  expect(rows("PRAGMA foreign_key_check")).toEqual([]);
  expect(rows("SELECT documentations, photos, bytes FROM customer_total")).toEqual(totals);
  expect(rows("SELECT count(*) FROM search_pending")).toEqual([[0]]);
});

describe("the command that writes migrations", () => {
  it("design§D1 restores the triggers that a rebuilt table has lost", async () => {
    const [migrations, triggers] = [await readMigrations(), await readTriggers()];
    const rebuilt = {
      name: "0003_rebuilt.sql",
      statements: [
        "CREATE TABLE __new_export_document AS SELECT * FROM export_document",
        "DROP TABLE export_document",
        "ALTER TABLE __new_export_document RENAME TO export_document",
      ],
    };
    const lost = databaseFaults([...migrations, rebuilt], triggers, withoutRowid);
    expect(lost.map((fault) => fault.split(" is ")[0])).toEqual(["Trigger export_document_deleted"]);
    const names = ["export_document_deleted"];
    const text = triggerStatements({
      removed: [],
      changed: [],
      added: triggers.filter(({ name }) => names.includes(name)),
    });
    const mended = { name: "0004_mended.sql", statements: text.split("--> statement-breakpoint") };
    expect(databaseFaults([...migrations, rebuilt, mended], triggers, withoutRowid)).toEqual([]);
  });

  it("design§D1 replaces a changed trigger and drops a removed one", () => {
    const was = [
      { name: "a", sql: "CREATE TRIGGER a 1" },
      { name: "b", sql: "CREATE TRIGGER b 1" },
    ];
    const becomes = [
      { name: "b", sql: "CREATE TRIGGER b 2" },
      { name: "c", sql: "CREATE TRIGGER c 1" },
    ];
    expect(triggerStatements(triggerChanges(was, becomes)).split("\n--> statement-breakpoint\n")).toEqual([
      "DROP TRIGGER a;",
      "DROP TRIGGER b;",
      "CREATE TRIGGER b 2;",
      "CREATE TRIGGER c 1;",
    ]);
    expect(joinStatements("", "x", "\n")).toBe("x\n");
  });

  it("design§D1 adds WITHOUT ROWID to the declared tables only, also when drizzle-kit rebuilds one", () => {
    const table = (name: string) => `CREATE TABLE \`${name}\` (\n\t\`a\` text NOT NULL\n);\n`;
    expect(addWithoutRowid(table("x") + table("xy") + table("__new_x"), ["x"])).toBe(
      table("x").replace(";", " WITHOUT ROWID;") +
        table("xy") +
        table("__new_x").replace(";", " WITHOUT ROWID;"),
    );
  });

  it("design§D1 refuses a trigger file that holds anything else", () => {
    const one = "-- Why.\nCREATE TRIGGER a AFTER INSERT ON b BEGIN\n  SELECT 1;\nEND;\n";
    expect(triggersIn("x.sql", one)).toEqual([
      { name: "a", sql: "CREATE TRIGGER a AFTER INSERT ON b BEGIN\n  SELECT 1;\nEND" },
    ]);
    expect(() => triggersIn("x.sql", `${one}DROP TABLE b;\n`)).toThrow("x.sql");
  });
});

it("design§D1 drizzle-kit finds a table that the newest snapshot lacks", async () => {
  const copy = await mkdtemp(path.join(os.tmpdir(), "siteproof-migrations-"));
  try {
    await cp(path.join(root, "migrations"), copy, { recursive: true });
    const meta = path.join(copy, "meta");
    const file = path.join(meta, (await readdir(meta)).find((name) => name.endsWith("_snapshot.json"))!);
    const snapshot = JSON.parse(await readFile(file, "utf8")) as { tables: Record<string, unknown> };
    delete snapshot.tables.customer_total;
    await writeFile(file, JSON.stringify(snapshot));
    const added = await generate(copy, { name: "found" });
    expect(await readFile(path.join(copy, added!), "utf8")).toContain("CREATE TABLE `customer_total`");
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
});

it("design§D1 ids have one column type; other texts named like ids are listed here", async () => {
  const directory = path.join(root, "worker/db/schema");
  const found = await Promise.all(
    (await readdir(directory)).map(async (file) =>
      [...(await readFile(path.join(directory, file), "utf8")).matchAll(/\b(id|\w+Id): text\(/g)].map(
        ([, column]) => `${file} ${column}`,
      ),
    ),
  );
  // A destination's id of a file, a device's name for itself, a documentation's and a fetch's copies of it, and storage's id of a multipart
  // upload.
  expect(found.flat().sort()).toEqual([
    "delivery.ts remoteId",
    "device.ts deviceId",
    "documentation.ts deviceId",
    "documentation.ts deviceId",
    "upload.ts multipartId",
  ]);
});
