import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { call } from "#api/client.ts";
import { useCustomerId } from "#api/session.ts";
import { getGroupTemplates } from "#domain/endpoints/documentation/groups.ts";
import { readStorage, writeStorage } from "#lib/storage.ts";

/** Date columns that fit a desktop screen: by default those of the templates with the most documentations. */
const columnsAtFirst = 7;
const key = (customerId: number) => `groupTemplates.${customerId}`;

function chosenBefore(customerId: number): string[] | null {
  try {
    const kept: unknown = JSON.parse(readStorage(key(customerId)) ?? "null");
    return Array.isArray(kept) ? kept.map(String) : null;
  } catch {
    return null;
  }
}

/** The templates with a date column, by name. On failure the list does without. */
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
      writeStorage(key(customerId), JSON.stringify(next));
    },
  };
}
