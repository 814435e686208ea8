import { useTranslation } from "react-i18next";
import type { DayRange } from "../../../../../domain/endpoints/documentationFilter";
import { minimumFilterDay } from "../../../../../domain/rules/days";
import { DayRangeForm } from "../../../kit/form/DayRangeForm";

interface DayRangePanelProps {
  range: DayRange | null;
  onApply: (range: DayRange | null) => void;
}

/** From which day to which (2§5). No day at all is no filter. */
export function DayRangePanel({ range, onApply }: DayRangePanelProps) {
  const { t } = useTranslation("documentationList");
  return (
    <DayRangeForm
      range={range ?? { startDate: "", endDate: "" }}
      labels={{ startDate: t("filters.from"), endDate: t("filters.until") }}
      hint={t("filters.days", { day: minimumFilterDay })}
      onApply={(next) => onApply(next.startDate || next.endDate ? next : null)}
    />
  );
}
