import { useTranslation } from "react-i18next";
import type { ExportDocumentType } from "../../../../../domain/documentation";
import type { ExportNode } from "../../../../../domain/template/exportTree";

/** What a node of an export is called: its kind and, where it has one, its name. */
export function useNodeText() {
  const { t } = useTranslation("template");
  const { t: documentation } = useTranslation("documentation");
  return ({ type, params }: ExportNode): string => {
    const kind = t(`exports.nodes.${type}`);
    const name =
      params.name ||
      (params.exportDocumentType &&
        documentation(`exportType.${params.exportDocumentType as ExportDocumentType}`));
    return name ? `${kind}: ${name}` : kind;
  };
}
