import { useTranslation } from "react-i18next";
import type { DocumentationDetails } from "#domain/endpoints/documentation/details.ts";
import { Banner } from "#ui/feedback/Banner.tsx";
import { formatList } from "#ui/format/sentenceList.ts";
import { BottomSpace } from "#ui/layout/boxes.ts";

/** Lists required items that were missing when a device completed the documentation, until it is handled or approved. */
export function CompletionGaps({
  details: { status, completedWithout },
}: {
  details: Pick<DocumentationDetails, "status" | "completedWithout">;
}) {
  const { t } = useTranslation("documentation");
  if (!completedWithout || (status !== "COMPLETED" && status !== "WAITING_FOR_FILE")) return null;
  const gaps = completedWithout.map(({ what, task }) => t(`completionGap.${what}`, { task: task ?? "" }));
  return (
    <BottomSpace>
      <Banner kind="warning">{t("completionGap.text", { gaps: formatList(gaps) })}</Banner>
    </BottomSpace>
  );
}
