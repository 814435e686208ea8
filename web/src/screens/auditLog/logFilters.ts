import { useCallback, useMemo } from "react";
import { minFilterDay, validatePeriod } from "#domain/core/calendar/days.ts";
import type { LogFilters } from "#domain/endpoints/operations/auditLog.ts";
import { useUrlParams } from "#ui/hooks/useUrlParams.ts";

/** The filters of the audit log. An empty day leaves that end open; null means all classes. */
export interface Filters {
  startDate: string;
  endDate: string;
  classes: readonly string[] | null;
}

export type Period = Pick<Filters, "startDate" | "endDate">;
export const unboundedPeriod: Period = { startDate: "", endDate: "" };

/** 1§5. */
const validateFilterPeriod = (period: Period) =>
  validatePeriod(period, { minDay: minFilterDay, canOmitDays: true });

const paramNames = { startDate: "from", endDate: "to", classes: "classes" } as const;
const dayPattern = /^\d{4}-\d{2}-\d{2}$/;

/** Parses the filters from URL params. Invalid parts are ignored. */
export function parseFilters(params: URLSearchParams): Filters {
  const parseDay = (key: string) => {
    const text = params.get(key) ?? "";
    return dayPattern.test(text) && !Number.isNaN(Date.parse(text)) ? text : "";
  };
  const period = { startDate: parseDay(paramNames.startDate), endDate: parseDay(paramNames.endDate) };
  const classes = params.get(paramNames.classes);
  return {
    ...(Object.keys(validateFilterPeriod(period)).length === 0 ? period : unboundedPeriod),
    classes: classes === null ? null : classes.split(",").filter(Boolean),
  };
}

/** Serializes filters into URL params and resets to the first page. */
function serializeFilters(params: URLSearchParams, filters: Filters): URLSearchParams {
  const next = new URLSearchParams(params);
  next.delete("page");
  const setParam = (key: string, value: string | null) => {
    if (value === null) next.delete(key);
    else next.set(key, value);
  };
  setParam(paramNames.startDate, filters.startDate || null);
  setParam(paramNames.endDate, filters.endDate || null);
  setParam(paramNames.classes, filters.classes?.join(",") ?? null);
  return next;
}

/** The filters as the API expects them; an omitted filter does not restrict the list (1§7). */
export const toRequestFilters = ({ startDate, endDate, classes }: Filters): LogFilters => ({
  ...((startDate || endDate) && { dateRange: { startDate, endDate } }),
  ...(classes && { objectClasses: [...classes] }),
});

export const hasActiveFilters = ({ startDate, endDate, classes }: Filters): boolean =>
  startDate !== "" || endDate !== "" || classes !== null;

export function useFilters(): [Filters, (changes: Partial<Filters>) => void] {
  const [params, setParams] = useUrlParams();
  const filters = useMemo(() => parseFilters(params), [params]);
  const change = useCallback(
    (changes: Partial<Filters>) =>
      setParams((current) => serializeFilters(current, { ...parseFilters(current), ...changes }), {
        replace: true,
        preventScrollReset: true,
      }),
    [setParams],
  );
  return [filters, change];
}
