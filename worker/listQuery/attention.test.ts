import { describe, expect, it } from "vitest";
import { type AttentionReason, attentionReasons } from "#domain/core/documentationTypes.ts";
import { addSeconds } from "#domain/core/fields.ts";
import { uploadToken } from "#worker/db/schema/index.ts";
import {
  makeDocumentationWithAttention,
  makeExpiringLink,
  makeUpload,
} from "#worker/testing/attentionTesting.ts";
import { call, db, jsonOf, makeCaller, makeCustomer, makeDocumentation } from "#worker/testing/factories.ts";

const makeReader = () => makeCaller({ roles: ["ROLE_DOCUMENTATION_READ"] });
type Caller = Awaited<ReturnType<typeof makeReader>>;

/** Fetches the names in the list filtered by these reasons, and checks that their number equals the total. */
async function fetchNames(as: Caller, ...reasons: AttentionReason[]): Promise<string[]> {
  const filter = `attentionFilter=${reasons.join(";")}`;
  const { items } = await jsonOf<{ items: { name: string }[] }>(
    call("GET", `/documentations?${filter}`, { as }),
  );
  const { total } = await jsonOf<{ total: number }>(call("GET", `/documentation/count?${filter}`, { as }));
  expect(items.length).toBe(total);
  return items.map(({ name }) => name).sort();
}

describe("2§2 the attention filter", () => {
  it("finds the documentations of each reason once, and for several reasons those with any of them", async () => {
    const as = await makeReader();
    await makeDocumentation(as.customerId, { name: "needs no attention" });
    for (const reason of attentionReasons) {
      const { id } = await makeDocumentationWithAttention(as.customerId, reason);
      if (reason === "OVERDUE_UPLOADS") await makeUpload(as.customerId, id, "RESERVED");
      await makeDocumentationWithAttention((await makeCustomer()).id, reason, { name: "another customer's" });
    }
    for (const reason of attentionReasons) expect(await fetchNames(as, reason)).toEqual([reason]);
    expect(await fetchNames(as, "RECEIVED_FILES", "EXPIRING_LINKS")).toEqual([
      "EXPIRING_LINKS",
      "RECEIVED_FILES",
    ]);
  });

  it("counts an upload as overdue once its URL has expired, unless the documentation is approved", async () => {
    const as = await makeReader();
    const make = (name: string, columns = {}) => makeDocumentation(as.customerId, { name, ...columns });
    const { id: pendingId } = await make("pending");
    await makeUpload(as.customerId, pendingId, "RESERVED", { expiresAt: addSeconds(600) });
    const { id: lateId } = await make("late");
    await makeUpload(as.customerId, lateId, "RESERVED");
    const { id: approvedId } = await make("approved", { status: "APPROVED" });
    await makeUpload(as.customerId, approvedId, "REFUSED");
    const { id: replacedId } = await make("replaced");
    const targetId = crypto.randomUUID();
    await makeUpload(as.customerId, replacedId, "REFUSED", { targetId });
    await makeUpload(as.customerId, replacedId, "STORED", { targetId });
    await make("announced", { status: "ONGOING", numberOfPhotos: 2, completionRequested: addSeconds(-7200) });
    await make("just announced", {
      status: "ONGOING",
      numberOfPhotos: 2,
      completionRequested: addSeconds(-60),
    });
    expect(await fetchNames(as, "OVERDUE_UPLOADS")).toEqual(["announced", "late"]);
  });

  it("finds links that expire within three days, unless they were used or revoked", async () => {
    const as = await makeReader();
    const makeLink = async (name: string, seconds: number) => {
      const { id } = await makeDocumentation(as.customerId, { name });
      return [id, await makeExpiringLink(as.customerId, id, seconds)] as const;
    };
    await makeLink("tomorrow", 86_400);
    await makeLink("next week", 7 * 86_400);
    await makeLink("expired", -60);
    const [usedId, usedLink] = await makeLink("used", 86_400);
    await makeUpload(as.customerId, usedId, "STORED", { uploadTokenId: usedLink });
    const { id } = await makeDocumentation(as.customerId, { name: "revoked" });
    await db()
      .insert(uploadToken)
      .values({
        customerId: as.customerId,
        documentationId: id,
        purpose: "FILES",
        tokenHash: crypto.randomUUID(),
        creator: "anna",
        expireDate: addSeconds(86_400),
        revokedAt: addSeconds(-60),
      });
    expect(await fetchNames(as, "EXPIRING_LINKS")).toEqual(["tomorrow"]);
  });
});
