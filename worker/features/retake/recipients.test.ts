import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { staffAuthorities } from "#domain/access/authorities.ts";
import { addDays, today } from "#domain/core/calendar/days.ts";
import type { NoticeRow } from "#domain/endpoints/account/notice.ts";
import type { FetchedDocumentation, HandedOverDocumentation } from "#domain/endpoints/capture/handover.ts";
import type { DocumentationListRow } from "#domain/endpoints/documentation/list.ts";
import type { RetakeRequest, RetakeRow } from "#domain/endpoints/documentation/retake.ts";
import type { Markup } from "#domain/media/markup.ts";
import {
  customerDocumentationStatus,
  device,
  deviceLicense,
  documentation,
  outboxMail,
  photo,
  retake,
  uploadToken,
  userRole,
} from "#worker/db/schema/index.ts";
import {
  call,
  db,
  envWithoutQueue,
  jsonOf,
  makeCaller,
  makeLicense,
  uniqueName,
} from "#worker/testing/factories.ts";
import { makeDocumentationWithTask, makeIngestedPhoto } from "#worker/testing/ingestedMedia.ts";
import { remindOfRetakes } from "./remindOfRetakes.ts";

interface SendBackResponse {
  items: RetakeRow[];
  link: { id: string; token: string; url: string } | null;
}

const arrow: Markup = [{ type: "ARROW", from: [0.25, 0.5], to: [1, 0.5], color: "red", width: 0.01 }];
const isoNoonOf = (day: string) => new Date(`${day}T10:00:00Z`);

/** A reviewer, and a completed documentation with a photo. */
async function makeScene() {
  const license = await makeLicense({ pauseDocumentations: true });
  await db().insert(customerDocumentationStatus).values({ customerId: license.customerId, status: "PAUSED" });
  const as = await makeCaller({
    customerId: license.customerId,
    roles: staffAuthorities,
    username: uniqueName("reviewer"),
  });
  const owner = await makeDocumentationWithTask(
    as.customerId,
    {},
    { status: "COMPLETED", licenseId: license.id, name: "Mast 7" },
  );
  const photoId = await makeIngestedPhoto(owner);
  const documentationId = owner.row.id;
  const post = (body: object) =>
    call("POST", "/retake/create", {
      as,
      body: { documentationId, items: [{ photoId, reason: "Too dark" }], ...body },
    });
  const address = `${uniqueName("crew")}@example.com`;
  const listMails = async () =>
    (await db().select().from(outboxMail)).filter(({ recipients }) => recipients[0] === address);
  const listRow = async () =>
    (await jsonOf<{ items: DocumentationListRow[] }>(call("GET", "/documentations", { as }))).items[0]!;
  return { as, license, documentationId, photoId, post, address, listMails, listRow };
}
const fieldsOf = async (response: Promise<Response>) =>
  (await jsonOf<{ error: { fields: object } }>(response)).error.fields;

describe("design§Retakes a recipient", () => {
  it("gets the link by mail with reasons and day; the list says whether it was opened, answered or is late", async () => {
    const { post, address, listMails, listRow, documentationId } = await makeScene();
    const dueDay = addDays(today(), 3);
    const { items, link } = await jsonOf<SendBackResponse>(
      post({ recipient: { kind: "MAIL", address }, dueDay }),
    );
    expect(items).toMatchObject([
      { recipient: { kind: "MAIL", address }, dueDay, state: "SENT", opened: null },
    ]);
    const [mail] = await listMails();
    expect(mail?.subject).toContain("Mast 7");
    for (const part of [link!.url, "Too dark", dueDay]) expect(mail?.text).toContain(part);
    expect((await listRow()).sentBack).toEqual({ state: "SENT", dueDay });
    const requests = await jsonOf<{ items: RetakeRequest[] }>(
      call("POST", "/retake/getRetakeRequests", { body: { token: link!.token } }),
    );
    expect(requests.items).toMatchObject([{ dueDay, drawing: null }]);
    expect((await listRow()).sentBack).toEqual({ state: "OPENED", dueDay });
    await db()
      .update(retake)
      .set({ dueDay: addDays(today(), -1) })
      .where(eq(retake.documentationId, documentationId));
    expect((await listRow()).sentBack?.state).toBe("LATE");
    await db()
      .update(retake)
      .set({ outcome: "TAKEN", endedAt: "2026-05-04T10:00:00Z" })
      .where(eq(retake.documentationId, documentationId));
    expect((await listRow()).sentBack).toEqual({ state: "ANSWERED", dueDay: null });
    await db().update(documentation).set({ status: "APPROVED" }).where(eq(documentation.id, documentationId));
    expect((await listRow()).sentBack).toBe(null);
  });

  it("is reminded the day before and after the day, once each; then the reviewer is told", async () => {
    const { post, address, listMails, as } = await makeScene();
    const dueDay = addDays(today(), 3);
    const { link } = await jsonOf<SendBackResponse>(post({ recipient: { kind: "MAIL", address }, dueDay }));
    const run = (day: string) => remindOfRetakes(envWithoutQueue, db(), isoNoonOf(day));
    const countLate = async () =>
      (await jsonOf<{ items: NoticeRow[] }>(call("GET", "/notices", { as }))).items.filter(
        ({ kind }) => kind === "RETAKE_LATE",
      ).length;
    await run(addDays(dueDay, -2));
    expect(await listMails()).toHaveLength(1);
    for (const _ of [1, 2]) await run(addDays(dueDay, -1));
    expect((await listMails()).map(({ text }) => text.includes(link!.url))).toEqual([true, true]);
    expect(await countLate()).toBe(0);
    for (const _ of [1, 2]) await run(addDays(dueDay));
    expect(await listMails()).toHaveLength(3);
    expect(await countLate()).toBe(1);
  });

  it("1§7 is not reminded once the link is revoked or its requester may no longer create links", async () => {
    for (const withdraw of ["revoke", "authority"] as const) {
      const { post, address, listMails, as } = await makeScene();
      const dueDay = addDays(today());
      const { link } = await jsonOf<SendBackResponse>(post({ recipient: { kind: "MAIL", address }, dueDay }));
      if (withdraw === "authority") await db().delete(userRole).where(eq(userRole.userId, as.userId));
      else
        await db()
          .update(uploadToken)
          .set({ revokedAt: "2026-05-04T10:00:00Z" })
          .where(eq(uploadToken.id, link!.id));
      await remindOfRetakes(envWithoutQueue, db(), isoNoonOf(today()));
      expect(await listMails()).toHaveLength(1);
    }
  });

  it("with an invalid address, channel or day gets an error that names the field", async () => {
    const { post, address, listMails } = await makeScene();
    const mail = { kind: "MAIL", address };
    expect(Object.keys(await fieldsOf(post({ recipient: { ...mail, address: "nobody" } })))).toEqual([
      "recipient.address",
    ]);
    expect(await fieldsOf(post({ recipient: mail, link: false, handOver: true }))).toEqual({
      link: "required",
    });
    expect(await fieldsOf(post({ recipient: { kind: "DEVICE", address: "d" } }))).toEqual({
      handOver: "required",
    });
    expect(await fieldsOf(post({ dueDay: addDays(today(), -1) }))).toEqual({ dueDay: "tooSmall" });
    expect(await fieldsOf(post({ dueDay: addDays(today(), 20) }))).toEqual({ dueDay: "tooLarge" });
    expect(await listMails()).toEqual([]);
  });
});

describe("design§Retakes a drawing of the requested photo", () => {
  it("reaches link pages and devices, as the photo is rotated; a device can be named", async () => {
    const { post, photoId, license, documentationId } = await makeScene();
    const items = [{ photoId, reason: "From the left", drawing: arrow }];
    const dueDay = addDays(today(), 2);
    const tablet = { kind: "DEVICE", address: "tablet-7" };
    const { link, items: rows } = await jsonOf<SendBackResponse>(
      post({ items, dueDay, recipient: tablet, handOver: true }),
    );
    expect(rows[0]?.drawing).toEqual(arrow);
    await db().update(photo).set({ rotation: 1 }).where(eq(photo.id, photoId));
    const requests = await jsonOf<{ items: RetakeRequest[] }>(
      call("POST", "/retake/getRetakeRequests", { body: { token: link!.token } }),
    );
    expect(requests.items[0]?.drawing).toMatchObject([{ from: [0.5, 0.25], to: [0.5, 1] }]);
    const { licenseCode } = license;
    const waiting = await jsonOf<{ items: HandedOverDocumentation[] }>(
      call("POST", "/documentation/findHandedOverByLicenseCode", { body: { licenseCode } }),
    );
    expect(waiting.items).toMatchObject([{ retakeDeviceId: "tablet-7", retakeDueDay: dueDay }]);
    const fetched = await jsonOf<FetchedDocumentation>(
      call("POST", "/documentation/fetchWithLicenseCode", {
        body: { licenseCode, id: documentationId, fetchId: crypto.randomUUID(), creator: "crew" },
      }),
    );
    expect(fetched.retakes).toMatchObject([{ reason: "From the left", dueDay, recipient: tablet }]);
    expect(fetched.retakes[0]?.drawing).toHaveLength(1);
  });

  it("design§Retakes devices that have used the licence can be chosen, but no others, and none is named to readers", async () => {
    const { as, license, documentationId } = await makeScene();
    const otherLicense = await makeLicense({ customerId: as.customerId });
    const makeDevice = async (deviceId: string, licenseId: string, overrides: object = {}) => {
      const [row] = await db()
        .insert(device)
        .values({
          customerId: as.customerId,
          deviceId,
          phoneModel: "iPhone14,5",
          username: "eva",
          ...overrides,
        })
        .returning({ id: device.id });
      await db().insert(deviceLicense).values({ customerId: as.customerId, deviceId: row!.id, licenseId });
    };
    await makeDevice("older", license.id, { lastUpdated: "2026-05-04T08:00:00Z" });
    await makeDevice("newer", license.id, { lastUpdated: "2026-05-05T08:00:00Z", phoneModel: null });
    await makeDevice("revoked", license.id, { tokenRevokedAt: "2026-05-05T08:00:00Z" });
    await makeDevice("elsewhere", otherLicense.id);
    const path = `/retake/findDevicesByDocumentationId/${documentationId}`;
    const { items } = await jsonOf<{ items: object[] }>(call("GET", path, { as }));
    expect(items).toMatchObject([
      { deviceId: "newer", phoneModel: null, username: "eva" },
      { deviceId: "older", phoneModel: "iPhone 13", lastUpdated: "2026-05-04T08:00:00Z" },
    ]);
    const reader = await makeCaller({ customerId: as.customerId, roles: ["ROLE_DOCUMENTATION_READ"] });
    expect((await call("GET", path, { as: reader })).status).toBe(403);
    const stranger = await makeCaller({ roles: staffAuthorities });
    expect((await call("GET", path, { as: stranger })).status).toBe(404);
  });

  it("needs a photo, and hides nothing", async () => {
    const { post, photoId } = await makeScene();
    const blur: Markup = [{ type: "BLUR", from: [0, 0], to: [1, 1] }];
    expect(await fieldsOf(post({ items: [{ photoId, reason: "x", drawing: blur }] }))).toEqual({
      "items.0.drawing": "notAllowed",
    });
  });
});
