import { useTranslation } from "react-i18next";
import { exportDocumentTypes } from "#domain/core/documentationTypes.ts";
import { isOneOf, keysOf } from "#domain/core/objects.ts";
import type { DroppedReference } from "#domain/endpoints/configuration/templateCalls.ts";
import { fieldProducts } from "#domain/template/productGates.ts";

const features = keysOf(fieldProducts);

/** Returns a function that lists in a sentence the references missing from a copy or a restored version. */
export function useDroppedReferencesText() {
  const { t } = useTranslation("template");
  const { t: tDocumentation } = useTranslation("documentation");
  const nameOf = ({ kind, id, name }: DroppedReference) => {
    if (kind === "feature") return isOneOf(features, id) ? t(`fields.${id}`) : id;
    const type =
      kind === "exportDocumentType"
        ? exportDocumentTypes.find((documentType) => documentType === id)
        : undefined;
    return type ? tDocumentation(`exportType.${type}`) : name;
  };
  const textOf = (reference: DroppedReference) => {
    const name = nameOf(reference);
    const kind = t(`kinds.${reference.kind}`);
    return name === null ? t("deletedReference", { kind }) : `${kind} ${name}`;
  };
  return (droppedReferences: readonly DroppedReference[]): string => {
    const takenNames = droppedReferences.filter(({ kind }) => kind === "name");
    const missingReferences = droppedReferences.filter(({ kind }) => kind !== "name");
    return [
      ...takenNames.map(({ name }) => t("earlierNameTaken", { name: name ?? "" })),
      ...(missingReferences.length > 0
        ? [t("droppedReferences", { list: missingReferences.map(textOf).join(", ") })]
        : []),
    ].join(" ");
  };
}
