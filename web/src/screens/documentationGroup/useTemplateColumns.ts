import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { getGroupTemplates } from "../../../../domain/endpoints/documentationGroup";
import { call } from "../../api/client";
import { useCustomerId } from "../../api/session";
import { remember, remembered } from "../../kit/remembered";

/** So many date columns fit a desk's screen; the templates with the most documentations have them unless others are chosen. */
const columnsAtFirst = 7;
const key = (customerId: number) => `groupTemplates.${customerId}`;

function chosenBefore(customerId: number): string[] | null {
  try {
    const kept: unknown = JSON.parse(remembered(key(customerId)) ?? "null");
    return Array.isArray(kept) ? kept.map(String) : null;
  } catch {
    return null;
  }
}

/** The templates with a column of their own, by name. Without an answer the list goes without. */
export function useTemplateColumns() {
  const customerId = useCustomerId();
  const [chosen, setChosen] = useState(() => chosenBefore(customerId));
  const query = useQuery({
    queryKey: [customerId, "documentationGroup", "templates"],
    queryFn: async ({ signal }) => (await call(getGroupTemplates, { query: {}, signal })).items,
  });
  const all = useMemo(() => query.data ?? [], [query.data]);
  const shown = useMemo(() => {
    const wanted = new Set(chosen ?? all.slice(0, columnsAtFirst).map(({ id }) => id));
    return all.filter(({ id }) => wanted.has(id)).sort((a, b) => a.name.localeCompare(b.name));
  }, [all, chosen]);
  return {
    waiting: query.isPending && query.fetchStatus !== "idle",
    all,
    shown,
    chosen: chosen !== null,
    toggle: (id: string) => {
      const ids = shown.map((template) => template.id);
      const next = ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id];
      setChosen(next);
      remember(key(customerId), JSON.stringify(next));
    },
  };
}
