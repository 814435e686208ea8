import { createHash } from "node:crypto";
import { and, eq, inArray, sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { staffAuthorities } from "#domain/access/authorities.ts";
import type { TaskType } from "#domain/core/documentationTypes.ts";
import { now } from "#domain/core/fields.ts";
import type { JobMessage } from "#queues/messages.ts";
import { envWithoutQueue } from "#worker/testing/factories.ts";
import { mountedEndpoints } from "./api/mount.ts";
import { app } from "./app.ts";
import type { Requester } from "./auth/session/actor.ts";
import { clearSessionCache } from "./auth/session/actor.ts";
import { sendPasswordChange } from "./auth/session/passwordChange.ts";
import { signAccessToken } from "./auth/session/sessionTokens.ts";
import { scheduledJobs } from "./cron/runScheduled.ts";
import {
  documentation,
  documentationEvent,
  documentationTask,
  exportDocument,
  license,
  oneTimeCode,
  outboxMail,
  role,
  session,
  upload,
  uploadToken,
  user,
  userCustomer,
  userRole,
} from "./db/schema/index.ts";
import { createImportJob } from "./features/importConfiguration/importJob.ts";
import { mergeKind } from "./features/merge/mergeJob.ts";
import { notifyOfArrivals } from "./features/uploadToken/notifyArrivals.ts";
import { settleUpload } from "./ingest/settleUpload.ts";
import type { MediaKind } from "./ingest/storedMedia.ts";
import { jobKinds } from "./jobKinds.ts";
import { runJob } from "./jobs/runJob.ts";
import { insertInlineJob } from "./jobs/startJob.ts";
import {
  allProducts,
  type Caller,
  db,
  env,
  jsonOf,
  makeCustomer,
  makeLicense,
  makeTemplate,
  makeUser,
  uniqueName,
} from "./testing/factories.ts";
import { makeImport, makeSource, readImportEvent } from "./testing/imports.ts";
import { makeSuggestionList } from "./testing/listTesting.ts";
import { makePlainPhoto } from "./testing/photoTesting.ts";
import { makeVisit } from "./testing/visits.ts";

/**
 * Deferred work checks the customer and the authority again when it runs. Every kind has an entry in a table here: a new kind of job,
 * message or upload without one does not compile, or a test fails.
 */

/** A user who requests deferred work. */
interface RequestingUser extends Caller {
  requester: Requester;
  /** JSON list of the addresses of the user and of the super admin who acts as them. */
  emails: string;
  license: Awaited<ReturnType<typeof makeLicense>>;
}

async function call(method: string, path: string, as?: Caller, body?: object): Promise<Response> {
  const headers = {
    "content-type": "application/json",
    ...(as && { authorization: `Bearer ${as.token}` }),
  };
  const url = `http://siteproof.test/api${path}`;
  return app.request(url, { method, headers, ...(body && { body: JSON.stringify(body) }) }, envWithoutQueue);
}
async function jsonOfSuccess<T>(responsePromise: Promise<Response>): Promise<T> {
  const response = await responsePromise;
  expect(response.status, await response.clone().text()).toBeLessThan(300);
  return jsonOf<T>(response);
}

async function openSession(requester: Requester): Promise<RequestingUser> {
  const [sessionRow] = await db()
    .insert(session)
    .values({ ...requester, refreshHash: uniqueName("hash"), expiresAt: "2099-01-01T00:00:00Z" })
    .returning();
  const { userId, customerId } = requester;
  const token = await signAccessToken(env, sessionRow!.id);
  const ownLicense = await makeLicense({ customerId });
  const people = await db()
    .select({ email: user.email })
    .from(user)
    .where(inArray(user.id, [userId, requester.realUserId ?? userId]));
  const emails = JSON.stringify(people.map(({ email }) => email));
  return { userId, customerId, sessionId: sessionRow!.id, token, requester, emails, license: ownLicense };
}

/** Staff of one customer who act in another. */
async function makeSwitchedStaff(): Promise<RequestingUser> {
  const { id: customerId } = await makeCustomer(allProducts);
  const { id: userId } = await makeUser({
    roles: [...staffAuthorities, "ROLE_SWITCH_CUSTOMER"],
    email: `${uniqueName("staff")}@example.com`,
  });
  await db().insert(userCustomer).values({ userId, customerId });
  return openSession({ userId, realUserId: null, customerId });
}

/** A super admin who acts as the staff of a customer. */
async function makeSwitchedAdmin(): Promise<RequestingUser> {
  const { id: customerId } = await makeCustomer(allProducts);
  const { id: userId } = await makeUser({ customerId, roles: staffAuthorities });
  const { id: realUserId } = await makeUser({
    roles: ["ROLE_SUPER_ADMIN"],
    email: `${uniqueName("admin")}@example.com`,
  });
  return openSession({ userId, realUserId, customerId });
}

async function makeSuperAdmin(): Promise<RequestingUser> {
  const { id: customerId } = await makeCustomer(allProducts);
  const { id: userId } = await makeUser({ customerId, roles: ["ROLE_SUPER_ADMIN"] });
  return openSession({ userId, realUserId: null, customerId });
}

const removeAuthorities = async (userId: number, authorities: readonly string[]) => {
  const rows = await db()
    .select({ id: role.id })
    .from(role)
    .where(inArray(role.authority, [...authorities]));
  const ids = rows.map(({ id }) => id);
  await db()
    .delete(userRole)
    .where(and(eq(userRole.userId, userId), inArray(userRole.roleId, ids)));
};
const updateUser = (change: Partial<typeof user.$inferInsert>) => (userId: number) =>
  db().update(user).set(change).where(eq(user.id, userId));

type Withdrawals = Record<string, (as: RequestingUser) => Promise<unknown>>;
/** The ways in which each kind of requester can lose the right. */
const staffWithdrawals: Withdrawals = {
  "the authority is removed": ({ userId }) => removeAuthorities(userId, staffAuthorities),
  "the right to switch is removed": ({ userId }) => removeAuthorities(userId, ["ROLE_SWITCH_CUSTOMER"]),
  "the link to the customer is removed": ({ userId }) =>
    db().delete(userCustomer).where(eq(userCustomer.userId, userId)),
  "the user is disabled": ({ userId }) => updateUser({ enabled: false })(userId),
  "the user is locked": ({ userId }) => updateUser({ accountLocked: true })(userId),
  "the user is deleted": async ({ userId }) => {
    await db().delete(userCustomer).where(eq(userCustomer.userId, userId));
    await db().delete(user).where(eq(user.id, userId));
  },
};
const switchedAdminWithdrawals: Withdrawals = {
  "the super admin's authority is removed": ({ requester }) =>
    removeAuthorities(requester.realUserId!, ["ROLE_SUPER_ADMIN"]),
  "the super admin is disabled": ({ requester }) => updateUser({ enabled: false })(requester.realUserId!),
};
const superAdminWithdrawals: Withdrawals = {
  "the authority is removed": ({ userId }) => removeAuthorities(userId, ["ROLE_SUPER_ADMIN"]),
  "the user is disabled": ({ userId }) => updateUser({ enabled: false })(userId),
};
const productWithdrawals: Withdrawals = {
  "the product is removed": ({ customerId }) =>
    db().run(sql`DELETE FROM customer_product WHERE customer_id = ${customerId}`),
};
const linkWithdrawals: Withdrawals = {
  "the link is revoked": ({ customerId }) =>
    db().update(uploadToken).set({ revokedAt: now() }).where(eq(uploadToken.customerId, customerId)),
  "the link is deleted": async ({ customerId }) => {
    await db().run(sql`UPDATE temp_file SET upload_token_id = NULL WHERE customer_id = ${customerId}`);
    await db().delete(uploadToken).where(eq(uploadToken.customerId, customerId));
  },
  "the documentation is deleted": ({ customerId }) =>
    db().update(documentation).set({ status: "DELETED" }).where(eq(documentation.customerId, customerId)),
};
const licenseWithdrawals: Withdrawals = {
  "the licence expires": ({ license: { id } }) =>
    db().update(license).set({ expireDate: "2020-01-01T00:00:00Z" }).where(eq(license.id, id)),
  "the licence is deleted": async ({ license: { id } }) => {
    await db().update(documentation).set({ licenseId: null }).where(eq(documentation.licenseId, id));
    await db().delete(license).where(eq(license.id, id));
  },
};

interface DeferredWork {
  /** Possible requesters, with the ways in which they can lose the right. */
  requesters: readonly [() => Promise<RequestingUser>, Withdrawals][];
  /** Makes the request. Resolves to a function that does the deferred work. */
  request(as: RequestingUser): Promise<() => Promise<unknown>>;
}
const staffRequesters: DeferredWork["requesters"] = [
  [makeSwitchedStaff, staffWithdrawals],
  [makeSwitchedAdmin, switchedAdminWithdrawals],
];
const superAdminRequesters: DeferredWork["requesters"] = [[makeSuperAdmin, superAdminWithdrawals]];
const linkRequesters: DeferredWork["requesters"] = [
  [makeSwitchedStaff, { ...staffWithdrawals, ...linkWithdrawals }],
  [makeSwitchedAdmin, switchedAdminWithdrawals],
];
const licenseRequesters: DeferredWork["requesters"] = [[makeSuperAdmin, licenseWithdrawals]];

const deferredRun = (id: string) => () => runJob(envWithoutQueue, db(), id, jobKinds);
const makeVisitFor = async ({ customerId, license: { id } }: RequestingUser) =>
  makeVisit(customerId, { template: await makeTemplate(customerId), photos: 1, licenseId: id });
const startJobByCall = async (as: RequestingUser, path: string, body?: object) =>
  deferredRun((await jsonOfSuccess<{ id: string }>(call("POST", path, as, body))).id);

/** Jobs that check no rights, because they only clean up, count, compare or move stored data. */
const jobsWithoutCheck = [
  "removePartialFiles",
  "measureStorage",
  "moveCustomer",
  "normalizeTexts",
  "verifyMedia",
] as const;

const jobs: Record<Exclude<keyof typeof jobKinds, (typeof jobsWithoutCheck)[number]>, DeferredWork> = {
  bulkChange: {
    requesters: staffRequesters,
    request: async (as) => {
      const { id } = await makeVisitFor(as);
      return startJobByCall(as, "/documentation/bulkChange", { change: "HIDE", ids: [id] });
    },
  },
  bulkUndo: {
    requesters: staffRequesters,
    request: async (as) => {
      const { id: documentationId } = await makeVisitFor(as);
      const request = { change: "HIDE", ids: [documentationId] };
      const { id } = await jsonOfSuccess<{ id: string }>(
        call("POST", "/documentation/bulkChange", as, request),
      );
      await deferredRun(id)();
      return startJobByCall(as, `/documentation/undoBulkChange/${id}`);
    },
  },
  mergeDocumentations: {
    requesters: staffRequesters.map(([make, withdrawals]) => [
      make,
      { ...withdrawals, ...productWithdrawals },
    ]),
    request: async (as) => {
      const { customerId, requester } = as;
      const template = await makeTemplate(customerId);
      const visits = [
        await makeVisit(customerId, { template, photos: 1 }),
        await makeVisit(customerId, { template, photos: 1 }),
      ];
      const joinIds = (ids: (visit: (typeof visits)[number]) => string[]) => visits.flatMap(ids).join(";");
      const request = {
        name: "Both",
        documentations: joinIds(({ id }) => [id]),
        tasks: joinIds(({ tasks }) => tasks.map(({ id }) => id)),
        photos: joinIds(({ photos }) => photos),
      };
      return deferredRun((await insertInlineJob(db(), mergeKind, { customerId, requester, request })).id);
    },
  },
  import: {
    requesters: superAdminRequesters,
    request: async (as) => {
      const list = await makeSuggestionList(as.customerId);
      const configuration = await makeImport("suggestion", list);
      const { id } = await jsonOfSuccess<{ id: string }>(
        call("POST", `/suggestionImportConfiguration/triggerNow/${configuration.id}`, as),
      );
      const { jobId } = await readImportEvent("suggestion", id);
      return () =>
        runJob(envWithoutQueue, db(), jobId!, {
          import: createImportJob(() => makeSource([[{ text: "North" }]])),
        });
    },
  },
  deleteDocumentations: {
    requesters: superAdminRequesters,
    request: async (as) => {
      const { id } = await makeVisitFor(as);
      const body = { customerId: as.customerId, ids: [id] };
      return startJobByCall(as, "/documentation/deleteDocumentations", body);
    },
  },
  exportDocument: {
    requesters: staffRequesters,
    request: async (as) => {
      const { id: documentationId } = await makeVisitFor(as);
      const type = "PHOTO_WORD_DOCUMENT";
      const email = (JSON.parse(as.emails) as (string | null)[]).find(Boolean);
      const path = "/exportDocument/createExportDocumentJob";
      await jsonOfSuccess(call("POST", path, as, { documentationId, type, email }));
      const row = await db()
        .select({ id: exportDocument.jobId })
        .from(exportDocument)
        .where(eq(exportDocument.documentationId, documentationId))
        .get();
      return deferredRun(row!.id!);
    },
  },
  photoDump: {
    requesters: superAdminRequesters,
    request: async (as) => {
      await makeVisitFor(as);
      return deferredRun(
        (await jsonOfSuccess<{ id: string }>(call("GET", `/customer/photoDump/${as.customerId}`, as))).id,
      );
    },
  },
  invoiceAttachment: {
    requesters: superAdminRequesters,
    request: async (as) => {
      await makeVisitFor(as);
      const body = { customerId: as.customerId, startDate: "2026-01-01", endDate: now().slice(0, 10) };
      return startJobByCall(as, "/customer/prepareInvoiceAttachment", body);
    },
  },
};

const text = new TextEncoder().encode("a protocol");
const md5Of = (bytes: Uint8Array) => createHash("md5").update(bytes).digest("base64");
const sha256Of = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/** Uploads through the signed URL and settles. */
const deferredUpload = (uploadId: string, bytes: Uint8Array) => async () => {
  const row = await db().select().from(upload).where(eq(upload.id, uploadId)).get();
  if (!row) return;
  await env.STORAGE.put(row.objectKey, bytes, { httpMetadata: { contentType: row.contentType } });
  await settleUpload(env, db(), uploadId);
  const uploadRow = await db().select().from(upload).where(eq(upload.id, uploadId)).get();
  if (uploadRow?.state !== "STORED") expect(await env.STORAGE.head(row.objectKey)).toBeNull();
};

async function makeTaskFor(as: RequestingUser, type: TaskType) {
  const { id } = await makeVisitFor(as);
  const task = { customerId: as.customerId, documentationId: id, name: uniqueName("task"), type };
  const [row] = await db()
    .insert(documentationTask)
    .values({ ...task, required: "NO_WITH_LATER_UPLOAD" })
    .returning();
  return row!;
}

const importByStaff = (kind: "photo" | "file", bytes: Uint8Array): DeferredWork => ({
  requesters: staffRequesters,
  request: async (as) => {
    const { id: taskId, documentationId } = await makeTaskFor(as, kind === "photo" ? "PHOTO" : "FILE");
    const name = kind === "photo" ? "North_01" : "protocol.txt";
    const announcedContent = { size: bytes.length, md5: md5Of(bytes) };
    const body = { documentationId, taskId, name, ...announcedContent };
    const { uploadId } = await jsonOfSuccess<{ uploadId: string }>(
      call("POST", `/${kind}/prepareImport`, as, body),
    );
    return deferredUpload(uploadId, bytes);
  },
});

const uploadByDevice = (kind: "photo" | "file", bytes: Uint8Array): DeferredWork => ({
  requesters: licenseRequesters,
  request: async (as) => {
    const { id: documentationId } = await makeVisitFor(as);
    await db().update(documentation).set({ status: "ONGOING" }).where(eq(documentation.id, documentationId));
    const { licenseCode } = as.license;
    const id = crypto.randomUUID();
    const row = { id, documentationId, name: uniqueName("row"), creator: "field" };
    await jsonOfSuccess(
      call("POST", `/${kind}/saveWithLicenseCode`, undefined, { licenseCode, [kind]: { ...row } }),
    );
    const contentType = kind === "photo" ? "image/jpeg" : "application/octet-stream";
    const announcedContent = { id, size: bytes.length, contentType, md5: md5Of(bytes) };
    const { uploadId } = await jsonOfSuccess<{ uploadId: string }>(
      call("POST", `/${kind}/reserveUpload`, undefined, { licenseCode, ...announcedContent }),
    );
    return deferredUpload(uploadId, bytes);
  },
});

async function makeLink(
  as: RequestingUser,
  documentationId: string,
  purpose: "FILES" | "LATER",
): Promise<string> {
  const body = { documentationId, purpose };
  return (await jsonOfSuccess<{ token: string }>(call("POST", "/uploadToken/create", as, body))).token;
}
const announcementOf = (bytes: Uint8Array) => ({
  ...{ id: crypto.randomUUID(), name: "protocol.txt", comment: "seen", size: bytes.length },
  ...{ md5: md5Of(bytes), sha256: sha256Of(bytes) },
});
const uploadByLink = (type: "PHOTO" | "FILE" | null, bytes: Uint8Array): DeferredWork => ({
  requesters: linkRequesters,
  request: async (as) => {
    const task = await makeTaskFor(as, type ?? "FILE");
    const token = await makeLink(as, task.documentationId, type ? "LATER" : "FILES");
    const body = { token, ...announcementOf(bytes), ...(type && { documentationTaskId: task.id }) };
    const { uploadId } = await jsonOfSuccess<{ uploadId: string }>(
      call("POST", "/uploadToken/reserve", undefined, body),
    );
    return deferredUpload(uploadId, bytes);
  },
});

const uploads: Record<MediaKind, Record<string, DeferredWork>> = {
  PHOTO: {
    "a device": uploadByDevice("photo", makePlainPhoto()),
    staff: importByStaff("photo", makePlainPhoto()),
    "a link": uploadByLink("PHOTO", makePlainPhoto()),
  },
  FILE: {
    "a device": uploadByDevice("file", text),
    staff: importByStaff("file", text),
    "a link": uploadByLink("FILE", text),
  },
  TEMP_FILE: { "a link": uploadByLink(null, text) },
};

/** Calls with a link's token that store something themselves. */
const linkCalls: Record<string, DeferredWork> = {
  uploadFiles: {
    requesters: linkRequesters,
    request: async (as) => {
      const { id } = await makeVisitFor(as);
      const token = await makeLink(as, id, "FILES");
      const files = [{ name: "a.txt", data: Buffer.from(text).toString("base64") }];
      return () => call("POST", "/tempFile/uploadFiles", undefined, { token, files });
    },
  },
};

const passwordRequesters: DeferredWork["requesters"] = [
  [
    makeSwitchedStaff,
    {
      "the user is disabled": staffWithdrawals["the user is disabled"]!,
      "the user is locked": staffWithdrawals["the user is locked"]!,
    },
  ],
];
const usernameOf = async ({ userId }: RequestingUser) =>
  (await db().select().from(user).where(eq(user.id, userId)).get())!.usernameKey;

/** Queue messages: how to test them, or where they are tested, or why no right is checked. */
const messages: Record<JobMessage["kind"], DeferredWork | string> = {
  runJob: "tested for every kind of job",
  settleUpload: "tested for every kind of upload",
  sendMail: "the mail was written while the right existed",
  heartbeat: "runs without a requester",
  recordFailedLogin: "tells the owner, whatever their rights",
  requestPasswordChange: {
    requesters: passwordRequesters,
    request: async (as) => {
      const username = await usernameOf(as);
      const requestId = crypto.randomUUID();
      return () => sendPasswordChange(envWithoutQueue, db(), { requestId, username, language: "en" });
    },
  },
};

const codes: Record<string, DeferredWork> = {
  "the mailed link for a new password": {
    requesters: passwordRequesters,
    request: async (as) => {
      const token = uniqueName("token");
      await db()
        .insert(oneTimeCode)
        .values({
          ...{ userId: as.userId, purpose: "RESET_PASSWORD", expiresAt: "2099-01-01T00:00:00Z" },
          codeHash: sha256Of(new TextEncoder().encode(token)),
        });
      const body = { token, password: "Kråkvinkel-47 Nöt!", repeatPassword: "Kråkvinkel-47 Nöt!" };
      return () => call("POST", "/resetPassword/changePassword", undefined, body);
    },
  },
};

const scheduledWork: Record<string, DeferredWork | string> = {
  settleUploads: "tested for every kind of upload",
  sweepJobs: "tested for every kind of job",
  sendWaitingMails: "the mail was written while the right existed",
  removeOrphans: "runs without a requester",
  purgeEnded: "runs without a requester",
  verifyMedia: "runs without a requester",
  watchStorage: "notifies only current super admins",
  normalizeTexts: "runs without a requester",
  packAuditLog: "moves entries; every call checks what its caller may see",
  replicate: "copies the current directory, including rights",
  removeMovedCustomers: "removes the source of a move that has been authorised",
  indexTexts: "shows nothing; every search checks what its caller may see",
  runDueImports:
    "runs without a requester; each step checks the configuration (features/importConfiguration/run.test.ts)",
  wakeDeliveries:
    "only sends a message; each slice checks the right (features/delivery/engine/runSlice.test.ts)",
  notifyOfFailedImports: "notifies only current super admins",
  notifyOfOverdueUploads:
    "the right to see a notice is checked when it is shown (features/notice/notice.test.ts)",
  remindOfRetakes: "checks the link's requester before writing a mail (features/retake/recipients.test.ts)",
  sendDailyMails: "checks each reader's right before writing a mail (features/notice/notice.test.ts)",
  sendWeeklyMails: "checks each reader's right before writing a mail (features/progress/weeklyMail.test.ts)",
  deleteDue: "follows the template's setting, without a requester",
  purgeDeliveredFiles: "removes stored files of deliveries that ended long ago",
  notifyOfArrivals: {
    requesters: linkRequesters.map(([make, { "the link is revoked": _, ...withdrawals }]) => [
      make,
      withdrawals,
    ]),
    request: async (as) => {
      const { id } = await makeVisitFor(as);
      const token = await makeLink(as, id, "FILES");
      const reservedFile = announcementOf(text);
      const { uploadId } = await jsonOfSuccess<{ uploadId: string }>(
        call("POST", "/uploadToken/reserve", undefined, { token, ...reservedFile }),
      );
      await deferredUpload(uploadId, text)();
      await db().update(upload).set({ settledAt: "2026-01-01T00:00:00Z" }).where(eq(upload.id, uploadId));
      return () => notifyOfArrivals(envWithoutQueue, db(), new Date());
    },
  },
};

/** Everything that must not change: the customer's rows and stored objects, mails and passwords. */
async function stateOf({ customerId, requester, emails }: RequestingUser) {
  const rowsOf = (table: string, columns: string) =>
    db().all(
      sql`SELECT ${sql.raw(columns)} FROM ${sql.raw(table)} WHERE customer_id = ${customerId} ORDER BY id`,
    );
  const { objects } = await env.STORAGE.list({ prefix: `customers/${customerId}/` });
  const userIds = JSON.stringify([requester.userId, requester.realUserId]);
  return {
    documentations: await rowsOf("documentation", "id, hidden, version"),
    photos: await rowsOf("photo", "id, has_data AS n").then((rows) => selectWithData(rows)),
    files: await rowsOf("file", "id, has_data AS n").then((rows) => selectWithData(rows)),
    tempFiles: await rowsOf("temp_file", "id, has_data AS n").then((rows) => selectWithData(rows)),
    events: await db()
      .select({ id: documentationEvent.id })
      .from(documentationEvent)
      .where(eq(documentationEvent.customerId, customerId)),
    suggestions: await rowsOf("suggestion", "id, text"),
    objects: objects.map(({ key }) => key),
    mails: await db()
      .select({ id: outboxMail.id })
      .from(outboxMail)
      .where(
        sql`EXISTS (SELECT 1 FROM json_each(${outboxMail.recipients}) WHERE value IN (SELECT value FROM json_each(${emails})))`,
      ),
    passwords: await db().all(
      sql`SELECT password FROM user WHERE id IN (SELECT value FROM json_each(${userIds})) AND ${userIds} IS NOT NULL`,
    ),
  };
}
const selectWithData = (rows: unknown[]) => (rows as { id: string; n: number }[]).filter(({ n }) => n !== 0);

function testDeferred(name: string, { requesters, request }: DeferredWork): void {
  for (const [make, withdrawals] of requesters) {
    it(`design§Tenancy ${name}: is done while the requester has the right`, async () => {
      const as = await make();
      const run = await request(as);
      const initialState = await stateOf(as);
      await run();
      expect(await stateOf(as)).not.toEqual(initialState);
    });
    for (const [kind, withdraw] of Object.entries(withdrawals))
      it(`design§Tenancy ${name}: nothing is written once ${kind}`, async () => {
        const as = await make();
        const run = await request(as);
        await withdraw(as);
        const initialState = await stateOf(as);
        await run();
        expect(await stateOf(as)).toEqual(initialState);
      });
  }
}

const testAll = (table: Record<string, DeferredWork | string>) => {
  for (const [name, entry] of Object.entries(table)) if (typeof entry !== "string") testDeferred(name, entry);
};

describe("deferred work checks rights again", () => {
  it("design§Tenancy every kind of job and every scheduled job has an entry here", () => {
    expect([...Object.keys(jobs), ...jobsWithoutCheck].sort()).toEqual(Object.keys(jobKinds).sort());
    const names = Object.values(scheduledJobs).flatMap((due) => due.map(({ name }) => name));
    expect(Object.keys(scheduledWork).sort()).toEqual(names.sort());
  });
  describe("jobs", () => testAll(jobs));
  for (const [kind, entries] of Object.entries(uploads))
    describe(`a signed URL for ${kind}`, () => testAll(entries));
  describe("links", () => testAll(linkCalls));
  describe("messages", () => testAll(messages));
  describe("codes", () => testAll(codes));
  describe("scheduled", () => testAll(scheduledWork));
});

describe("a download ticket", () => {
  const downloads = [...mountedEndpoints.values()].filter(
    ({ authentication, download, path }) =>
      authentication === "session" && download && !path.includes("{token}"),
  );
  const urlsByPath = new Map(downloads.map(({ path }): [string, string[]] => [path, []]));
  const requesters = [...staffRequesters, ...superAdminRequesters].flatMap(([make, withdrawals]) =>
    Object.values(withdrawals).map((withdraw) => [make, withdraw] as const),
  );
  beforeAll(async () => {
    for (const [make, withdraw] of requesters) {
      const as = await make();
      for (const [path, urls] of urlsByPath) {
        const fullPath = `/api${path.replace(/\{\w+\}/g, () => crypto.randomUUID())}`;
        const ticket = call("POST", "/downloadTicket", as, { path: fullPath });
        urls.push((await jsonOfSuccess<{ url: string }>(ticket)).url);
      }
      await withdraw(as);
    }
    clearSessionCache();
  });
  it.each([...urlsByPath])(
    "1§7 for %s downloads nothing once the session's right is withdrawn",
    async (_path, urls) => {
      expect(urls).toHaveLength(requesters.length);
      for (const url of urls) {
        const { status } = await call("GET", url.replace(/^\/api/, ""));
        expect([401, 403]).toContain(status);
      }
    },
  );
});
