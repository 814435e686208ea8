import { useCallback, useMemo, useState } from "react";
import type { TemplateTask } from "#domain/template/task.ts";
import { taskTree } from "#domain/template/taskRules.ts";

/** Which groups are closed, and the tasks that are therefore seen. */
export function useOpenGroups(tasks: readonly TemplateTask[]) {
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const standing = useMemo(() => taskTree.flatten(tasks), [tasks]);
  const shown = useMemo(() => {
    const hidden = new Set<string>();
    return standing.filter(({ node, parent }) => {
      const gone = parent !== null && (hidden.has(parent.id) || closed.has(parent.id));
      if (gone) hidden.add(node.id);
      return !gone;
    });
  }, [standing, closed]);
  const toggle = useCallback(
    (id: string) =>
      setClosed((before) => {
        const next = new Set(before);
        if (!next.delete(id)) next.add(id);
        return next;
      }),
    [],
  );
  const open = useCallback(
    (ids: readonly string[]) =>
      setClosed((before) =>
        ids.some((id) => before.has(id)) ? new Set([...before].filter((id) => !ids.includes(id))) : before,
      ),
    [],
  );
  const openAll = () => setClosed(new Set());
  const closeAll = () =>
    setClosed(new Set(standing.filter(({ node }) => node.type === "GROUP").map(({ node }) => node.id)));
  return { standing, shown, closed, toggle, open, openAll, closeAll };
}
