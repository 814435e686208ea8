import { CalendarIcon, TriangleDownIcon } from "@primer/octicons-react";
import { AnchoredOverlay, Button } from "@primer/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { minFilterDay } from "#domain/core/calendar/days.ts";
import { DayRangeForm } from "#ui/form/DayRangeForm.tsx";
import type { Period } from "./logFilters.ts";

interface DateFilterProps {
  period: Period;
  onChange: (period: Period) => void;
}

/** Chooses a range of days; either end may be open. */
export function DateFilter({ period, onChange }: DateFilterProps) {
  const { t } = useTranslation("log");
  const [isOpen, setIsOpen] = useState(false);
  const { startDate, endDate } = period;
  const rangeText =
    startDate && endDate
      ? `${startDate} – ${endDate}`
      : startDate
        ? t("filters.from", { day: startDate })
        : endDate && t("filters.until", { day: endDate });
  return (
    <AnchoredOverlay
      open={isOpen}
      onOpen={() => setIsOpen(true)}
      onClose={() => setIsOpen(false)}
      focusZoneSettings={{ disabled: true }}
      overlayProps={{ role: "dialog", "aria-label": t("filters.dates") }}
      renderAnchor={(props) => (
        <Button {...props} leadingVisual={CalendarIcon} trailingAction={TriangleDownIcon}>
          {rangeText || t("filters.dates")}
        </Button>
      )}
    >
      <DayRangeForm
        range={period}
        labels={{ startDate: t("filters.startDate"), endDate: t("filters.endDate") }}
        hint={t("filters.datesHint", { day: minFilterDay })}
        tooEarly={t("filters.tooEarly", { day: minFilterDay })}
        onApply={(next) => {
          onChange(next);
          setIsOpen(false);
        }}
      />
    </AnchoredOverlay>
  );
}
