import { and, asc, eq, gt, isNull, or, sql } from "drizzle-orm";
import type { Actor } from "#domain/access/actor.ts";
import { now } from "#domain/core/fields.ts";
import type { Database } from "#worker/db/database.ts";
import { license, userLicense } from "#worker/db/schema/index.ts";
import { sortKeySql } from "#worker/db/sortKey.ts";

/**
 * The licences a user can capture with in the portal (2§2): the user's own, or all of the customer's if the user has none. Expired
 * licences are left out, because every later call would refuse them.
 */
export function listCaptureLicenses(db: Database, actor: Pick<Actor, "customerId" | "userId">) {
  const { id, name, customerId } = license;
  const grantedLicensesQuery = sql`SELECT 1 FROM ${userLicense} WHERE ${userLicense.customerId} = ${actor.customerId} AND ${userLicense.userId} = ${actor.userId}`;
  return db
    .select({
      id,
      name,
      customerId,
      licenseCode: license.licenseCode,
      reverseDocumentationCreation: license.reverseDocumentationCreation,
      pauseDocumentations: license.pauseDocumentations,
      emailRequired: license.emailRequired,
      useSavedUsername: license.useSavedUsername,
      useSavedEmail: license.useSavedEmail,
      hasLogo: sql`${license.logo} IS NOT NULL`.mapWith(Boolean),
    })
    .from(license)
    .where(
      and(
        eq(customerId, actor.customerId),
        or(isNull(license.expireDate), gt(license.expireDate, now())),
        sql`(NOT EXISTS (${grantedLicensesQuery}) OR EXISTS (${grantedLicensesQuery} AND ${userLicense.licenseId} = ${id}))`,
      ),
    )
    .orderBy(sortKeySql(name), asc(id));
}
