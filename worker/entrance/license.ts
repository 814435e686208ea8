import { eq } from "drizzle-orm";
import { now } from "../../domain/fields";
import { problem } from "../../domain/problem";
import { license } from "../db/schema";
import type { AppContext } from "../http/context";
import { addressOf, countWrongGuess } from "./attempts";
import { hasSession } from "./session/actor";

export type DeviceLicense = typeof license.$inferSelect;

const limit = { attempts: 30, window: 15 * 60 };

/**
 * The licence a device came with. A right code is let in whatever else came from its address; unknown ones are counted. Expired
 * codes are refused in the same words and are no guesses, and neither is what somebody logged in sends.
 * @throws licenseRefused, tooManyAttempts for a wrong code after too many wrong ones
 */
export async function licenseOf(c: AppContext, licenseCode: string): Promise<DeviceLicense> {
  const db = c.get("db");
  const found = await db.select().from(license).where(eq(license.licenseCode, licenseCode)).get();
  if (found && (found.expireDate === null || found.expireDate > now())) return found;
  if (!found && !(await hasSession(c)))
    await countWrongGuess(db, { what: "license", guess: licenseCode, address: addressOf(c), ...limit });
  throw problem("licenseRefused");
}
