import { useMemo } from "react";
import type { DeliveryState } from "#domain/delivery/states.ts";
import { deliveryFilters } from "#domain/endpoints/exports/delivery.ts";
import { useUrlParams } from "#ui/hooks/useUrlParams.ts";

const names = [
  "state",
  "open",
  "exportConfigurationId",
  "documentationId",
  "customerId",
  "from",
  "to",
] as const;
type Name = (typeof names)[number];

/** What the ledger is narrowed by, in the words of its calls. */
export interface DeliveryFilter extends Partial<Record<Exclude<Name, "state">, string>> {
  state?: DeliveryState;
}

/** The filter in an address. Invalid parts are ignored. */
export function parseDeliveryFilter(params: URLSearchParams): DeliveryFilter {
  const filter: DeliveryFilter = {};
  for (const name of names) {
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

/** An absent value removes a filter. `q` empties the search box along with it: an address takes one change at a time. */
export type ChangeDeliveryFilter = (change: { [N in Name]?: DeliveryFilter[N] | undefined }, q?: "") => void;

/** Without any filter. */
export const clearedFilter = Object.fromEntries(names.map((name) => [name, undefined]));

/** The ledger's filter, kept in the address so that a view can be shared. */
export function useDeliveryFilter(): [DeliveryFilter, ChangeDeliveryFilter] {
  const [params, changeAddress] = useUrlParams();
  const filter = useMemo(() => parseDeliveryFilter(params), [params]);
  const change: ChangeDeliveryFilter = (changes, q) =>
    changeAddress(
      (before) => {
        const next = new URLSearchParams(before);
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

/** The delivery whose details are open, in the address as well. */
export function useOpenDeliveryId(): [string | null, (id: string | null) => void] {
  const [params, changeAddress] = useUrlParams();
  const { data } = deliveryFilters.documentationId.safeParse(params.get("delivery") ?? undefined);
  return [
    data ?? null,
    (id) =>
      changeAddress(
        (before) => {
          const next = new URLSearchParams(before);
          if (id) next.set("delivery", id);
          else next.delete("delivery");
          return next;
        },
        { preventScrollReset: true },
      ),
  ];
}
