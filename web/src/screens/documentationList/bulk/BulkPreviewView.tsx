import { useTranslation } from "react-i18next";
import type { BulkChange } from "#domain/documentation/bulkChange.ts";
import type { BulkPreview } from "#domain/endpoints/review/bulkChangeCalls.ts";
import { Banner } from "#ui/feedback/Banner.tsx";
import { formatNumber } from "#ui/format/numbers.ts";
import { CountList } from "../CountList.tsx";

interface BulkPreviewViewProps {
  change: BulkChange;
  /** Whether the change hands documentations over. */
  handsOver: boolean;
  preview: BulkPreview;
}

/** Preview of a bulk change: the counts that change, stay unchanged or are refused, with reasons. */
export function BulkPreviewView({ change, handsOver, preview }: BulkPreviewViewProps) {
  const { t } = useTranslation(["documentationList", "documentation"]);
  const { changed, unchanged, refused, inFieldCount, awaiting } = preview;
  const countParams = (count: number) => ({ count, formattedCount: formatNumber(count) });
  return (
    <>
      <p>
        {changed === 0
          ? t("bulk.nothingToChange")
          : t(change === "DELETE" ? "bulk.willDelete" : "bulk.willChange", countParams(changed))}
        {unchanged > 0 && ` ${t("bulk.needsNoChange", countParams(unchanged))}`}
      </p>
      {handsOver && changed > 0 && <Banner kind="warning">{t("bulk.handOverHint")}</Banner>}
      {change === "DELETE" && inFieldCount > 0 && (
        <Banner kind="warning">{t("bulk.stillInField", countParams(inFieldCount))}</Banner>
      )}
      {awaiting > 0 && <Banner kind="warning">{t("bulk.openRetakes", countParams(awaiting))}</Banner>}
      <RefusalList
        title={t(change === "DELETE" ? "bulk.deletionRefusedTitle" : "bulk.refusedTitle")}
        refused={refused}
      />
    </>
  );
}

/** How many documentations a bulk change leaves unchanged, by reason. */
export function RefusalList({ title, refused }: { title: string } & Pick<BulkPreview, "refused">) {
  const { t } = useTranslation(["documentationList", "documentation"]);
  return (
    <CountList
      title={title}
      items={refused.map(({ reason, status, documentations }) => ({
        count: documentations,
        text: t(`bulk.refusalReason.${reason}`, { status: t(`documentation:status.${status}`) }),
      }))}
    />
  );
}
