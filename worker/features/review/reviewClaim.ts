import { sql } from "drizzle-orm";
import type { Actor } from "#domain/access/actor.ts";
import { addSeconds, now } from "#domain/core/fields.ts";
import { reviewClaimSeconds } from "#domain/endpoints/review/reviewQueue.ts";
import type { Database } from "#worker/db/database.ts";
import { idParam } from "#worker/db/ids.ts";
import { number, selectRow, text } from "#worker/db/rows.ts";
import { scopeOf } from "#worker/db/scope.ts";
import { statement } from "#worker/db/statement.ts";
import { findChangeableDocumentation } from "#worker/documentation/changeDocumentation.ts";
import { findVisibleDocumentation } from "#worker/documentation/details.ts";

/** Expired claims deleted per new claim. */
const maxDeletedExpiredClaims = 20;

/**
 * Claims a documentation for review, or returns the user who has already claimed it. Claiming again renews the claim.
 * @throws notFound, ruleBroken
 */
export async function claimReview(
  db: Database,
  actor: Actor,
  id: string,
): Promise<{ reviewer: string | null; expires: string }> {
  const { customerId } = await findChangeableDocumentation(db, scopeOf(actor), id);
  const expires = addSeconds(reviewClaimSeconds);
  await db.batch([
    statement(
      db,
      sql`DELETE FROM review_claim WHERE documentation_id IN (
        SELECT documentation_id FROM review_claim WHERE expires_at <= ${now()} LIMIT ${maxDeletedExpiredClaims})`,
    ),
    statement(
      db,
      sql`INSERT INTO review_claim (documentation_id, customer_id, user_id, creator, expires_at)
        VALUES (${idParam(id)}, ${customerId}, ${actor.userId}, ${actor.username}, ${expires})
        ON CONFLICT (documentation_id) DO UPDATE SET user_id = excluded.user_id, creator = excluded.creator,
          expires_at = excluded.expires_at
        WHERE review_claim.user_id = excluded.user_id OR review_claim.expires_at <= ${now()}`,
    ),
  ]);
  const claim = await selectRow(
    db,
    { userId: number("r.user_id"), creator: text("r.creator"), expires: text("r.expires_at") },
    (columns) => sql`SELECT ${columns} FROM review_claim r WHERE r.documentation_id = ${idParam(id)}`,
  );
  return claim && claim.userId !== actor.userId
    ? { reviewer: claim.creator, expires: claim.expires }
    : { reviewer: null, expires };
}

/**
 * Releases the actor's claim.
 * @throws notFound
 */
export async function releaseReview(db: Database, actor: Actor, id: string): Promise<void> {
  const { customerId } = await findVisibleDocumentation(db, scopeOf(actor), id);
  await db.run(
    sql`DELETE FROM review_claim WHERE customer_id = ${customerId} AND documentation_id = ${idParam(id)} AND user_id = ${actor.userId}`,
  );
}
