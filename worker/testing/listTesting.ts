import { expectedAnswerList, suggestionList } from "#worker/db/schema/index.ts";
import { db, distinct, makeCustomer } from "./factories.ts";

export async function makeSuggestionList(
  customerId?: number,
  request: Partial<typeof suggestionList.$inferInsert> = {},
) {
  const [made] = await db()
    .insert(suggestionList)
    .values({
      customerId: customerId ?? (await makeCustomer()).id,
      name: distinct("list"),
      type: "DOCUMENTATION_NAMES",
      ...request,
    })
    .returning();
  return made!;
}

export async function makeExpectedAnswerList(customerId?: number) {
  const [made] = await db()
    .insert(expectedAnswerList)
    .values({ customerId: customerId ?? (await makeCustomer()).id, name: distinct("list") })
    .returning();
  return made!;
}
