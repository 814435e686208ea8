import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { withoutRowid } from "#worker/db/schema/documentationGroup.ts";
import {
  addWithoutRowid,
  generateMigration,
  joinStatements,
  triggerStatements,
  unquoteExpressions,
} from "../support/generateMigration.ts";
import { root } from "../support/install.mjs";
import { type Migration, readMigrations } from "../support/migrate.ts";
import { findRowFaults } from "../support/migratedRows.ts";
import { compareTriggers, parseTriggers, readTriggers } from "../support/triggers.ts";
import { writeMigration } from "../support/writeMigration.ts";
import { findDatabaseFaults, findStatementFaults } from "./migrations.ts";

const withReplaced = (migrations: Migration[], from: string, to: string): Migration[] =>
  migrations.map(({ name, statements }) => ({
    name,
    statements: statements.map((statement) => statement.replace(from, to)),
  }));

describe("the check of the migrations", () => {
  it("design§D1 a migrated database has every trigger of the files, and no other", async () =>
    expect(findDatabaseFaults(await readMigrations(), await readTriggers(), withoutRowid)).toEqual([]));

  it("design§D1 names a trigger that differs, one that is missing and a surplus one", async () => {
    const [migrations, triggers] = [await readMigrations(), await readTriggers()];
    const faults = findDatabaseFaults(
      withReplaced(
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
      findDatabaseFaults(
        withReplaced(await readMigrations(), ") WITHOUT ROWID", ")"),
        await readTriggers(),
        withoutRowid,
      ),
    ).toHaveLength(1));
});

describe("the command that writes migrations", () => {
  it("design§D1 restores the triggers that a rebuilt table has lost", async () => {
    const [migrations, triggers] = [await readMigrations(), await readTriggers()];
    const rebuildMigration = {
      name: "0003_rebuilt.sql",
      statements: [
        "CREATE TABLE __new_export_document AS SELECT * FROM export_document",
        "DROP TABLE export_document",
        "ALTER TABLE __new_export_document RENAME TO export_document",
      ],
    };
    const faults = findDatabaseFaults([...migrations, rebuildMigration], triggers, withoutRowid);
    expect(faults.map((fault) => fault.split(" is ")[0])).toEqual(["Trigger export_document_deleted"]);
    const names = ["export_document_deleted"];
    const text = triggerStatements({
      removed: [],
      changed: [],
      added: triggers.filter(({ name }) => names.includes(name)),
    });
    const repairMigration = { name: "0004_mended.sql", statements: text.split("--> statement-breakpoint") };
    expect(
      findDatabaseFaults([...migrations, rebuildMigration, repairMigration], triggers, withoutRowid),
    ).toEqual([]);
  });

  it("design§D1 replaces a changed trigger and drops a removed one", () => {
    const oldTriggers = [
      { name: "a", sql: "CREATE TRIGGER a 1" },
      { name: "b", sql: "CREATE TRIGGER b 1" },
    ];
    const newTriggers = [
      { name: "b", sql: "CREATE TRIGGER b 2" },
      { name: "c", sql: "CREATE TRIGGER c 1" },
    ];
    expect(
      triggerStatements(compareTriggers(oldTriggers, newTriggers)).split("\n--> statement-breakpoint\n"),
    ).toEqual(["DROP TRIGGER a;", "DROP TRIGGER b;", "CREATE TRIGGER b 2;", "CREATE TRIGGER c 1;"]);
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

  it("design§D1 refuses a trigger file that contains anything else", () => {
    const statement = "-- Why.\nCREATE TRIGGER a AFTER INSERT ON b BEGIN\n  SELECT 1;\nEND;\n";
    expect(parseTriggers("x.sql", statement)).toEqual([
      { name: "a", sql: "CREATE TRIGGER a AFTER INSERT ON b BEGIN\n  SELECT 1;\nEND" },
    ]);
    expect(() => parseTriggers("x.sql", `${statement}DROP TABLE b;\n`)).toThrow("x.sql");
  });
});

type Snapshot = { tables: Record<string, { columns: Record<string, { default?: unknown }> }> };

/** A copy of the migrations whose newest snapshot differs from the schema. */
async function withSnapshot(
  change: (tables: Snapshot["tables"]) => void,
  test: (directory: string) => Promise<void>,
): Promise<void> {
  const copy = await mkdtemp(path.join(os.tmpdir(), "siteproof-migrations-"));
  try {
    await cp(path.join(root, "migrations"), copy, { recursive: true });
    const meta = path.join(copy, "meta");
    const file = path.join(meta, (await readdir(meta)).find((name) => name.endsWith("_snapshot.json"))!);
    const snapshot = JSON.parse(await readFile(file, "utf8")) as Snapshot;
    change(snapshot.tables);
    await writeFile(file, JSON.stringify(snapshot));
    await test(copy);
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

const filesIn = async (directory: string) => (await readdir(directory, { recursive: true })).sort();

it("design§D1 drizzle-kit finds a table that is missing from the newest snapshot", () =>
  withSnapshot(
    (tables) => delete tables.customer_total,
    async (directory) => {
      const newFile = await generateMigration(directory, { name: "found" });
      expect(await readFile(path.join(directory, newFile!), "utf8")).toContain(
        "CREATE TABLE `customer_total`",
      );
    },
  ));

it("design§D1 the command refuses to rebuild a table that others refer to, and leaves the migrations as they were", () =>
  withSnapshot(
    ({ documentation: table }) => {
      table!.columns.status!.default = "'NEW'";
    },
    async (directory) => {
      const [files, journal] = [
        await filesIn(directory),
        await readFile(path.join(directory, "meta/_journal.json"), "utf8"),
      ];
      const { file, faults } = await writeMigration(directory, "changed_default");
      expect(file).toBeNull();
      expect(faults).toEqual([
        expect.stringMatching(/drops documentation, and D1 deletes the rows that refer to it in .*photo/),
      ]);
      expect(await filesIn(directory)).toEqual(files);
      expect(await readFile(path.join(directory, "meta/_journal.json"), "utf8")).toBe(journal);
    },
  ));

it("design§D1 the command rebuilds a table that nothing refers to with its rows, triggers and indexes over expressions", () =>
  withSnapshot(
    ({ expected_answer: table }) => {
      table!.columns.params!.default = "'{\"old\":1}'";
    },
    async (directory) => {
      const { file, faults } = await writeMigration(directory, "changed_default");
      expect(faults).toEqual([]);
      const text = await readFile(path.join(directory, file!), "utf8");
      expect(text).toContain("DROP TABLE `expected_answer`");
      expect(unquoteExpressions("CREATE INDEX `i` ON `t` (`a`,`name COLLATE NOCASE`);")).toBe(
        "CREATE INDEX `i` ON `t` (`a`,name COLLATE NOCASE);",
      );
      expect(text).not.toContain("PRAGMA");
      const migrations = await readMigrations(directory);
      expect([...findStatementFaults(migrations), ...findRowFaults(migrations)]).toEqual([]);
      expect(findDatabaseFaults(migrations, await readTriggers(), withoutRowid)).toEqual([]);
    },
  ));

it("design§D1 a part of a migration with two statements, or none, is named", () => {
  const trigger = "CREATE TRIGGER t AFTER INSERT ON a BEGIN\n  SELECT CASE 1 WHEN 1 THEN 2 END;\nEND";
  const faults = findStatementFaults([
    {
      name: "0001_x.sql",
      statements: ["SELECT ';' -- one; statement", `${trigger};`, `SELECT 1;\n${trigger}`, "-- nothing"],
    },
  ]);
  expect(faults.map((fault) => fault.split("\n")[1])).toEqual(["SELECT 1;", "-- nothing"]);
});

it("design§D1 ids have one column type; other texts named like ids are listed here", async () => {
  const directory = path.join(root, "worker/db/schema");
  const idColumns = await Promise.all(
    (await readdir(directory)).map(async (file) =>
      [...(await readFile(path.join(directory, file), "utf8")).matchAll(/\b(id|\w+Id): text\(/g)].map(
        ([, column]) => `${file} ${column}`,
      ),
    ),
  );
  // A destination's id for a file, a device's name for itself, the copies of it in a documentation and a fetch, an authenticator's
  // id for a passkey, and storage's id for a multipart upload.
  expect(idColumns.flat().sort()).toEqual([
    "delivery.ts remoteId",
    "device.ts deviceId",
    "documentation.ts deviceId",
    "documentation.ts deviceId",
    "passkey.ts credentialId",
    "upload.ts multipartId",
  ]);
});
