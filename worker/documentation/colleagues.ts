import { type SQL, sql } from "drizzle-orm";
import type { Authority } from "#domain/access/authorities.ts";

/** Condition for a user `u`: of the customer, allowed to log in, and with an authority. */
export const colleagueCondition = (
  customerId: number | SQL,
  authority: Authority,
): SQL => sql`u.customer_id = ${customerId}
  AND u.enabled AND NOT u.account_locked AND NOT u.account_expired
  AND EXISTS (SELECT 1 FROM user_role x JOIN role r ON r.id = x.role_id
    WHERE x.user_id = u.id AND r.authority IN (${authority}, 'ROLE_SUPER_ADMIN'))`;
