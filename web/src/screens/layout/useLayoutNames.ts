import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { fetchList } from "#api/resource.ts";
import { useCustomerId } from "#api/session.ts";
import { exportDocumentConfiguration } from "#domain/resources/exportDocumentConfiguration.ts";
import type { LayoutNames } from "./useNodeText.ts";

/** The layouts of type WORD_TO_PDF that the layouts of an owner can insert, by id. The owner is null for the service. */
export function useLayoutNames(ownerId: number | null, enabled: boolean): LayoutNames {
  const customerId = useCustomerId();
  const layoutsQuery = useQuery({
    queryKey: [customerId, exportDocumentConfiguration.name, "insertable", ownerId],
    queryFn: async ({ signal }) =>
      (
        await fetchList(
          exportDocumentConfiguration,
          { max: -1, ...(ownerId !== null && { customerId: ownerId }) },
          signal,
        )
      ).filter((row) => row.type === "WORD_TO_PDF" && (ownerId !== null || row.customerId === null)),
    enabled,
  });
  return useMemo(() => new Map(layoutsQuery.data?.map(({ id, name }) => [id, name])), [layoutsQuery.data]);
}
