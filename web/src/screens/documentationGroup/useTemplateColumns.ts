import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { call } from "#api/client.ts";
import { useCustomerId } from "#api/session.ts";
import { compareNames } from "#domain/core/text/sortKey.ts";
import { getGroupTemplates } from "#domain/endpoints/documentation/groups.ts";
import { readStorage, writeStorage } from "#lib/storage.ts";

/** Date columns that fit a desktop screen. By default they are those of the templates with the most documentations. */
const defaultColumnCount = 7;
const storageKey = (customerId: number) => `groupTemplates.${customerId}`;

function readSavedColumns(customerId: number): string[] | null {
  try {
    const savedColumns: unknown = JSON.parse(readStorage(storageKey(customerId)) ?? "null");
    return Array.isArray(savedColumns) ? savedColumns.map(String) : null;
  } catch {
    return null;
  }
}

/** The templates with a date column, by name. On failure the list has no date columns. */
export function useTemplateColumns() {
  const customerId = useCustomerId();
  const [savedIds, setSavedIds] = useState(() => readSavedColumns(customerId));
  const query = useQuery({
    queryKey: [customerId, "documentationGroup", "templates"],
    queryFn: async ({ signal }) => (await call(getGroupTemplates, { query: {}, signal })).items,
  });
  const allTemplates = useMemo(() => query.data ?? [], [query.data]);
  const visibleTemplates = useMemo(() => {
    const visibleIds = new Set(savedIds ?? allTemplates.slice(0, defaultColumnCount).map(({ id }) => id));
    return allTemplates.filter(({ id }) => visibleIds.has(id)).sort((a, b) => compareNames(a.name, b.name));
  }, [allTemplates, savedIds]);
  return {
    waiting: query.isPending && query.fetchStatus !== "idle",
    all: allTemplates,
    visible: visibleTemplates,
    hasSavedColumns: savedIds !== null,
    toggle: (id: string) => {
      const ids = visibleTemplates.map((template) => template.id);
      const next = ids.includes(id) ? ids.filter((item) => item !== id) : [...ids, id];
      setSavedIds(next);
      writeStorage(storageKey(customerId), JSON.stringify(next));
    },
  };
}
