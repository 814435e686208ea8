import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { call } from "#api/client.ts";
import { useCustomerId } from "#api/session.ts";
import {
  type CountedFilter,
  getFilterCounts,
  maxCountedDocumentations,
} from "#domain/endpoints/documentation/filterCounts.ts";
import { formatNumber } from "#ui/format/numbers.ts";

/** How many documentations a choice has, as text; "" where that is not known. */
export type CountOf = (choice: string) => string;

/**
 * Counts the choices of a filter under the others that are set, when its panel is open. A count that is the least there are ends in a
 * plus.
 * @param asked the whole filter of the screen, as it is sent
 */
export function useFilterCounts(of: CountedFilter, asked: Record<string, string | number>): CountOf {
  const customerId = useCustomerId();
  const { data } = useQuery({
    queryKey: [customerId, "documentation", "filterCounts", of, asked],
    queryFn: ({ signal }) => call(getFilterCounts, { query: { ...asked, of }, signal }),
    placeholderData: keepPreviousData,
    meta: { ownErrors: true },
  });
  const counts = new Map(data?.items.map(({ choice, documentations }) => [choice, documentations]));
  return (choice) => {
    const count = counts.get(choice);
    if (!data || (count === undefined && !data.exact)) return "";
    const bounded = of === "attentionFilter" && count === maxCountedDocumentations;
    return data.exact && !bounded
      ? formatNumber(count ?? 0)
      : `${formatNumber(Math.min(count ?? 0, maxCountedDocumentations))}+`;
  };
}
