import { useMemo } from "react";
import { z } from "zod";
import { call } from "#api/client.ts";
import {
  type DemoLicense,
  demoLicenseSorts,
  listDemoLicenses,
} from "#domain/endpoints/configuration/licenseCalls.ts";
import { license } from "#domain/resources/index.ts";
import { useUrlParams } from "#ui/hooks/useUrlParams.ts";
import type { TableSource } from "#ui/table/tableSource.ts";

export interface DemoFilters {
  /** Only these names; empty means all. */
  names: readonly string[];
  showExpired: boolean;
}

type Sort = (typeof demoLicenseSorts)[number];

const toQuery = ({ names, showExpired }: DemoFilters) => ({
  ...(names.length > 0 && { names: JSON.stringify(names) }),
  showExpired: String(showExpired),
});

/** Named like the resource, so that a write to licences invalidates this list. */
export const createDemoSource = (filters: DemoFilters): TableSource<DemoLicense, Sort> => ({
  name: license.name,
  sortable: demoLicenseSorts,
  sort: "dateCreated",
  order: "desc",
  scope: { demo: filters },
  rows: async (request, signal) =>
    (await call(listDemoLicenses, { query: { ...request, ...toQuery(filters) }, signal })).items,
  total: async (q, signal) =>
    (await call(listDemoLicenses, { query: { max: 1, q, ...toQuery(filters) }, signal })).total,
});

const namesSchema = z.array(z.string());

function parseNames(text: string | null): string[] {
  if (!text) return [];
  try {
    return namesSchema.parse(JSON.parse(text));
  } catch {
    return [];
  }
}

/** The filters, stored in the URL alongside the table's state. A change resets to the first page. */
export function useDemoFilters(): [DemoFilters, (change: Partial<DemoFilters>) => void] {
  const [params, setParams] = useUrlParams();
  const namesParam = params.get("names");
  const expiredParam = params.get("showExpired");
  const filters = useMemo(
    () => ({ names: parseNames(namesParam), showExpired: expiredParam !== "false" }),
    [namesParam, expiredParam],
  );
  const change = (changes: Partial<DemoFilters>) =>
    setParams(
      (current) => {
        const next = new URLSearchParams(current);
        const { names: namesParam, showExpired } = { ...filters, ...changes };
        if (namesParam.length > 0) next.set("names", JSON.stringify(namesParam));
        else next.delete("names");
        if (showExpired) next.delete("showExpired");
        else next.set("showExpired", "false");
        next.delete("page");
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  return [filters, change];
}
