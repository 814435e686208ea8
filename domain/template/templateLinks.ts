import { z } from "zod";
import { name, text, uuid } from "#domain/core/fields.ts";

/** A template's links to other rows. Responses include their names; clients can omit the names. */

export const templateGraphic = z.strictObject({
  id: uuid(),
  graphic: uuid(),
  name: z.string().optional(),
});

/** Restricts a template to licences; without any, it is available to all. */
export const templateLicense = z.strictObject({
  license: uuid(),
  name: z.string().optional(),
  licenseCode: z.string().optional(),
});

export const templateLayout = z.strictObject({
  id: uuid(),
  name: z.string().optional(),
  type: z.string().optional(),
});

const translation = () =>
  text(2000)
    .nullable()
    .default(null)
    .transform((value) => value || null);

/** Texts that replace a code in exports. */
export const replacementText = z.strictObject({
  id: uuid(),
  code: name(100),
  sv: translation(),
  en: translation(),
});
