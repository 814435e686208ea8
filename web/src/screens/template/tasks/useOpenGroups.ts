import { useCallback, useMemo, useState } from "react";
import type { TemplateTask } from "#domain/template/task.ts";
import { taskTree } from "#domain/template/taskRules.ts";

/** The closed groups, and the tasks that are visible. */
export function useOpenGroups(tasks: readonly TemplateTask[]) {
  const [closedIds, setClosed] = useState<ReadonlySet<string>>(new Set());
  const flatTasks = useMemo(() => taskTree.flatten(tasks), [tasks]);
  const visibleTasks = useMemo(() => {
    const hidden = new Set<string>();
    return flatTasks.filter(({ node, parent }) => {
      const isHidden = parent !== null && (hidden.has(parent.id) || closedIds.has(parent.id));
      if (isHidden) hidden.add(node.id);
      return !isHidden;
    });
  }, [flatTasks, closedIds]);
  const toggle = useCallback(
    (id: string) =>
      setClosed((current) => {
        const next = new Set(current);
        if (!next.delete(id)) next.add(id);
        return next;
      }),
    [],
  );
  const open = useCallback(
    (ids: readonly string[]) =>
      setClosed((current) =>
        ids.some((id) => current.has(id)) ? new Set([...current].filter((id) => !ids.includes(id))) : current,
      ),
    [],
  );
  const openAll = () => setClosed(new Set());
  const closeAll = () =>
    setClosed(new Set(flatTasks.filter(({ node }) => node.type === "GROUP").map(({ node }) => node.id)));
  return { flatTasks, visibleTasks, closed: closedIds, toggle, open, openAll, closeAll };
}
