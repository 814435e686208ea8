import type { Actor } from "#domain/access/actor.ts";
import { spansCustomers } from "#domain/access/authorities.ts";
import { problem } from "#domain/core/problem.ts";
import {
  dropUnusedStatus,
  type SuggestionListRules,
  validateSuggestionList,
} from "#domain/lists/suggestion.ts";
import type { suggestionList as contract } from "#domain/resources/index.ts";
import type { FoundRow } from "#worker/resources/binding.ts";
import type { Writes } from "#worker/resources/standard.ts";
import { suggestionListBinding as binding } from "#worker/resources/suggestionResource.ts";
import { changeRow, createRow, parseChange, parseCreation, removeRow } from "#worker/resources/writing.ts";

/** The standard writes, with the rules of 3§5 about params, status and licences. */
export const listWrites: Writes<unknown, typeof contract> = {
  async create(c, actor, body) {
    const db = c.get("db");
    const fields = await parseCreation(db, binding, actor, body);
    refuseFaults(actor, fields, null);
    return createRow(db, binding, actor, fields);
  },

  async change(c, actor, before, body) {
    const db = c.get("db");
    const { change, version } = await parseChange(db, binding, before, body);
    const values = dropUnusedStatus(change);
    refuseFaults(actor, { ...before, ...values }, before);
    return changeRow(db, binding, actor, before, { change: values, version });
  },

  remove: (c, actor, before) => removeRow(c.get("db"), binding, actor, before),
};

type List = FoundRow<typeof contract>;

function refuseFaults(
  actor: Actor,
  after: SuggestionListRules & Pick<List, "suggestionListLicenses">,
  before: List | null,
): void {
  const errors = validateSuggestionList(after);
  const licenses = JSON.stringify(after.suggestionListLicenses);
  // Only super admins choose the licences of a list (3§6).
  if (!spansCustomers(actor) && licenses !== JSON.stringify(before?.suggestionListLicenses ?? []))
    errors.suggestionListLicenses = "notAllowed";
  if (Object.keys(errors).length > 0) throw problem("invalid", { fields: errors });
}
