import { eq } from "drizzle-orm";
import { now } from "#domain/core/fields.ts";
import { problem } from "#domain/core/problem.ts";
import { type LicenseRow, license } from "#worker/db/schema/index.ts";
import type { AppContext } from "#worker/http/context.ts";
import { directoryDb, selectCustomerShard } from "#worker/http/databases.ts";
import { addressOf, countWrongGuess } from "./rateLimit.ts";
import { hasSession } from "./session/actor.ts";

const guessLimit = { maxAttempts: 30, windowSeconds: 15 * 60 };

/**
 * Finds the licence of a code and selects its customer's database. Unknown codes count as guesses, except from a logged-in user.
 * Expired codes get the same response but do not count. A valid code is accepted however many wrong ones its address has sent.
 * @throws licenseRefused; tooManyAttempts for an unknown code once the limit is reached
 */
export async function authenticateLicense(c: AppContext, licenseCode: string): Promise<LicenseRow> {
  const db = directoryDb(c);
  const found = await db.select().from(license).where(eq(license.licenseCode, licenseCode)).get();
  if (found && (found.expireDate === null || found.expireDate > now())) {
    await selectCustomerShard(c, found.customerId);
    return found;
  }
  if (!found && !(await hasSession(c)))
    await countWrongGuess(db, { kind: "license", guess: licenseCode, address: addressOf(c), ...guessLimit });
  throw problem("licenseRefused");
}
