import { useTranslation } from "react-i18next";
import { maxOverviewCount } from "#domain/endpoints/documentation/overview.ts";
import { formatNumber } from "#ui/format/numbers.ts";

/** Formats a count, as "at least" once it reaches the limit at which the service stops counting. */
export function useCountText(): (count: number) => string {
  const { t } = useTranslation("overview");
  return (count) =>
    count < maxOverviewCount ? formatNumber(count) : t("atLeast", { formattedCount: formatNumber(count) });
}
