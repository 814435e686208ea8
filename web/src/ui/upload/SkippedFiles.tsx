import { useTranslation } from "react-i18next";
import { safeDisplayName } from "#domain/core/text/safeDisplayName.ts";
import { Banner } from "../feedback/Banner.tsx";

/** Names the chosen files that were skipped because the same bytes are in the list already (2§5). Stays until it is dismissed. */
export function SkippedFiles({ names, onDismiss }: { names: readonly string[]; onDismiss: () => void }) {
  const { t } = useTranslation("upload");
  return (
    <div role="status">
      {names.length > 0 && (
        <Banner kind="warning" onDismiss={onDismiss}>
          {t("skippedDuplicates", { names: names.map(safeDisplayName).join(", ") })}
        </Banner>
      )}
    </div>
  );
}
