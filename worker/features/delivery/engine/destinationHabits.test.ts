import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import type { ExportConfigurationType } from "#domain/configuration/types.ts";
import { pick } from "#domain/core/objects.ts";
import { rightPassword } from "#scripts/support/servers/serverFaults.ts";
import { openConnector } from "#worker/connectors/openConnector.ts";
import { control, newUser } from "#worker/connectors/testing/connectorBattery.ts";
import { sha256Of } from "#worker/connectors/testing/sampleFiles.ts";
import { databaseOf } from "#worker/db/database.ts";
import { delivery, exportConfiguration, job } from "#worker/db/schema/index.ts";
import { mergeSecrets } from "#worker/resources/secretParams.ts";
import { db, env } from "#worker/testing/factories.ts";
import {
  type Contents,
  contentsOf,
  listFiles,
  makeCompletedDocumentation,
  makeDelivery,
  makeDestination,
  makeMemoryTools,
  runNextSlice,
  runUntilEnded,
} from "../testing/deliveries.ts";
import { removePartialFiles } from "./removePartialFiles.ts";

const { ftp, webdav } = inject("servers");
const localEnv = { ALLOW_PRIVATE_DESTINATIONS: "true", CONSOLE_URL: "http://localhost:8788" };
const originalEnv = pick(env, ["ALLOW_PRIVATE_DESTINATIONS", "CONSOLE_URL"]);
beforeAll(() => void Object.assign(env, localEnv));
afterAll(() => void Object.assign(env, originalEnv));

/** A destination at a test server, with deliveries to it that count how often files are read. */
async function makeHabitDestination(
  type: ExportConfigurationType,
  params: Record<string, string>,
  user: string = newUser(),
) {
  const destination = await makeDestination({ type, params: { ...params, username: user } });
  const { id } = destination.configuration;
  const owner = { entity: "exportConfiguration", id } as const;
  const change = (values: Partial<typeof exportConfiguration.$inferInsert>) =>
    db().update(exportConfiguration).set(values).where(eq(exportConfiguration.id, id));
  await change({ secrets: mergeSecrets(env, owner, null, { password: rightPassword }) });
  const readHabit = async () =>
    (await db().select().from(exportConfiguration).where(eq(exportConfiguration.id, id)).get())?.writeHabit;
  const begin = async () =>
    makeDelivery(destination, { documentationId: (await makeCompletedDocumentation(destination)).id });
  const deliver = async (contents: Contents) => {
    let readCount = 0;
    const tools = makeMemoryTools({ contents }, { openConnector, maxConnections: 4 });
    const row = await begin();
    const finishedDelivery = await runUntilEnded(
      {
        ...tools,
        openPlanned: (sliceEnv, file) => {
          const open = tools.openPlanned(sliceEnv, file);
          return (from, to) => {
            readCount += 1;
            return open(from, to);
          };
        },
      },
      row,
      env,
    );
    return { finishedDelivery, files: await listFiles(row.id), reads: readCount };
  };
  return { to: destination, user, change, habit: readHabit, begin, deliver };
}

const contents = contentsOf({
  "Mast/a.jpg": 70_000,
  "Mast/b.jpg": 1000,
  "Mast/c.jpg": 2000,
  "Mast/d.jpg": 0,
});
const toStoredFiles = (fileContents: Contents) =>
  Promise.all(
    [...fileContents].map(async ([path, bytes]) => ({
      path,
      bytes: bytes.length,
      sha256: await sha256Of(bytes),
    })),
  );

describe("deliveries and the habits of their destinations", () => {
  it("O1 nextcloud/server#49916 a delivery to a server with Nextcloud's rules is complete, and says how it was verified", async () => {
    const {
      user,
      habit: readHabit,
      deliver,
    } = await makeHabitDestination("WEBDAV", { url: `${webdav.habit}/nextcloud` });
    const { finishedDelivery, files, reads: readCount } = await deliver(contents);
    expect(finishedDelivery).toMatchObject({
      state: "DONE",
      filesDone: 4,
      writesDirectly: false,
      errorMessage: null,
    });
    expect(readCount).toBe(4);
    for (const file of files)
      expect(file).toMatchObject({ state: "DONE", arrival: "SENT", evidence: "SIZE", storedAs: null });
    expect(await control.listStoredFiles(user)).toEqual(await toStoredFiles(contents));
    expect(await readHabit()).toMatchObject({ method: "RENAME", reason: null });
  });

  it.each([400, 403, 404, 405, 500, 501, 502])(
    "O2 FileRise#122 a delivery behind a proxy that answers MOVE with %i is complete, and the next one is written directly at once",
    async (status) => {
      const url = `${webdav.habit}/nextcloud+move-${status}`;
      const { user, habit: readHabit, deliver } = await makeHabitDestination("WEBDAV", { url });
      const firstResult = await deliver(contents);
      expect(firstResult.finishedDelivery).toMatchObject({
        state: "DONE",
        filesDone: 4,
        writesDirectly: true,
        tries: 0,
      });
      expect(
        firstResult.files.every(({ evidence, arrival }) => evidence === "SIZE" && arrival === "SENT"),
      ).toBe(true);
      expect(firstResult.reads).toBeLessThanOrEqual(5);
      expect(await readHabit()).toMatchObject({ method: "DIRECT", reason: expect.stringContaining("MOVE") });
      const changedContents = contentsOf({ "Mast/a.jpg": 71_000, "Mast/e.jpg": 10 });
      const secondResult = await deliver(changedContents);
      expect(secondResult.finishedDelivery).toMatchObject({ state: "DONE", writesDirectly: true });
      expect(secondResult.reads).toBe(2);
      const expectedFiles = await toStoredFiles(new Map([...contents, ...changedContents]));
      expect(await control.listStoredFiles(user)).toEqual(
        expectedFiles.sort((a, b) => (a.path < b.path ? -1 : 1)),
      );
    },
  );

  it("O2 a learnt habit is discarded when the address changes, and after a month without renaming", async () => {
    const url = `${webdav.habit}/move-403`;
    const { to, user, change, habit: readHabit, deliver } = await makeHabitDestination("WEBDAV", { url });
    await deliver(contents);
    const learntHabit = await readHabit();
    expect(learntHabit).toMatchObject({ method: "DIRECT" });
    await change({
      params: { ...to.configuration.params, username: user, url: `${webdav.habit}/nextcloud` },
    });
    expect((await deliver(contents)).finishedDelivery).toMatchObject({
      state: "DONE",
      writesDirectly: false,
    });
    expect(await readHabit()).toMatchObject({ method: "RENAME" });
    await change({
      params: { ...to.configuration.params, username: user, url },
      writeHabit: { ...learntHabit!, learntAt: "2020-01-01T00:00:00Z" },
    });
    const nextResult = await deliver(contentsOf({ "Mast/a.jpg": 3000 }));
    expect([nextResult.finishedDelivery.state, nextResult.reads]).toEqual(["DONE", 2]);
  });

  it("O4 nextcloud/desktop#925 #7371 everything but the refused files arrives, and the refused files are named with the server's words", async () => {
    const url = `${webdav.habit}/max-65000+forbid-403-b.`;
    const { user, deliver } = await makeHabitDestination("WEBDAV", { url });
    const { finishedDelivery, files } = await deliver(contents);
    expect(finishedDelivery).toMatchObject({ state: "FAILED", filesDone: 2, errorKind: "refused" });
    expect(finishedDelivery.errorMessage).toMatch(/^2 of 4 files were not sent: [ab]\.jpg, [ab]\.jpg\. /);
    expect(files.filter(({ state }) => state === "FAILED").map(({ errorMessage }) => errorMessage)).toEqual([
      expect.stringContaining("“413 Request Entity Too Large”"),
      expect.stringContaining("The name contains b."),
    ]);
    expect((await control.listStoredFiles(user)).map(({ path }) => path)).toEqual([
      "Mast/c.jpg",
      "Mast/d.jpg",
    ]);
  });

  /** An FTP destination that is known not to rename, and a delivery of one large file to it. */
  async function makeDirectDelivery() {
    const host = `localhost:${ftp.plain}`;
    const destination = await makeHabitDestination("FTP", { host }, `${newUser()}+norename`);
    await destination.deliver(contentsOf({ "Mast/known.jpg": 10 }));
    const largeContents = contentsOf({ "Mast/a.jpg": 400_000 });
    return {
      ...destination,
      large: largeContents,
      row: await destination.begin(),
      tools: makeMemoryTools({ contents: largeContents }, { openConnector }),
    };
  }
  const listPaths = async (user: string) => (await control.listStoredFiles(user)).map(({ path }) => path);

  it("O2 O6 a delivery that is cancelled in the middle of a direct write leaves no part under the final name", async () => {
    const { user, tools, row } = await makeDirectDelivery();
    const openPlanned: typeof tools.openPlanned = (sliceEnv, file) => {
      const open = tools.openPlanned(sliceEnv, file);
      return async (from, to) => {
        const reader = (await open(from, to)).getReader();
        let isFirst = true;
        return new ReadableStream({
          async pull(controller) {
            if (!isFirst)
              await db().update(delivery).set({ state: "CANCELLED" }).where(eq(delivery.id, row.id));
            const { done, value } = await reader.read();
            if (done) return controller.close();
            controller.enqueue(isFirst ? value.slice(0, 1000) : value.slice(1000));
            isFirst = false;
          },
        });
      };
    };
    await runNextSlice({ ...tools, openPlanned }, row, env);
    const remainingFile = (await control.listStoredFiles(user)).find(({ path }) => path === "Mast/a.jpg");
    expect(remainingFile === undefined || remainingFile.bytes === 400_000).toBe(true);
  });

  it("O2 O6 another consumer resumes a direct write that was cut off, and finishes it once", async () => {
    const { user, tools, row, large: largeContents } = await makeDirectDelivery();
    await control.inject(user, [{ operation: "upload", action: "reset", after: 200_000, times: 1 }]);
    expect(await runNextSlice(tools, row, env)).toMatchObject({ state: "waiting" });
    // The connection broke off, but the partial file is removed over another connection.
    expect(await listPaths(user)).toEqual(["Mast/known.jpg"]);
    expect(await runUntilEnded(tools, row, env)).toMatchObject({ state: "DONE", writesDirectly: true });
    expect(await control.listStoredFiles(user)).toEqual([
      ...(await toStoredFiles(largeContents)),
      expect.objectContaining({ path: "Mast/known.jpg" }),
    ]);
  });

  it("O6 the partial files of a delivery that has failed for good are removed", async () => {
    const host = `localhost:${ftp.plain}`;
    const { user, begin } = await makeHabitDestination("FTP", { host });
    const tools = makeMemoryTools({ contents: contentsOf({ "Mast/a.jpg": 400_000 }) }, { openConnector });
    const row = await begin();
    await control.inject(user, [
      { operation: "upload", action: "reset", after: 200_000, times: 1 },
      { operation: "login", action: "answer", status: 530, skip: 1 },
    ]);
    expect(await runNextSlice(tools, row, env)).toMatchObject({ state: "waiting" });
    expect(await listPaths(user)).toHaveLength(1);
    expect(await runNextSlice(tools, row, env)).toEqual({ state: "failed" });
    expect(
      await db().select({ kind: job.kind }).from(job).where(eq(job.customerId, row.customerId)),
    ).toContainEqual({ kind: "removePartialFiles" });
    await control.inject(user, []);
    expect(await removePartialFiles(env, databaseOf(env), tools, row.id)).toBe(1);
    expect(await listPaths(user)).toEqual([]);
  });

  it("O6 the delivery's files record the ASCII names under which an FTP server stores them", async () => {
    const host = `localhost:${ftp.plain}`;
    const { user, deliver } = await makeHabitDestination("FTP", { host }, `${newUser()}+noutf8`);
    const { finishedDelivery, files } = await deliver(
      contentsOf({ "Åre/Mätning.jpg": 100, "plain/a.jpg": 10 }),
    );
    expect(finishedDelivery.state).toBe("DONE");
    const [renamedFile, plainFile] = files;
    expect(plainFile).toMatchObject({ path: "plain/a.jpg", storedAs: null });
    expect(renamedFile?.storedAs).toMatch(/^Are~[0-9a-f]{8}\/Matning~[0-9a-f]{8}\.jpg$/);
    expect(await listPaths(user)).toEqual([renamedFile?.storedAs, "plain/a.jpg"]);
  });
});
