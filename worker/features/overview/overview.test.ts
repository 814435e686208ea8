import { describe, expect, it } from "vitest";
import type { ResponseOf } from "#domain/contract/endpoint.ts";
import { addDays, toDayStart, today } from "#domain/core/calendar/days.ts";
import { attentionReasons } from "#domain/core/documentationTypes.ts";
import { addSeconds } from "#domain/core/fields.ts";
import { deliveryRequest } from "#domain/delivery/deliveryRequest.ts";
import type { getOverview } from "#domain/endpoints/documentation/overview.ts";
import { customerDocumentationStatus, delivery, type documentation, photo } from "#worker/db/schema/index.ts";
import { makeDocumentationWithAttention } from "#worker/testing/attentionTesting.ts";
import {
  type Caller,
  call,
  db,
  jsonOf,
  makeCaller,
  makeDocumentation,
  makeSuperAdmin,
  makeTemplate,
} from "#worker/testing/factories.ts";

const makeReader = () => makeCaller({ roles: ["ROLE_DOCUMENTATION_READ"] });
const fetchOverview = (as: Caller) =>
  jsonOf<ResponseOf<typeof getOverview>>(call("GET", "/overview", { as }));
type DocumentationValues = Partial<typeof documentation.$inferInsert>;

const makePhoto = (customerId: number, documentationId: string, name: string, dateCreated: string) =>
  db().insert(photo).values({ customerId, documentationId, name, creator: "a", dateCreated, hasData: true });

describe("design§Web the overview", () => {
  it("counts documentations awaiting review by template, and handed-over ones, without hidden ones", async () => {
    const as = await makeReader();
    await db().insert(customerDocumentationStatus).values({ customerId: as.customerId, status: "APPROVED" });
    const [mast, pole] = [
      await makeTemplate(as.customerId, { name: "Mast" }),
      await makeTemplate(as.customerId, { name: "Pole" }),
    ];
    const make = (input: DocumentationValues) =>
      makeDocumentation(as.customerId, { templateId: mast.id, status: "COMPLETED", ...input });
    await make({});
    await make({ templateId: pole.id });
    await make({ templateId: pole.id });
    await make({ hidden: true });
    await make({ status: "APPROVED" });
    await make({ status: "PAUSED" });
    await make({ status: "DOWNLOADED" });
    const { review, handedOver } = await fetchOverview(as);
    expect(review.total).toBe(3);
    expect(
      review.templates.map(({ templateName, documentations }) => [templateName, documentations]),
    ).toEqual([
      ["Pole", 2],
      ["Mast", 1],
    ]);
    expect(handedOver).toBe(1);
  });

  it("counts nothing as awaiting review if the customer has no status that ends a review", async () => {
    const as = await makeReader();
    await makeDocumentation(as.customerId, { status: "COMPLETED" });
    expect((await fetchOverview(as)).review).toEqual({ total: 0, templates: [] });
  });

  it("counts each attention reason as its list does", async () => {
    const as = await makeReader();
    for (const reason of attentionReasons) await makeDocumentationWithAttention(as.customerId, reason);
    await makeDocumentationWithAttention(as.customerId, "RECEIVED_FILES", { hidden: true });
    expect((await fetchOverview(as)).attention).toEqual({
      RECEIVED_FILES: 1,
      OVERDUE_UPLOADS: 1,
      EXPIRING_LINKS: 1,
      COMPLETED_WITHOUT: 1,
      UNANSWERED: 1,
      LATE_REVIEW: 1,
      LATE_RETAKE: 1,
    });
  });

  it("shows the photos of yesterday in Swedish time, newest first", async () => {
    const as = await makeReader();
    const { id } = await makeDocumentation(as.customerId, { name: "Mast 7" });
    const { id: hiddenId } = await makeDocumentation(as.customerId, { hidden: true });
    const yesterday = addDays(today(), -1);
    const startAt = new Date(toDayStart(yesterday));
    const endAt = new Date(toDayStart(today()));
    await makePhoto(as.customerId, id, "the day before", addSeconds(-1, startAt));
    await makePhoto(as.customerId, id, "first", addSeconds(0, startAt));
    await makePhoto(as.customerId, id, "last", addSeconds(-1, endAt));
    await makePhoto(as.customerId, id, "today", addSeconds(0, endAt));
    await makePhoto(as.customerId, hiddenId, "hidden", addSeconds(60, startAt));
    const { photos } = await fetchOverview(as);
    expect(photos).toMatchObject({ day: yesterday, count: 2 });
    expect(photos.items.map(({ name, documentationName }) => [name, documentationName])).toEqual([
      ["last", "Mast 7"],
      ["first", "Mast 7"],
    ]);
  });

  it("shows failed deliveries to users who may see deliveries", async () => {
    const as = await makeCaller({ roles: ["ROLE_DOCUMENTATION_READ", "ROLE_EXPORT_DOCUMENTATION"] });
    const { id } = await makeDocumentation(as.customerId);
    for (const [state, ageDays] of [
      ["FAILED", 1],
      ["FAILED", 40],
      ["DONE", 1],
    ] as const)
      await db()
        .insert(delivery)
        .values({
          customerId: as.customerId,
          documentationId: id,
          templateExportConfigurationId: crypto.randomUUID(),
          exportConfigurationId: crypto.randomUUID(),
          exportConfigurationName: "FTP",
          type: "FTP",
          state,
          request: deliveryRequest.parse({}),
          dateCreated: addSeconds(-ageDays * 86_400),
        });
    expect((await fetchOverview(as)).failedDeliveries?.count).toBe(1);
    expect((await fetchOverview(await makeReader())).failedDeliveries).toBeNull();
  });

  it("shows users their own customer, and super admins all customers", async () => {
    const [as, otherCaller] = [await makeReader(), await makeReader()];
    await makeDocumentation(as.customerId, { status: "COMPLETED" });
    expect((await fetchOverview(otherCaller)).review.total).toBe(0);
    expect((await fetchOverview(await makeSuperAdmin())).review.total).toBeGreaterThan(0);
  });
});
