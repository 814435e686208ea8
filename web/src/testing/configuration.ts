import type { z } from "zod";
import {
  device,
  documentationTagConfiguration,
  documentationTaskFilter,
  exportConfiguration,
  graphic,
  predefinedConfiguration,
  referencePhoto,
} from "#domain/resources/index.ts";
import { anId } from "./fixtures.ts";

/** Rows of the configuration area, parsed by their contracts like all fixtures. */

const commonFields = {
  customerId: 7,
  customerName: "Norrfiber",
  dateCreated: "2026-05-04T09:30:00Z",
  version: 1,
};

const anImage = {
  ...commonFields,
  description: null,
  dataSize: 1234,
  hasData: true,
  sha256: null,
  width: 64,
  height: 48,
  templateCount: 0,
};

export const aGraphic = (changes: Partial<z.input<typeof graphic.row>> = {}) =>
  graphic.row.parse({ id: anId(), name: "Mast", ...anImage, ...changes });

export const aReferencePhoto = (changes: Partial<z.input<typeof referencePhoto.row>> = {}) =>
  referencePhoto.row.parse({ id: anId(), name: "Kabinet", ...anImage, ...changes });

export const aTagConfiguration = (changes: Partial<z.input<typeof documentationTagConfiguration.row>> = {}) =>
  documentationTagConfiguration.row.parse({
    id: anId(),
    ...commonFields,
    name: "NF-2041",
    tag: "Kust",
    ...changes,
  });

export const aPredefinedConfiguration = (
  changes: Partial<z.input<typeof predefinedConfiguration.row>> = {},
) =>
  predefinedConfiguration.row.parse({
    id: anId(),
    ...commonFields,
    name: "Projekt",
    type: "NEXT",
    params: {},
    secretsSet: ["token"],
    ...changes,
  });

export const anExportConfiguration = (changes: Partial<z.input<typeof exportConfiguration.row>> = {}) =>
  exportConfiguration.row.parse({
    id: anId(),
    ...commonFields,
    name: "Arkiv",
    type: "FTP",
    params: { host: "ftp.norrfiber.test", username: "upload", directory: "/in" },
    secretsSet: ["password"],
    userParams: [],
    ...changes,
  });

export const aTaskFilter = (changes: Partial<z.input<typeof documentationTaskFilter.row>> = {}) =>
  documentationTaskFilter.row.parse({
    id: anId(),
    ...commonFields,
    name: "Avvikelser",
    type: "ANSWER",
    position: 1,
    automatic: false,
    params: { ANSWER: "Nej" },
    ...changes,
  });

export const aDevice = (changes: Partial<z.input<typeof device.row>> = {}) =>
  device.row.parse({
    id: anId(),
    customerId: 7,
    customerName: "Norrfiber",
    deviceId: "e05c9a77-4411-4a0b",
    username: "Isak R",
    osVersion: "iOS 18.5",
    phoneModel: "iPhone15,4",
    phoneModelName: "iPhone 15",
    appVersion: "5.1.3",
    deletePhotosAfterUpload: true,
    backupToLibrary: false,
    uploadOnWifiOnly: true,
    darkMode: false,
    availableStorageSpace: 12_340_000_000,
    licenses: [{ id: anId(), name: "Norrfiber fält", licenseCode: "NORR-1" }],
    currentLicenseId: null,
    currentLicenseCode: "NORR-1",
    tokenIssuedAt: null,
    tokenRevokedAt: null,
    dateCreated: "2026-05-04T09:30:00Z",
    lastUpdated: "2026-05-05T09:30:00Z",
    ...changes,
  });
