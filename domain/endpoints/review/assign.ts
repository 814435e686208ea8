import { z } from "zod";
import { defineEndpoint } from "#domain/contract/endpoint.ts";
import { compareByKeys } from "#domain/contract/merge/compareValues.ts";
import type { MergeStrategy } from "#domain/contract/merge/mergeResponses.ts";
import { day, searchTerm, uuid, version } from "#domain/core/fields.ts";
import { documentationDetails } from "../documentation/details.ts";
import { otherCustomer } from "../shared/otherCustomer.ts";

/** Assigning documentations to the people who are to review them. Many at a time: `bulkChange`. */

/** Users that a search for an assignee returns. */
export const maxAssignableUsers = 50;
/** Users among whom one bulk change can share documentations. */
export const maxAssignees = 20;

const assignableUser = z.object({
  userId: z.int(),
  name: z.string(),
  fullName: z.string().nullable(),
  /** Whether the user has had a documentation open for review within the last two minutes. */
  isReviewing: z.boolean(),
});
export type AssignableUser = z.output<typeof assignableUser>;

/** A user may be known to several databases. */
const assignableMerge: MergeStrategy<{ items: readonly AssignableUser[] }> = {
  merge(responses) {
    const users = new Map<number, AssignableUser>();
    for (const user of responses.flatMap(({ items }) => items))
      if (user.isReviewing || !users.has(user.userId)) users.set(user.userId, user);
    const byPresence = compareByKeys<AssignableUser>("asc", ({ isReviewing }) => (isReviewing ? "0" : "1"));
    return { items: [...users.values()].sort(byPresence).slice(0, maxAssignableUsers) };
  },
};

export const findAssignableUsers = defineEndpoint({
  method: "GET",
  path: "/documentation/findAssignableUsers",
  authentication: "session",
  authority: "ROLE_DOCUMENTATION_READ",
  multiDatabase: assignableMerge,
  summary: `Search the users to whom documentations can be assigned: those who may review. At most ${maxAssignableUsers}; those who are reviewing now come first.`,
  query: z.strictObject({
    q: searchTerm().default(""),
    customerId: otherCustomer,
  }),
  response: z.object({ items: z.array(assignableUser) }),
});

export const assignDocumentation = defineEndpoint({
  method: "PUT",
  path: "/documentation/assign/{id}",
  authentication: "session",
  authority: "ROLE_DOCUMENTATION_WRITE",
  params: z.object({ id: uuid() }),
  summary:
    "Assign a documentation to a user of its customer who may review, with or without a day, or to nobody. The user is notified.",
  body: z.strictObject({
    assigneeId: z.int().positive().nullable().meta({ description: "null for nobody", example: 17 }),
    dueDay: day().nullable().default(null).meta({ description: "The day by which to review it" }),
    version: version(),
  }),
  response: documentationDetails,
});
