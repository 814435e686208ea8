import { expectedAnswerList, suggestionList } from "#worker/db/schema/index.ts";
import { db, makeCustomer, uniqueName } from "./factories.ts";

export async function makeSuggestionList(
  customerId?: number,
  overrides: Partial<typeof suggestionList.$inferInsert> = {},
) {
  const [row] = await db()
    .insert(suggestionList)
    .values({
      customerId: customerId ?? (await makeCustomer()).id,
      name: uniqueName("list"),
      type: "DOCUMENTATION_NAMES",
      ...overrides,
    })
    .returning();
  return row!;
}

export async function makeExpectedAnswerList(customerId?: number) {
  const [row] = await db()
    .insert(expectedAnswerList)
    .values({ customerId: customerId ?? (await makeCustomer()).id, name: uniqueName("list") })
    .returning();
  return row!;
}
