import { expect, it } from "vitest";
import { readMigrations } from "./migrate.ts";
import { splitStatements } from "./sqlStatements.ts";

it("design§D1 SQL is split at semicolons outside texts, names, comments and triggers", () => {
  const trigger =
    "CREATE TEMP TRIGGER a AFTER INSERT ON b BEGIN SELECT CASE WHEN 1 THEN 2 END; UPDATE b SET `end` = 1; END";
  expect(
    splitStatements(
      `SELECT 'a;b', "c;d", \`e;f\`, [g;h]; -- i;\n/* j; */ SELECT 1;;${trigger}; create trigger c begin select 1; end ;SELECT 2`,
    ),
  ).toEqual([
    `SELECT 'a;b', "c;d", \`e;f\`, [g;h]`,
    "-- i;\n/* j; */ SELECT 1",
    trigger,
    "create trigger c begin select 1; end",
    "SELECT 2",
  ]);
  expect(splitStatements(" -- nothing\n")).toEqual([]);
});

it("design§D1 a migration's text is split at its breakpoints", async () => {
  for (const { statements } of await readMigrations())
    expect(splitStatements(statements.map((statement) => statement.replace(/;$/, "")).join(";\n"))).toEqual(
      statements.map((statement) => statement.replace(/;$/, "")),
    );
});
