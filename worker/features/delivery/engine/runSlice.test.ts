import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { addSeconds } from "#domain/core/fields.ts";
import { deliveryRequest } from "#domain/delivery/deliveryRequest.ts";
import { retryDelaysSeconds } from "#domain/delivery/states.ts";
import { ConnectorError, handshakeError } from "#worker/connectors/connector.ts";
import {
  delivery,
  deliveryFile,
  documentation,
  exportConfiguration,
  exportConfigurationUserParam,
  templateExportConfiguration,
} from "#worker/db/schema/index.ts";
import { mergeSecrets } from "#worker/resources/secretParams.ts";
import { db, env, makeCaller, makeUser, readLastMail, uniqueName } from "#worker/testing/factories.ts";
import {
  bytesOf,
  contentsOf,
  expireLease,
  listFiles,
  makeCompletedDocumentation,
  makeDelivery,
  makeDestination,
  makeMemoryTools,
  makeQuietEnv,
  readDelivery,
  readEvent,
  runNextSlice,
  runUntilEnded,
} from "../testing/deliveries.ts";
import { MemoryHost } from "../testing/memoryConnector.ts";

const sizes = { "Mast/a.jpg": 5000, "Mast/b.jpg": 9000, "Mast/report.docx": 7000 };
const hashesOf = (contents: Map<string, Uint8Array>) => {
  const host = new MemoryHost();
  for (const [path, bytes] of contents) host.files.set(path, { bytes, arrivalCount: 1 });
  return host.computeHashes();
};

async function setUp(params: Record<string, string> = {}) {
  const host = new MemoryHost(2048);
  const contents = contentsOf(sizes);
  const tools = makeMemoryTools({ host, contents });
  const destination = await makeDestination({ params });
  return { host, contents, tools, destination, row: await makeDelivery(destination) };
}

describe("a delivery", () => {
  it("design§Delivery whose password was stored with another SECRETS_KEY fails at once and says so, and arrives once it is entered again", async () => {
    const { host, tools, destination, row } = await setUp();
    const { id } = destination.configuration;
    const storeSecrets = (secretsKey: string) =>
      db()
        .update(exportConfiguration)
        .set({
          secrets: mergeSecrets(
            { ...env, SECRETS_KEY: secretsKey },
            { entity: "exportConfiguration", id },
            null,
            {
              password: "hemligt",
            },
          ),
        })
        .where(eq(exportConfiguration.id, id));
    await storeSecrets("another-secrets-key-0123456789abcdefgh");
    expect(await runUntilEnded(tools, row)).toMatchObject({
      state: "FAILED",
      errorKind: "unreadableSecret",
      errorMessage: expect.stringContaining("(password)"),
    });
    expect(host.files.size).toBe(0);
    await storeSecrets(env.SECRETS_KEY);
    await db().update(delivery).set({ state: "PENDING", finishedAt: null }).where(eq(delivery.id, row.id));
    expect(await runUntilEnded(tools, row)).toMatchObject({ state: "DONE", errorKind: null });
  });

  it("design§Delivery sends every file, records bytes and SHA-256 of each, and updates its export event", async () => {
    const { host, contents, tools, row } = await setUp();
    expect(await readEvent(row.id)).toMatchObject({ success: null });
    expect(await runUntilEnded(tools, row)).toMatchObject({
      ...{ state: "DONE", fileCount: 3, filesDone: 3, bytes: 21_000, bytesSent: 21_000, tries: 0 },
      ...{ errorKind: null, nextTryAt: null, leasedUntil: null, finishedAt: expect.any(String) },
    });
    expect(host.computeHashes()).toEqual(hashesOf(contents));
    expect(host.openConnectionCount).toBe(0);
    for (const { path, sha256, state, bytes, bytesSent, remoteId } of await listFiles(row.id))
      expect({ path, sha256, state, bytesSent, remoteId }).toEqual({
        ...{ path, sha256: host.computeHashes()[path], state: "DONE", bytesSent: bytes, remoteId: path },
      });
    expect(await readEvent(row.id)).toMatchObject({ success: true, errorMessage: null });
    const documentationRow = await db()
      .select({ exported: documentation.exported })
      .from(documentation)
      .where(eq(documentation.id, row.documentationId))
      .get();
    expect(documentationRow?.exported).toBe(true);
  });

  it("design§Delivery resumes where it stopped after an interruption within a file, and sends nothing twice", async () => {
    const { host, contents, tools, row } = await setUp();
    host.fault = (step, path, bytes) => {
      if (step === "piece" && path === "Mast/b.jpg" && bytes >= 4096)
        throw new ConnectorError("transient", "The connection was reset.");
    };
    expect(await runNextSlice(tools, row)).toEqual({ state: "waiting", seconds: 0 });
    expect(await readDelivery(row.id)).toMatchObject({
      ...{ state: "WAITING", tries: 1, filesDone: 1, bytesSent: 5000 + 4096, errorKind: "transient" },
      errorMessage: "The connection was reset.",
    });
    host.fault = () => undefined;
    expect((await runUntilEnded(tools, row)).state).toBe("DONE");
    expect(host.computeHashes()).toEqual(hashesOf(contents));
    expect(host.sent).toBe(21_000);
  });

  it("design§Delivery sends all photos even if one of them cannot be compressed", async () => {
    const { host, tools, row } = await setUp();
    const planDelivery: typeof tools.planDelivery = async (env, database, target) => {
      const plan = await tools.planDelivery(env, database, target);
      const [firstFile] = plan.files;
      const photo = { id: firstFile!.sourceId, rotation: 0, original: {} as never };
      return target.unshrinkable ? plan : { ...plan, variants: [{ photo, maxSize: 48, quality: 60 }] };
    };
    const makeVariant = () => Promise.reject(new ConnectorError("source", "The photo is gone."));
    expect((await runUntilEnded({ ...tools, planDelivery, makeVariant }, row)).state).toBe("DONE");
    expect([...host.files.keys()]).toEqual(Object.keys(sizes));
  });

  it("design§Delivery retries immediately, then after 5 s, 5 min, 30 min, 2 h, 5 h and 10 h, then fails", async () => {
    const { host, tools, row } = await setUp();
    host.fault = () => {
      throw new ConnectorError("transient", "The destination refused the connection.");
    };
    const delaysSeconds: number[] = [];
    for (;;) {
      const outcome = await runNextSlice(tools, row);
      if (outcome?.state !== "waiting") break;
      delaysSeconds.push(outcome.seconds);
    }
    expect(delaysSeconds).toEqual([...retryDelaysSeconds]);
    expect(await readDelivery(row.id)).toMatchObject({ state: "FAILED", errorKind: "transient" });
    expect(await readEvent(row.id)).toMatchObject({
      ...{ success: false, errorMessage: "The destination refused the connection." },
    });
  });

  it("design§Delivery reports a failed handshake as a configuration error only after five equal failures over half an hour", async () => {
    const { host, tools, row } = await setUp();
    const runFailingSlice = async (error: ConnectorError) => {
      host.fault = () => {
        throw error;
      };
      return runNextSlice(tools, row);
    };
    const handshakeFailure = handshakeError("files.example");
    for (const error of [handshakeFailure, new ConnectorError("transient", "The connection was reset.")])
      expect(await runFailingSlice(error)).toMatchObject({ state: "waiting" });
    for (const seconds of [300, 1800, 7200, 18_000])
      expect(await runFailingSlice(handshakeFailure)).toEqual({ state: "waiting", seconds });
    expect(await readDelivery(row.id)).toMatchObject({ state: "WAITING", errorKind: "transient" });
    expect(await runFailingSlice(handshakeFailure)).toEqual({ state: "failed" });
    expect(await readDelivery(row.id)).toMatchObject({ state: "FAILED", errorKind: "config" });
    expect((await readDelivery(row.id)).errorMessage).toContain("It was the same in 5 attempts.");
  });

  it("design§Delivery records that files and password were sent without encryption", async () => {
    for (const isEncrypted of [true, false]) {
      const { host, tools, row } = await setUp();
      host.isEncrypted = isEncrypted;
      expect(await runUntilEnded(tools, row)).toMatchObject({ state: "DONE", isUnencrypted: !isEncrypted });
    }
  });

  it("design§Delivery obeys a longer Retry-After, and resets the retry count once a file has arrived", async () => {
    const { host, tools, row } = await setUp();
    host.fault = (step, path) => {
      if (step === "begin" && path !== "Mast/a.jpg")
        throw new ConnectorError("throttled", "Too many calls.", { status: 429, retryAfter: 120 });
    };
    expect(await runNextSlice(tools, row)).toEqual({ state: "waiting", seconds: 120 });
    const waitingDelivery = await readDelivery(row.id);
    expect(waitingDelivery).toMatchObject({ tries: 1, filesDone: 1, errorStatusCode: 429 });
    expect(waitingDelivery.nextTryAt! > addSeconds(60)).toBe(true);
    expect(waitingDelivery.nextSliceAt).toBe(waitingDelivery.nextTryAt);
    expect(await runNextSlice(tools, row)).toEqual({ state: "waiting", seconds: 120 });
    expect((await readDelivery(row.id)).tries).toBe(2);
  });

  it("design§Delivery with a wrong login fails immediately, and notifies the requester and the destination's address once", async () => {
    const failureEmail = `${uniqueName("ops")}@example.com`;
    const { host, tools, destination } = await setUp({ failureEmail });
    const email = `${uniqueName("asker")}@example.com`;
    const requesterUser = await makeUser({
      ...{ customerId: destination.customerId, email, roles: ["ROLE_EXPORT_DOCUMENTATION"] },
    });
    const requester = { userId: requesterUser.id, realUserId: null, customerId: destination.customerId };
    const row = await makeDelivery(destination, {
      isAutomatic: false,
      requester,
      username: requesterUser.username,
    });
    host.fault = () => {
      throw new ConnectorError("auth", "The server refused the login.", { status: 530 });
    };
    const { env, delaysSeconds } = makeQuietEnv();
    expect(await runUntilEnded(tools, row, env)).toMatchObject({
      ...{ state: "FAILED", errorKind: "auth", errorStatusCode: 530, notifiedAt: expect.any(String) },
    });
    expect(delaysSeconds).toEqual([]);
    const [mail, failureMail] = [await readLastMail(email), await readLastMail(failureEmail)];
    expect(mail?.text).toContain("The destination rejected the login.");
    expect(mail?.text).toContain(destination.configuration.name);
    expect(mail?.text).toContain(`/delivery?id=${row.id}`);
    expect(failureMail?.text).toContain("Destinationen nekade inloggningen.");
    const firstMailId = mail?.id;
    await db().update(delivery).set({ state: "PENDING" }).where(eq(delivery.id, row.id));
    await runUntilEnded(tools, row, env);
    expect((await readLastMail(email))?.id).toBe(firstMailId);
  });

  it("design§Delivery sends the other files if one has no bytes, and fails with its name", async () => {
    const { host, tools, row } = await setUp();
    const { openPlanned } = tools;
    tools.openPlanned = (sliceEnv, file) =>
      file.name === "a.jpg"
        ? () => Promise.reject(new ConnectorError("source", "The stored photo is gone."))
        : openPlanned(sliceEnv, file);
    expect(await runUntilEnded(tools, row)).toMatchObject({
      ...{
        state: "FAILED",
        errorKind: "source",
        filesDone: 2,
        errorMessage: "Mast/a.jpg: The stored photo is gone.",
      },
    });
    expect([...host.files.keys()]).toEqual(["Mast/b.jpg", "Mast/report.docx"]);
  });

  it("2§6 does not reveal the name of a failed captured file, not even in the destination's message", async () => {
    const { tools, row } = await setUp();
    const { openPlanned, planDelivery } = tools;
    tools.planDelivery = async (...args) => {
      const plan = await planDelivery(...args);
      return {
        ...plan,
        files: plan.files.map((file) => (file.name === "a.jpg" ? { ...file, kind: "FILE" as const } : file)),
      };
    };
    tools.openPlanned = (sliceEnv, file) =>
      file.name === "a.jpg"
        ? () => Promise.reject(new ConnectorError("source", "Mast/a.jpg is gone, says a.jpg."))
        : openPlanned(sliceEnv, file);
    expect(await runUntilEnded(tools, row)).toMatchObject({
      errorMessage: "A file: … is gone, says ….",
    });
  });

  it("design§Delivery looks up files that were delivered earlier, and resends them only if they have changed", async () => {
    const { host, contents, tools, destination, row } = await setUp();
    await runUntilEnded(tools, row);
    contents.set("Mast/b.jpg", bytesOf("another", 9000));
    // Within one second, the order of two files would be unknown.
    await db()
      .update(deliveryFile)
      .set({ finishedAt: addSeconds(-10) })
      .where(eq(deliveryFile.deliveryId, row.id));
    const laterDelivery = await makeDelivery(destination, { documentationId: row.documentationId });
    await runUntilEnded(tools, laterDelivery);
    expect(host.computeHashes()).toEqual(hashesOf(contents));
    expect(host.arrivals.slice(3)).toEqual(["Mast/b.jpg"]);
    // A file deleted at the destination is sent again, and so is a file overwritten by another documentation.
    host.files.delete("Mast/a.jpg");
    const otherDelivery = await makeDelivery(destination);
    const otherTools = makeMemoryTools({
      host,
      contents: new Map([["Mast/report.docx", bytesOf("other", 7000)]]),
    });
    await runUntilEnded(otherTools, otherDelivery);
    const thirdDelivery = await makeDelivery(destination, { documentationId: row.documentationId });
    await runUntilEnded(tools, thirdDelivery);
    expect(host.arrivals.slice(4)).toEqual(["Mast/report.docx", "Mast/a.jpg", "Mast/report.docx"]);
    expect(host.computeHashes()).toEqual(hashesOf(contents));
  });

  it.each([
    [
      "nothing but its size",
      false,
      false,
      { arrival: "SENT", evidence: "SIZE" },
      { arrival: "FOUND", evidence: "SIZE" },
    ],
    [
      "a tag of its content",
      true,
      false,
      { arrival: "SENT", evidence: "SIZE" },
      { arrival: "FOUND", evidence: "TAG" },
    ],
    [
      "its SHA-256",
      false,
      true,
      { arrival: "SENT", evidence: "SHA256" },
      { arrival: "FOUND", evidence: "SHA256" },
    ],
  ])(
    "design§Delivery reports for each file whether it was sent or already there, and how that was verified, by %s",
    async (_, hasTags, computesSha256, sentFields, foundFields) => {
      const { host, tools, destination, row } = await setUp();
      Object.assign(host, { hasTags, computesSha256 });
      await runUntilEnded(tools, row);
      expect(await listFiles(row.id)).toMatchObject(
        Object.values(sizes).map((bytesSent) => ({ ...sentFields, bytesSent })),
      );
      const secondDelivery = await makeDelivery(destination, { documentationId: row.documentationId });
      expect(await runUntilEnded(tools, secondDelivery)).toMatchObject({
        state: "DONE",
        filesDone: 3,
        bytesSent: 21_000,
      });
      expect(await listFiles(secondDelivery.id)).toMatchObject(
        Object.keys(sizes).map(() => ({ ...foundFields, bytesSent: 0 })),
      );
      expect(host.sent).toBe(21_000);
    },
  );

  it.each([
    ["nothing but its size", false, false, true],
    ["a tag of its content", true, false, false],
    ["its SHA-256", false, true, false],
  ])(
    "design§Delivery resends a file that was damaged at the destination if a user requested the export or the destination reports more than a size (%s)",
    async (_, hasTags, computesSha256, isUndetected) => {
      const { host, contents, tools, destination, row } = await setUp();
      Object.assign(host, { hasTags, computesSha256 });
      await runUntilEnded(tools, row);
      host.damage("Mast/a.jpg");
      const automaticDelivery = await makeDelivery(destination, { documentationId: row.documentationId });
      await runUntilEnded(tools, automaticDelivery);
      expect(host.arrivals.slice(3)).toEqual(isUndetected ? [] : ["Mast/a.jpg"]);
      host.damage("Mast/b.jpg");
      const { userId } = await makeCaller({
        customerId: destination.customerId,
        roles: ["ROLE_EXPORT_DOCUMENTATION", "ROLE_FILE_READ"],
      });
      const manualDelivery = await makeDelivery(destination, {
        ...{ documentationId: row.documentationId, isAutomatic: false },
        requester: { userId, realUserId: null, customerId: destination.customerId },
      });
      expect(await runUntilEnded(tools, manualDelivery)).toMatchObject({ state: "DONE" });
      expect(host.computeHashes()).toEqual(hashesOf(contents));
      expect((await listFiles(manualDelivery.id)).find(({ path }) => path === "Mast/b.jpg")).toMatchObject({
        ...{ arrival: "SENT", bytesSent: 9000 },
      });
      expect(host.arrivals.slice(isUndetected ? 3 : 4)).toEqual(
        isUndetected ? Object.keys(sizes) : ["Mast/b.jpg"],
      );
    },
  );

  it("design§Delivery that a user requested does not count a file of an earlier delivery as its own after an interruption", async () => {
    const { host, contents, tools, destination, row } = await setUp();
    await runUntilEnded(tools, row);
    host.damage("Mast/a.jpg");
    const { userId } = await makeCaller({
      customerId: destination.customerId,
      roles: ["ROLE_EXPORT_DOCUMENTATION", "ROLE_FILE_READ"],
    });
    const manualDelivery = await makeDelivery(destination, {
      ...{ documentationId: row.documentationId, isAutomatic: false },
      requester: { userId, realUserId: null, customerId: destination.customerId },
    });
    host.fault = () => {
      throw new ConnectorError("transient", "Reset.");
    };
    await runNextSlice(tools, manualDelivery);
    expect((await listFiles(manualDelivery.id))[0]).toMatchObject({ state: "SENDING", arrival: null });
    host.fault = () => undefined;
    await runUntilEnded(tools, manualDelivery);
    expect(host.computeHashes()).toEqual(hashesOf(contents));
  });

  it("design§Delivery sends the new versions of files that changed while it waited, and files that were added", async () => {
    const { host, contents, tools, row } = await setUp();
    host.fault = (step, path) => {
      if (step === "begin" && path === "Mast/report.docx") throw new ConnectorError("transient", "Reset.");
    };
    await runNextSlice(tools, row);
    host.fault = () => undefined;
    contents.set("Mast/report.docx", bytesOf("later", 8000));
    contents.set("Mast/a.jpg", bytesOf("later", 100));
    contents.set("Mast/0.jpg", bytesOf("new", 50));
    expect(await runUntilEnded(tools, row)).toMatchObject({
      state: "DONE",
      fileCount: 4,
      filesDone: 4,
      bytes: 17_150,
    });
    expect(host.computeHashes()).toEqual(hashesOf(contents));
    expect((await listFiles(row.id)).map(({ state }) => state)).toEqual(["DONE", "DONE", "DONE", "DONE"]);
  });

  it("design§Delivery is not changed by a consumer that has lost its lease", async () => {
    const { host, tools, row } = await setUp();
    let wasTaken = false;
    host.fault = async (step, path) => {
      if (step !== "piece" || path !== "Mast/b.jpg" || wasTaken) return;
      wasTaken = true;
      await expireLease(row.id);
      expect(await runNextSlice(tools, row)).toEqual({ state: "done" });
    };
    expect(await runNextSlice(tools, row)).toEqual({ state: "lost" });
    expect(await readDelivery(row.id)).toMatchObject({ state: "DONE", filesDone: 3 });
  });

  it("design§Delivery is due for another consumer only after its lease has expired, renewals included", async () => {
    const { host, tools, row } = await setUp();
    const dueChecks: boolean[] = [];
    host.fault = async (step) => {
      if (step !== "piece") return;
      const { leasedUntil, nextSliceAt } = await readDelivery(row.id);
      dueChecks.push(nextSliceAt === leasedUntil);
    };
    await runNextSlice(tools, row);
    expect(dueChecks.length).toBeGreaterThan(3);
    expect(new Set(dueChecks)).toEqual(new Set([true]));
  });

  it("2§4 is cancelled when its documentation is handed over or deleted, even during a slice", async () => {
    const { host, tools, row } = await setUp();
    host.fault = async (step, path) => {
      if (step === "piece" && path === "Mast/b.jpg")
        await db()
          .update(documentation)
          .set({ status: "PAUSED" })
          .where(eq(documentation.id, row.documentationId));
    };
    await runUntilEnded(tools, row);
    expect(await readDelivery(row.id)).toMatchObject({ state: "CANCELLED" });
    expect([...host.files.keys()]).not.toContain("Mast/report.docx");
    const destination = await makeDestination();
    const handedOverDelivery = await makeDelivery(destination, {
      documentationId: (await makeCompletedDocumentation(destination, { status: "DOWNLOADED" })).id,
    });
    expect((await runUntilEnded(tools, handedOverDelivery)).state).toBe("CANCELLED");
  });

  it("3§5 fails and names the parameters if the destination requires user parameters without a value, as for any automatic export", async () => {
    const { host, tools, destination, row } = await setUp();
    const owner = { customerId: destination.customerId, exportConfigurationId: destination.configuration.id };
    await db()
      .insert(exportConfigurationUserParam)
      .values([
        { ...owner, name: "Project", required: true },
        { ...owner, name: "Remark", required: false },
      ]);
    expect(await runUntilEnded(tools, row)).toMatchObject({
      ...{ state: "FAILED", errorKind: "config" },
      errorMessage: expect.stringMatching(/an automatic export does not have: Project\. /),
    });
    expect(host.files.size).toBe(0);
    const { userId } = await makeCaller({
      ...{ customerId: destination.customerId, roles: ["ROLE_EXPORT_DOCUMENTATION", "ROLE_FILE_READ"] },
    });
    const requester = { userId, realUserId: null, customerId: destination.customerId };
    for (const [project, state] of [
      [" ", "FAILED"],
      ["4711", "DONE"],
    ] as const) {
      const request = deliveryRequest.parse({ params: { Project: project } });
      const manualDelivery = await makeDelivery(destination, { isAutomatic: false, requester, request });
      expect(await runUntilEnded(tools, manualDelivery)).toMatchObject({ state });
    }
  });

  it("2§6 contains no files if its requester may no longer read them; automatic deliveries contain all", async () => {
    const { tools, destination } = await setUp();
    const { planDelivery } = tools;
    const withoutFilesFlags: (boolean | undefined)[] = [];
    tools.planDelivery = (sliceEnv, database, target) => {
      withoutFilesFlags.push(target.request.withoutFiles);
      return planDelivery(sliceEnv, database, target);
    };
    const { customerId } = destination;
    const baseRoles = ["ROLE_DOCUMENTATION_READ", "ROLE_EXPORT_DOCUMENTATION"] as const;
    for (const roles of [[...baseRoles, "ROLE_FILE_READ"] as const, baseRoles]) {
      const { userId } = await makeCaller({ customerId, roles });
      const requester = { userId, realUserId: null, customerId };
      await runUntilEnded(tools, await makeDelivery(destination, { isAutomatic: false, requester }));
    }
    await runUntilEnded(tools, await makeDelivery(destination));
    expect(withoutFilesFlags).toEqual([undefined, true, undefined]);
  });

  it("design§Tenancy checks again that its requester may export and that the destination still exists", async () => {
    const { tools, destination } = await setUp();
    const { id: userId } = await makeUser({
      customerId: destination.customerId,
      roles: ["ROLE_DOCUMENTATION_READ"],
    });
    const requester = { userId, realUserId: null, customerId: destination.customerId };
    const manualDelivery = await makeDelivery(destination, { isAutomatic: false, requester });
    expect(await runUntilEnded(tools, manualDelivery)).toMatchObject({
      state: "FAILED",
      errorKind: "notAllowed",
    });
    const automaticDelivery = await makeDelivery(destination);
    await db()
      .delete(templateExportConfiguration)
      .where(eq(templateExportConfiguration.id, destination.link.id));
    await db().delete(exportConfiguration).where(eq(exportConfiguration.id, destination.configuration.id));
    expect(await runUntilEnded(tools, automaticDelivery)).toMatchObject({ state: "CANCELLED" });
  });

  it("design§Delivery to a destination that has moved to another host waits for a turn in that host's lane before it connects", async () => {
    const { host: oldHost, contents, destination, row } = await setUp();
    const newHost = new MemoryHost(2048);
    const newName = uniqueName("new");
    const hostOf = (name: string) => (name === newName ? newHost : oldHost);
    const tools = makeMemoryTools({ contents, hostOf });
    oldHost.fault = () => {
      throw new ConnectorError("transient", "The connection was reset.");
    };
    expect(await runNextSlice(tools, row)).toMatchObject({ state: "waiting" });
    const connectionCount = oldHost.maxOpenConnections;
    oldHost.fault = () => undefined;
    await db()
      .update(exportConfiguration)
      .set({ params: { ...destination.configuration.params, host: newName } })
      .where(eq(exportConfiguration.id, destination.configuration.id));
    expect(await runNextSlice(tools, row)).toEqual({ state: "more" });
    expect(await readDelivery(row.id)).toMatchObject({ lane: `FTP ${newName}`, leasedUntil: null });
    expect([newHost.maxOpenConnections, oldHost.maxOpenConnections]).toEqual([0, connectionCount]);
    expect(await runUntilEnded(tools, row)).toMatchObject({ state: "DONE", lane: `FTP ${newName}` });
    expect([newHost.computeHashes(), oldHost.computeHashes()]).toEqual([hashesOf(contents), {}]);
  });

  it("design§Delivery waits for its mail without counting that as a failed attempt", async () => {
    const { tools, destination } = await setUp();
    await db()
      .update(exportConfiguration)
      .set({ type: "EMAIL" })
      .where(eq(exportConfiguration.id, destination.configuration.id));
    const row = await makeDelivery(destination);
    let sliceCount = 0;
    tools.sendMail = async ({ syncFiles }) => {
      expect((await syncFiles()).map(({ row: file }) => file.path)).toEqual(Object.keys(sizes));
      sliceCount += 1;
      return sliceCount === 1
        ? { state: "queued", statements: [], seconds: 3 }
        : { state: "sent", statements: [] };
    };
    expect(await runNextSlice(tools, row)).toEqual({ state: "waiting", seconds: 3 });
    expect(await readDelivery(row.id)).toMatchObject({ state: "RUNNING", tries: 0 });
    expect(await runUntilEnded(tools, row)).toMatchObject({
      state: "DONE",
      filesDone: 3,
      bytesSent: 21_000,
      tries: 0,
    });
  });

  it("design§Delivery fails if it is interrupted repeatedly without progress", async () => {
    const { tools, row } = await setUp();
    for (let interruptionCount = 0; interruptionCount <= retryDelaysSeconds.length; interruptionCount += 1)
      await db()
        .update(delivery)
        .set({ state: "RUNNING", leasedUntil: "2020-01-01T00:00:00Z", tries: retryDelaysSeconds.length })
        .where(eq(delivery.id, row.id));
    expect(await runNextSlice(tools, row)).toEqual({ state: "failed" });
  });
});
