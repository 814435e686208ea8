import { useTranslation } from "react-i18next";
import { useLayouts } from "#api/useLayouts.ts";
import { exportDocumentTypes } from "#domain/core/documentationTypes.ts";
import { isOneOf } from "#domain/core/objects.ts";
import type { ExportNode } from "#domain/template/exportTree.ts";

/** The text of an export node: its type and, if any, its name, document type or layout. */
export function useNodeText(customerId: number | undefined) {
  const { t } = useTranslation("template");
  const { t: tDocumentation } = useTranslation("documentation");
  const layouts = useLayouts(customerId);
  return ({ type, params }: ExportNode): string => {
    const typeText = t(`exports.nodes.${type}`);
    const name =
      params.name ||
      layouts.find(({ id }) => id === params.exportDocumentConfiguration)?.name ||
      (isOneOf(exportDocumentTypes, params.exportDocumentType) &&
        tDocumentation(`exportType.${params.exportDocumentType}`));
    return name ? `${typeText}: ${name}` : typeText;
  };
}
