import { useQuery } from "@tanstack/react-query";
import { call } from "#api/client.ts";
import { useCustomerId } from "#api/session.ts";
import { listDocumentJobs } from "#domain/endpoints/exports/exportDocumentCalls.ts";

/** Milliseconds between two looks at a document that is being made. */
const pollIntervalMs = 1500;

export const askedDocumentsKey = (customerId: number | undefined, documentationId: string) => [
  customerId,
  "exportDocument",
  "asked",
  documentationId,
];

/** The documents that the user has had made of a documentation, followed as long as one of them is being made. */
export function useDocumentJobs(documentationId: string, enabled: boolean) {
  const customerId = useCustomerId();
  return useQuery({
    queryKey: askedDocumentsKey(customerId, documentationId),
    queryFn: ({ signal }) => call(listDocumentJobs, { params: { id: documentationId }, signal }),
    enabled,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.items.some((item) => item.state === "MAKING") ? pollIntervalMs : false,
    refetchIntervalInBackground: true,
    meta: { ownErrors: true },
  });
}
