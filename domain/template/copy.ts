import type { TemplateContent } from "./content.ts";
import { withFreshNodeIds } from "./exportRules.ts";
import { withFreshIds } from "./taskRules.ts";
import { copySuffix } from "./types.ts";

/** A copy of a template with new ids throughout; its preconditions refer to the copied tasks (3§4). */
export const withFreshTemplateIds = (template: TemplateContent): TemplateContent => ({
  ...template,
  tasks: withFreshIds(template.tasks),
  templateGraphics: template.templateGraphics.map(renewed),
  replacementTexts: template.replacementTexts.map(renewed),
  templateExportConfigurations: template.templateExportConfigurations.map((configuration) => ({
    ...renewed(configuration),
    nodes: withFreshNodeIds(configuration.nodes),
  })),
});

/**
 * The name of a copy: the given name; otherwise its own, with ' - Kopia' where the customer stays the same. Several copies under one
 * given name are each followed by their own.
 */
export function copyName(
  template: { name: string; customerId: number },
  { name, customerId, several }: { name: string | null; customerId: number; several: boolean },
): string {
  if (name) return several ? `${name} - ${template.name}` : name;
  return template.customerId === customerId ? `${template.name}${copySuffix}` : template.name;
}

const renewed = <T extends { id: string }>(row: T): T => ({ ...row, id: crypto.randomUUID() as string });
