import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import type { ExportConfigurationType } from "#domain/configuration/types.ts";
import { pick } from "#domain/core/objects.ts";
import { rightPassword } from "#scripts/support/servers/serverFaults.ts";
import { openConnector } from "#worker/connectors/openConnector.ts";
import { control, newUser } from "#worker/connectors/testing/connectorBattery.ts";
import { sha256Of } from "#worker/connectors/testing/sampleFiles.ts";
import { exportConfiguration } from "#worker/db/schema/index.ts";
import { mergeSecrets } from "#worker/resources/secretParams.ts";
import { db, env } from "#worker/testing/factories.ts";
import {
  type Contents,
  contentsOf,
  filesOf,
  makeDelivery,
  makeDestination,
  makeSent,
  memoryTools,
  runOut,
} from "../testing/deliveries.ts";

const { webdav } = inject("servers");
const local = { ALLOW_PRIVATE_DESTINATIONS: "true", CONSOLE_URL: "http://localhost:8788" };
const usual = pick(env, ["ALLOW_PRIVATE_DESTINATIONS", "CONSOLE_URL"]);
beforeAll(() => void Object.assign(env, local));
afterAll(() => void Object.assign(env, usual));

/** A destination at a test server, with deliveries to it that count how often files are read. */
async function destinationAt(type: ExportConfigurationType, params: Record<string, string>) {
  const user = newUser();
  const to = await makeDestination({ type, params: { ...params, username: user } });
  const { id } = to.configuration;
  const owner = { entity: "exportConfiguration", id } as const;
  const change = (values: Partial<typeof exportConfiguration.$inferInsert>) =>
    db().update(exportConfiguration).set(values).where(eq(exportConfiguration.id, id));
  await change({ secrets: mergeSecrets(env, owner, null, { password: rightPassword }) });
  const habit = async () =>
    (await db().select().from(exportConfiguration).where(eq(exportConfiguration.id, id)).get())?.writeHabit;
  const deliver = async (contents: Contents) => {
    let reads = 0;
    const tools = memoryTools({ contents }, { openConnector, connections: 4 });
    const row = await makeDelivery(to, { documentationId: (await makeSent(to)).id });
    const done = await runOut(
      {
        ...tools,
        openPlanned: (on, file) => {
          const open = tools.openPlanned(on, file);
          return (from, to) => {
            reads += 1;
            return open(from, to);
          };
        },
      },
      row,
      env,
    );
    return { done, files: await filesOf(row.id), reads };
  };
  return { to, user, change, habit, deliver };
}

const contents = contentsOf({
  "Mast/a.jpg": 70_000,
  "Mast/b.jpg": 1000,
  "Mast/c.jpg": 2000,
  "Mast/d.jpg": 0,
});
const asStored = (all: Contents) =>
  Promise.all(
    [...all].map(async ([path, bytes]) => ({ path, bytes: bytes.length, sha256: await sha256Of(bytes) })),
  );

describe("deliveries and the habits of their destinations", () => {
  it("O1 nextcloud/server#49916 a delivery to a server with Nextcloud's rules is complete, and says how it was verified", async () => {
    const { user, habit, deliver } = await destinationAt("WEBDAV", { url: `${webdav.habit}/nextcloud` });
    const { done, files, reads } = await deliver(contents);
    expect(done).toMatchObject({ state: "DONE", filesDone: 4, writesDirectly: false, errorMessage: null });
    expect(reads).toBe(4);
    for (const file of files)
      expect(file).toMatchObject({ state: "DONE", arrival: "SENT", evidence: "SIZE", storedAs: null });
    expect(await control.stored(user)).toEqual(await asStored(contents));
    expect(await habit()).toMatchObject({ method: "RENAME", reason: null });
  });

  it.each([400, 403, 404, 405, 500, 501, 502])(
    "O2 FileRise#122 a delivery behind a proxy that answers MOVE with %i is complete, and the next one is written directly at once",
    async (status) => {
      const url = `${webdav.habit}/nextcloud+move-${status}`;
      const { user, habit, deliver } = await destinationAt("WEBDAV", { url });
      const first = await deliver(contents);
      expect(first.done).toMatchObject({ state: "DONE", filesDone: 4, writesDirectly: true, tries: 0 });
      expect(first.files.every(({ evidence, arrival }) => evidence === "SIZE" && arrival === "SENT")).toBe(
        true,
      );
      expect(first.reads).toBeLessThanOrEqual(5);
      expect(await habit()).toMatchObject({ method: "DIRECT", reason: expect.stringContaining("MOVE") });
      const changed = contentsOf({ "Mast/a.jpg": 71_000, "Mast/e.jpg": 10 });
      const second = await deliver(changed);
      expect(second.done).toMatchObject({ state: "DONE", writesDirectly: true });
      expect(second.reads).toBe(2);
      const stored = await asStored(new Map([...contents, ...changed]));
      expect(await control.stored(user)).toEqual(stored.sort((a, b) => (a.path < b.path ? -1 : 1)));
    },
  );

  it("O2 what was learnt is forgotten when the address changes, and after a month without renaming", async () => {
    const url = `${webdav.habit}/move-403`;
    const { to, user, change, habit, deliver } = await destinationAt("WEBDAV", { url });
    await deliver(contents);
    const learnt = await habit();
    expect(learnt).toMatchObject({ method: "DIRECT" });
    await change({
      params: { ...to.configuration.params, username: user, url: `${webdav.habit}/nextcloud` },
    });
    expect((await deliver(contents)).done).toMatchObject({ state: "DONE", writesDirectly: false });
    expect(await habit()).toMatchObject({ method: "RENAME" });
    await change({
      params: { ...to.configuration.params, username: user, url },
      writeHabit: { ...learnt!, learntAt: "2020-01-01T00:00:00Z" },
    });
    const again = await deliver(contentsOf({ "Mast/a.jpg": 3000 }));
    expect([again.done.state, again.reads]).toEqual(["DONE", 2]);
  });

  it("O4 nextcloud/desktop#925 #7371 everything but the refused files arrives, and those are named with the server's words", async () => {
    const url = `${webdav.habit}/max-65000+forbid-403-b.`;
    const { user, deliver } = await destinationAt("WEBDAV", { url });
    const { done, files } = await deliver(contents);
    expect(done).toMatchObject({ state: "FAILED", filesDone: 2, errorKind: "refused" });
    expect(done.errorMessage).toMatch(/^2 of 4 files were not sent: [ab]\.jpg, [ab]\.jpg\. /);
    expect(files.filter(({ state }) => state === "FAILED").map(({ errorMessage }) => errorMessage)).toEqual([
      expect.stringContaining("“413 Request Entity Too Large”"),
      expect.stringContaining("The name contains b."),
    ]);
    expect((await control.stored(user)).map(({ path }) => path)).toEqual(["Mast/c.jpg", "Mast/d.jpg"]);
  });
});
