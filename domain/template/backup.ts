import { validate } from "#domain/core/validation.ts";
import { type TemplateContent, templateContent } from "./content.ts";

/** The template in a backup, to compare or restore; null where the text is no template and can only be shown as it is. */
export function backupContent(json: string): TemplateContent | null {
  try {
    return validate(templateContent, JSON.parse(json)).data ?? null;
  } catch {
    return null;
  }
}
