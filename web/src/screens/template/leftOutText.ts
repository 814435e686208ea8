import { useTranslation } from "react-i18next";
import { exportDocumentTypes } from "#domain/core/documentationTypes.ts";
import type { DroppedReference } from "#domain/endpoints/configuration/templateCalls.ts";

/** What a copy or a restored version goes without, in one sentence. */
export function useLeftOutText() {
  const { t } = useTranslation("template");
  const { t: documentation } = useTranslation("documentation");
  const nameOf = ({ kind, id, name }: DroppedReference) => {
    const type = kind === "exportDocumentType" ? exportDocumentTypes.find((one) => one === id) : undefined;
    return type ? documentation(`exportType.${type}`) : name;
  };
  return (leftOut: readonly DroppedReference[]): string =>
    t("leftOut", {
      list: leftOut
        .map((one) => {
          const name = nameOf(one);
          const kind = t(`kinds.${one.kind}`);
          return name === null ? t("nameless", { kind }) : `${kind} ${name}`;
        })
        .join(", "),
    });
}
