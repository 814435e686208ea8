import { z } from "zod";
import { defineResource } from "#domain/contract/resource.ts";
import { customerId, flag, instant, instantInput, name, params, uuid, version } from "#domain/core/fields.ts";

export const forcedSettings = ["UNFORCED", "FORCED_YES", "FORCED_NO"] as const;
export type ForcedSetting = (typeof forcedSettings)[number];

/**
 * A PNG of at most 150 kB in base64; recognized by its first eight bytes, not by a name. Whether it can be shown is checked by the
 * service.
 */
export const logo = z
  .string()
  .max(200_000)
  .regex(/^iVBORw0KGgo[A-Za-z0-9+/]*={0,2}$/)
  .meta({
    examples: [
      "iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAIAAAB7QOjdAAAAD0lEQVR4nGM4YWAgbuQLAAddAb+4YIIpAAAAAElFTkSuQmCC",
    ],
    description:
      "A PNG in base64 that documents can show; null for none. Damaged ones are refused with damagedImage, those from iPhone apps (CgBI) with applePng",
  })
  .nullable()
  .default(null);

export const license = defineResource({
  name: "license",
  path: "licenses",
  directory: true,
  fields: {
    id: uuid(),
    customerId: customerId(),
    customerName: z.string(),
    name: name().meta({ examples: ["Fältlicens"] }),
    licenseCode: name(100).meta({ examples: ["KOD-1"] }),
    logo,
    reverseDocumentationCreation: flag(),
    pauseDocumentations: flag(),
    tempFiles: flag(),
    useSavedUsername: flag(),
    useSavedEmail: flag(),
    demo: flag(),
    deletePhotosAfterUpload: z.enum(forcedSettings).default("UNFORCED"),
    backupPhotosToLibrary: z.enum(forcedSettings).default("UNFORCED"),
    emailRequired: flag(),
    expireDate: instantInput().nullable().default(null),
    params: params(),
    dateCreated: instant(),
    version: version(),
  },
  writable: [
    "customerId",
    "name",
    "licenseCode",
    "logo",
    "reverseDocumentationCreation",
    "pauseDocumentations",
    "tempFiles",
    "useSavedUsername",
    "useSavedEmail",
    "demo",
    "deletePhotosAfterUpload",
    "backupPhotosToLibrary",
    "emailRequired",
    "expireDate",
    "params",
  ],
  locked: ["customerId"],
  list: {
    columns: [
      "id",
      "customerId",
      "customerName",
      "name",
      "licenseCode",
      "demo",
      "pauseDocumentations",
      "expireDate",
      "dateCreated",
      "version",
    ],
    sortable: ["name", "licenseCode", "customerName", "expireDate", "dateCreated"],
    searched: ["name", "licenseCode", "customerName"],
    sort: "name",
    order: "asc",
    max: 100,
  },
  access: {
    read: "ROLE_LICENSE_READ",
    create: "ROLE_SUPER_ADMIN",
    update: "ROLE_SUPER_ADMIN",
    delete: "ROLE_SUPER_ADMIN",
  },
  freshLogin: ["delete"],
  unique: ["licenseCode"],
  caselessUnique: "licenseCode",
});
