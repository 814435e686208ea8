import { describe, expect, it } from "vitest";
import { authorities, products } from "#domain/access/authorities.ts";
import { db, env, makeCustomer, makeDocumentation, makeTemplate } from "#worker/testing/factories.ts";
import { isForeignKeyViolation } from "./errors.ts";
import { newIdSql } from "./ids.ts";
import { documentation, domainChange, product, role } from "./schema/index.ts";

const queryAll = async <T>(sql: string) => (await env.DB.prepare(sql).all<T>()).results;
const listTables = async () =>
  (
    await queryAll<{ name: string }>(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT LIKE '_cf%' AND name NOT LIKE 'search_text%' AND name NOT LIKE 'd1_%'",
    )
  ).map(({ name }) => name);

const { TEST_TRIGGERS: triggers } = env as typeof env & { TEST_TRIGGERS: { name: string; sql: string }[] };

describe("the data model", () => {
  it("design§D1 every foreign key has an index that begins with its columns", async () => {
    const unindexedKeys: string[] = [];
    for (const table of await listTables()) {
      const keys = Map.groupBy(
        await queryAll<{ id: number; from: string }>(
          `SELECT id, "from" FROM pragma_foreign_key_list('${table}') ORDER BY id, seq`,
        ),
        ({ id }) => id,
      );
      const indexes = await queryAll<{ name: string; columns: string }>(
        `SELECT i.name, (SELECT group_concat(x.name) FROM pragma_index_info(i.name) x) AS columns FROM pragma_index_list('${table}') i`,
      );
      const primaryKeyColumns = (
        await queryAll<{ name: string; pk: number }>(
          `SELECT name, pk FROM pragma_table_info('${table}') WHERE pk > 0 ORDER BY pk`,
        )
      ).map(({ name }) => name);
      for (const key of keys.values()) {
        // The order does not matter, since lookups have all columns.
        const columns = key.map(({ from }) => from).sort();
        const isIndexed = [...indexes.map((index) => index.columns ?? ""), primaryKeyColumns.join()].some(
          (index) => index.split(",").slice(0, columns.length).sort().join() === columns.join(),
        );
        if (!isIndexed) unindexedKeys.push(`${table}(${columns})`);
      }
    }
    expect(unindexedKeys).toEqual([]);
  });

  it("design§D1 every foreign key of a customer's table includes the customer", async () => {
    const keysWithoutCustomer: string[] = [];
    for (const table of await listTables()) {
      const columns = (
        await queryAll<{ name: string }>(`SELECT name FROM pragma_table_info('${table}')`)
      ).map(({ name }) => name);
      if (!columns.includes("customer_id")) continue;
      const keys = Map.groupBy(
        await queryAll<{ id: number; from: string; table: string }>(
          `SELECT id, "from", "table" FROM pragma_foreign_key_list('${table}')`,
        ),
        ({ id }) => id,
      );
      for (const key of keys.values()) {
        const targetColumns = (
          await queryAll<{ name: string }>(`SELECT name FROM pragma_table_info('${key[0]?.table}')`)
        ).map(({ name }) => name);
        // Users act in other customers than their own. Layouts of the service have no customer; layoutOwners.ts says who may use them.
        const isExempt = ["user", "customer", "export_document_configuration"].includes(key[0]?.table ?? "");
        if (targetColumns.includes("customer_id") && key.length < 2 && !isExempt)
          keysWithoutCustomer.push(`${table} -> ${key[0]?.table}`);
      }
    }
    expect(keysWithoutCustomer).toEqual([]);
  });

  it("design§Tenancy SQLite itself refuses a row that refers to another customer's row", async () => {
    const [ownCustomer, otherCustomer] = [await makeCustomer(), await makeCustomer()];
    const otherTemplate = await makeTemplate(otherCustomer.id);
    const error = await makeDocumentation(ownCustomer.id, { templateId: otherTemplate.id }).catch(
      (reason: unknown) => reason,
    );
    expect(isForeignKeyViolation(error)).toBe(true);
  });

  it("1§6 the database has exactly the authorities and products of the code", async () => {
    expect((await db().select().from(role)).map(({ authority }) => authority)).toEqual([...authorities]);
    expect((await db().select().from(product)).map(({ name }) => name)).toEqual([...products]);
  });

  it("design§D1 the database has exactly the triggers of worker/db/triggers, word for word", async () => {
    const existingTriggers = await queryAll<{ name: string; sql: string }>(
      "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' ORDER BY name",
    );
    expect(triggers.length).toBeGreaterThan(0);
    expect(existingTriggers).toEqual([...triggers].sort((a, b) => (a.name < b.name ? -1 : 1)));
  });

  it("design§D1 triggers generate ids like all raw SQL", () => {
    const generatingTriggers = triggers.filter(({ sql }) => sql.includes("randomblob"));
    expect(generatingTriggers.length).toBeGreaterThan(0);
    for (const { sql } of generatingTriggers)
      expect(sql.replaceAll(newIdSql, "")).not.toContain("randomblob");
  });

  it("1§2 no entry of the audit log can be changed", async () => {
    await db()
      .insert(domainChange)
      .values({ userId: -1, objectClass: "x", objectId: "1", action: "CREATE", params: {} });
    await expect(db().update(domainChange).set({ userId: 7 })).rejects.toThrow();
  });

  it("1§9 seq is the rowid and increases, so that paging reads no documentation twice", async () => {
    const owner = await makeCustomer();
    const [firstDocumentation, secondDocumentation] = [
      await makeDocumentation(owner.id),
      await makeDocumentation(owner.id),
    ];
    expect(secondDocumentation.seq).toBeGreaterThan(firstDocumentation.seq);
    expect(documentation.seq.primary).toBe(true);
  });
});
