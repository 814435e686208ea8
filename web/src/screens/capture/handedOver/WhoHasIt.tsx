import { useTranslation } from "react-i18next";
import type { DocumentationListRow } from "../../../../../domain/endpoints/documentationList";
import { fetchedText } from "../../../kit/fetched";

/** Who has a documentation, since when and where. */
export function WhoHasIt({ fetched }: { fetched: NonNullable<DocumentationListRow["fetched"]> }) {
  const { t } = useTranslation();
  return <>{fetchedText(fetched, t)}</>;
}
