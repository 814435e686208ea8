import { useQueries } from "@tanstack/react-query";
import { call } from "#api/client.ts";
import { useCustomerId } from "#api/session.ts";
import {
  type DocumentationTask,
  listDocumentationTasks,
  listPhotos,
  type PhotoRow,
} from "#domain/endpoints/documentation/details.ts";
import type { DocumentationListRow } from "#domain/endpoints/documentation/list.ts";

export type OriginalTask = DocumentationTask & { documentationId: string };

export interface Originals {
  /** Grouped by documentation, each in reading order. */
  tasks: OriginalTask[];
  /** Grouped by documentation, in order of time, including photos that never arrived. */
  photos: PhotoRow[];
}

const pageSize = 1000;

async function fetchAllPhotos(documentationId: string, signal: AbortSignal): Promise<PhotoRow[]> {
  const photos: PhotoRow[] = [];
  for (;;) {
    const query = { documentationId, max: pageSize, offset: photos.length };
    const { items } = await call(listPhotos, { query, signal });
    photos.push(...items);
    if (items.length < pageSize) return photos;
  }
}

/** The tasks and photos of the selected documentations. */
export function useOriginals(documentations: readonly DocumentationListRow[]) {
  const customerId = useCustomerId();
  return useQueries({
    queries: documentations.map(({ id }) => ({
      queryKey: [customerId, "documentation", "toMerge", id],
      queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Originals> => {
        const query = { documentationId: id };
        const [{ items }, photos] = await Promise.all([
          call(listDocumentationTasks, { query, signal }),
          fetchAllPhotos(id, signal),
        ]);
        return { tasks: items.map((task) => ({ ...task, documentationId: id })), photos };
      },
      meta: { handlesErrors: true },
    })),
    combine: (results) => ({
      originals: {
        tasks: results.flatMap(({ data }) => data?.tasks ?? []),
        photos: results.flatMap(({ data }) => data?.photos ?? []),
      } satisfies Originals,
      loading: results.some(({ isPending }) => isPending),
      error: results.find(({ error }) => error)?.error ?? null,
      refetch: () => Promise.all(results.map((result) => result.refetch())),
    }),
  });
}
