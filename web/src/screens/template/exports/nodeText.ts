import { useTranslation } from "react-i18next";
import { useLayouts } from "#api/useLayouts.ts";
import type { ExportDocumentType } from "#domain/core/documentationTypes.ts";
import type { ExportNode } from "#domain/template/exportTree.ts";

/** What a node of an export is called: its kind and, where it has one, its name, its document's or its layout's. */
export function useNodeText(customerId: number | undefined) {
  const { t } = useTranslation("template");
  const { t: documentation } = useTranslation("documentation");
  const layouts = useLayouts(customerId);
  return ({ type, params }: ExportNode): string => {
    const kind = t(`exports.nodes.${type}`);
    const name =
      params.name ||
      layouts.find(({ id }) => id === params.exportDocumentConfiguration)?.name ||
      (params.exportDocumentType &&
        documentation(`exportType.${params.exportDocumentType as ExportDocumentType}`));
    return name ? `${kind}: ${name}` : kind;
  };
}
