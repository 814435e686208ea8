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
  const queries = useQueryClient();
  const customerId = useCustomerId();
  const keyOf = (part: Part) => [customerId, "documentation", part, documentationId];
  const invalidate = (parts: readonly Part[]) => {
    queries.invalidateQueries({ queryKey: [customerId], refetchType: "none" });
    return Promise.all(parts.map((part) => queries.invalidateQueries({ queryKey: keyOf(part) })));
  };
  return {
    invalidate,
    /** For a change that may come when a list is shown. */
    invalidateLists: () => void queries.invalidateQueries({ queryKey: [customerId, "documentation"] }),
    /** Rows in the answer are shown at once; the rest follows. */
    async write<T>(
      call: () => Promise<T>,
      parts: readonly Part[],
      show?: (answer: T, cache: Cache) => void,
    ): Promise<T> {
      const answer = await call();
      show?.(answer, cacheOf(queries, keyOf));
      void invalidate(parts);
      return answer;
    },
  };
}

type Cache = ReturnType<typeof cacheOf>;

/** Merges a write's answer into the cache. */
function cacheOf(queries: QueryClient, keyOf: (part: Part) => readonly unknown[]) {
  const inRows =
    <Row extends { id: string }>(part: Part) =>
    (change: (rows: Row[]) => Row[]) =>
      queries.setQueriesData<Row[]>({ queryKey: keyOf(part) }, (rows) => rows && change(rows));
  const put =
    <Row extends { id: string }>(part: Part) =>
    (row: Row) =>
      inRows<Row>(part)((rows) => rows.map((one) => (one.id === row.id ? { ...one, ...row } : one)));
  const remove = (part: Part) => (id: string) =>
    inRows<{ id: string }>(part)((rows) => rows.filter((row) => row.id !== id));
  return {
    details: (details: object) =>
      queries.setQueryData(keyOf("item"), (before: object | undefined) => ({ ...before, ...details })),
    /** Only the list of all tasks knows which list an answer's suggestions come from. */
    task: (task: DocumentationTask) =>
      inRows<DocumentationTask>("tasks")((rows) =>
        rows.map((row) =>
          row.id === task.id
            ? { ...row, ...task, suggestionListId: task.suggestionListId ?? row.suggestionListId }
            : row,
        ),
      ),
    photo: put<PhotoRow>("photos"),
    file: put<FileRow>("files"),
    withoutPhoto: remove("photos"),
    withoutFile: remove("files"),
  };
}
