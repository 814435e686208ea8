import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useCustomerId } from "#api/session.ts";
import type { DocumentationTask, FileRow, PhotoRow } from "#domain/endpoints/documentation/details.ts";

/** The parts of a documentation in the cache. */
type Part = "item" | "events" | "tasks" | "photos" | "files" | "received" | "retakes";

/**
 * Writes, then invalidates the changed parts of the documentation, which are refetched where shown. Lists of other screens are
 * invalidated too, and refetched when next shown.
 */
export function useDocumentationMutation(documentationId: string) {
  const queryClient = useQueryClient();
  const customerId = useCustomerId();
  const keyOf = (part: Part) => [customerId, "documentation", part, documentationId];
  const invalidate = (parts: readonly Part[]) => {
    queryClient.invalidateQueries({ queryKey: [customerId], refetchType: "none" });
    return Promise.all(parts.map((part) => queryClient.invalidateQueries({ queryKey: keyOf(part) })));
  };
  return {
    invalidate,
    /** For a change that can finish while a list is shown. */
    invalidateLists: () => void queryClient.invalidateQueries({ queryKey: [customerId, "documentation"] }),
    /** The last argument puts rows of the response into the cache immediately; the rest is refetched. */
    async write<T>(
      call: () => Promise<T>,
      parts: readonly Part[],
      updateCache?: (response: T, cache: Cache) => void,
    ): Promise<T> {
      const response = await call();
      updateCache?.(response, createCacheUpdates(queryClient, keyOf));
      void invalidate(parts);
      return response;
    },
  };
}

type Cache = ReturnType<typeof createCacheUpdates>;

/** Functions that merge the response of a write into the cache. */
function createCacheUpdates(queryClient: QueryClient, keyOf: (part: Part) => readonly unknown[]) {
  const updateRows =
    <Row extends { id: string }>(part: Part) =>
    (change: (rows: Row[]) => Row[]) =>
      queryClient.setQueriesData<Row[]>({ queryKey: keyOf(part) }, (rows) => rows && change(rows));
  const mergeRow =
    <Row extends { id: string }>(part: Part) =>
    (row: Row) =>
      updateRows<Row>(part)((rows) =>
        rows.map((existing) => (existing.id === row.id ? { ...existing, ...row } : existing)),
      );
  const remove = (part: Part) => (id: string) =>
    updateRows<{ id: string }>(part)((rows) => rows.filter((row) => row.id !== id));
  return {
    details: (details: object) =>
      queryClient.setQueryData(keyOf("item"), (current: object | undefined) => ({
        ...current,
        ...details,
      })),
    /** Keeps the suggestion list, which only the list of all tasks includes. */
    task: (task: DocumentationTask) =>
      updateRows<DocumentationTask>("tasks")((rows) =>
        rows.map((row) =>
          row.id === task.id
            ? { ...row, ...task, suggestionListId: task.suggestionListId ?? row.suggestionListId }
            : row,
        ),
      ),
    photo: mergeRow<PhotoRow>("photos"),
    file: mergeRow<FileRow>("files"),
    removePhoto: remove("photos"),
    removeFile: remove("files"),
  };
}
