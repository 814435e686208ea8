import { useMemo } from "react";
import type { DeliveryState } from "#domain/delivery/states.ts";
import { deliveryFilters } from "#domain/endpoints/exports/delivery.ts";
import { useUrlParams } from "#ui/hooks/useUrlParams.ts";

const filterNames = [
  "state",
  "open",
  "exportConfigurationId",
  "documentationId",
  "customerId",
  "from",
  "to",
] as const;
type FilterName = (typeof filterNames)[number];

/** The filter of the list of deliveries, named like the parameters of its calls. */
export interface DeliveryFilter extends Partial<Record<Exclude<FilterName, "state">, string>> {
  state?: DeliveryState;
}

/** Parses the filter from URL parameters. Invalid parts are ignored. */
export function parseDeliveryFilter(params: URLSearchParams): DeliveryFilter {
  const filter: DeliveryFilter = {};
  for (const name of filterNames) {
    const text = params.get(name);
    if (!text) continue;
    if (name === "state") {
      const { data } = deliveryFilters.state.safeParse(text);
      if (data) filter.state = data;
    } else if (name === "open") {
      if (text === "true") filter.open = text;
    } else if (deliveryFilters[name].safeParse(text).success) filter[name] = text;
  }
  return filter;
}

export const hasDeliveryFilter = (filter: DeliveryFilter): boolean => Object.keys(filter).length > 0;

/** An undefined value removes a filter. An empty `q` also clears the search, because both are one change of the URL. */
export type ChangeDeliveryFilter = (
  change: { [N in FilterName]?: DeliveryFilter[N] | undefined },
  q?: "",
) => void;

/** A change that removes all filters. */
export const clearedFilter = Object.fromEntries(filterNames.map((name) => [name, undefined]));

/** The filter of the list of deliveries, kept in the URL so that a view can be shared. */
export function useDeliveryFilter(): [DeliveryFilter, ChangeDeliveryFilter] {
  const [params, changeParams] = useUrlParams();
  const filter = useMemo(() => parseDeliveryFilter(params), [params]);
  const change: ChangeDeliveryFilter = (changes, q) =>
    changeParams(
      (current) => {
        const next = new URLSearchParams(current);
        next.delete("page");
        if (q === "") next.delete("q");
        for (const [name, value] of Object.entries(changes))
          if (value) next.set(name, value);
          else next.delete(name);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  return [filter, change];
}

/** The delivery whose details are open, also kept in the URL. */
export function useOpenDeliveryId(): [string | null, (id: string | null) => void] {
  const [params, changeParams] = useUrlParams();
  const { data } = deliveryFilters.documentationId.safeParse(params.get("delivery") ?? undefined);
  return [
    data ?? null,
    (id) =>
      changeParams(
        (current) => {
          const next = new URLSearchParams(current);
          if (id) next.set("delivery", id);
          else next.delete("delivery");
          return next;
        },
        { preventScrollReset: true },
      ),
  ];
}
