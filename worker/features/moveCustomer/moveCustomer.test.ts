import { and, eq, isNull, notInArray, sql } from "drizzle-orm";
import { unzipSync } from "fflate";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { staffAuthorities } from "#domain/access/authorities.ts";
import { type Database, databaseOf } from "#worker/db/database.ts";
import { idParam } from "#worker/db/ids.ts";
import { replicatedTables } from "#worker/db/replica/replicaTables.ts";
import { selectNumber } from "#worker/db/rows.ts";
import {
  customer,
  customerExportDocumentConfiguration,
  documentation,
  documentationTask,
  incomingCustomer,
  job,
  outgoingCustomer,
  photo,
  upload,
} from "#worker/db/schema/index.ts";
import { clearShardCache, findShardName, getDirectoryDb, getShardEnv } from "#worker/db/shards.ts";
import type { Env } from "#worker/env.ts";
import { createSampleFile } from "#worker/export/layouts/office/officeSamples.ts";
import { layoutOfFile } from "#worker/export/testing/officeFiles.ts";
import { MemorySource } from "#worker/export/testing/samplePlans.ts";
import { jobKinds } from "#worker/jobKinds.ts";
import { runJob } from "#worker/jobs/runJob.ts";
import { makeUpload } from "#worker/testing/attentionTesting.ts";
import {
  allProducts,
  type Caller,
  call,
  db,
  jsonOf,
  makeCaller,
  makeCustomer,
  makeSuperAdmin,
  makeTemplate,
  uniqueName,
  withDatabase,
} from "#worker/testing/factories.ts";
import { makeInterruptibleDatabase as guardedDatabase, Interrupter } from "#worker/testing/interrupter.ts";
import { pauseRecording } from "#worker/testing/recordStatements.ts";
import { makeTwoDbEnv, secondDb, secondDbName } from "#worker/testing/twoDatabases.ts";
import { makeVisit } from "#worker/testing/visits.ts";
import { createMoveCustomerJob, moveCustomerKind, runMoveStep } from "./moveCustomerJob.ts";
import { excludedTables, listMovedTables } from "./movedTables.ts";
import { removeMovedCustomers, stopChangeCapture } from "./moveSource.ts";
import { dropStagingTables } from "./stagingTables.ts";
import { addGuard, removeGuard, resumeTriggers } from "./triggers.ts";

let twoDbEnv: Env;
// Not recorded, because a move reads every table completely.
let resumeRecording: () => void;
beforeAll(async () => {
  resumeRecording = pauseRecording();
  twoDbEnv = await makeTwoDbEnv();
});
// No move may still be running when the next test files start.
afterAll(async () => {
  for (const name of ["DB", secondDbName]) {
    const shardEnvironment = getShardEnv(twoDbEnv, name);
    await removeMovedCustomers(
      shardEnvironment,
      databaseOf(shardEnvironment),
      new Date(Date.now() + 48 * 3_600_000),
    );
  }
  resumeRecording();
});

// A move that a failed test leaves behind would capture and refuse the writes of later tests.
afterEach(async () => {
  await db()
    .update(job)
    .set({ state: "FAILED" })
    .where(and(eq(job.kind, moveCustomerKind.name), notInArray(job.state, ["DONE", "FAILED"])));
  for (const name of ["DB", secondDbName]) {
    const database = databaseOf(getShardEnv(twoDbEnv, name));
    const unfinished = [
      ...(await database.select().from(incomingCustomer)),
      ...(await database.select().from(outgoingCustomer).where(isNull(outgoingCustomer.cutOverAt))),
    ];
    if (unfinished.length === 0) continue;
    const tables = await listMovedTables(database);
    for (const { customerId } of unfinished) {
      await resumeTriggers(database, tables, customerId);
      await stopChangeCapture(database, { tables, customerId });
    }
    await dropStagingTables(database, tables);
  }
});

const triggersQuery =
  "SELECT group_concat(name || sql, char(10)) AS all_of_them FROM (SELECT name, sql FROM sqlite_master WHERE type = 'trigger' ORDER BY name)";
const stagingTableCount = sql`SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name GLOB 'moving_*'`;
const triggersOf = async (name: string) =>
  (await getShardEnv(twoDbEnv, name).DB.prepare(triggersQuery).first<{ all_of_them: string }>())?.all_of_them;

/** A customer with documentations, and staff who are logged in. */
async function makeCompany(visits = 3) {
  const { id } = await makeCustomer(allProducts);
  const staff = await makeCaller({ customerId: id, roles: staffAuthorities });
  const template = await makeTemplate(id);
  const ownVisits = [];
  for (let index = 0; index < visits; index += 1)
    ownVisits.push(await makeVisit(id, { template, name: `Elm street ${index}`, photos: 2 }));
  return { id, staff, template, visits: ownVisits };
}

const readAsStaff = async (staff: Caller) => {
  const read = async (path: string) =>
    jsonOf<{ items: { id: string }[] }>(call("GET", path, { as: staff, env: twoDbEnv }));
  const { items } = await read("/documentations?max=100");
  const details = await Promise.all(items.map(({ id }) => read(`/documentations/${id}`)));
  const photos = await Promise.all(items.map(({ id }) => read(`/photos?documentationId=${id}`)));
  const searchResult = await read("/documentations?max=100&query=elm");
  return { items, details, photos, found: searchResult.items.map(({ id }) => id) };
};

/** Runs the job of a move to its end, message by message, without waiting. */
async function finishMove(
  id: string,
  beforeStep: (phase: string) => Promise<void> = async () => undefined,
  kinds = jobKinds,
) {
  for (let steps = 0; steps < 10_000; steps += 1) {
    const row = (await db().select().from(job).where(eq(job.id, id)).get())!;
    if (row.state === "DONE" || row.state === "FAILED") return row;
    await beforeStep((row.params.cursor as { phase?: string } | null)?.phase ?? "begin");
    await db().update(job).set({ leasedUntil: null }).where(eq(job.id, id));
    await runJob(twoDbEnv, getDirectoryDb(twoDbEnv), id, kinds);
    clearShardCache(twoDbEnv);
  }
  throw new Error("the move has not ended after 10 000 steps");
}

async function requestMove(customerId: number, database: string) {
  const as = await makeSuperAdmin();
  const response = await jsonOf<{ job: { id: string } | null }>(
    call("POST", `/customer/move/${customerId}`, { as, body: { to: database }, env: twoDbEnv }),
  );
  return response.job!.id;
}

describe("moving a customer to another database", () => {
  it("design§D1 every table is listed as staying, as copied with the directory, or as moving", async () => {
    const movedNames = (await listMovedTables(databaseOf(twoDbEnv))).map(({ name }) => name);
    const tableNames = [...movedNames, ...excludedTables, ...replicatedTables.map(({ name }) => name)];
    const all = await db().all<{ name: string }>(
      sql`SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB 'sqlite*' AND name NOT GLOB '_cf*' AND name NOT GLOB 'd1_*' AND name NOT GLOB 'search_text*'`,
    );
    expect(all.map(({ name }) => name).toSorted()).toEqual(tableNames.toSorted());
    // Staged rows are published by key, in any order.
    const copiedLast = (await listMovedTables(databaseOf(twoDbEnv))).filter((table) => table.isStaged);
    expect(copiedLast.map(({ name }) => name)).toContain("upload");
    expect(
      copiedLast.filter(({ key, selfReferences }) => key.includes("rowid") || selfReferences.length > 0),
    ).toEqual([]);
    // Children are removed before their parents, so that their owner can still be found.
    for (const [parent, child] of [
      ["delivery", "outbox_mail"],
      ["audit_pack", "audit_object"],
      ["job", "bulk_change_row"],
      ["suggestion_import_event", "import_staging_row"],
    ])
      expect(movedNames.indexOf(parent!)).toBeLessThan(movedNames.indexOf(child!));
  });

  it("design§D1 removing the guard from a guarded trigger restores the original", async () => {
    const triggers = await db().all<{ sql: string }>(
      sql`SELECT sql FROM sqlite_master WHERE type = 'trigger'`,
    );
    for (const { sql: text } of triggers) expect(removeGuard(addGuard(text))).toBe(text);
  });

  it("design§D1 a move leaves all data unchanged and logs no user out, and moving back works the same way", async () => {
    const { id, staff } = await makeCompany();
    const initialData = await readAsStaff(staff);
    expect(initialData.items).toHaveLength(3);
    const triggersBefore = [await triggersOf("DB"), await triggersOf(secondDbName)];
    const finishedJob = await finishMove(await requestMove(id, secondDbName));
    expect(finishedJob).toMatchObject({ state: "DONE", lastError: null });
    expect(await findShardName(twoDbEnv, id)).toBe(secondDbName);
    expect(await readAsStaff(staff)).toEqual(initialData);
    expect(await triggersOf(secondDbName)).toBe(triggersBefore[1]);
    // The old rows are read-only, and are deleted after a day.
    await expect(
      db().update(documentation).set({ name: "x" }).where(eq(documentation.customerId, id)),
    ).rejects.toThrow();
    expect(
      await removeMovedCustomers(twoDbEnv, getDirectoryDb(twoDbEnv), new Date(Date.now() + 25 * 3_600_000)),
    ).not.toBe("");
    expect(await countRows(getDirectoryDb(twoDbEnv), id)).toBe(0);
    expect(await triggersOf("DB")).toBe(triggersBefore[0]);
    expect(await finishMove(await requestMove(id, "DB"))).toMatchObject({ state: "DONE" });
    expect(await readAsStaff(staff)).toEqual(initialData);
  });

  it("3§3 a report layout that is an uploaded Excel file makes the same document after the customer has moved", async () => {
    const { id, staff, visits } = await makeCompany(1);
    const sample = new MemorySource().bytesOf(await createSampleFile("EXCEL", "en"));
    const { type, nodes } = layoutOfFile(Buffer.from(sample).toString("base64"), "EXCEL");
    const body = { name: uniqueName("own"), type, nodes };
    const created = call("POST", "/exportDocumentConfigurations", {
      as: await makeSuperAdmin(),
      body,
      env: twoDbEnv,
    });
    const layout = await jsonOf<{ id: string }>(created);
    await db()
      .insert(customerExportDocumentConfiguration)
      .values({ customerId: id, exportDocumentConfigurationId: layout.id });
    const download = async () => {
      const path = `/documentation/downloadExportDocument/${visits[0]!.id}?configuration=${layout.id}`;
      const response = await call("GET", path, { as: staff, env: twoDbEnv });
      expect(response.status).toBe(200);
      return new Uint8Array(await response.arrayBuffer());
    };
    const document = await download();
    expect(await finishMove(await requestMove(id, secondDbName))).toMatchObject({ state: "DONE" });
    expect(await findShardName(twoDbEnv, id)).toBe(secondDbName);
    const documentAfterMove = await download();
    expect(documentAfterMove).toEqual(document);
    expect(new TextDecoder().decode(unzipSync(documentAfterMove)["xl/worksheets/sheet1.xml"])).toContain(
      "Elm street 0",
    );
  });

  it("design§D1 writes between any two steps are not lost, even if each step is interrupted at many of its statements and at its end, and repeated", async () => {
    const { id, staff, visits } = await makeCompany(2);
    let [writeCount, stops] = [0, 0];
    const [names, uploadNames]: [string[], string[]] = [[], []];
    let expectedUploads: string[] = [];
    const jobId = await requestMove(id, secondDbName);
    const finishedJob = await finishMove(jobId, async () => {
      // The customer's current database, as their staff use it.
      const currentShard = getShardEnv(twoDbEnv, await findShardName(twoDbEnv, id));
      const name = `written ${writeCount}`;
      const updateResult = await databaseOf(currentShard)
        .update(documentation)
        .set({ name })
        .where(eq(documentation.id, visits[0]!.id))
        .catch(() => null);
      if (updateResult) names.push(name);
      await databaseOf(currentShard)
        .insert(documentationTask)
        .values({
          customerId: id,
          documentationId: visits[1]!.id,
          name,
          type: "TEXT",
          answer: "yes",
          position: 100 + writeCount,
        })
        .catch(() => null);
      // In a staged table: inserts, updates and deletes a row.
      const uploads = databaseOf(currentShard);
      if (
        await withDatabase(currentShard, () => makeUpload(id, visits[1]!.id, "RESERVED", { name }))
          .then(() => true)
          .catch(() => false)
      )
        uploadNames.push(name);
      await uploads
        .update(upload)
        .set({ state: "REFUSED", refusalCode: "notJpeg" })
        .where(eq(upload.name, uploadNames.at(-2) ?? ""))
        .catch(() => null);
      await uploads
        .delete(upload)
        .where(eq(upload.name, uploadNames.at(-4) ?? ""))
        .catch(() => null);
      const rows = await uploads.select().from(upload).where(eq(upload.customerId, id));
      expectedUploads = rows.map(({ name, state }) => `${name} ${state}`).toSorted();
      writeCount += 1;
      // Finally the step runs to its end, but its outcome is lost.
      const row = (await db().select().from(job).where(eq(job.id, jobId)).get())!;
      for (let index = 1; await stopStepAt(row, index, index % 2 === 0); index = Math.ceil(index * 1.7))
        stops += 1;
      clearShardCache(twoDbEnv);
    });
    expect(stops).toBeGreaterThan(40);
    expect(finishedJob.state).toBe("DONE");
    const [row] = await secondDb(twoDbEnv)
      .select()
      .from(documentation)
      .where(eq(documentation.id, visits[0]!.id));
    expect(row!.name).toBe(names.at(-1));
    const tasks = await secondDb(twoDbEnv).$count(
      documentationTask,
      eq(documentationTask.documentationId, visits[1]!.id),
    );
    expect(tasks).toBeGreaterThan(writeCount - 2);
    const uploads = await secondDb(twoDbEnv).select().from(upload).where(eq(upload.customerId, id));
    expect(uploads.map(({ name, state }) => `${name} ${state}`).toSorted()).toEqual(expectedUploads);
    expect(uploads.length).toBeGreaterThan(2);
    expect(await selectNumber(secondDb(twoDbEnv), stagingTableCount)).toBe(0);
    expect((await readAsStaff(staff)).items).toHaveLength(2);
  });

  it("design§D1 documentations that arrive while pages are copied are moved completely", async () => {
    const { id, staff, template, visits } = await makeCompany(1);
    let [steps, copying] = [0, true];
    const kinds = {
      ...jobKinds,
      // One page per step while copying.
      get moveCustomer() {
        return copying ? createMoveCustomerJob(0) : jobKinds.moveCustomer;
      },
    };
    const changeBetweenSteps = async (phase: string) => {
      steps += 1;
      copying = ["begin", "prepare", "copy"].includes(phase);
      if (phase !== "copy") return;
      const old = eq(photo.documentationId, visits[0]!.id);
      await db()
        .update(photo)
        .set({ comment: `after ${steps}` })
        .where(old);
      // A page of the list, which is read below, has at most 100.
      if (steps % 6 > 0 || visits.length === 50) return;
      visits.push(await makeVisit(id, { template, name: `Elm street ${steps}`, photos: 1 }));
    };
    const finishedJob = await finishMove(await requestMove(id, secondDbName), changeBetweenSteps, kinds);
    expect(finishedJob).toMatchObject({ state: "DONE", lastError: null });
    const { items, photos } = await readAsStaff(staff);
    expect(items.map((item) => item.id).toSorted()).toEqual(visits.map((visit) => visit.id).toSorted());
    expect(visits.length).toBeGreaterThan(5);
    expect(photos.every((gallery) => gallery.items.length > 0)).toBe(true);
  });

  it.each([
    ["documentation_task", "documentation_task", "answer = 'forged'"],
    ["moving_upload", "upload", "size = 7"],
  ])(
    "design§D1 a difference in rows of %s stops the move: everything stays in the old database, and nothing is left in the new one",
    async (storedTable, table, forgery) => {
      const { id, staff, visits } = await makeCompany(1);
      await makeUpload(id, visits[0]!.id, "REFUSED");
      const initialData = await readAsStaff(staff);
      const triggersBefore = [await triggersOf("DB"), await triggersOf(secondDbName)];
      const jobId = await requestMove(id, secondDbName);
      const finishedJob = await finishMove(jobId, async (phase) => {
        if (phase !== "changePlace") return;
        // As after four failed attempts.
        await db().update(job).set({ attempts: 4 }).where(eq(job.id, jobId));
        await secondDb(twoDbEnv).run(
          sql`UPDATE ${sql.raw(`${storedTable} SET ${forgery}`)} WHERE documentation_id = ${idParam(visits[0]!.id)}`,
        );
      });
      expect(finishedJob).toMatchObject({
        state: "FAILED",
        lastError: expect.stringContaining(`${table} differs`),
      });
      expect(await findShardName(twoDbEnv, id)).toBe("DB");
      expect(await readAsStaff(staff)).toEqual(initialData);
      expect([await triggersOf("DB"), await triggersOf(secondDbName)]).toEqual(triggersBefore);
      expect(await countRows(secondDb(twoDbEnv), id)).toBe(0);
      expect(await selectNumber(secondDb(twoDbEnv), stagingTableCount)).toBe(0);
      expect(await db().$count(outgoingCustomer, eq(outgoingCustomer.customerId, id))).toBe(0);
    },
  );

  it("design§D1 during the cut-over, calls are told to retry", async () => {
    const { id, staff, visits } = await makeCompany(1);
    const jobId = await requestMove(id, secondDbName);
    await finishMove(jobId, async (phase) => {
      if (phase !== "leave") return;
      // As for an isolate whose cache still has the old database.
      await db().update(customer).set({ shard: "DB" }).where(eq(customer.id, id));
      clearShardCache(twoDbEnv);
      const path = `/photos/${visits[0]!.photos[0]}`;
      const { version } = await jsonOf<{ version: number }>(call("GET", path, { as: staff, env: twoDbEnv }));
      const refusedResponse = await call("PUT", path, {
        as: staff,
        body: { comment: "late", version },
        env: twoDbEnv,
      });
      expect([refusedResponse.status, refusedResponse.headers.get("retry-after")]).toEqual([422, "3"]);
      expect(await jsonOf(refusedResponse)).toMatchObject({ error: { code: "customerMoving" } });
      await db().update(customer).set({ shard: secondDbName }).where(eq(customer.id, id));
      clearShardCache(twoDbEnv);
    });
  });
});

/** Runs a step of a move up to its n-th wait for a database. @returns whether it has that many waits */
async function stopStepAt(row: typeof job.$inferSelect, wait: number, stopsAfter: boolean): Promise<boolean> {
  const interrupter = new Interrupter(wait, stopsAfter);
  const interruptedEnv = {
    ...twoDbEnv,
    DB: guardedDatabase(twoDbEnv.DB, interrupter),
    [secondDbName]: guardedDatabase(twoDbEnv[secondDbName]!, interrupter),
  } as Env;
  const { request, cursor } = row.params as { request: never; cursor: never };
  const step = {
    env: interruptedEnv,
    db: getDirectoryDb(interruptedEnv),
    job: row,
    request,
    cursor,
    report: async () => undefined,
  };
  return (await Promise.race([runMoveStep(step), interrupter.stopSignal.promise])) === "stopped";
}

/** Number of rows that a customer still has in a database. */
async function countRows(db: Database, customerId: number): Promise<number> {
  let rowCount = 0;
  for (const { name, ownerCondition, isShared } of await listMovedTables(db))
    if (!isShared)
      rowCount += await selectNumber(
        db,
        sql.raw(`SELECT count(*) FROM ${name} t WHERE ${ownerCondition("t", customerId)}`),
      );
  return rowCount;
}
