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

it("2§2 a super admin's free text finds documentations by the name of their customer, each once; a customer's does not", async () => {
  const stem = uniqueName("Fjällnät");
  const [named, other] = [await makeCustomer(), await makeCustomer()];
  await db()
    .update(customer)
    .set({ name: `${stem} AB` })
    .where(eq(customer.id, named.id));
  const byBoth = await makeDocumentation(named.id, { name: `${stem} mast` });
  const byCustomer = await makeDocumentation(named.id, { name: "Cabinet" });
  const byName = await makeDocumentation(other.id, { name: `Beside ${stem}` });
  await makeDocumentation(other.id, { name: "Pole" });
  const found = async (as: Caller, query: string, rest = "") => {
    const filter = `query=${encodeURIComponent(query)}${rest}`;
    const { items } = await jsonOf<{ items: { id: string }[] }>(
      call("GET", `/documentations?sort=name&order=asc&${filter}`, { as }),
    );
    const { total } = await jsonOf<{ total: number }>(call("GET", `/documentation/count?${filter}`, { as }));
    expect(total).toBe(items.length);
    return items.map(({ id }) => id).sort();
  };
  const root = await makeSuperAdmin();
  const all = [byBoth.id, byCustomer.id, byName.id].sort();
  expect(await found(root, stem.toUpperCase())).toEqual(all);
  await indexPendingTexts(env, databaseOf(env));
  expect(await found(root, stem)).toEqual(all);
  expect(await found(root, stem, "&statusFilter=COMPLETED")).toEqual(all);
  // Within one customer, everybody knows whose the rows are.
  expect(await found(root, stem, `&customerId=${named.id}`)).toEqual([byBoth.id]);
  const staff = await makeCaller({ customerId: named.id, roles: ["ROLE_DOCUMENTATION_READ"] });
  expect(await found(staff, stem)).toEqual([byBoth.id]);
  // A short term matches the beginnings of names.
  const short = String.fromCodePoint(0x13a0 + (named.id % 80));
  await db()
    .update(customer)
    .set({ name: `${short}${stem}` })
    .where(eq(customer.id, named.id));
  expect(await found(root, short)).toEqual([byBoth.id, byCustomer.id].sort());
});
