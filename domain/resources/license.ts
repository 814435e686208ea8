import { z } from "zod";
import { defineResource } from "#domain/contract/resource.ts";
import {
  customerId,
  flag,
  instant,
  instantInput,
  name,
  named,
  params,
  uuid,
  version,
} from "#domain/core/fields.ts";

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
      "A PNG in base64 that documents can show; null for none. Damaged PNGs are refused with damagedImage, PNGs from iPhone apps (CgBI) with applePng",
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
    name: named(name().meta({ examples: ["Fältlicens"] }), { en: "Name", sv: "Namn" }),
    licenseCode: named(name(100).meta({ examples: ["KOD-1"] }), { en: "Licence code", sv: "Licenskod" }),
    logo: named(logo, { en: "Logo", sv: "Logotyp" }),
    reverseDocumentationCreation: named(flag(), { en: "Name before template", sv: "Namn före mall" }),
    pauseDocumentations: named(flag(), {
      en: "Documentations can be handed over",
      sv: "Dokumentationer kan lämnas över",
    }),
    tempFiles: named(flag(), { en: "Temporary files", sv: "Tillfälliga filer" }),
    useSavedUsername: named(flag(), { en: "Use saved username", sv: "Använd sparat användarnamn" }),
    useSavedEmail: named(flag(), { en: "Use saved email address", sv: "Använd sparad e-postadress" }),
    demo: named(flag(), { en: "Demo licence", sv: "Demolicens" }),
    deletePhotosAfterUpload: named(z.enum(forcedSettings).default("UNFORCED"), {
      en: "Delete photos after upload",
      sv: "Ta bort foton efter uppladdning",
    }),
    backupPhotosToLibrary: named(z.enum(forcedSettings).default("UNFORCED"), {
      en: "Back up photos to the photo library",
      sv: "Säkerhetskopiera foton till fotobiblioteket",
    }),
    emailRequired: named(flag(), { en: "Email required", sv: "E-post krävs" }),
    expireDate: named(instantInput().nullable().default(null), { en: "Expires", sv: "Går ut" }),
    params: named(params(), { en: "Additional information", sv: "Övrig information" }),
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
    searchable: ["name", "licenseCode", "customerName"],
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
  requiresFreshLogin: ["delete"],
  unique: ["licenseCode"],
  caselessUnique: "licenseCode",
});
