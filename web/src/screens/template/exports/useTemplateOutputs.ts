import { useTranslation } from "react-i18next";
import { useHasForm } from "#api/useDocumentTypes.ts";
import { listTemplateDocumentTypes } from "#domain/configuration/exportTypes.ts";
import type { TemplateContent } from "#domain/template/content.ts";
import { formatList } from "#ui/format/sentenceList.ts";

type Settings = Pick<
  TemplateContent,
  | "exportUnzippedPhotos"
  | "createZipFile"
  | "zipFileName"
  | "createPowerPoint"
  | "createWordDocument"
  | "createExcelWorkbook"
  | "exportDocumentTypes"
  | "exportDocumentConfigurations"
  | "includeExternalFiles"
>;

/** Returns a function that describes in a sentence the files that the template's settings send to a destination without a tree. */
export function useTemplateOutputText(
  customerId: number | undefined,
): (settings: Settings, name: string) => string {
  const hasForm = useHasForm(customerId);
  const { t } = useTranslation("template");
  const { t: tDocumentation } = useTranslation("documentation");
  return (settings, name) => {
    const { zipFileName } = settings;
    const parts = [
      settings.exportUnzippedPhotos && t("exports.templateOutputs.photos"),
      settings.createZipFile &&
        (zipFileName
          ? t("exports.templateOutputs.zipNamed", { name: zipFileName })
          : t("exports.templateOutputs.zip")),
      ...listTemplateDocumentTypes(settings, hasForm).map((type) => tDocumentation(`exportType.${type}`)),
      ...settings.exportDocumentConfigurations.map((layout) => layout.name ?? layout.id),
      settings.includeExternalFiles && t("exports.templateOutputs.externalFiles"),
    ].filter((part) => part !== false);
    const list = formatList(parts);
    return parts.length === 0
      ? t("exports.noDefaultContents", { name })
      : t("exports.defaultContents", { name, list });
  };
}
