import { createHash } from "node:crypto";
import { and, eq, inArray, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { staffAuthorities } from "#domain/access/authorities.ts";
import type { TaskType } from "#domain/core/documentationTypes.ts";
import { now } from "#domain/core/fields.ts";
import type { JobMessage } from "#queues/messages.ts";
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
import type { Env } from "./env.ts";
import { importJob } from "./features/importConfiguration/importJob.ts";
import { mergeKind } from "./features/merge/mergeJob.ts";
import { notifyOfArrivals } from "./features/uploadToken/notifyArrivals.ts";
import { settle } from "./ingest/settle.ts";
import type { MediaKind } from "./ingest/storedMedia.ts";
import { jobKinds } from "./jobKinds.ts";
import { runJob } from "./jobs/runJob.ts";
import { insertInlineJob } from "./jobs/startJob.ts";
import {
  type Caller,
  db,
  distinct,
  env,
  everyProduct,
  jsonOf,
  makeCustomer,
  makeLicense,
  makeTemplate,
  makeUser,
} from "./testing/factories.ts";
import { eventOf, makeImport, sourceOfPages } from "./testing/imports.ts";
import { makeSuggestionList } from "./testing/listTesting.ts";
import { plainPhoto } from "./testing/photoTesting.ts";
import { makeVisit } from "./testing/visits.ts";

/**
 * Deferred work checks customer and authority again when it runs. Every kind has a row in a table here: a new kind of job,
 * message or upload without one does not compile, or fails.
 */

/** Only the tests send messages, so that nothing runs before the withdrawal. */
const quiet = { ...env, JOBS: { send: async () => undefined } } as unknown as Env;

/** The requester, for a customer other than their own. */
interface Asker extends Caller {
  requester: Requester;
  /** Addresses of the user and of the super admin who acts as them. */
  emails: string;
  license: Awaited<ReturnType<typeof makeLicense>>;
}

async function call(method: string, path: string, as?: Caller, body?: object): Promise<Response> {
  const headers = {
    "content-type": "application/json",
    ...(as && { authorization: `Bearer ${as.token}` }),
  };
  const url = `http://siteproof.test/api${path}`;
  return app.request(url, { method, headers, ...(body && { body: JSON.stringify(body) }) }, quiet);
}
async function answered<T>(response: Promise<Response>): Promise<T> {
  const answer = await response;
  expect(answer.status, await answer.clone().text()).toBeLessThan(300);
  return jsonOf<T>(answer);
}

async function openSession(requester: Requester): Promise<Asker> {
  const [opened] = await db()
    .insert(session)
    .values({ ...requester, refreshHash: distinct("hash"), expiresAt: "2099-01-01T00:00:00Z" })
    .returning();
  const { userId, customerId } = requester;
  const token = await signAccessToken(env, opened!.id);
  const made = await makeLicense({ customerId });
  const people = await db()
    .select({ email: user.email })
    .from(user)
    .where(inArray(user.id, [userId, requester.realUserId ?? userId]));
  const emails = JSON.stringify(people.map(({ email }) => email));
  return { userId, customerId, sessionId: opened!.id, token, requester, emails, license: made };
}

/** Staff of one customer who act in another. */
async function switchedStaff(): Promise<Asker> {
  const { id: customerId } = await makeCustomer(everyProduct);
  const { id: userId } = await makeUser({
    roles: [...staffAuthorities, "ROLE_SWITCH_CUSTOMER"],
    email: `${distinct("staff")}@example.com`,
  });
  await db().insert(userCustomer).values({ userId, customerId });
  return openSession({ userId, realUserId: null, customerId });
}

/** A super admin who acts as the staff of a customer. */
async function switchedAdmin(): Promise<Asker> {
  const { id: customerId } = await makeCustomer(everyProduct);
  const { id: userId } = await makeUser({ customerId, roles: staffAuthorities });
  const { id: realUserId } = await makeUser({
    roles: ["ROLE_SUPER_ADMIN"],
    email: `${distinct("admin")}@example.com`,
  });
  return openSession({ userId, realUserId, customerId });
}

async function superAdmin(): Promise<Asker> {
  const { id: customerId } = await makeCustomer(everyProduct);
  const { id: userId } = await makeUser({ customerId, roles: ["ROLE_SUPER_ADMIN"] });
  return openSession({ userId, realUserId: null, customerId });
}

const without = async (userId: number, authorities: readonly string[]) => {
  const rows = await db()
    .select({ id: role.id })
    .from(role)
    .where(inArray(role.authority, [...authorities]));
  const ids = rows.map(({ id }) => id);
  await db()
    .delete(userRole)
    .where(and(eq(userRole.userId, userId), inArray(userRole.roleId, ids)));
};
const closing = (change: Partial<typeof user.$inferInsert>) => (userId: number) =>
  db().update(user).set(change).where(eq(user.id, userId));

type Withdrawals = Record<string, (as: Asker) => Promise<unknown>>;
/** The events that end each requester's right. */
const ofStaff: Withdrawals = {
  "the authority": ({ userId }) => without(userId, staffAuthorities),
  "the switch right": ({ userId }) => without(userId, ["ROLE_SWITCH_CUSTOMER"]),
  "the customer link": ({ userId }) => db().delete(userCustomer).where(eq(userCustomer.userId, userId)),
  "the user, disabled": ({ userId }) => closing({ enabled: false })(userId),
  "the user, locked": ({ userId }) => closing({ accountLocked: true })(userId),
  "the user, deleted": async ({ userId }) => {
    await db().delete(userCustomer).where(eq(userCustomer.userId, userId));
    await db().delete(user).where(eq(user.id, userId));
  },
};
const ofAdminAsStaff: Withdrawals = {
  "the super admin's authority": ({ requester }) => without(requester.realUserId!, ["ROLE_SUPER_ADMIN"]),
  "the super admin, disabled": ({ requester }) => closing({ enabled: false })(requester.realUserId!),
};
const ofSuperAdmin: Withdrawals = {
  "the authority": ({ userId }) => without(userId, ["ROLE_SUPER_ADMIN"]),
  "the user, disabled": ({ userId }) => closing({ enabled: false })(userId),
};
const ofProduct: Withdrawals = {
  "the product": ({ customerId }) =>
    db().run(sql`DELETE FROM customer_product WHERE customer_id = ${customerId}`),
};
const ofLink: Withdrawals = {
  "the link": ({ customerId }) =>
    db().update(uploadToken).set({ revokedAt: now() }).where(eq(uploadToken.customerId, customerId)),
  "the link, deleted": async ({ customerId }) => {
    await db().run(sql`UPDATE temp_file SET upload_token_id = NULL WHERE customer_id = ${customerId}`);
    await db().delete(uploadToken).where(eq(uploadToken.customerId, customerId));
  },
  "the documentation, deleted": ({ customerId }) =>
    db().update(documentation).set({ status: "DELETED" }).where(eq(documentation.customerId, customerId)),
};
const ofLicense: Withdrawals = {
  "the licence, expired": ({ license: { id } }) =>
    db().update(license).set({ expireDate: "2020-01-01T00:00:00Z" }).where(eq(license.id, id)),
  "the licence, deleted": async ({ license: { id } }) => {
    await db().update(documentation).set({ licenseId: null }).where(eq(documentation.licenseId, id));
    await db().delete(license).where(eq(license.id, id));
  },
};

interface Deferred {
  /** Possible requesters, and the events that end their right. */
  askers: readonly [() => Promise<Asker>, Withdrawals][];
  /** Makes the request. Resolves to the function that carries it out. */
  ask(as: Asker): Promise<() => Promise<unknown>>;
}
const byStaff: Deferred["askers"] = [
  [switchedStaff, ofStaff],
  [switchedAdmin, ofAdminAsStaff],
];
const bySuperAdmin: Deferred["askers"] = [[superAdmin, ofSuperAdmin]];
const byLink: Deferred["askers"] = [
  [switchedStaff, { ...ofStaff, ...ofLink }],
  [switchedAdmin, ofAdminAsStaff],
];
const byLicense: Deferred["askers"] = [[superAdmin, ofLicense]];

const running = (id: string) => () => runJob(quiet, db(), id, jobKinds);
const visitOf = async ({ customerId, license: { id } }: Asker) =>
  makeVisit(customerId, { template: await makeTemplate(customerId), photos: 1, licenseId: id });
const started = async (as: Asker, path: string, body?: object) =>
  running((await answered<{ id: string }>(call("POST", path, as, body))).id);

/** Need nobody's right: what a delivery had begun is removed once that delivery has been cancelled; what is stored is counted and compared. */
const tidying = ["removePartialFiles", "measureStorage", "moveCustomer", "verifyMedia"] as const;

const jobs: Record<Exclude<keyof typeof jobKinds, (typeof tidying)[number]>, Deferred> = {
  bulkChange: {
    askers: byStaff,
    ask: async (as) => {
      const { id } = await visitOf(as);
      return started(as, "/documentation/bulkChange", { change: "HIDE", ids: [id] });
    },
  },
  bulkUndo: {
    askers: byStaff,
    ask: async (as) => {
      const { id: documentationId } = await visitOf(as);
      const request = { change: "HIDE", ids: [documentationId] };
      const { id } = await answered<{ id: string }>(call("POST", "/documentation/bulkChange", as, request));
      await running(id)();
      return started(as, `/documentation/undoBulkChange/${id}`);
    },
  },
  mergeDocumentations: {
    askers: byStaff.map(([make, withdrawals]) => [make, { ...withdrawals, ...ofProduct }]),
    ask: async (as) => {
      const { customerId, requester } = as;
      const template = await makeTemplate(customerId);
      const visits = [
        await makeVisit(customerId, { template, photos: 1 }),
        await makeVisit(customerId, { template, photos: 1 }),
      ];
      const joined = (ids: (visit: (typeof visits)[number]) => string[]) => visits.flatMap(ids).join(";");
      const request = {
        name: "Both",
        documentations: joined(({ id }) => [id]),
        tasks: joined(({ tasks }) => tasks.map(({ id }) => id)),
        photos: joined(({ photos }) => photos),
      };
      return running((await insertInlineJob(db(), mergeKind, { customerId, requester, request })).id);
    },
  },
  import: {
    askers: bySuperAdmin,
    ask: async (as) => {
      const list = await makeSuggestionList(as.customerId);
      const made = await makeImport("suggestion", list);
      const { id } = await answered<{ id: string }>(
        call("POST", `/suggestionImportConfiguration/triggerNow/${made.id}`, as),
      );
      const { jobId } = await eventOf("suggestion", id);
      return () =>
        runJob(quiet, db(), jobId!, { import: importJob(() => sourceOfPages([[{ text: "North" }]])) });
    },
  },
  deleteDocumentations: {
    askers: bySuperAdmin,
    ask: async (as) => {
      const { id } = await visitOf(as);
      const body = { customerId: as.customerId, ids: [id] };
      return started(as, "/documentation/deleteDocumentations", body);
    },
  },
  exportDocument: {
    askers: byStaff,
    ask: async (as) => {
      const { id: documentationId } = await visitOf(as);
      const type = "PHOTO_WORD_DOCUMENT";
      const email = (JSON.parse(as.emails) as (string | null)[]).find(Boolean);
      const path = "/exportDocument/createExportDocumentJob";
      await answered(call("POST", path, as, { documentationId, type, email }));
      const made = await db()
        .select({ id: exportDocument.jobId })
        .from(exportDocument)
        .where(eq(exportDocument.documentationId, documentationId))
        .get();
      return running(made!.id!);
    },
  },
  photoDump: {
    askers: bySuperAdmin,
    ask: async (as) => {
      await visitOf(as);
      return running(
        (await answered<{ id: string }>(call("GET", `/customer/photoDump/${as.customerId}`, as))).id,
      );
    },
  },
  invoiceAttachment: {
    askers: bySuperAdmin,
    ask: async (as) => {
      await visitOf(as);
      const body = { customerId: as.customerId, startDate: "2026-01-01", endDate: now().slice(0, 10) };
      return started(as, "/customer/prepareInvoiceAttachment", body);
    },
  },
};

const text = new TextEncoder().encode("a protocol");
const md5 = (bytes: Uint8Array) => createHash("md5").update(bytes).digest("base64");
const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/** Uploads through the signed URL, then settles. */
const arriving = (uploadId: string, bytes: Uint8Array) => async () => {
  const row = await db().select().from(upload).where(eq(upload.id, uploadId)).get();
  if (!row) return;
  await env.STORAGE.put(row.objectKey, bytes, { httpMetadata: { contentType: row.contentType } });
  await settle(env, db(), uploadId);
  const settled = await db().select().from(upload).where(eq(upload.id, uploadId)).get();
  if (settled?.state !== "STORED") expect(await env.STORAGE.head(row.objectKey)).toBeNull();
};

async function taskOf(as: Asker, type: TaskType) {
  const { id } = await visitOf(as);
  const task = { customerId: as.customerId, documentationId: id, name: distinct("task"), type };
  const [made] = await db()
    .insert(documentationTask)
    .values({ ...task, required: "NO_WITH_LATER_UPLOAD" })
    .returning();
  return made!;
}

const imported = (kind: "photo" | "file", bytes: Uint8Array): Deferred => ({
  askers: byStaff,
  ask: async (as) => {
    const { id: taskId, documentationId } = await taskOf(as, kind === "photo" ? "PHOTO" : "FILE");
    const name = kind === "photo" ? "North_01" : "protocol.txt";
    const announced = { size: bytes.length, md5: md5(bytes) };
    const body = { documentationId, taskId, name, ...announced };
    const { uploadId } = await answered<{ uploadId: string }>(
      call("POST", `/${kind}/prepareImport`, as, body),
    );
    return arriving(uploadId, bytes);
  },
});

const captured = (kind: "photo" | "file", bytes: Uint8Array): Deferred => ({
  askers: byLicense,
  ask: async (as) => {
    const { id: documentationId } = await visitOf(as);
    await db().update(documentation).set({ status: "ONGOING" }).where(eq(documentation.id, documentationId));
    const { licenseCode } = as.license;
    const id = crypto.randomUUID();
    const row = { id, documentationId, name: distinct("row"), creator: "field" };
    await answered(
      call("POST", `/${kind}/saveWithLicenseCode`, undefined, { licenseCode, [kind]: { ...row } }),
    );
    const contentType = kind === "photo" ? "image/jpeg" : "application/octet-stream";
    const announced = { id, size: bytes.length, contentType, md5: md5(bytes) };
    const { uploadId } = await answered<{ uploadId: string }>(
      call("POST", `/${kind}/reserveUpload`, undefined, { licenseCode, ...announced }),
    );
    return arriving(uploadId, bytes);
  },
});

async function linkOf(as: Asker, documentationId: string, purpose: "FILES" | "LATER"): Promise<string> {
  const body = { documentationId, purpose };
  return (await answered<{ token: string }>(call("POST", "/uploadToken/create", as, body))).token;
}
const announced = (bytes: Uint8Array) => ({
  ...{ id: crypto.randomUUID(), name: "protocol.txt", comment: "seen", size: bytes.length },
  ...{ md5: md5(bytes), sha256: sha256(bytes) },
});
const byUrlOfLink = (type: "PHOTO" | "FILE" | null, bytes: Uint8Array): Deferred => ({
  askers: byLink,
  ask: async (as) => {
    const task = await taskOf(as, type ?? "FILE");
    const token = await linkOf(as, task.documentationId, type ? "LATER" : "FILES");
    const body = { token, ...announced(bytes), ...(type && { documentationTaskId: task.id }) };
    const { uploadId } = await answered<{ uploadId: string }>(
      call("POST", "/uploadToken/reserve", undefined, body),
    );
    return arriving(uploadId, bytes);
  },
});

const uploads: Record<MediaKind, Record<string, Deferred>> = {
  PHOTO: {
    "a device": captured("photo", plainPhoto()),
    staff: imported("photo", plainPhoto()),
    "a link": byUrlOfLink("PHOTO", plainPhoto()),
  },
  FILE: {
    "a device": captured("file", text),
    staff: imported("file", text),
    "a link": byUrlOfLink("FILE", text),
  },
  TEMP_FILE: { "a link": byUrlOfLink(null, text) },
};

/** Calls by the link itself, with its token. */
const linkCalls: Record<string, Deferred> = {
  uploadFiles: {
    askers: byLink,
    ask: async (as) => {
      const { id } = await visitOf(as);
      const token = await linkOf(as, id, "FILES");
      const files = [{ name: "a.txt", data: Buffer.from(text).toString("base64") }];
      return () => call("POST", "/tempFile/uploadFiles", undefined, { token, files });
    },
  },
};

const askedForPassword: Deferred["askers"] = [
  [switchedStaff, { disabled: ofStaff["the user, disabled"]!, locked: ofStaff["the user, locked"]! }],
];
const usernameOf = async ({ userId }: Asker) =>
  (await db().select().from(user).where(eq(user.id, userId)).get())!.usernameKey;

/** Messages on the queue: a row here, the table that has it, or why no right is checked. */
const messages: Record<JobMessage["kind"], Deferred | string> = {
  runJob: "every kind of job has its row",
  settleUpload: "every kind of upload has its row",
  sendMail: "the letter was written while the right stood",
  heartbeat: "the service asks itself",
  requestPasswordChange: {
    askers: askedForPassword,
    ask: async (as) => {
      const username = await usernameOf(as);
      const requestId = crypto.randomUUID();
      return () => sendPasswordChange(quiet, db(), { requestId, username, language: "en" });
    },
  },
};

const codes: Record<string, Deferred> = {
  "the mailed link to a new password": {
    askers: askedForPassword,
    ask: async (as) => {
      const token = distinct("token");
      await db()
        .insert(oneTimeCode)
        .values({
          ...{ userId: as.userId, purpose: "RESET_PASSWORD", expiresAt: "2099-01-01T00:00:00Z" },
          codeHash: sha256(new TextEncoder().encode(token)),
        });
      const body = { token, password: "Another-1!", repeatPassword: "Another-1!" };
      return () => call("POST", "/resetPassword/changePassword", undefined, body);
    },
  },
};

const scheduled: Record<string, Deferred | string> = {
  settleUploads: "every kind of upload has its row",
  sweepJobs: "every kind of job has its row",
  sendWaitingMails: "the letter was written while the right stood",
  removeOrphans: "the service asks itself",
  purgeEnded: "the service asks itself",
  verifyMedia: "the service asks itself",
  watchStorage: "only those who are super admins now are told",
  packAuditLog: "moves lines; each page asks for what its reader may see",
  replicate: "copies what the directory says now, also of rights",
  removeMovedCustomers: "removes what has been moved by somebody who might",
  indexTexts: "finds nothing; each search asks for what its reader may see",
  runDueImports:
    "nobody asks for it; each step asks for the configuration (features/importConfiguration/run.test.ts)",
  wakeDeliveries: "sends a message; each turn of a delivery asks again (features/delivery/step.test.ts)",
  notifyOfFailedImports: "only those who are super admins now are told",
  notifyOfOverdueUploads:
    "each notice asks for its reader's right when it is shown (features/notice/notice.test.ts)",
  sendDailyMails: "asks for each reader's right before it writes (features/notice/notice.test.ts)",
  deleteDue: "what a template said at capture, for whom nobody asks",
  purgeDeliveredFiles: "removes stored bytes of deliveries that ended long ago",
  notifyOfArrivals: {
    askers: byLink.map(([make, { "the link": _, ...withdrawals }]) => [make, withdrawals]),
    ask: async (as) => {
      const { id } = await visitOf(as);
      const token = await linkOf(as, id, "FILES");
      const reserved = announced(text);
      const { uploadId } = await answered<{ uploadId: string }>(
        call("POST", "/uploadToken/reserve", undefined, { token, ...reserved }),
      );
      await arriving(uploadId, text)();
      await db().update(upload).set({ settledAt: "2026-01-01T00:00:00Z" }).where(eq(upload.id, uploadId));
      return () => notifyOfArrivals(quiet, db(), new Date());
    },
  },
};

/** Everything that must not change: the customer's rows, the objects in its folder, letters and the password. */
async function written({ customerId, requester, emails }: Asker) {
  const own = (table: string, columns: string) =>
    db().all(
      sql`SELECT ${sql.raw(columns)} FROM ${sql.raw(table)} WHERE customer_id = ${customerId} ORDER BY id`,
    );
  const { objects } = await env.STORAGE.list({ prefix: `customers/${customerId}/` });
  const people = JSON.stringify([requester.userId, requester.realUserId]);
  return {
    documentations: await own("documentation", "id, hidden, version"),
    photos: await own("photo", "id, has_data AS n").then((rows) => arrived(rows)),
    files: await own("file", "id, has_data AS n").then((rows) => arrived(rows)),
    tempFiles: await own("temp_file", "id, has_data AS n").then((rows) => arrived(rows)),
    events: await db()
      .select({ id: documentationEvent.id })
      .from(documentationEvent)
      .where(eq(documentationEvent.customerId, customerId)),
    suggestions: await own("suggestion", "id, text"),
    objects: objects.map(({ key }) => key),
    mails: await db()
      .select({ id: outboxMail.id })
      .from(outboxMail)
      .where(
        sql`EXISTS (SELECT 1 FROM json_each(${outboxMail.recipients}) WHERE value IN (SELECT value FROM json_each(${emails})))`,
      ),
    passwords: await db().all(
      sql`SELECT password FROM user WHERE id IN (SELECT value FROM json_each(${people})) AND ${people} IS NOT NULL`,
    ),
  };
}
const arrived = (rows: unknown[]) => (rows as { id: string; n: number }[]).filter(({ n }) => n !== 0);

function proves(name: string, { askers, ask }: Deferred): void {
  for (const [make, withdrawals] of askers) {
    it(`design§Tenancy ${name}: is done while the right stands`, async () => {
      const as = await make();
      const act = await ask(as);
      const before = await written(as);
      await act();
      expect(await written(as)).not.toEqual(before);
    });
    for (const [what, withdraw] of Object.entries(withdrawals))
      it(`design§Tenancy ${name}: nothing is written once ${what} is withdrawn`, async () => {
        const as = await make();
        const act = await ask(as);
        await withdraw(as);
        const before = await written(as);
        await act();
        expect(await written(as)).toEqual(before);
      });
  }
}

const provesAll = (table: Record<string, Deferred | string>) => {
  for (const [name, row] of Object.entries(table)) if (typeof row !== "string") proves(name, row);
};

describe("deferred work checks the right again", () => {
  it("design§Tenancy every kind of job and every scheduled job has its row", () => {
    expect([...Object.keys(jobs), ...tidying].sort()).toEqual(Object.keys(jobKinds).sort());
    const names = Object.values(scheduledJobs).flatMap((due) => due.map(({ name }) => name));
    expect(Object.keys(scheduled).sort()).toEqual(names.sort());
  });
  describe("jobs", () => provesAll(jobs));
  for (const [kind, ways] of Object.entries(uploads))
    describe(`a signed URL for ${kind}`, () => provesAll(ways));
  describe("links", () => provesAll(linkCalls));
  describe("messages", () => provesAll(messages));
  describe("codes", () => provesAll(codes));
  describe("scheduled", () => provesAll(scheduled));
});

describe("a download ticket", () => {
  const downloads = [...mountedEndpoints.values()].filter(
    ({ authentication, download, path }) =>
      authentication === "session" && download && !path.includes("{token}"),
  );
  it.each(downloads.map((endpoint) => [endpoint.path]))(
    "1§7 to %s opens nothing once its session's right is withdrawn",
    async (path) => {
      const place = `/api${path.replace(/\{\w+\}/g, () => crypto.randomUUID())}`;
      for (const [make, withdrawals] of [...byStaff, ...bySuperAdmin])
        for (const withdraw of Object.values(withdrawals)) {
          const as = await make();
          const { url } = await answered<{ url: string }>(
            call("POST", "/downloadTicket", as, { path: place }),
          );
          await withdraw(as);
          clearSessionCache();
          const { status } = await call("GET", url.replace(/^\/api/, ""));
          expect([401, 403]).toContain(status);
        }
    },
  );
});
