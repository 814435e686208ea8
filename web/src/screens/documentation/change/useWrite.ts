import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import type { DocumentationTask, FileRow, PhotoRow } from "../../../../../domain/endpoints/documentation";
import { useCustomerId } from "../../../api/session";

/** What the cache holds of one documentation. */
type Part = "item" | "events" | "tasks" | "photos" | "files";

/**
 * Writes and then makes old what it changed of the documentation, which is fetched anew where it is shown. What the lists of
 * other screens hold is old as well, and is asked for when they are next shown.
 */
export function useWrite(documentationId: string) {
  const queries = useQueryClient();
  const customerId = useCustomerId();
  const keyOf = (part: Part) => [customerId, "documentation", part, documentationId];
  const forget = (parts: readonly Part[]) => {
    queries.invalidateQueries({ queryKey: [customerId], refetchType: "none" });
    return Promise.all(parts.map((part) => queries.invalidateQueries({ queryKey: keyOf(part) })));
  };
  return {
    forget,
    /** The rows that come back are shown at once; the rest follows. */
    async write<T>(
      call: () => Promise<T>,
      parts: readonly Part[],
      show?: (answer: T, cache: Cache) => void,
    ): Promise<T> {
      const answer = await call();
      show?.(answer, cacheOf(queries, keyOf));
      void forget(parts);
      return answer;
    },
  };
}

type Cache = ReturnType<typeof cacheOf>;

/** Takes what a write answered into what is held already. */
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
    /** The list an answer is suggested from is known by the listing of all tasks alone. */
    task: (task: DocumentationTask) =>
      inRows<DocumentationTask>("tasks")((rows) =>
        rows.map((one) =>
          one.id === task.id
            ? { ...one, ...task, suggestionListId: task.suggestionListId ?? one.suggestionListId }
            : one,
        ),
      ),
    photo: put<PhotoRow>("photos"),
    file: put<FileRow>("files"),
    withoutPhoto: remove("photos"),
    withoutFile: remove("files"),
  };
}
