import { and, desc, eq, isNull } from "drizzle-orm";
import type { RetakeDevice } from "#domain/endpoints/documentation/retake.ts";
import { getPhoneModelName } from "#domain/media/phoneModel.ts";
import type { Database } from "#worker/db/database.ts";
import { device, deviceLicense } from "#worker/db/schema/index.ts";

const maxRetakeDevices = 50;

/** The devices that have used a licence and may still fetch its documentations, the most recently seen first. */
export async function listRetakeDevices(
  db: Database,
  { customerId, licenseId }: { customerId: number; licenseId: string | null },
): Promise<RetakeDevice[]> {
  if (licenseId === null) return [];
  const rows = await db
    .select({
      deviceId: device.deviceId,
      username: device.username,
      phoneModel: device.phoneModel,
      lastUpdated: device.lastUpdated,
    })
    .from(deviceLicense)
    .innerJoin(
      device,
      and(eq(device.customerId, deviceLicense.customerId), eq(device.id, deviceLicense.deviceId)),
    )
    .where(
      and(
        eq(deviceLicense.customerId, customerId),
        eq(deviceLicense.licenseId, licenseId),
        isNull(device.tokenRevokedAt),
      ),
    )
    .orderBy(desc(device.lastUpdated), device.deviceId)
    .limit(maxRetakeDevices);
  return rows.map(({ phoneModel, ...row }) => ({
    ...row,
    phoneModel: phoneModel && (getPhoneModelName(phoneModel) ?? phoneModel),
  }));
}
