import { type Dispatch, type RefObject, useCallback, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { TemplateTask } from "#domain/template/task.ts";
import { findTasksReferencing, taskTree, withMovedTask } from "#domain/template/taskRules.ts";
import { useConfirm } from "#ui/dialog/Confirm.tsx";
import type { EditorAction } from "./templateEditorState.ts";
import { type Move, type Side, type TreePosition, taskMoves } from "./treeMoves.ts";

export interface TaskRowActions {
  move: (id: string, move: Move) => void;
  copy: (id: string) => void;
  remove: (id: string) => Promise<void>;
}

/** Moves, copies and deletes tasks, announces the result for screen readers, and keeps the focus in the list. */
export function useTaskActions(
  tasks: readonly TemplateTask[],
  dispatch: Dispatch<EditorAction>,
  list: RefObject<HTMLElement | null>,
  openGroups: (ids: readonly string[]) => void,
) {
  const { t } = useTranslation("template");
  const confirm = useConfirm();
  const [status, announce] = useState("");
  // Handlers are stable while tasks change, so that rows do not re-render because of others.
  const latestTasks = useRef(tasks);
  latestTasks.current = tasks;

  const moveTo = useCallback(
    (id: string, to: TreePosition | null) => {
      const flatTask = taskTree.find(latestTasks.current, id);
      if (!flatTask) return;
      const name = flatTask.node.name || t("tasks.unnamed");
      const next = to && withMovedTask(latestTasks.current, id, to.parent, to.index);
      if (!to || !next) return announce(t("editor.notMoved", { name }));
      if (to.parent) openGroups([to.parent]);
      dispatch({ kind: "moveTask", id, ...to });
      const movedTask = taskTree.find(next, id);
      const positionParams = {
        name,
        number: (movedTask?.index ?? 0) + 1,
        total: (movedTask?.parent?.tasks ?? next).length,
      };
      announce(
        movedTask?.parent
          ? t("editor.movedTo", { ...positionParams, group: movedTask.parent.name || t("tasks.unnamed") })
          : t("editor.moved", positionParams),
      );
    },
    [dispatch, openGroups, t],
  );

  const rowActions = useMemo<TaskRowActions>(
    () => ({
      move(id, move) {
        moveTo(id, taskMoves.moveBy(latestTasks.current, id, move));
        // A moved row changes its position in the DOM, which blurs the pressed button.
        const focusedElement = document.activeElement;
        requestAnimationFrame(
          () => focusedElement instanceof HTMLElement && focusedElement.isConnected && focusedElement.focus(),
        );
      },
      copy(id) {
        const name = taskTree.find(latestTasks.current, id)?.node.name || t("tasks.unnamed");
        dispatch({ kind: "copyTask", id });
        announce(t("editor.copied", { name }));
      },
      async remove(id) {
        const flatTask = taskTree.find(latestTasks.current, id);
        if (!flatTask) return;
        const name = flatTask.node.name || t("tasks.unnamed");
        const descendantCount = taskTree.flatten(flatTask.node.tasks).length;
        const referencingNames = findTasksReferencing(latestTasks.current, id).map((task) => task.name);
        const text = [
          descendantCount > 0 && t("editor.deleteGroup", { count: descendantCount }),
          referencingNames.length > 0 &&
            t("editor.deletePreconditions", { names: referencingNames.join(", ") }),
        ].filter(Boolean);
        // Asks only if the deletion affects other tasks: a single task is easily recreated.
        const isConfirmed =
          text.length === 0 ||
          (await confirm({ title: t("editor.deleteTitle", { name }), text: text.join(" "), danger: true }));
        if (!isConfirmed) return;
        dispatch({ kind: "deleteTask", id });
        announce(t("editor.deleted", { name }));
        requestAnimationFrame(() => focusAfter(list.current, flatTask.node.position));
      },
    }),
    [confirm, dispatch, list, moveTo, t],
  );

  const drop = useCallback(
    (id: string, target: string, side: Side) =>
      moveTo(id, taskMoves.moveBeside(latestTasks.current, id, target, side)),
    [moveTo],
  );
  return { row: rowActions, drop, status };
}

/** The pressed button was deleted with its row: focuses the row now at its position. */
function focusAfter(list: HTMLElement | null, position: number) {
  const rows = list?.querySelectorAll<HTMLElement>("[data-open]");
  rows?.[Math.min(position, rows.length - 1)]?.focus();
}
