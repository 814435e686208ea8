import { getTableColumns, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { documentationSorts } from "#domain/documentation/columns.ts";
import { selectRows, text } from "#worker/db/rows.ts";
import { documentation } from "#worker/db/schema/index.ts";
import { toSqlName } from "#worker/db/sqlName.ts";
import { db } from "#worker/testing/factories.ts";
import { filterColumns } from "./filter.ts";

const listIndexColumns = async (index: string) => {
  const rows = await selectRows(
    db(),
    { name: text("coalesce(i.name, 'an expression')") },
    (columns) => sql`SELECT ${columns} FROM pragma_index_info(${index}) i ORDER BY i.seqno`,
  );
  return rows.map(({ name }) => name);
};

describe("2§2 the list's filters and orders", () => {
  it("have every filter's column in the covering indexes of the list and of the map", async () => {
    for (const index of ["documentation_created", "documentation_position"]) {
      const columns = await listIndexColumns(index);
      const missingColumns = filterColumns.map(toSqlName).filter((name) => !columns.includes(name));
      expect(missingColumns, `${index} lacks columns of filters (worker/db/schema/documentation.ts)`).toEqual(
        [],
      );
    }
  });

  it("have for every order an index for one customer and an index across customers", async () => {
    const indexes = await selectRows(
      db(),
      { name: text("i.name"), sql: text("i.sql") },
      (columns) => sql`SELECT ${columns} FROM sqlite_master i
        WHERE i.type = 'index' AND i.tbl_name = 'documentation' AND i.sql IS NOT NULL AND i.sql NOT LIKE '% WHERE %'`,
    );
    const columnLists = indexes.map((index) => index.sql.replaceAll(/[`"]/g, "").replace(/^[^(]*\(/, ""));
    // Templates and customers sort by names in other tables.
    const columnSorts = documentationSorts.filter((sort) => sort !== "templateId" && sort !== "customerName");
    const columns = getTableColumns(documentation);
    const missingColumns = columnSorts.flatMap((sort) => {
      // Names sort by their Swedish keys.
      const name = toSqlName(`${sort}Key` in columns ? `${sort}Key` : sort);
      return [`customer_id,${name}`, name].filter(
        (prefix) => !columnLists.some((list) => new RegExp(`^${prefix}\\b`).test(list)),
      );
    });
    expect(missingColumns, "orders without an index (worker/db/schema/documentation.ts)").toEqual([]);
  });
});
