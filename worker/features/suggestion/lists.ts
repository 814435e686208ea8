import { sql } from "drizzle-orm";
import type { Actor } from "../../../domain/access/actor";
import { spansCustomers } from "../../../domain/access/authorities";
import { now } from "../../../domain/fields";
import { problem } from "../../../domain/problem";
import { suggestionList as contract } from "../../../domain/resources";
import { maximumNameLength } from "../../../domain/rules/entryFile";
import {
  type SuggestionListRules,
  suggestionListFaults,
  withoutIdleStatus,
} from "../../../domain/rules/suggestion";
import { difference } from "../../db/audit";
import type { Database } from "../../db/database";
import { foreignKeyViolation } from "../../db/errors";
import { newId } from "../../db/ids";
import { statement } from "../../db/statement";
import type { FoundRow } from "../../resources/binding";
import { line } from "../../resources/entries";
import { findRow } from "../../resources/reading";
import type { Writes } from "../../resources/standard";
import { suggestionListBinding as binding } from "../../resources/suggestions";
import { changeIn, changeRow, createRow, creationIn, removeRow } from "../../resources/writing";
import { listOf } from "./suggestions";

/** The standard writes, with the rules of 3§5 about params, status and licences. */
export const listWrites: Writes<unknown, typeof contract> = {
  async create(c, actor, body) {
    const db = c.get("db");
    const given = await creationIn(db, binding, actor, body);
    refuseFaults(actor, given, null);
    return createRow(db, binding, actor, given);
  },

  async change(c, actor, before, body) {
    const db = c.get("db");
    const { change, version } = await changeIn(db, binding, before, body);
    const settled = withoutIdleStatus(change);
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
  const faults = suggestionListFaults(after);
  const licenses = JSON.stringify(after.suggestionListLicenses);
  // Only super admins choose the licences of a list (3§6).
  if (!spansCustomers(actor) && licenses !== JSON.stringify(before?.suggestionListLicenses ?? []))
    faults.suggestionListLicenses = "notAllowed";
  if (Object.keys(faults).length > 0) throw problem("invalid", { fields: faults });
}

const copySuffix = " - Kopia";

/** Copies a list with its suggestions, and with its licences when the customer stays the same. */
export async function copyList(
  db: Database,
  actor: Actor,
  given: { suggestionList: string; name?: string | undefined; customer?: number | undefined },
): Promise<List> {
  const from = await listOf(db, actor, given.suggestionList);
  const customerId = given.customer ?? from.customerId;
  if (customerId !== actor.customerId && !spansCustomers(actor)) throw problem("forbidden");
  const sameCustomer = customerId === from.customerId;
  const suffix = sameCustomer ? copySuffix : "";
  const name = given.name ?? from.name.slice(0, maximumNameLength - suffix.length) + suffix;
  const id = crypto.randomUUID();
  const { type, description, params } = from;
  try {
    await db.batch([
      statement(
        db,
        sql`INSERT INTO suggestion_list (id, customer_id, name, description, type, delete_suggestion_if_documentation_exists,
            required_documentation_status, params, date_created)
          SELECT ${id}, ${customerId}, ${name}, description, type, delete_suggestion_if_documentation_exists,
            required_documentation_status, params, ${now()} FROM suggestion_list WHERE id = ${from.id}`,
      ),
      line(
        db,
        contract.objectClass,
        actor,
        { id, customerId },
        id,
        "CREATE",
        difference(null, { customerId, name, description, type, params, copyOf: from.id }),
      ),
      statement(
        db,
        sql`INSERT INTO suggestion (id, customer_id, suggestion_list_id, text, imported, lat, lng, date_created)
          SELECT ${newId}, ${customerId}, ${id}, text, imported, lat, lng, ${now()} FROM suggestion WHERE suggestion_list_id = ${from.id}`,
      ),
      ...(sameCustomer
        ? [
            statement(
              db,
              sql`INSERT INTO suggestion_list_license (suggestion_list_id, customer_id, license_id)
                SELECT ${id}, customer_id, license_id FROM suggestion_list_license WHERE suggestion_list_id = ${from.id}`,
            ),
          ]
        : []),
    ]);
  } catch (error) {
    if (foreignKeyViolation(error)) throw problem("invalid", { fields: { customer: "notFound" } });
    throw error;
  }
  return findRow(db, binding, actor, id);
}
