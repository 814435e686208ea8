import { useQuery } from "@tanstack/react-query";
import { call } from "#api/client.ts";
import { useCustomerId } from "#api/session.ts";
import { listDocumentJobs } from "#domain/endpoints/exports/exportDocumentCalls.ts";

/** Poll interval while a document is being created. */
const pollIntervalMs = 1500;

export const documentJobsKey = (customerId: number | undefined, documentationId: string) => [
  customerId,
  "exportDocument",
  "asked",
  documentationId,
];

/** The user's document jobs for a documentation, polled while one of them is running. */
export function useDocumentJobs(documentationId: string, enabled: boolean) {
  const customerId = useCustomerId();
  return useQuery({
    queryKey: documentJobsKey(customerId, documentationId),
    queryFn: ({ signal }) => call(listDocumentJobs, { params: { id: documentationId }, signal }),
    enabled,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.items.some((item) => item.state === "MAKING") ? pollIntervalMs : false,
    refetchIntervalInBackground: true,
    meta: { handlesErrors: true },
  });
}
