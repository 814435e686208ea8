import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { ResponseOf } from "#domain/contract/endpoint.ts";
import { now } from "#domain/core/fields.ts";
import type { CountedFilter, getFilterCounts } from "#domain/endpoints/documentation/filterCounts.ts";
import { documentationFilter } from "#domain/endpoints/shared/documentationFilter.ts";
import { selectNumber } from "#worker/db/rows.ts";
import { tempFile } from "#worker/db/schema/index.ts";
import { createNewestMatchSource, createSearch } from "#worker/listQuery/queryStrategy.ts";
import {
  type Caller,
  call,
  db,
  jsonOf,
  makeCaller,
  makeCustomer,
  makeDocumentation,
  makeSuperAdmin,
  makeTemplate,
} from "#worker/testing/factories.ts";

const makeReader = async () =>
  makeCaller({ customerId: (await makeCustomer([])).id, roles: ["ROLE_DOCUMENTATION_READ"] });
const fetchCounts = async (as: Caller, column: CountedFilter, query = "") => {
  const { items, exact } = await jsonOf<ResponseOf<typeof getFilterCounts>>(
    call("GET", `/documentation/filterCounts?filter=${column}&${query}`, { as }),
  );
  expect(exact).toBe(true);
  return Object.fromEntries(items.map(({ choice, documentations }) => [choice, documentations]));
};
const emptyFilter = z.object(documentationFilter).parse({});

describe("2§2 counts of filter choices", () => {
  it("apply the other filters, never their own", async () => {
    const as = await makeReader();
    const { customerId } = as;
    const [mast, cabinet] = [await makeTemplate(customerId), await makeTemplate(customerId)];
    const make = (overrides: object) =>
      makeDocumentation(customerId, { templateId: mast.id, creator: "Åsa", ...overrides });
    await make({ status: "COMPLETED", dateCreated: "2026-04-30T22:30:00Z" });
    await make({ status: "APPROVED", exported: true, dateCreated: "2026-05-12T08:00:00Z" });
    await make({ status: "COMPLETED", templateId: cabinet.id, creator: "Bo", name: "Kyrkan" });
    await make({ status: "COMPLETED", hidden: true });
    await make({ status: "DELETED" });
    expect(await fetchCounts(as, "statusFilter")).toEqual({ COMPLETED: 2, APPROVED: 1 });
    expect(await fetchCounts(as, "statusFilter", "statusFilter=PAUSED")).toEqual({
      COMPLETED: 2,
      APPROVED: 1,
    });
    expect(await fetchCounts(as, "statusFilter", `templateFilter=${mast.id}`)).toEqual({
      COMPLETED: 1,
      APPROVED: 1,
    });
    expect(await fetchCounts(as, "statusFilter", "creatorFilter=Bo")).toEqual({ COMPLETED: 1 });
    expect(await fetchCounts(as, "statusFilter", "query=kyrka")).toEqual({ COMPLETED: 1 });
    expect(await fetchCounts(as, "statusFilter", "query=ky")).toEqual({ COMPLETED: 1 });
    expect(await fetchCounts(as, "statusFilter", "showHidden=true")).toEqual({ COMPLETED: 3, APPROVED: 1 });
    // Half past midnight in Sweden is still the last day of the previous month in UTC.
    const mayFilter = "createdDateRange=2026-05-01;2026-05-12";
    expect(await fetchCounts(as, "statusFilter", mayFilter)).toEqual({ COMPLETED: 1, APPROVED: 1 });
    expect(await fetchCounts(as, "templateFilter", "statusFilter=COMPLETED")).toEqual({
      [mast.id]: 1,
      [cabinet.id]: 1,
    });
    expect(
      await fetchCounts(as, "templateFilter", `templateFilter=${mast.id}&deletedTemplates=true`),
    ).toEqual({
      [mast.id]: 2,
      [cabinet.id]: 1,
    });
    expect(await fetchCounts(as, "creatorFilter", `templateFilter=${mast.id}`)).toEqual({ Åsa: 2 });
    expect(await fetchCounts(as, "exportedFilter")).toEqual({ false: 2, true: 1 });
  });

  it("include attention reasons, within the customer", async () => {
    const as = await makeReader();
    const { customerId } = as;
    const { id: documentationId } = await makeDocumentation(customerId, { status: "COMPLETED" });
    await db()
      .insert(tempFile)
      .values({ customerId, documentationId, name: "a.pdf", hasData: true, dateUploaded: now() });
    const reasons = {
      ...{ RECEIVED_FILES: 1, OVERDUE_UPLOADS: 0, EXPIRING_LINKS: 0 },
      ...{ COMPLETED_WITHOUT: 0, UNANSWERED: 0, LATE_REVIEW: 0, LATE_RETAKE: 0 },
    };
    expect(await fetchCounts(as, "attentionFilter")).toEqual(reasons);
    expect(await fetchCounts(as, "attentionFilter", "attentionFilter=EXPIRING_LINKS")).toEqual(reasons);
    expect(await fetchCounts(as, "attentionFilter", "statusFilter=PAUSED")).toMatchObject({
      RECEIVED_FILES: 0,
    });
    expect(await fetchCounts(as, "statusFilter", "attentionFilter=RECEIVED_FILES")).toEqual({ COMPLETED: 1 });
    const outsider = await makeReader();
    expect(await fetchCounts(outsider, "attentionFilter")).toMatchObject({ RECEIVED_FILES: 0 });
    const path = `/documentation/filterCounts?filter=statusFilter&customerId=${customerId}`;
    expect((await call("GET", path, { as: outsider })).status).toBe(403);
    expect(await fetchCounts(await makeSuperAdmin(), "statusFilter", `customerId=${customerId}`)).toEqual({
      COMPLETED: 1,
    });
  });

  it("design§D1 cover only the newest documentations if very many match, and say so", async () => {
    const { customerId } = await makeReader();
    for (const day of ["01", "02", "03"])
      await makeDocumentation(customerId, { dateCreated: `2026-05-${day}T08:00:00Z`, name: "Boden" });
    const scope = { customerId, deleted: false };
    const sample = async (filter: object, maxRows: number) => {
      const { from, includesAllMatches } = createNewestMatchSource(
        await createSearch(db(), scope, { ...emptyFilter, ...filter }),
        maxRows,
      );
      return [await selectNumber(db(), sql`SELECT count(*) FROM ${from}`), await includesAllMatches(db())];
    };
    expect(await sample({}, 2)).toEqual([2, false]);
    expect(await sample({}, 10)).toEqual([3, true]);
    expect(await sample({ query: "boden" }, 2)).toEqual([2, false]);
    expect(await sample({ query: "boden" }, 10)).toEqual([3, true]);
    expect(await sample({ creatorFilter: "nobody" }, 10)).toEqual([0, true]);
  });
});
