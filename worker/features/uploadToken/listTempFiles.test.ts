import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { unzipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { staffAuthorities } from "#domain/access/authorities.ts";
import type { ReceivedFile } from "#domain/endpoints/links/receivedFiles.ts";
import { purgeEnded } from "#worker/cron/purgeEnded.ts";
import { removeOrphans } from "#worker/cron/removeOrphans.ts";
import {
  documentation,
  documentationEvent,
  documentationTask,
  domainChange,
  file,
  tempFile,
} from "#worker/db/schema/index.ts";
import { toFileObjectKey } from "#worker/media/photoKeys.ts";
import { type Caller, call, db, env, jsonOf, makeCaller } from "#worker/testing/factories.ts";
import { makeDocumentationWithTask } from "#worker/testing/ingestedMedia.ts";

/** Files from upload links, and the decisions of staff about them. */

const bytesOf = (text: string) => new TextEncoder().encode(text);
const sha256Of = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/** A documentation with a file task, and files uploaded through a link. */
async function makeReceivedFiles(
  files: Record<string, string>,
  { as, task = {}, request = {} }: { as?: Caller; task?: object; request?: object } = {},
) {
  const caller = as ?? (await makeCaller({ roles: staffAuthorities }));
  const { row, task: createdTask } = await makeDocumentationWithTask(
    caller.customerId,
    { name: "Protocol", type: "FILE", ...task },
    { name: "Mast", ...request },
  );
  const link = await jsonOf<{ id: string; token: string }>(
    call("POST", "/uploadToken/create", { as: caller, body: { documentationId: row.id, purpose: "FILES" } }),
  );
  const send = async (textsByName: Record<string, string>) => {
    const body = {
      token: link.token,
      files: Object.entries(textsByName).map(([name, text]) => ({
        name,
        data: Buffer.from(text).toString("base64"),
      })),
    };
    return jsonOf<{ items: { id: string; name: string }[]; error?: unknown }>(
      call("POST", "/tempFile/uploadFiles", { body }),
    );
  };
  const { items } = await send(files);
  const fetchFiles = (staffCaller: Caller = caller) =>
    jsonOf<{ items: ReceivedFile[]; waiting: number; total: number }>(
      call("GET", `/tempFile/findAllByDocumentationId/${row.id}`, { as: staffCaller }),
    );
  const decide = (action: "take" | "refuse" | "putBack", body: object, staffCaller: Caller = caller) =>
    call("POST", `/tempFile/${action}`, { as: staffCaller, body: { documentationId: row.id, ...body } });
  return {
    as: caller,
    row,
    task: createdTask,
    link,
    ids: items.map(({ id }) => id),
    send,
    list: fetchFiles,
    decide,
  };
}

const readProblem = async (responsePromise: Promise<Response>) =>
  (await jsonOf<{ error?: { code: string; fields?: object } }>(responsePromise)).error ?? null;
const findFile = (id: string) => db().select().from(file).where(eq(file.id, id)).get();
const fetchWaitingCount = async (as: Caller, id: string) => {
  const details = await jsonOf<{ waitingFileCount: number }>(call("GET", `/documentations/${id}`, { as }));
  const { items } = await jsonOf<{ items: { id: string; waitingFileCount: number }[] }>(
    call("GET", "/documentations", { as }),
  );
  expect(items.find((row) => row.id === id)?.waitingFileCount).toBe(details.waitingFileCount);
  return details.waitingFileCount;
};
const fetchZip = async (as: Caller, id: string) =>
  unzipSync(
    new Uint8Array(await (await call("GET", `/documentation/downloadZipFile/${id}`, { as })).arrayBuffer()),
  );

describe("temp files for staff", () => {
  it("design§Links are listed with size, sender and time, counted, downloaded, and in the zip file under received", async () => {
    const { as, row, ids, list } = await makeReceivedFiles({
      "plan.pdf": "%PDF-1.4 plan",
      "notes.txt": "notes",
    });
    const { items, waiting, total } = await list();
    expect({ waiting, total }).toEqual({ waiting: 2, total: 2 });
    expect(items.map(({ name }) => name).toSorted()).toEqual(["notes.txt", "plan.pdf"]);
    const planFile = items.find(({ name }) => name === "plan.pdf")!;
    expect(planFile).toMatchObject({
      id: ids[0],
      dataSize: 13,
      type: "application/pdf",
      sha256: sha256Of(bytesOf("%PDF-1.4 plan")),
      decision: null,
      canPutBack: false,
    });
    expect(planFile.tokenCreator).toBeTruthy();
    expect(planFile.dateUploaded).toMatch(/Z$/);
    expect(await fetchWaitingCount(as, row.id)).toBe(2);
    const downloadResponse = await call("GET", `/tempFile/download/${planFile.id}`, { as });
    expect(await downloadResponse.text()).toBe("%PDF-1.4 plan");
    expect(downloadResponse.headers.get("content-disposition")).toContain("attachment");

    const zip = await fetchZip(as, row.id);
    expect(new TextDecoder().decode(zip["Mast/received/plan.pdf"])).toBe("%PDF-1.4 plan");
    const manifest = JSON.parse(new TextDecoder().decode(zip["Mast/manifest.json"]));
    expect(manifest).toMatchObject({ includedFiles: 0, receivedFiles: 2 });
    expect(manifest.items).toContainEqual(
      expect.objectContaining({
        kind: "RECEIVED_FILE",
        path: "Mast/received/plan.pdf",
        sha256: planFile.sha256,
      }),
    );
    expect(new TextDecoder().decode(zip["Mast/contents.txt"])).toContain(`SHA-256 ${planFile.sha256}`);
  });

  it("2§6 show users who may not read files neither names nor bytes, only that some files are withheld", async () => {
    const { as, row, ids, decide } = await makeReceivedFiles({ "secret.txt": "secret" });
    const reader = await makeCaller({ customerId: as.customerId, roles: ["ROLE_DOCUMENTATION_READ"] });
    expect(await fetchWaitingCount(reader, row.id)).toBe(1);
    for (const path of [`findAllByDocumentationId/${row.id}`, `download/${ids[0]}`])
      expect((await call("GET", `/tempFile/${path}`, { as: reader })).status).toBe(403);
    expect((await decide("refuse", { ids }, reader)).status).toBe(403);
    const zip = await fetchZip(reader, row.id);
    expect(Object.keys(zip).join()).not.toContain("secret");
    expect(new TextDecoder().decode(zip["Mast/manifest.json"])).not.toContain("secret");
    expect(JSON.parse(new TextDecoder().decode(zip["Mast/manifest.json"])).missing).toHaveLength(1);
  });

  it("design§Links of another customer are not found by any call", async () => {
    const { ids, row } = await makeReceivedFiles({ "plan.txt": "plan" });
    const otherCaller = await makeCaller({ roles: staffAuthorities });
    for (const path of [`findAllByDocumentationId/${row.id}`, `download/${ids[0]}`])
      expect((await call("GET", `/tempFile/${path}`, { as: otherCaller })).status).toBe(404);
    const otherFiles = await makeReceivedFiles({ "own.txt": "own" }, { as: otherCaller });
    for (const action of ["take", "refuse", "putBack"] as const) {
      const options = action === "take" ? { taskId: null } : {};
      expect(await readProblem(otherFiles.decide(action, { ids, ...options }))).toMatchObject({
        code: "notFound",
      });
      const request = { documentationId: row.id, ids: otherFiles.ids, ...options };
      expect((await call("POST", `/tempFile/${action}`, { as: otherCaller, body: request })).status).toBe(
        404,
      );
    }
  });
});

describe("decisions of staff", () => {
  it("design§Links turn a file accepted into a task into a file of the documentation, without copying bytes", async () => {
    const { as, row, task, ids, list, decide } = await makeReceivedFiles(
      { "one.pdf": "1", "two.PDF": "2" },
      { task: { options: "pdf" } },
    );
    expect((await decide("take", { ids, taskId: task.id })).status).toBe(200);
    const files = await jsonOf<{ items: { id: string; name: string; documentationTaskId: string }[] }>(
      call("GET", `/files?documentationId=${row.id}`, { as }),
    );
    expect(
      files.items.map(({ name, documentationTaskId }) => [name, documentationTaskId]).toSorted(),
    ).toEqual([
      ["one.pdf", task.id],
      ["two.PDF", task.id],
    ]);
    expect(await (await call("GET", `/file/download/${ids[0]}`, { as })).text()).toBe("1");
    expect(await fetchWaitingCount(as, row.id)).toBe(0);
    const { items } = await list();
    expect(items).toMatchObject([{ decision: "TAKEN", canPutBack: true }, { decision: "TAKEN" }]);
    expect(Object.keys(await fetchZip(as, row.id))).toContain("Mast/Protocol/one.pdf");
    const events = await db()
      .select()
      .from(documentationEvent)
      .where(eq(documentationEvent.documentationId, row.id));
    expect(events.map(({ params }) => params)).toContainEqual({
      change: "TEMP_FILE_TAKEN",
      task: "Protocol",
      file: "one.pdf",
    });
    const auditEntries = await db().select().from(domainChange).where(eq(domainChange.objectId, ids[0]!));
    expect(auditEntries.filter(({ objectClass }) => objectClass === "siteproof.File")).toMatchObject([
      { action: "CREATE", userId: as.userId, customerId: as.customerId },
    ]);
  });

  it("2§5 accept only the extensions in the task's options, and either all files or none", async () => {
    const { row, task, ids, decide } = await makeReceivedFiles(
      { "a.pdf": "a", "b.exe": "b" },
      { task: { options: "pdf;docx" } },
    );
    expect(await readProblem(decide("take", { ids, taskId: task.id }))).toMatchObject({
      code: "invalid",
      fields: { "ids.1": "notAllowed" },
    });
    expect(await findFile(ids[0]!)).toBeUndefined();
    const [photoTask] = await db()
      .insert(documentationTask)
      .values({ customerId: row.customerId, documentationId: row.id, name: "Overview", type: "PHOTO" })
      .returning();
    for (const [taskId, expectedError] of [
      [photoTask!.id, "notAllowed"],
      [crypto.randomUUID(), "notFound"],
    ])
      expect(await readProblem(decide("take", { ids: [ids[0]], taskId }))).toMatchObject({
        fields: { taskId: expectedError },
      });
    // Without a task, every type of file is accepted.
    expect((await decide("take", { ids, taskId: null })).status).toBe(200);
    expect(await findFile(ids[1]!)).toMatchObject({
      documentationTaskId: null,
      name: "b.exe",
      imported: true,
    });
  });

  it("2§4 complete a documentation by accepting the file that it waits for", async () => {
    const { row, task, ids, decide } = await makeReceivedFiles(
      { "protocol.txt": "done" },
      {
        task: { required: "NO_WITH_LATER_UPLOAD" },
        request: { status: "WAITING_FOR_FILE", completionRequested: "2026-01-01T00:00:00Z" },
      },
    );
    expect((await decide("take", { ids, taskId: task.id })).status).toBe(200);
    const completedRow = await db().select().from(documentation).where(eq(documentation.id, row.id)).get();
    expect(completedRow?.status).toBe("COMPLETED");
    expect(completedRow?.dataSize).toBe(4);
  });

  it("design§Links keep a refused file out of exports; it can be put back until it is removed with its bytes", async () => {
    const { as, row, link, ids, list, decide } = await makeReceivedFiles({ "spam.txt": "spam" });
    expect((await decide("refuse", { ids })).status).toBe(200);
    expect(await fetchWaitingCount(as, row.id)).toBe(0);
    expect(Object.keys(await fetchZip(as, row.id)).join()).not.toContain("spam");
    expect((await list()).items).toMatchObject([{ decision: "REFUSED", canPutBack: true }]);
    expect((await decide("putBack", { ids })).status).toBe(200);
    expect(await fetchWaitingCount(as, row.id)).toBe(1);
    expect((await decide("refuse", { ids })).status).toBe(200);

    const storedRow = (await db().select().from(tempFile).where(eq(tempFile.id, ids[0]!)).get())!;
    await purgeEnded(env, db(), new Date(Date.now() + 29 * 86_400_000));
    expect((await list()).items).toHaveLength(1);
    await purgeEnded(env, db(), new Date(Date.now() + 31 * 86_400_000));
    expect((await list()).items).toHaveLength(0);
    // A run deletes at most a hundred objects, and orphans of other tests are older.
    while (await removeOrphans(env, db(), new Date(Date.now() + 32 * 86_400_000)));
    expect(await env.STORAGE.head(toFileObjectKey(storedRow))).toBeNull();
    // The receipt still contains the refused file.
    const receipt = await jsonOf(call("POST", "/uploadToken/getReceipt", { body: { token: link.token } }));
    expect(receipt).toMatchObject({
      receipt: { received: 1, items: [{ name: "spam.txt", sha256: sha256Of(bytesOf("spam")) }] },
    });
  });

  it("design§Links can be undone: an accepted file is put back with its bytes, unless it has been deleted since", async () => {
    const { as, row, ids, list, decide } = await makeReceivedFiles({ "a.txt": "a", "b.txt": "b" });
    await decide("take", { ids, taskId: null });
    expect((await decide("putBack", { ids: [ids[0]] })).status).toBe(200);
    expect(await findFile(ids[0]!)).toBeUndefined();
    expect(await (await call("GET", `/tempFile/download/${ids[0]}`, { as })).text()).toBe("a");
    expect((await decide("take", { ids: [ids[0]], taskId: null })).status).toBe(200);

    expect((await call("DELETE", `/files/${ids[1]}`, { as })).status).toBe(200);
    const removedItem = (await list()).items.find(({ id }) => id === ids[1]);
    expect(removedItem).toMatchObject({ decision: "TAKEN", canPutBack: false });
    expect(await readProblem(decide("putBack", { ids: [ids[1]] }))).toMatchObject({ code: "staleVersion" });
    expect((await call("GET", `/tempFile/download/${ids[1]}`, { as })).status).toBe(404);
    expect(await fetchWaitingCount(as, row.id)).toBe(0);
  });

  it("design§Links take effect once if they are concurrent", async () => {
    const { ids, decide } = await makeReceivedFiles({ "a.txt": "a" });
    const responses = await Promise.all([
      decide("take", { ids, taskId: null }),
      decide("refuse", { ids }),
      decide("take", { ids, taskId: null }),
    ]);
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 422, 422]);
  });

  it("design§Links let a refused file be sent again; an accepted file is recognised", async () => {
    const { ids, list, send, decide } = await makeReceivedFiles({ "a.txt": "a", "b.txt": "b" });
    await decide("refuse", { ids: [ids[0]] });
    await decide("take", { ids: [ids[1]], taskId: null });
    await send({ "a.txt": "another" });
    expect((await list()).waiting).toBe(1);
    const resentResponse = await send({ "b.txt": "b" });
    expect(resentResponse.items[0]?.id).toBe(ids[1]);
    expect((await list()).waiting).toBe(1);
    expect((await send({ "b.txt": "another" })).items[0]).toMatchObject({ name: "b (2).txt" });
    expect((await list()).waiting).toBe(2);
  });

  it("design§Links are impossible for the files of a deleted documentation, which cannot be seen either", async () => {
    const { as, row, ids, decide } = await makeReceivedFiles({ "a.txt": "a" });
    await db().update(documentation).set({ status: "DELETED" }).where(eq(documentation.id, row.id));
    expect((await decide("take", { ids, taskId: null })).status).toBe(404);
    expect((await call("GET", `/tempFile/download/${ids[0]}`, { as })).status).toBe(404);
  });

  it("design§Links keep the bytes of an accepted file even if its temp file is deleted", async () => {
    const { as, ids, decide } = await makeReceivedFiles({ "a.txt": "a" });
    await decide("take", { ids, taskId: null });
    const superAdmin = await makeCaller({ roles: ["ROLE_SUPER_ADMIN"] });
    expect((await call("DELETE", `/tempFiles/${ids[0]}`, { as: superAdmin })).status).toBe(200);
    expect(await (await call("GET", `/file/download/${ids[0]}`, { as })).text()).toBe("a");
  });
});
