import { expectedAnswerList, suggestionList } from "#worker/db/schema/index.ts";
import { db, distinct, makeCustomer } from "./factories.ts";

export async function makeSuggestionList(
  customerId?: number,
  request: Partial<typeof suggestionList.$inferInsert> = {},
) {
  const [row] = await db()
    .insert(suggestionList)
    .values({
      customerId: customerId ?? (await makeCustomer()).id,
      name: distinct("list"),
      type: "DOCUMENTATION_NAMES",
      ...request,
    })
    .returning();
  return row!;
}

export async function makeExpectedAnswerList(customerId?: number) {
  const [row] = await db()
    .insert(expectedAnswerList)
    .values({ customerId: customerId ?? (await makeCustomer()).id, name: distinct("list") })
    .returning();
  return row!;
}
