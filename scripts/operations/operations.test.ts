import { createHash } from "node:crypto";
import { appendFile, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import {
  customer,
  documentation,
  documentationTag,
  documentationTask,
  photo,
  template,
} from "#worker/db/schema/index.ts";
import { findMovedCustomers } from "#worker/db/shards.ts";
import { createOwnerCheck } from "#worker/features/verify/verifyStep.ts";
import { toPhotoObjectKey } from "#worker/media/photoKeys.ts";
import { migrate, readMigrations } from "../support/migrate.ts";
import { emptyAccount, startCloudflare } from "../support/servers/cloudflareServer.ts";
import { startS3 } from "../support/servers/s3.ts";
import { copyPaths, readManifest, writeManifest } from "./backupManifest.ts";
import { backUp } from "./backupSite.ts";
import { CloudflareApi } from "./cloudflareApi.ts";
import { compareObjects, compareRows, describeDifference } from "./compareCopies.ts";
import { withLocalSite } from "./localSite.ts";
import { createRemoteObjects, createRemoteRows, createS3Client } from "./remoteSite.ts";
import { checkCopy, restoreSite } from "./restoreSite.ts";
import { createDrizzle, type Objects, type Site } from "./site.ts";

const migrations = await readMigrations();
const ignoreMessage = () => undefined;
let scratch = "";
const inScratch = (name: string) => path.join(scratch, name);

beforeAll(async () => {
  scratch = await mkdtemp(path.join(os.tmpdir(), "siteproof-operations-"));
});
afterAll(() => rm(scratch, { recursive: true, force: true }));

const put = (objects: Objects, key: string, text: string, type = "image/jpeg") =>
  objects.put(key, { bytes: Readable.from([Buffer.from(text)]), size: Buffer.byteLength(text), type });

const migrateSite = ({ rows }: Site) => migrate(rows, migrations);

const texts = ["Åre väg 3", "quotes \" ' and\nlines", "emoji 🚧 and \\u0000"];

/** Inserts a customer with a template and documentations with answers, tags and photos; triggers fill in the other columns. */
async function fillSite(site: Site): Promise<{ keys: string[]; photoIds: string[] }> {
  await migrateSite(site);
  const db = createDrizzle(site);
  const [owner] = await db.insert(customer).values({ name: "Norrfiber" }).returning();
  const customerId = owner!.id;
  const [fixture] = await db.insert(template).values({ customerId, name: "Fibre" }).returning();
  const keys: string[] = [];
  const photoIds: string[] = [];
  for (const name of texts) {
    const [source] = await db
      .insert(documentation)
      .values({ customerId, templateId: fixture!.id, name, creator: "anna", status: "COMPLETED" } as never)
      .returning();
    const owner = { customerId, documentationId: source!.id };
    await db.insert(documentationTag).values({ ...owner, tag: "urgent" } as never);
    const [first] = await db
      .insert(documentationTask)
      .values({ ...owner, name: "Depth", type: "TEXT", position: 1, answer: "0.6 m" } as never)
      .returning();
    await db
      .insert(documentationTask)
      .values({ ...owner, name: "Photos", type: "PHOTO", position: 2, answer: "" } as never);
    const bytes = `the bytes of ${name}`;
    const [insertedPhoto] = await db
      .insert(photo)
      .values({
        ...{
          ...owner,
          name: "Photo",
          creator: "anna",
          hasData: true,
          lat: 59.123456789012,
          lng: 18,
          documentationTaskId: first!.id,
        },
        ...{ dataSize: Buffer.byteLength(bytes), sha256: createHash("sha256").update(bytes).digest("hex") },
      })
      .returning();
    const key = toPhotoObjectKey(insertedPhoto!, "original");
    const etag = await put(site.objects, key, bytes);
    await db.update(photo).set({ etag }).where(eq(photo.id, insertedPhoto!.id));
    keys.push(key);
    photoIds.push(insertedPhoto!.id);
  }
  return { keys, photoIds };
}

describe("design§Storage a backup", () => {
  it("resumes after an interruption, restores everything after the database and bucket were destroyed, and lists what is missing, damaged or unexpected", async () => {
    const folder = inScratch("copy");
    const { keys, photoIds } = await withLocalSite(inScratch("first"), async (site) => {
      const fixture = await fillSite(site);
      const request = { folder, objects: true, log: ignoreMessage };
      // An interrupted copy does not count as one; the next run reuses its objects.
      const lastKey = fixture.keys.toSorted().at(-1);
      const readKeys: string[] = [];
      let isFailing = true;
      const failingSite: Site = {
        ...site,
        objects: {
          ...site.objects,
          async get(key) {
            if (isFailing && key === lastKey) throw new Error("cut off");
            readKeys.push(key);
            return site.objects.get(key);
          },
        },
      };
      await expect(backUp(failingSite, request)).rejects.toThrow("cut off");
      await expect(readManifest(folder)).rejects.toThrow("no manifest.json");
      isFailing = false;
      await backUp(failingSite, request);
      // Interrupted after its last object: no object is read again.
      await rename(copyPaths(folder).manifest, copyPaths(folder).previous);
      await put(site.objects, "customers/9/files/new/original", "new");
      const readsBefore = readKeys.length;
      expect((await backUp(failingSite, request)).objects.count).toBe(4);
      expect(readKeys.slice(readsBefore)).toEqual(["customers/9/files/new/original"]);
      return fixture;
    });
    await rm(inScratch("first"), { recursive: true });

    await withLocalSite(inScratch("second"), async (site) => {
      expect(await restoreSite(site, { folder, migrations, log: ignoreMessage })).toEqual([]);
      const total = async (sql: string) => Number(Object.values((await site.rows.all(sql))[0]!)[0]);
      expect(await total("SELECT count(*) FROM photo")).toBe(3);
      expect(await total("SELECT uploaded_photos FROM documentation WHERE name LIKE 'emoji%'")).toBe(1);
      expect(await total("SELECT count(*) FROM search_text WHERE search_text MATCH '\"0.6\"'")).toBe(3);
      expect(
        (
          await site.rows.all(
            "SELECT p.lat FROM documentation d JOIN photo p ON p.documentation_id = d.id ORDER BY d.seq LIMIT 1",
          )
        )[0],
      ).toMatchObject({ lat: 59.123456789012 });
      // Triggers are restored: a new row is counted and found.
      await site.rows.all("UPDATE documentation SET name = 'renamed' WHERE name LIKE 'emoji%'");
      expect(await total("SELECT count(*) FROM search_pending")).toBe(1);
      // A copy of the restored site equals the first.
      await site.rows.all("UPDATE documentation SET name = ? WHERE name = 'renamed'", [texts[2]!]);
      await expect(restoreSite(site, { folder, migrations, log: ignoreMessage })).rejects.toThrow(
        "not empty",
      );

      await site.rows.all("DELETE FROM photo WHERE id = unhex(replace(?, '-', ''))", [photoIds[0]!]);
      await site.rows.all("UPDATE template SET name = 'Other'");
      await site.rows.all(
        "INSERT INTO customer (name, date_created) VALUES ('Stranger', '2026-01-01T00:00:00Z')",
      );
      await put(site.objects, keys[1]!, "other bytes");
      await put(site.objects, "customers/9/photos/stray/original", "stray");
      const manifest = await readManifest(folder);
      const rows = (await compareRows(site.rows, folder, manifest)).map(describeDifference);
      expect(rows).toContain(`row photo ${photoIds[0]}: missing`);
      expect(rows.filter((line) => line.startsWith("row template "))).toEqual([
        expect.stringMatching(/: different$/),
      ]);
      expect(rows.filter((line) => line.startsWith("row customer "))).toEqual([
        expect.stringMatching(/: unexpected$/),
      ]);
      expect((await compareObjects(site.objects, folder, manifest)).map(describeDifference).sort()).toEqual(
        [`object ${keys[1]}: different`, "object customers/9/photos/stray/original: unexpected"].sort(),
      );
    });

    // A damaged copy restores the intact objects.
    const copy = copyPaths(folder);
    await rm(copy.object(keys[0]!));
    await writeFile(copy.object(keys[1]!), "other bytes");
    const third = await createDeployment();
    {
      const { site } = third;
      const faults = (await restoreSite(site, { folder, migrations, log: ignoreMessage })).map(
        describeDifference,
      );
      expect(faults.sort()).toEqual(
        [
          `object ${keys[0]}: missing from the backup`,
          `object ${keys[1]}: damaged in the backup`,
          `object ${keys[0]}: missing`,
          `object ${keys[1]}: missing`,
        ].sort(),
      );
      expect(await site.objects.head(keys[2]!)).toMatchObject({ size: expect.any(Number) });
    }
    third.close();
    await appendFile(copy.rows("customer"), "x");
    await expect(checkCopy(folder, await readManifest(folder))).rejects.toThrow("customer");
  });

  it("works on a deployment over Cloudflare's API and the S3 protocol; rows without a parent are listed", async () => {
    const folder = inScratch("deployed");
    const [source, target] = [await createDeployment(), await createDeployment()];
    const { keys, photoIds } = await fillSite(source.site);
    // Entity tags of multipart uploads cannot be reproduced: rows get the new tags.
    await source.site.rows.all("UPDATE photo SET etag = etag || '-2'");
    const list: Site["objects"]["list"] = async (startAfter, max) => {
      const page = await source.site.objects.list(startAfter, max);
      return { ...page, objects: page.objects.map((object) => ({ ...object, etag: `${object.etag}-2` })) };
    };
    const multipartSite = { ...source.site, objects: { ...source.site.objects, list } };
    await backUp(multipartSite, { folder, objects: true, log: ignoreMessage });
    expect(await restoreSite(target.site, { folder, migrations, log: ignoreMessage })).toEqual([]);
    expect([...target.bucket.objects.keys()].sort()).toEqual([...source.bucket.objects.keys()].sort());
    expect(target.bucket.objects.get(keys[0]!)).toMatchObject({ type: "image/jpeg" });

    const tags = await target.site.rows.all("SELECT etag FROM photo WHERE id = unhex(replace(?, '-', ''))", [
      photoIds[0]!,
    ]);
    expect(tags).toEqual([{ etag: expect.not.stringContaining("-2") }]);

    // A template deleted while the tables were read: its documentations are left out with everything that belongs to them.
    const manifest = await readManifest(folder);
    const tablesWithoutTemplates = manifest.tables.map((table) =>
      table.name === "template" ? { ...table, rows: 0, sha256: "" } : table,
    );
    await writeManifest(folder, { ...manifest, tables: tablesWithoutTemplates });
    const third = await createDeployment();
    const faults = (await restoreSite(third.site, { folder, migrations, log: ignoreMessage })).map(
      describeDifference,
    );
    expect(faults.filter((line) => /^row documentation \S+: without its parent$/.test(line))).toHaveLength(3);
    expect(faults.filter((line) => /^row photo \S+: without its parent$/.test(line))).toHaveLength(3);
    for (const { close } of [source, target, third]) close();
  });
});

/** A deployment's database and bucket. */
async function createDeployment() {
  const account = emptyAccount();
  const api = await startCloudflare(account);
  const bucket = await startS3("siteproof", "key");
  const databaseId = crypto.randomUUID();
  account.databases.push({ uuid: databaseId, name: "siteproof" });
  account.rows.exec("PRAGMA foreign_keys = ON");
  const site: Site = {
    name: "siteproof",
    rows: createRemoteRows(new CloudflareApi(api.account), databaseId),
    objects: createRemoteObjects(createS3Client(bucket.endpoint, "key", "secret"), "siteproof"),
  };
  return { site, bucket, close: () => [api, bucket].map((server) => server.close()) };
}

it("design§Storage each of several databases is a site of its own, with the shared bucket", async () => {
  vi.stubEnv("DATABASES", "2");
  const data = inScratch("several");
  await withLocalSite(data, async ({ rows, objects }) => {
    await rows.all("CREATE TABLE first (id INTEGER)");
    await put(objects, "customers/1/files/one/original", "one");
  });
  await withLocalSite(
    data,
    async ({ rows, objects }) => {
      expect(await rows.all("SELECT name FROM sqlite_master WHERE name = 'first'")).toEqual([]);
      expect(await objects.head("customers/1/files/one/original")).toMatchObject({ size: 3 });
    },
    "DB_2",
  );
  await expect(withLocalSite(data, async () => undefined, "DB_3")).rejects.toThrow("DB, DB_2");
  vi.unstubAllEnvs();
});

it("design§Storage a moved customer's objects are compared with the rows of its database, and the service's with the directory's", async () => {
  await withLocalSite(inScratch("moved"), async (site) => {
    await migrateSite(site);
    const db = createDrizzle(site);
    const customers = await db
      .insert(customer)
      .values([{ name: "Norrfiber" }, { name: "Sydvind", shard: "DB_2" }])
      .returning();
    const [residentId, movedId] = customers.map(({ id }) => id) as [number, number];
    const moves = await findMovedCustomers(db);
    const ownershipIn = (database: string) =>
      [residentId, movedId, null].map(createOwnerCheck(moves, database));
    expect(ownershipIn("DB")).toEqual([true, false, true]);
    expect(ownershipIn("DB_2")).toEqual([false, true, false]);
  });
});
