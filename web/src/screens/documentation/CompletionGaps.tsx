import { useTranslation } from "react-i18next";
import type { CompletionGap } from "#domain/core/documentationTypes.ts";
import type { DocumentationDetails } from "#domain/endpoints/documentation/details.ts";
import { Banner } from "#ui/feedback/Banner.tsx";
import { formatList } from "#ui/format/sentenceList.ts";
import { BottomSpace } from "#ui/layout/boxes.ts";

/** One array, so that memoized components do not render again. */
const noGaps: readonly CompletionGap[] = [];

type GapDetails = Pick<DocumentationDetails, "status" | "completedWithout">;

/** What was missing when a device completed the documentation, until it is handled or approved. */
export const findUnreviewedGaps = ({ status, completedWithout }: GapDetails): readonly CompletionGap[] =>
  status === "COMPLETED" || status === "WAITING_FOR_FILE" ? (completedWithout ?? noGaps) : noGaps;

/** Says which facts of the documentation were missing. What its tasks lacked is listed before the tasks. */
export function CompletionGaps({ details }: { details: GapDetails }) {
  const { t } = useTranslation("documentation");
  const gaps = findUnreviewedGaps(details).filter(({ task }) => task === null);
  if (gaps.length === 0) return null;
  const texts = gaps.map(({ kind }) => t(`completionGap.${kind}`, { task: "" }));
  return (
    <BottomSpace>
      <Banner kind="warning">{t("completionGap.text", { gaps: formatList(texts) })}</Banner>
    </BottomSpace>
  );
}
