import { and, eq } from "drizzle-orm";
import type { z } from "zod";
import { now } from "#domain/core/fields.ts";
import { pick } from "#domain/core/objects.ts";
import type { saveDevice } from "#domain/endpoints/capture/capture.ts";
import { createDeviceToken } from "#worker/auth/deviceToken.ts";
import { sha256 } from "#worker/auth/session/sessionTokens.ts";
import { auditStatement, changeParamsOf, createServiceAuthor } from "#worker/db/audit.ts";
import type { Database } from "#worker/db/database.ts";
import { customer, device, deviceLicense, type LicenseRow } from "#worker/db/schema/index.ts";

type DeviceResponse = z.input<NonNullable<typeof saveDevice.response>>;

/** Registers or updates a device, and returns its licence with the app's settings, and the device's token if it has none yet. */
export async function registerDevice(
  db: Database,
  license: LicenseRow,
  { device: reportedDevice, renewToken }: z.output<NonNullable<typeof saveDevice.body>>,
): Promise<DeviceResponse> {
  const { customerId } = license;
  const existingDevice = await db
    .select()
    .from(device)
    .where(and(eq(device.customerId, customerId), eq(device.deviceId, reportedDevice.deviceId)))
    .get();
  const id = existingDevice?.id ?? crypto.randomUUID();
  const token =
    existingDevice?.tokenRevokedAt || (existingDevice?.tokenHash && !renewToken)
      ? null
      : createDeviceToken(customerId);
  const changedFields = {
    ...reportedDevice,
    currentLicenseId: license.id,
    ...(token && { tokenIssuedAt: now() }),
  };
  const params = changeParamsOf(
    existingDevice ? pick(existingDevice, Object.keys(changedFields)) : null,
    changedFields,
  );
  if (Object.keys(params).length > 0) {
    const tokenHash = token && { tokenHash: await sha256(token) };
    const values = { ...changedFields, ...tokenHash, id, customerId, lastUpdated: now() };
    await db.batch([
      existingDevice
        ? db.update(device).set(values).where(eq(device.id, id))
        : db.insert(device).values(values),
      auditStatement(db, {
        author: createServiceAuthor(customerId),
        objectClass: "siteproof.Device",
        objectId: id,
        action: existingDevice ? "UPDATE" : "CREATE",
        params,
      }),
      db
        .insert(deviceLicense)
        .values({ customerId, deviceId: id, licenseId: license.id })
        .onConflictDoNothing(),
    ]);
  }
  return { id, token, license: await readLicenseSettings(db, license) };
}

/** The licence's settings for its app, including the logo. */
export async function readLicenseSettings(
  db: Database,
  license: LicenseRow,
): Promise<DeviceResponse["license"]> {
  const customerRow = await db
    .select({ name: customer.name })
    .from(customer)
    .where(eq(customer.id, license.customerId))
    .get();
  return { ...license, customerName: customerRow?.name ?? "" };
}
