import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createMigratedDatabase, triggersOf } from "../support/builtDatabase.ts";
import { readWranglerConfig } from "../support/localConfig.ts";
import { type Migration, readMigrations } from "../support/migrate.ts";
import { emptyAccount, type FakeAccount, startCloudflare } from "../support/servers/cloudflareServer.ts";
import { CloudflareApi } from "./cloudflareApi.ts";
import { migrateDeployment } from "./migrateDeployment.ts";
import { createRemoteRows } from "./remoteSite.ts";

const config = await readWranglerConfig();
const migrations = await readMigrations();
const databaseId = crypto.randomUUID();

let account: FakeAccount;
let server: Awaited<ReturnType<typeof startCloudflare>>;
let isFailing: (call: string) => boolean;
let api: CloudflareApi;
beforeEach(async () => {
  account = emptyAccount();
  account.databases.push({ uuid: databaseId, name: "siteproof" });
  isFailing = () => false;
  server = await startCloudflare(account, (call) => (isFailing(call) ? { status: 503 } : null));
  api = new CloudflareApi(server.account, async () => undefined);
});
afterEach(() => server.close());

const lines: string[] = [];
const migrate = (all: readonly Migration[] = migrations) =>
  migrateDeployment(
    api,
    config.d1_databases.map((database) => ({ ...database, database_id: databaseId })),
    all,
    (line) => lines.push(line),
  );
const appliedNames = async () =>
  (await createRemoteRows(api, databaseId).all("SELECT name FROM d1_migrations ORDER BY id")).map(
    ({ name }) => name,
  );
const next = (...statements: string[]): Migration[] => [...migrations, { name: "9999_next.sql", statements }];

describe("the migration of a deployment", () => {
  it("design§D1 an empty database gets every table and trigger over the platform's API, once", async () => {
    await migrate();
    expect(triggersOf(account.rows)).toEqual(triggersOf(createMigratedDatabase(migrations)));
    expect(await appliedNames()).toEqual(migrations.map(({ name }) => name));
    await migrate();
    expect(lines.slice(-2)).toEqual([
      `siteproof: ${migrations.length} new migrations`,
      "siteproof: 0 new migrations",
    ]);
  });

  it("design§D1 a file with triggers as one query fails on the platform with 'incomplete input'", async () => {
    const sql = migrations.flatMap(({ statements }) => statements).join("\n");
    const query = createRemoteRows(api, databaseId).all(sql.slice(0, 99_000));
    await expect(query).rejects.toThrow(/too long|incomplete input/);
    const trigger =
      "CREATE TABLE a (b); CREATE TRIGGER c AFTER INSERT ON a BEGIN DELETE FROM a; SELECT 1; END;";
    await expect(createRemoteRows(api, databaseId).all(trigger)).rejects.toThrow("incomplete input");
    expect(account.rows.prepare("SELECT name FROM sqlite_master").all()).toEqual([]);
  });

  it("design§D1 a migration that fails changes nothing, and the next run applies it", async () => {
    const failing = next("CREATE TABLE added (id integer)", "INSERT INTO nowhere VALUES (1)");
    await expect(migrate(failing)).rejects.toThrow("The database was not changed: no such table: nowhere");
    expect(await appliedNames()).toEqual(migrations.map(({ name }) => name));
    await migrate(next("CREATE TABLE added (id integer)"));
    expect(await appliedNames()).toEqual([...migrations.map(({ name }) => name), "9999_next.sql"]);
  });

  it("design§D1 an interrupted run continues, also when the SQL was uploaded before", async () => {
    let importCalls = 0;
    // The call that starts the second import, after its upload.
    isFailing = (call) => call.endsWith("/import") && ++importCalls === 5;
    await expect(migrate()).rejects.toThrow("503");
    isFailing = () => false;
    await migrate();
    expect(await appliedNames()).toEqual(migrations.map(({ name }) => name));
  });

  it("design§D1 a database that a newer version has migrated is left alone", async () => {
    await migrate(next("SELECT 1"));
    await expect(migrate()).rejects.toThrow("migrations that this version does not have: 9999_next.sql");
  });
});
