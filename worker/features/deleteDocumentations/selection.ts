import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { documentationStatuses } from "../../../domain/documentation";
import type { countDeletion, DeletionExtent } from "../../../domain/endpoints/deleteDocumentations";
import { problem } from "../../../domain/problem";
import { openToDevices } from "../../../domain/rules/completion";
import { begins } from "../../db/casefold";
import type { Database } from "../../db/database";
import { idsOf } from "../../db/ids";
import { customerScope } from "../../db/scope";
import { isShort, matchingDocumentations } from "../../documentation/search";

export type Selection = z.output<NonNullable<typeof countDeletion.body>>;

/** Rows of `documentation d` that are meant. */
export function chosen({ customerId, ids, matching, except }: Selection): SQL {
  const stay = except.length > 0 ? sql` AND d.id NOT IN ${idsOf(except)}` : sql``;
  const own = sql`d.customer_id = ${customerId}${stay}`;
  if (!matching) return sql`${own} AND d.id IN ${idsOf(ids)}`;
  const term = matching.query;
  if (term === "") return own;
  if (isShort(term)) return sql`${own} AND ${begins(sql.raw("d.name"), term)}`;
  // The search leads, not the customer's index.
  return sql`+${own} AND d.seq IN (${matchingDocumentations(customerScope(customerId), term)})`;
}

/**
 * @throws invalid, naming `ids`, when nothing is chosen (2§5), both ways are used at once, or a documentation is another customer's.
 */
export async function refuseSelection(db: Database, { customerId, ids, matching }: Selection): Promise<void> {
  if (!matching && ids.length === 0) throw problem("invalid", { fields: { ids: "required" } });
  if (matching && ids.length > 0) throw problem("invalid", { fields: { ids: "notAllowed" } });
  const foreign = await db.get<{ found: number } | undefined>(sql`
    SELECT 1 AS found FROM json_each(${JSON.stringify(ids)}) i JOIN documentation d ON d.id = i.value
    WHERE d.customer_id <> ${customerId} LIMIT 1`);
  if (foreign) throw problem("invalid", { fields: { ids: "notFound" } });
}

const withField = JSON.stringify(documentationStatuses.filter(openToDevices));

export async function extentOf(db: Database, selection: Selection): Promise<DeletionExtent> {
  const found = await db.get<DeletionExtent>(sql`
    SELECT count(*) AS documentations, coalesce(sum(d.uploaded_photos), 0) AS photos, coalesce(sum(d.data_size), 0) AS bytes,
      coalesce(sum(d.status IN (SELECT value FROM json_each(${withField}))), 0) AS withField
    FROM documentation d WHERE ${chosen(selection)}`);
  return found!;
}
