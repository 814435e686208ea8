import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { databaseOf } from "#worker/db/database.ts";
import { customer } from "#worker/db/schema/index.ts";
import { indexPendingTexts } from "#worker/listQuery/searchIndex.ts";
import {
  type Caller,
  call,
  db,
  env,
  jsonOf,
  makeCaller,
  makeCustomer,
  makeDocumentation,
  makeSuperAdmin,
  uniqueName,
} from "#worker/testing/factories.ts";

it("2§2 a super admin's free text finds documentations by the name of their customer, each once; other users' free text does not", async () => {
  const stem = uniqueName("Fjällnät");
  const [namedCustomer, otherCustomer] = [await makeCustomer(), await makeCustomer()];
  await db()
    .update(customer)
    .set({ name: `${stem} AB` })
    .where(eq(customer.id, namedCustomer.id));
  const bothMatch = await makeDocumentation(namedCustomer.id, { name: `${stem} mast` });
  const customerMatch = await makeDocumentation(namedCustomer.id, { name: "Cabinet" });
  const nameMatch = await makeDocumentation(otherCustomer.id, { name: `Beside ${stem}` });
  await makeDocumentation(otherCustomer.id, { name: "Pole" });
  const fetchIds = async (as: Caller, query: string, extraQuery = "") => {
    const filter = `query=${encodeURIComponent(query)}${extraQuery}`;
    const { items } = await jsonOf<{ items: { id: string }[] }>(
      call("GET", `/documentations?sort=name&order=asc&${filter}`, { as }),
    );
    const { total } = await jsonOf<{ total: number }>(call("GET", `/documentation/count?${filter}`, { as }));
    expect(total).toBe(items.length);
    return items.map(({ id }) => id).sort();
  };
  const root = await makeSuperAdmin();
  const allIds = [bothMatch.id, customerMatch.id, nameMatch.id].sort();
  expect(await fetchIds(root, stem.toUpperCase())).toEqual(allIds);
  await indexPendingTexts(env, databaseOf(env));
  expect(await fetchIds(root, stem)).toEqual(allIds);
  expect(await fetchIds(root, stem, "&statusFilter=COMPLETED")).toEqual(allIds);
  // Within one customer, the customer's name is not searched.
  expect(await fetchIds(root, stem, `&customerId=${namedCustomer.id}`)).toEqual([bothMatch.id]);
  const staff = await makeCaller({ customerId: namedCustomer.id, roles: ["ROLE_DOCUMENTATION_READ"] });
  expect(await fetchIds(staff, stem)).toEqual([bothMatch.id]);
  // A short term matches the beginnings of names.
  const shortTerm = String.fromCodePoint(0x13a0 + (namedCustomer.id % 80));
  await db()
    .update(customer)
    .set({ name: `${shortTerm}${stem}` })
    .where(eq(customer.id, namedCustomer.id));
  expect(await fetchIds(root, shortTerm)).toEqual([bothMatch.id, customerMatch.id].sort());
});
