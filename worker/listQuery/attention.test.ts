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

/** The names in the list filtered by these reasons; checks the total too. */
async function listNames(as: Caller, ...reasons: AttentionReason[]): Promise<string[]> {
  const filter = `attentionFilter=${reasons.join(";")}`;
  const { items } = await jsonOf<{ items: { name: string }[] }>(
    call("GET", `/documentations?${filter}`, { as }),
  );
  const { total } = await jsonOf<{ total: number }>(call("GET", `/documentation/count?${filter}`, { as }));
  expect(items.length).toBe(total);
  return items.map(({ name }) => name).sort();
}

describe("2§2 the attention filter", () => {
  it("each reason finds its documentations once, and several find those with any of them", async () => {
    const as = await makeReader();
    await makeDocumentation(as.customerId, { name: "needs no attention" });
    for (const reason of attentionReasons) {
      const { id } = await makeDocumentationWithAttention(as.customerId, reason);
      if (reason === "OVERDUE_UPLOADS") await makeUpload(as.customerId, id, "RESERVED");
      await makeDocumentationWithAttention((await makeCustomer()).id, reason, { name: "another customer's" });
    }
    for (const reason of attentionReasons) expect(await listNames(as, reason)).toEqual([reason]);
    expect(await listNames(as, "RECEIVED_FILES", "EXPIRING_LINKS")).toEqual([
      "EXPIRING_LINKS",
      "RECEIVED_FILES",
    ]);
  });

  it("an upload is overdue once its URL has expired, unless the documentation is approved", async () => {
    const as = await makeReader();
    const make = (name: string, columns = {}) => makeDocumentation(as.customerId, { name, ...columns });
    const { id: pending } = await make("pending");
    await makeUpload(as.customerId, pending, "RESERVED", { expiresAt: addSeconds(600) });
    const { id: late } = await make("late");
    await makeUpload(as.customerId, late, "RESERVED");
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
    expect(await listNames(as, "OVERDUE_UPLOADS")).toEqual(["announced", "late"]);
  });

  it("a link expires soon within three days, unless it was used or revoked", async () => {
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
    expect(await listNames(as, "EXPIRING_LINKS")).toEqual(["tomorrow"]);
  });
});
