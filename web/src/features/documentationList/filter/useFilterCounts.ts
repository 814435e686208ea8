import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { call } from "#api/client.ts";
import { useCustomerId } from "#api/session.ts";
import {
  type CountedFilter,
  getFilterCounts,
  maxCountedDocumentations,
} from "#domain/endpoints/documentation/filterCounts.ts";
import { formatNumber } from "#ui/format/numbers.ts";

/** Returns the number of documentations of an option as text; "" if unknown. */
export type CountOf = (choice: string) => string;

/**
 * Counts the options of a filter, given the other filters, while its panel is open. A lower bound ends in a plus.
 * @param params the whole filter of the screen as request parameters
 */
export function useFilterCounts(filter: CountedFilter, params: Record<string, string | number>): CountOf {
  const customerId = useCustomerId();
  const { data } = useQuery({
    queryKey: [customerId, "documentation", "filterCounts", filter, params],
    queryFn: ({ signal }) => call(getFilterCounts, { query: { ...params, filter }, signal }),
    placeholderData: keepPreviousData,
    meta: { handlesErrors: true },
  });
  const counts = new Map(data?.items.map(({ choice, documentations }) => [choice, documentations]));
  return (choice) => {
    const count = counts.get(choice);
    if (!data || (count === undefined && !data.exact)) return "";
    const isLowerBound = filter === "attentionFilter" && count === maxCountedDocumentations;
    return data.exact && !isLowerBound
      ? formatNumber(count ?? 0)
      : `${formatNumber(Math.min(count ?? 0, maxCountedDocumentations))}+`;
  };
}
