import { type TemplateContent, templateContent } from "../resources/template";
import { checked } from "../rules/faults";

/** The template a backup holds, for comparing and restoring; null for a text that is none, which can only be shown as it stands. */
export function backupContent(json: string): TemplateContent | null {
  try {
    return checked(templateContent, JSON.parse(json)).data ?? null;
  } catch {
    return null;
  }
}
