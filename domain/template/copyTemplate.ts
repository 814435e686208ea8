import type { TemplateContent } from "./content.ts";
import { withFreshNodeIds } from "./exportRules.ts";
import { withFreshIds } from "./taskRules.ts";
import { copySuffix } from "./types.ts";

/** Copies a template with new ids throughout; its preconditions refer to the copied tasks (3§4). */
export const withFreshTemplateIds = (template: TemplateContent): TemplateContent => ({
  ...template,
  tasks: withFreshIds(template.tasks),
  templateGraphics: template.templateGraphics.map(withNewId),
  replacementTexts: template.replacementTexts.map(withNewId),
  templateExportConfigurations: template.templateExportConfigurations.map((configuration) => ({
    ...withNewId(configuration),
    nodes: withFreshNodeIds(configuration.nodes),
  })),
});

/**
 * The name of a copy: `name` if given; otherwise the template's, with ' - Kopia' if the customer is the same. If several templates
 * are copied under one name, each adds its own.
 */
export function copyName(
  template: { name: string; customerId: number },
  {
    name: newName,
    customerId,
    hasMultiple,
  }: { name: string | null; customerId: number; hasMultiple: boolean },
): string {
  if (newName) return hasMultiple ? `${newName} - ${template.name}` : newName;
  return template.customerId === customerId ? `${template.name}${copySuffix}` : template.name;
}

const withNewId = <T extends { id: string }>(row: T): T => ({ ...row, id: crypto.randomUUID() });
