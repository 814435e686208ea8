import { describe, expect, it } from "vitest";
import { authorities, products } from "#domain/access/authorities.ts";
import { db, env, makeCustomer, makeDocumentation, makeTemplate } from "#worker/testing/factories.ts";
import { foreignKeyViolation } from "./errors.ts";
import { newIdSql } from "./ids.ts";
import { documentation, domainChange, product, role } from "./schema/index.ts";

const all = async <T>(sql: string) => (await env.DB.prepare(sql).all<T>()).results;
const tables = async () =>
  (
    await all<{ name: string }>(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT LIKE '_cf%' AND name NOT LIKE 'search_text%' AND name NOT LIKE 'd1_%'",
    )
  ).map(({ name }) => name);

const { TEST_TRIGGERS: files } = env as typeof env & { TEST_TRIGGERS: { name: string; sql: string }[] };

describe("the data model", () => {
  it("design§D1 every foreign key has an index that begins with its columns", async () => {
    const lacking: string[] = [];
    for (const table of await tables()) {
      const keys = Map.groupBy(
        await all<{ id: number; from: string }>(
          `SELECT id, "from" FROM pragma_foreign_key_list('${table}') ORDER BY id, seq`,
        ),
        ({ id }) => id,
      );
      const indexes = await all<{ name: string; columns: string }>(
        `SELECT i.name, (SELECT group_concat(x.name) FROM pragma_index_info(i.name) x) AS columns FROM pragma_index_list('${table}') i`,
      );
      const primary = (
        await all<{ name: string; pk: number }>(
          `SELECT name, pk FROM pragma_table_info('${table}') WHERE pk > 0 ORDER BY pk`,
        )
      ).map(({ name }) => name);
      for (const key of keys.values()) {
        // In any order: both columns are asked for.
        const columns = key.map(({ from }) => from).sort();
        const served = [...indexes.map((index) => index.columns ?? ""), primary.join()].some(
          (index) => index.split(",").slice(0, columns.length).sort().join() === columns.join(),
        );
        if (!served) lacking.push(`${table}(${columns})`);
      }
    }
    expect(lacking).toEqual([]);
  });

  it("design§D1 every reference of a customer's row names the customer too", async () => {
    const loose: string[] = [];
    for (const table of await tables()) {
      const columns = (await all<{ name: string }>(`SELECT name FROM pragma_table_info('${table}')`)).map(
        ({ name }) => name,
      );
      if (!columns.includes("customer_id")) continue;
      const keys = Map.groupBy(
        await all<{ id: number; from: string; table: string }>(
          `SELECT id, "from", "table" FROM pragma_foreign_key_list('${table}')`,
        ),
        ({ id }) => id,
      );
      for (const key of keys.values()) {
        const target = (
          await all<{ name: string }>(`SELECT name FROM pragma_table_info('${key[0]?.table}')`)
        ).map(({ name }) => name);
        // Users act in customers other than their own; search entries refer to rowids, which triggers write.
        const exempt = key[0]?.table === "user" || key[0]?.table === "customer";
        if (target.includes("customer_id") && key.length < 2 && !exempt)
          loose.push(`${table} -> ${key[0]?.table}`);
      }
    }
    expect(loose).toEqual([]);
  });

  it("design§Tenancy SQLite itself refuses a row that refers to another customer's", async () => {
    const [mine, theirs] = [await makeCustomer(), await makeCustomer()];
    const foreign = await makeTemplate(theirs.id);
    const error = await makeDocumentation(mine.id, { templateId: foreign.id }).catch(
      (caught: unknown) => caught,
    );
    expect(foreignKeyViolation(error)).toBe(true);
  });

  it("1§6 the database knows every authority and product, and no other", async () => {
    expect((await db().select().from(role)).map(({ authority }) => authority)).toEqual([...authorities]);
    expect((await db().select().from(product)).map(({ name }) => name)).toEqual([...products]);
  });

  it("design§D1 the database has every trigger of worker/db/triggers, word for word, and no other", async () => {
    const built = await all<{ name: string; sql: string }>(
      "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' ORDER BY name",
    );
    expect(files.length).toBeGreaterThan(0);
    expect(built).toEqual([...files].sort((a, b) => (a.name < b.name ? -1 : 1)));
  });

  it("design§D1 triggers generate ids like all raw SQL", () => {
    const made = files.filter(({ sql }) => sql.includes("randomblob"));
    expect(made.length).toBeGreaterThan(0);
    for (const { sql } of made) expect(sql.replaceAll(newIdSql, "")).not.toContain("randomblob");
  });

  it("1§2 no line of the audit log can be changed", async () => {
    await db()
      .insert(domainChange)
      .values({ userId: -1, objectClass: "x", objectId: "1", action: "CREATE", params: {} });
    await expect(db().update(domainChange).set({ userId: 7 })).rejects.toThrow();
  });

  it("1§9 no documentation is read twice while paging: seq is the rowid", async () => {
    const owner = await makeCustomer();
    const [first, second] = [await makeDocumentation(owner.id), await makeDocumentation(owner.id)];
    expect(second.seq).toBeGreaterThan(first.seq);
    expect(documentation.seq.primary).toBe(true);
  });
});
