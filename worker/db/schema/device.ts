import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { creationInstant, customerForeignKey, customerKey, flag, instant, uuid } from "./columns.ts";
import { license } from "./license.ts";
import { customerOwnedColumns } from "./ownerColumns.ts";

/** A phone or tablet, as of its last report. `deviceId` is assigned by the app. */
export const device = sqliteTable(
  "device",
  {
    ...customerOwnedColumns(),
    deviceId: text().notNull(),
    username: text(),
    osVersion: text(),
    phoneModel: text(),
    appVersion: text(),
    deletePhotosAfterUpload: flag(),
    backupToLibrary: flag(),
    uploadOnWifiOnly: flag(),
    darkMode: flag(),
    /** Bytes. */
    availableStorageSpace: integer(),
    currentLicenseId: uuid(),
    /** The SHA-256 of the token that it got when it registered; null for a device that has none. */
    tokenHash: text(),
    tokenIssuedAt: instant(),
    /** When staff revoked the token. It is kept, so that calls that carry it are refused. */
    tokenRevokedAt: instant(),
    dateCreated: creationInstant(),
    lastUpdated: creationInstant(),
  },
  (t) => [
    customerKey(t),
    index("device_device_id").on(t.customerId, t.deviceId),
    index("device_token").on(t.customerId, t.tokenHash).where(sql`token_hash IS NOT NULL`),
    index("device_license_current").on(t.customerId, t.currentLicenseId),
    customerForeignKey(t.customerId, t.currentLicenseId, () => license),
  ],
);

/** The licences a device has used. */
export const deviceLicense = sqliteTable(
  "device_license",
  { customerId: integer().notNull(), deviceId: uuid().notNull(), licenseId: uuid().notNull() },
  (t) => [
    primaryKey({ columns: [t.deviceId, t.licenseId] }),
    index("device_license_device").on(t.customerId, t.deviceId),
    index("device_license_license").on(t.customerId, t.licenseId),
    customerForeignKey(t.customerId, t.deviceId, () => device, "cascade"),
    customerForeignKey(t.customerId, t.licenseId, () => license, "cascade"),
  ],
);
