import { z } from "zod";
import { name, text, uuid } from "../fields";

/** What a template names elsewhere. Names come with every answer and may be left out when they are given. */

export const templateGraphic = z.strictObject({
  id: uuid(),
  graphic: uuid(),
  name: z.string().optional(),
});

/** A template with any of these is offered to these licences only. */
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

/** The words that stand for a code in what is exported. */
export const replacementText = z.strictObject({
  id: uuid(),
  code: name(100),
  sv: translation(),
  en: translation(),
});
