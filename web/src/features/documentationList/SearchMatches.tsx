import { useTranslation } from "react-i18next";
import type { SearchMatch } from "#domain/documentation/searchMatch.ts";
import { PlainNote } from "#ui/layout/typography.ts";

/** The field in which a search found a documentation, and its text unless the row shows it anyway. */
export function SearchMatches({ matches }: { matches: readonly SearchMatch[] }) {
  const { t } = useTranslation("documentationList");
  const { t: tCommon } = useTranslation();
  return (
    <>
      {matches.map(({ field, text }) => (
        <PlainNote as="div" key={`${field} ${text}`}>
          {field === "NAME" || field === "ALIAS"
            ? t("matchIn", { field: tCommon(`finder.matchFields.${field}`) })
            : t("matchText", { field: tCommon(`finder.matchFields.${field}`), text })}
        </PlainNote>
      ))}
    </>
  );
}
