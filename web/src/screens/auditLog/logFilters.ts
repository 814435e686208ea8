import { useCallback, useMemo } from "react";
import { minimumFilterDay, validatePeriod } from "#domain/core/calendar/days.ts";
import type { LogFilters } from "#domain/endpoints/operations/auditLog.ts";
import { useUrlParams } from "#ui/hooks/useUrlParams.ts";

/** The log's filters. An empty day leaves that end open; null classes are all of them. */
export interface Filters {
  startDate: string;
  endDate: string;
  classes: readonly string[] | null;
}

export type Period = Pick<Filters, "startDate" | "endDate">;
export const unboundedPeriod: Period = { startDate: "", endDate: "" };

/** 1§5. */
const faultsOf = (period: Period) => validatePeriod(period, { minimum: minimumFilterDay, open: true });

const keys = { startDate: "from", endDate: "to", classes: "classes" } as const;
const day = /^\d{4}-\d{2}-\d{2}$/;

/** The filters in an address. Invalid parts are ignored. */
export function filtersIn(params: URLSearchParams): Filters {
  const dayAt = (key: string) => {
    const text = params.get(key) ?? "";
    return day.test(text) && !Number.isNaN(Date.parse(text)) ? text : "";
  };
  const period = { startDate: dayAt(keys.startDate), endDate: dayAt(keys.endDate) };
  const classes = params.get(keys.classes);
  return {
    ...(Object.keys(faultsOf(period)).length === 0 ? period : unboundedPeriod),
    classes: classes === null ? null : classes.split(",").filter(Boolean),
  };
}

/** Writes filters into an address and returns to the first page. */
function filtersWritten(params: URLSearchParams, filters: Filters): URLSearchParams {
  const next = new URLSearchParams(params);
  next.delete("page");
  const put = (key: string, value: string | null) => {
    if (value === null) next.delete(key);
    else next.set(key, value);
  };
  put(keys.startDate, filters.startDate || null);
  put(keys.endDate, filters.endDate || null);
  put(keys.classes, filters.classes?.join(",") ?? null);
  return next;
}

/** The filters as the call takes them: an omitted one does not restrict (1§7). */
export const toRequestFilters = ({ startDate, endDate, classes }: Filters): LogFilters => ({
  ...((startDate || endDate) && { dateRange: { startDate, endDate } }),
  ...(classes && { objectClasses: [...classes] }),
});

export const isNarrowed = ({ startDate, endDate, classes }: Filters): boolean =>
  startDate !== "" || endDate !== "" || classes !== null;

export function useFilters(): [Filters, (change: Partial<Filters>) => void] {
  const [params, changeAddress] = useUrlParams();
  const filters = useMemo(() => filtersIn(params), [params]);
  const change = useCallback(
    (wanted: Partial<Filters>) =>
      changeAddress((before) => filtersWritten(before, { ...filtersIn(before), ...wanted }), {
        replace: true,
        preventScrollReset: true,
      }),
    [changeAddress],
  );
  return [filters, change];
}
