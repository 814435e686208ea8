import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { call } from "#api/client.ts";
import { useCustomerId } from "#api/session.ts";
import { findReceivedFiles } from "#domain/endpoints/links/receivedFiles.ts";

/** The files received through a documentation's upload links, refetched when the number of undecided ones changes. */
export function useReceived(id: string, waiting: number) {
  const customerId = useCustomerId();
  return useQuery({
    queryKey: [customerId, "documentation", "received", id, waiting],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call(findReceivedFiles, { params: { id }, signal }),
    meta: { ownErrors: true },
  });
}
