import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { databaseOf } from "#worker/db/database.ts";
import { db, env } from "./factories.ts";
import { findScans, type Indexes } from "./queryPlans.ts";
import { explainQuery, findNewScans, readIndexes } from "./recordStatements.ts";

let indexes: Indexes;
beforeAll(async () => {
  indexes = await readIndexes();
});
const explainScans = async (statement: string, values: unknown[] = []) =>
  findScans(statement, await explainQuery(statement, values), indexes);

describe("the plan of a query", () => {
  it("design§D1 is refused if it scans all of a customer's rows to find those of one documentation", async () => {
    const selectDistinct = (column: string) =>
      `SELECT DISTINCT ${column} FROM file WHERE customer_id = 1 AND documentation_id = 'x'`;
    expect(await explainScans(selectDistinct("documentation_task_id"))).toEqual([
      "file: SEARCH file USING INDEX file_task (customer_id=?)",
    ]);
    expect(await explainScans(selectDistinct("+documentation_task_id"))).toEqual([]);
    const selectLinked = (order: string) =>
      `SELECT d.name FROM documentation_link l JOIN documentation d ON d.customer_id = l.customer_id AND d.id = l.linked_id
        WHERE l.customer_id = 1 AND l.documentation_id = 'x' ORDER BY ${order}`;
    expect(await explainScans(selectLinked("d.name"))).toEqual([
      "documentation: SEARCH d USING INDEX documentation_exact_name (customer_id=?)",
    ]);
    expect(await explainScans(selectLinked("+d.name"))).toEqual([]);
  });

  it("design§D1 is refused if it scans a growing table, under its name or an alias", async () => {
    expect(await explainScans("SELECT id FROM photo WHERE comment = 'x'")).toEqual(["photo: SCAN photo"]);
    expect(await explainScans("SELECT p.id FROM photo p WHERE p.comment = 'x'")).toEqual(["photo: SCAN p"]);
    expect(await explainScans("SELECT id FROM template WHERE description = 'x'")).toEqual([]);
  });

  it("design§D1 may scan an index up to a limit, but not sort all of it first", async () => {
    const selectPage = (order: string) =>
      `SELECT id FROM documentation WHERE customer_id = 1 ORDER BY ${order} LIMIT 25`;
    expect(await explainScans(selectPage("date_created, seq"))).toEqual([]);
    expect(await explainScans(selectPage("data_size"))).toHaveLength(1);
  });

  it("design§D1 depends on the bound values, which decide whether a partial index is used", async () => {
    const selectUploads = "SELECT id FROM upload WHERE state = ? AND date_created < ? LIMIT 10";
    expect((await explainQuery(selectUploads, ["RESERVED", "2026"]))[0]?.detail).toContain("upload_open");
    expect((await explainQuery(selectUploads, ["STORED", "2026"]))[0]?.detail).not.toContain("upload_open");
  });

  it("design§D1 is checked for the Worker's queries, not for a test's queries", async () => {
    await findNewScans();
    await db().run(sql`SELECT count(*) FROM task_event WHERE creator = ${"test"}`);
    expect(await findNewScans()).toEqual([]);
    await databaseOf(env).run(sql`SELECT count(*) FROM task_event WHERE creator = ${"Worker"}`);
    expect(await findNewScans()).toEqual([
      "task_event: SCAN task_event\n  SELECT count(*) FROM task_event WHERE creator = ?",
    ]);
    expect(await findNewScans()).toEqual([]);
  });

  it("design§D1 of an invalid statement is reported as an error, and the other plans are still checked", async () => {
    await findNewScans();
    await expect(databaseOf(env).run(sql`SELECT 1 FROM dropped_table`)).rejects.toThrow();
    await databaseOf(env).run(sql`SELECT count(*) FROM task_event WHERE creator <> ${"Worker"}`);
    expect(await findNewScans()).toEqual([
      expect.stringMatching(/no such table: dropped_table.*\n {2}SELECT 1 FROM dropped_table$/),
      "task_event: SCAN task_event\n  SELECT count(*) FROM task_event WHERE creator <> ?",
    ]);
  });
});

const { TEST_TRIGGERS: triggers } = env as typeof env & { TEST_TRIGGERS: { name: string; sql: string }[] };

/** The statements of a trigger's body, with the row's values replaced by `?1`. */
const statementsOf = (trigger: string): string[] =>
  trigger
    .slice(trigger.indexOf("BEGIN") + "BEGIN".length, trigger.lastIndexOf("END"))
    .replace(/--.*$/gm, "")
    .replace(/\b(?:NEW|OLD)\.\w+/g, "?1")
    .split(";")
    .map((statement) => statement.trim())
    .filter((statement) => statement !== "" && !statement.startsWith("SELECT raise("));

describe("the plans of triggers", () => {
  it.each(triggers.map(({ name, sql: text }) => [name, text]))(
    "design§D1 %s scans no growing table",
    async (_, text) => {
      for (const statement of statementsOf(text!))
        expect(await explainScans(statement, statement.includes("?1") ? ["x"] : [])).toEqual([]);
    },
  );
});
