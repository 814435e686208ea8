import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { Authority } from "#domain/access/authorities.ts";
import { addSeconds } from "#domain/core/fields.ts";
import type { NoticeKind, NoticeRow } from "#domain/endpoints/account/notice.ts";
import { noticeStatement } from "#worker/db/notices.ts";
import { notice, upload, user } from "#worker/db/schema/index.ts";
import { makeUpload } from "#worker/testing/attentionTesting.ts";
import {
  type Caller,
  call,
  db,
  env,
  jsonOf,
  makeCaller,
  makeDocumentation,
  readLastMail,
  uniqueName,
} from "#worker/testing/factories.ts";
import { sendDailyMails } from "./dailyMail.ts";
import { notifyOfOverdueUploads } from "./overdueUploads.ts";

const staff: Authority[] = ["ROLE_DOCUMENTATION_READ", "ROLE_DOCUMENTATION_WRITE"];
const fetchNotices = async (as: Caller) =>
  (await jsonOf<{ items: NoticeRow[] }>(call("GET", "/notices", { as }))).items;
const fetchKinds = async (as: Caller) => (await fetchNotices(as)).map(({ kind }) => kind);
const fetchUnreadCount = async (as: Caller) =>
  (await jsonOf<{ unread: number }>(call("GET", "/notice/unread", { as }))).unread;

async function addNotice(as: Caller, kind: NoticeKind, documentationId: string, dedupKey = documentationId) {
  await db().batch([
    noticeStatement(db(), { ...as, kind, documentationId, dedupKey, params: { to: "Arkivet", count: "2" } }),
  ]);
}

describe("design§Web the bell", () => {
  it("shows the user's own notices with their documentation, each event once, and marks them as read", async () => {
    const as = await makeCaller({ roles: staff });
    const otherCaller = await makeCaller({ customerId: as.customerId, roles: staff });
    const { id } = await makeDocumentation(as.customerId, { name: "Mast 7" });
    await addNotice(as, "FILES_CAME", id);
    await addNotice(as, "FILES_CAME", id);
    await addNotice(as, "RETAKEN", id);
    const rows = await fetchNotices(as);
    expect(rows.map(({ kind, documentationName }) => [kind, documentationName]).sort()).toEqual([
      ["FILES_CAME", "Mast 7"],
      ["RETAKEN", "Mast 7"],
    ]);
    expect([await fetchUnreadCount(as), await fetchUnreadCount(otherCaller)]).toEqual([2, 0]);
    await call("PUT", "/notice/read", { as: otherCaller, body: { ids: rows.map((row) => row.id) } });
    expect(await fetchUnreadCount(as)).toBe(2);
    await call("PUT", "/notice/read", { as, body: { ids: [rows[0]!.id] } });
    expect(await fetchUnreadCount(as)).toBe(1);
    await call("PUT", "/notice/read", { as, body: { until: addSeconds(60) } });
    expect(await fetchUnreadCount(as)).toBe(0);
    await addNotice(as, "RETAKEN", id);
    expect(await fetchUnreadCount(as)).toBe(1);
  });

  it("shows only notices that the user may see now: none about deleted documentations, and none without the authority", async () => {
    const as = await makeCaller({ roles: ["ROLE_DOCUMENTATION_READ"] });
    const { id } = await makeDocumentation(as.customerId);
    const { id: deletedId } = await makeDocumentation(as.customerId, { status: "DELETED" });
    await addNotice(as, "FILES_CAME", id);
    await addNotice(as, "RETAKEN", deletedId);
    await addNotice(as, "RETAKEN", id);
    expect(await fetchKinds(as)).toEqual(["RETAKEN"]);
    expect(await fetchUnreadCount(as)).toBe(1);
  });

  it("reports overdue uploads once, to the user who captured the documentation, until the uploads have arrived", async () => {
    const username = uniqueName("Kent");
    const as = await makeCaller({ username, roles: ["ROLE_CREATE_DOCUMENTATION"] });
    const { id } = await makeDocumentation(as.customerId, { creator: username.toLowerCase() });
    await makeUpload(as.customerId, id, "RESERVED");
    await notifyOfOverdueUploads(env, db(), new Date());
    expect(await fetchKinds(as)).toEqual(["UPLOAD_HANGS"]);
    await call("PUT", "/notice/read", { as, body: { until: addSeconds(60) } });
    await notifyOfOverdueUploads(env, db(), new Date());
    expect(await fetchUnreadCount(as)).toBe(0);
    await db().update(upload).set({ state: "STORED" }).where(eq(upload.documentationId, id));
    expect(await fetchKinds(as)).toEqual([]);
  });

  it("also reports overdue uploads if the device has reported completion and photos are missing", async () => {
    const username = uniqueName("user");
    const as = await makeCaller({ username, roles: ["ROLE_CREATE_DOCUMENTATION"] });
    await makeDocumentation(as.customerId, {
      creator: username,
      status: "ONGOING",
      numberOfPhotos: 2,
      completionRequested: addSeconds(-7200),
    });
    await notifyOfOverdueUploads(env, db(), new Date());
    expect(await fetchKinds(as)).toEqual(["UPLOAD_HANGS"]);
  });
});

describe("design§Web the daily mail", () => {
  const makeEmail = () => `${uniqueName("reader")}@example.com`;
  /** Seven in the morning in Sweden, in winter and in summer. */
  const [winterMorning, summerMorning] = [new Date("2030-01-15T06:05:00Z"), new Date("2030-07-15T05:05:00Z")];
  const makeReader = (address: string) => makeCaller({ roles: staff, email: address });

  it.each([
    ["winter", winterMorning],
    ["summer", summerMorning],
  ])("is sent once on a %s morning with all unread notices", async (_, runAt) => {
    const address = makeEmail();
    const as = await makeReader(address);
    const { id } = await makeDocumentation(as.customerId, { name: "Mast 7" });
    await addNotice(as, "FILES_CAME", id);
    await addNotice(as, "RETAKEN", id);
    await sendDailyMails(env, db(), new Date(runAt.getTime() - 3_600_000));
    expect(await readLastMail(address)).toBeUndefined();
    await sendDailyMails(env, db(), runAt);
    const mail = await readLastMail(address);
    expect(mail?.subject).toBe("2 notifications in Siteproof");
    expect(mail?.text).toContain("2 files were uploaded to Mast 7 through your link");
    expect(mail?.text).toContain("/profile");
    await sendDailyMails(env, db(), new Date(runAt.getTime() + 300_000));
    expect((await readLastMail(address))?.id).toBe(mail?.id);
    expect(await fetchUnreadCount(as)).toBe(2);
  });

  it("does not include notices that were read, mailed immediately or may not be seen, and is not sent to users who turned it off", async () => {
    const address = makeEmail();
    const as = await makeReader(address);
    const { id } = await makeDocumentation(as.customerId);
    await addNotice(as, "RETAKEN", id);
    await call("PUT", "/notice/read", { as, body: { until: addSeconds(60) } });
    await db().batch([
      noticeStatement(db(), { ...as, kind: "FILES_CAME", documentationId: id, dedupKey: id, isMailed: true }),
    ]);
    await sendDailyMails(env, db(), winterMorning);
    await call("PUT", "/notice/dailyMail", { as, body: { dailyMail: false } });
    expect(await jsonOf(call("GET", "/notice/dailyMail", { as }))).toEqual({
      ...{ dailyMail: false, instantMail: false, weeklyMail: false },
      email: address,
    });
    await addNotice(as, "SENT_BACK", id);
    await sendDailyMails(env, db(), summerMorning);
    await call("PUT", "/notice/dailyMail", { as, body: { dailyMail: true } });
    await db().update(user).set({ accountLocked: true }).where(eq(user.id, as.userId));
    await sendDailyMails(env, db(), summerMorning);
    expect(await readLastMail(address)).toBeUndefined();
    const [sentBackNotice] = await db()
      .select()
      .from(notice)
      .where(and(eq(notice.userId, as.userId), eq(notice.kind, "SENT_BACK")));
    expect(sentBackNotice?.mailedAt).toBeTruthy();
  });
});
