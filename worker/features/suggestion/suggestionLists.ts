import type { Actor } from "#domain/access/actor.ts";
import { spansCustomers } from "#domain/access/authorities.ts";
import { problem } from "#domain/core/problem.ts";
import {
  dropUnusedStatus,
  type SuggestionListRules,
  validateSuggestionList,
} from "#domain/lists/suggestion.ts";
import type { suggestionList as contract } from "#domain/resources/index.ts";
import type { BoundRow } from "#worker/resources/binding.ts";
import {
  changeRow,
  createRow,
  parseChange,
  parseCreation,
  removeRow,
} from "#worker/resources/resourceWrites.ts";
import type { WriteHandlers } from "#worker/resources/standardHandlers.ts";
import { suggestionListBinding as binding } from "#worker/resources/suggestionResource.ts";

/** The standard writes, with the rules of 3§5 about params, status and licences. */
export const listWrites: WriteHandlers<unknown, typeof contract> = {
  async create(c, actor, body) {
    const db = c.get("db");
    const fields = await parseCreation(db, binding, actor, body);
    assertRulesMet(actor, fields, null);
    return createRow(db, binding, actor, fields);
  },

  async change(c, actor, existingRow, body) {
    const db = c.get("db");
    const { change, version } = await parseChange(db, binding, existingRow, body);
    const values = dropUnusedStatus(change);
    assertRulesMet(actor, { ...existingRow, ...values }, existingRow);
    return changeRow(db, binding, actor, existingRow, { change: values, version });
  },

  remove: (c, actor, existingRow) => removeRow(c.get("db"), binding, actor, existingRow),
};

type List = BoundRow<typeof contract>;

function assertRulesMet(
  actor: Actor,
  newValues: SuggestionListRules & Pick<List, "suggestionListLicenses">,
  existingRow: List | null,
): void {
  const errors = validateSuggestionList(newValues);
  const licenses = JSON.stringify(newValues.suggestionListLicenses);
  // Only super admins choose the licences of a list (3§6).
  if (!spansCustomers(actor) && licenses !== JSON.stringify(existingRow?.suggestionListLicenses ?? []))
    errors.suggestionListLicenses = "notAllowed";
  if (Object.keys(errors).length > 0) throw problem("invalid", { fields: errors });
}
