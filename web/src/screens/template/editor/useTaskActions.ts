import { type Dispatch, type RefObject, useCallback, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { TemplateTask } from "#domain/template/task.ts";
import { tasksReferencing, taskTree, withMovedTask } from "#domain/template/taskRules.ts";
import { useConfirm } from "#ui/dialog/Confirm.tsx";
import { type Move, type Side, type TreePosition, taskMoves } from "./moves.ts";
import type { EditorAction } from "./templateEditorState.ts";

export interface TaskRowActions {
  move: (id: string, move: Move) => void;
  copy: (id: string) => void;
  remove: (id: string) => Promise<void>;
}

/** Moving, copying and deleting tasks: what is done is said, and the focus stays where the work is. */
export function useTaskActions(
  tasks: readonly TemplateTask[],
  dispatch: Dispatch<EditorAction>,
  list: RefObject<HTMLElement | null>,
  openGroups: (ids: readonly string[]) => void,
) {
  const { t } = useTranslation("template");
  const confirm = useConfirm();
  const [said, say] = useState("");
  // Rows keep their handlers while tasks change under them, so that none is drawn anew for another one's sake.
  const now = useRef(tasks);
  now.current = tasks;

  const place = useCallback(
    (id: string, to: TreePosition | null) => {
      const found = taskTree.find(now.current, id);
      if (!found) return;
      const name = found.node.name || t("tasks.unnamed");
      const next = to && withMovedTask(now.current, id, to.parent, to.index);
      if (!to || !next) return say(t("editor.notMoved", { name }));
      if (to.parent) openGroups([to.parent]);
      dispatch({ do: "moveTask", id, ...to });
      const stands = taskTree.find(next, id);
      const where = {
        name,
        number: (stands?.path.at(-1) ?? 0) + 1,
        total: (stands?.parent?.tasks ?? next).length,
      };
      say(
        stands?.parent
          ? t("editor.movedTo", { ...where, group: stands.parent.name || t("tasks.unnamed") })
          : t("editor.moved", where),
      );
    },
    [dispatch, openGroups, t],
  );

  const row = useMemo<TaskRowActions>(
    () => ({
      move(id, move) {
        place(id, taskMoves.moveBy(now.current, id, move));
        // A row that moves is put at another place of the document, which takes the focus from what was pressed in it.
        const pressed = document.activeElement as HTMLElement | null;
        requestAnimationFrame(() => pressed?.isConnected && pressed.focus());
      },
      copy(id) {
        const name = taskTree.find(now.current, id)?.node.name || t("tasks.unnamed");
        dispatch({ do: "copyTask", id });
        say(t("editor.copied", { name }));
      },
      async remove(id) {
        const found = taskTree.find(now.current, id);
        if (!found) return;
        const name = found.node.name || t("tasks.unnamed");
        const held = taskTree.flatten(found.node.tasks).length;
        const looking = tasksReferencing(now.current, id).map((task) => task.name);
        const text = [
          held > 0 && t("editor.deleteGroup", { count: held }),
          looking.length > 0 && t("editor.deleteLooking", { names: looking.join(", ") }),
        ].filter(Boolean);
        // A task nothing hangs on is soon made again; one with others in it is not.
        const sure =
          text.length === 0 ||
          (await confirm({ title: t("editor.deleteTitle", { name }), text: text.join(" "), danger: true }));
        if (!sure) return;
        dispatch({ do: "deleteTask", id });
        say(t("editor.deleted", { name }));
        requestAnimationFrame(() => focusAfter(list.current, found.node.position));
      },
    }),
    [confirm, dispatch, list, place, t],
  );

  const drop = useCallback(
    (id: string, target: string, side: Side) =>
      place(id, taskMoves.movedBeside(now.current, id, target, side)),
    [place],
  );
  return { row, drop, said };
}

/** What was pressed is gone with its row: the one that stands there now takes the focus. */
function focusAfter(list: HTMLElement | null, position: number) {
  const rows = list?.querySelectorAll<HTMLElement>("[data-open]");
  rows?.[Math.min(position, rows.length - 1)]?.focus();
}
