import type { Actor } from "../../../domain/access/actor";
import { spansCustomers } from "../../../domain/access/authorities";
import { problem } from "../../../domain/problem";
import type { suggestionList as contract } from "../../../domain/resources";
import {
  dropUnusedStatus,
  type SuggestionListRules,
  validateSuggestionList,
} from "../../../domain/rules/suggestion";
import type { FoundRow } from "../../resources/binding";
import type { Writes } from "../../resources/standard";
import { suggestionListBinding as binding } from "../../resources/suggestions";
import { changeRow, createRow, parseChange, parseCreation, removeRow } from "../../resources/writing";

/** The standard writes, with the rules of 3§5 about params, status and licences. */
export const listWrites: Writes<unknown, typeof contract> = {
  async create(c, actor, body) {
    const db = c.get("db");
    const given = await parseCreation(db, binding, actor, body);
    refuseFaults(actor, given, null);
    return createRow(db, binding, actor, given);
  },

  async change(c, actor, before, body) {
    const db = c.get("db");
    const { change, version } = await parseChange(db, binding, before, body);
    const settled = dropUnusedStatus(change);
    refuseFaults(actor, { ...before, ...settled }, before);
    return changeRow(db, binding, actor, before, { change: settled, version });
  },

  remove: (c, actor, before) => removeRow(c.get("db"), binding, actor, before),
};

type List = FoundRow<typeof contract>;

function refuseFaults(
  actor: Actor,
  after: SuggestionListRules & Pick<List, "suggestionListLicenses">,
  before: List | null,
): void {
  const faults = validateSuggestionList(after);
  const licenses = JSON.stringify(after.suggestionListLicenses);
  // Only super admins choose the licences of a list (3§6).
  if (!spansCustomers(actor) && licenses !== JSON.stringify(before?.suggestionListLicenses ?? []))
    faults.suggestionListLicenses = "notAllowed";
  if (Object.keys(faults).length > 0) throw problem("invalid", { fields: faults });
}
