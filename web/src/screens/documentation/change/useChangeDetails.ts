import { ApiError } from "#api/apiError.ts";
import { call } from "#api/client.ts";
import type { DocumentationDetails } from "#domain/endpoints/documentation/details.ts";
import { getDocumentation } from "#domain/endpoints/documentation/details.ts";
import { recordSave } from "./ownSaves.ts";
import { useDocumentationMutation } from "./useDocumentationMutation.ts";
import { useVersionedSave } from "./useVersionedSave.ts";

/** Changes a documentation's own columns. The call takes a version and returns the details. */
export function useChangeDetails(
  id: string,
  send: (params: { id: string }, version: number) => Promise<DocumentationDetails>,
) {
  const { write } = useDocumentationMutation(id);
  return useVersionedSave<DocumentationDetails>({
    save: (version) =>
      write(
        () => send({ id }, version),
        ["item", "events"],
        (details, cache) => {
          recordSave(version, details);
          cache.details(details);
        },
      ),
    reload: () =>
      call(getDocumentation, { params: { id } }).catch((error) => {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }),
  });
}
