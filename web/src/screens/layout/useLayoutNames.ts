import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { fetchList } from "#api/resource.ts";
import { useCustomerId } from "#api/session.ts";
import { exportDocumentConfiguration } from "#domain/resources/exportDocumentConfiguration.ts";
import type { LayoutNames } from "./useNodeText.ts";

/** The layouts that can be inserted into others: those of type WORD_TO_PDF, by id. */
export function useLayoutNames(enabled: boolean): LayoutNames {
  const customerId = useCustomerId();
  const layoutsQuery = useQuery({
    queryKey: [customerId, exportDocumentConfiguration.name, "insertable"],
    queryFn: async ({ signal }) =>
      (await fetchList(exportDocumentConfiguration, { max: -1 }, signal)).filter(
        ({ type }) => type === "WORD_TO_PDF",
      ),
    enabled,
  });
  return useMemo(() => new Map(layoutsQuery.data?.map(({ id, name }) => [id, name])), [layoutsQuery.data]);
}
