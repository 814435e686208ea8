import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { call } from "#api/client.ts";
import { useCustomerId } from "#api/session.ts";
import { listDocumentationTasks } from "#domain/endpoints/documentation/details.ts";
import { useEditor } from "../editor/LayoutEditorContext.ts";

const emptyNames: readonly string[] = [];

/** Names of the tasks of the preview's documentation, and of the groups among them. */
export function useTaskNames(): { names: readonly string[]; groups: readonly string[] } {
  const customerId = useCustomerId();
  const { documentation } = useEditor();
  const id = documentation?.id ?? null;
  const tasksQuery = useQuery({
    queryKey: [customerId, "documentation", "tasks", id, "names"],
    queryFn: ({ signal }) => call(listDocumentationTasks, { query: { documentationId: id! }, signal }),
    enabled: id !== null,
    meta: { handlesErrors: true },
  });
  return useMemo(() => {
    const tasks = tasksQuery.data?.items;
    if (!tasks) return { names: emptyNames, groups: emptyNames };
    return {
      names: [...new Set(tasks.map(({ name }) => name))],
      groups: [...new Set(tasks.filter(({ type }) => type === "GROUP").map(({ name }) => name))],
    };
  }, [tasksQuery.data]);
}
