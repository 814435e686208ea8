import { eq } from "drizzle-orm";
import { now } from "#domain/core/fields.ts";
import { problem } from "#domain/core/problem.ts";
import { type LicenseRow, license } from "#worker/db/schema/index.ts";
import type { AppContext } from "#worker/http/context.ts";
import { getDirectoryDb, selectCustomerShard } from "#worker/http/databases.ts";
import { authenticateDevice } from "./deviceToken.ts";
import { findLicenseUse, licenseGuessLimit, recordLicenseUse } from "./licenseUse.ts";
import { addressOf, countWrongGuess, tooManyAttempts } from "./rateLimit.ts";
import { hasSession } from "./session/actor.ts";

/**
 * Finds the licence of a code and selects its customer's database. Unknown codes count as guesses, except from a logged-in user.
 * Expired codes, and deleted ones that were used from the same network before, do not count. Once the limit on guesses is reached, only
 * codes that were used from the same network before are accepted, and calls with a device's token: otherwise guessing could go on past
 * the limit.
 * @throws licenseExpired or licenseUnknown for callers known by network or token, licenseRefused for others, who might be guessing;
 * tooManyAttempts once the limit is reached, for right and wrong codes alike
 */
export async function authenticateLicense(c: AppContext, licenseCode: string): Promise<LicenseRow> {
  const db = getDirectoryDb(c);
  const address = addressOf(c);
  // Everything is read before the code is checked, so that timing does not reveal whether it is right.
  const [licenseRow, licenseUse, device] = await Promise.all([
    db.select().from(license).where(eq(license.licenseCode, licenseCode)).get(),
    findLicenseUse(db, licenseCode, address),
    authenticateDevice(c),
  ]);
  const isAccepted = licenseRow && (licenseRow.expireDate === null || licenseRow.expireDate > now());
  const isKnown = licenseUse.isKnown || (device !== null && device.customerId === licenseRow?.customerId);
  if (licenseUse.limitEndsAt !== null && !isKnown && !(await hasSession(c)))
    throw tooManyAttempts(licenseUse.limitEndsAt);
  if (isAccepted) {
    await recordLicenseUse(db, licenseUse);
    await selectCustomerShard(c, licenseRow.customerId);
    return licenseRow;
  }
  if (isKnown) throw problem(licenseRow ? "licenseExpired" : "licenseUnknown");
  if (!licenseRow && !(await hasSession(c)))
    await countWrongGuess(db, { kind: "license", guess: licenseCode, address, ...licenseGuessLimit });
  // The token's device gets the same response for an unknown code and for another customer's expired one.
  throw problem(device ? "licenseUnknown" : "licenseRefused");
}
