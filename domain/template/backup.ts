import { validate } from "#domain/core/validation.ts";
import { type TemplateContent, templateContent } from "./content.ts";

/** Parses the template in a backup, to compare or restore it; null if it is not a valid template and can only be shown as text. */
export function parseBackup(json: string): TemplateContent | null {
  try {
    return validate(templateContent, JSON.parse(json)).data ?? null;
  } catch {
    return null;
  }
}
