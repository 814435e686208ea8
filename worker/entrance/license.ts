import { and, eq, gt, isNull, or } from "drizzle-orm";
import { now } from "../../domain/fields";
import { problem } from "../../domain/problem";
import { license } from "../db/schema";
import type { AppContext } from "../http/context";
import { addressOf, blockedUntil, countAttempts, tooManyAttempts } from "./attempts";

export type DeviceLicense = typeof license.$inferSelect;

const window = 15 * 60;
const wrongCodesPerAddress = 30;

/**
 * The licence a device came with. Unknown and expired codes are answered alike, so that codes cannot be told apart by
 * trying; wrong ones are counted per address, and after too many no code from there is looked at for a while, the right
 * one neither: else the answers would go on telling which is right.
 */
export async function licenseOf(c: AppContext, licenseCode: string): Promise<DeviceLicense> {
  const db = c.get("db");
  const limit = { key: `license:address:${addressOf(c)}`, attempts: wrongCodesPerAddress, window };
  const [[blocked], [found]] = await db.batch([
    blockedUntil(db, limit),
    db
      .select()
      .from(license)
      .where(
        and(
          eq(license.licenseCode, licenseCode),
          or(isNull(license.expireDate), gt(license.expireDate, now())),
        ),
      ),
  ]);
  if (blocked) throw tooManyAttempts(blocked.windowEnds);
  if (found) return found;
  await countAttempts(db, [limit]);
  throw problem("licenseRefused");
}
