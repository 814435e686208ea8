import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { type DeliveryRequest, deliveryRequest } from "#domain/delivery/deliveryRequest.ts";
import type { MarkupShape } from "#domain/media/markup.ts";
import { photo } from "#worker/db/schema/index.ts";
import { toPhotoObjectKey } from "#worker/media/photoKeys.ts";
import { type Caller, call, db, makeCaller } from "#worker/testing/factories.ts";
import { makeDocumentationWithTask, makeIngestedPhoto } from "#worker/testing/ingestedMedia.ts";
import { readDeliveryContent } from "../plan/planContent.ts";
import { restrictRequest } from "./openDestination.ts";

const line: MarkupShape = { type: "LINE", from: [0.2, 0.2], to: [0.3, 0.3], color: "white", width: 0.05 };
const blur: MarkupShape = { type: "BLUR", from: [0.6, 0.6], to: [0.9, 0.9] };

it("2§2 2§5 photos are sent without markup on request, blurred unless their requester may unblur them now", async () => {
  const as = await makeCaller({ roles: ["ROLE_DOCUMENTATION_READ", "ROLE_PHOTO_WRITE"] });
  const { customerId } = as;
  const owner = await makeDocumentationWithTask(customerId);
  const id = await makeIngestedPhoto(owner);
  const readRow = async () => (await db().select().from(photo).where(eq(photo.id, id)).get())!;
  const draw = async (markup: MarkupShape[]) => {
    const { version } = await readRow();
    const response = await call("PUT", `/photos/${id}`, { as, body: { markup, version } });
    expect(response.status).toBe(200);
    return readRow();
  };
  const readSentKey = async (request: Partial<DeliveryRequest>, reader: Caller) => {
    const requester = { userId: reader.userId, realUserId: null, customerId };
    const allowedRequest = await restrictRequest(
      db(),
      { customerId, isAutomatic: false, requester },
      { ...deliveryRequest.parse({}), ...request },
    );
    const target = { customerId, documentationId: owner.row.id, templateExportConfigurationId: "" };
    const content = await readDeliveryContent(db(), {
      ...target,
      request: allowedRequest,
      exportedAt: owner.row.dateCreated,
    });
    return content.plan.photos[0]!.original.key;
  };
  const renderedRow = await draw([line]);
  const originalKey = toPhotoObjectKey(renderedRow, "original");
  expect(await readSentKey({}, as)).toBe(toPhotoObjectKey(renderedRow, "rendition"));
  expect(await readSentKey({ withoutMarkup: true }, as)).toBe(originalKey);
  const blurredRow = await draw([line, blur]);
  expect(await readSentKey({ withoutMarkup: true }, as)).toBe(originalKey);
  const reader = await makeCaller({ roles: ["ROLE_DOCUMENTATION_READ"], customerId });
  // The permissions at the time of the request are not used.
  expect(await readSentKey({ withoutMarkup: true, unblurred: true }, reader)).toBe(
    toPhotoObjectKey(blurredRow, "rendition"),
  );
});
