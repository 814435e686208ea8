import { useTranslation } from "react-i18next";
import type { BulkExtent } from "../../../../../domain/endpoints/bulkChange";
import type { BulkChange } from "../../../../../domain/rules/bulkChange";
import { Flash } from "../../../kit/Flash";
import { numberText } from "../../../kit/numbers";
import { CountedList } from "../CountedList";

/** What a change would do, what stays unchanged, and why. */
export function BulkExtentView({ change, extent }: { change: BulkChange; extent: BulkExtent }) {
  const { t } = useTranslation(["documentationList", "documentation"]);
  const { changed, unchanged, refused, withField, awaiting } = extent;
  const counted = (count: number) => ({ count, shown: numberText(count) });
  return (
    <>
      <p>
        {changed === 0
          ? t("bulk.nothing")
          : t(change === "DELETE" ? "bulk.deleted" : "bulk.changed", counted(changed))}
        {unchanged > 0 && ` ${t("bulk.unchanged", counted(unchanged))}`}
      </p>
      {change === "PAUSED" && changed > 0 && <Flash kind="warning">{t("bulk.pausing")}</Flash>}
      {change === "DELETE" && withField > 0 && (
        <Flash kind="warning">{t("bulk.withField", counted(withField))}</Flash>
      )}
      {awaiting > 0 && <Flash kind="warning">{t("bulk.awaiting", counted(awaiting))}</Flash>}
      <CountedList
        title={t("bulk.refusedTitle")}
        items={refused.map(({ why, status, documentations }) => ({
          count: documentations,
          text: t(`bulk.why.${why}`, { status: t(`documentation:status.${status}`) }),
        }))}
      />
    </>
  );
}
