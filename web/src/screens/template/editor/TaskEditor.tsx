import { PlusIcon, TasklistIcon } from "@primer/octicons-react";
import { Button } from "@primer/react";
import { memo, useCallback, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import type { TaskType } from "../../../../../domain/documentation";
import { showsTaskTypes } from "../../../../../domain/template/gates";
import { newTask } from "../../../../../domain/template/taskRules";
import { useGrants } from "../../../api/session";
import { fieldFaultText } from "../../../api/texts";
import { EmptyState } from "../../../kit/Blank";
import { Inline, Stack } from "../../../kit/stacks";
import { FieldErrorText, VisuallyHidden } from "../../../kit/text";
import { Frame, Hint, Toolbar } from "../look";
import { GroupButtons } from "../tasks/GroupButtons";
import { useOpenGroups } from "../tasks/useOpenGroups";
import { useEditor } from "./EditorContext";
import { noFaults } from "./faults";
import { TaskForm } from "./TaskForm";
import { TaskRow } from "./TaskRow";
import { useDragging } from "./useDragging";
import { useTaskActions } from "./useTaskWork";

/**
 * The tasks of the template: rows that are moved, copied and deleted, and the form of the one that is open. Drawn when they
 * change, and not once more when the page has found what of them is unsaved.
 */
export const TaskEditor = memo(function TaskEditor() {
  const { t } = useTranslation("template");
  const { state, dispatch, faults, taskFaults } = useEditor();
  const { tasks } = state.content;
  const list = useRef<HTMLUListElement>(null);
  const groups = useOpenGroups(tasks);
  const work = useTaskActions(tasks, dispatch, list, groups.open);
  const drag = useDragging(list, work.drop);
  const shown = showsTaskTypes(useGrants());
  const added = useRef<string | null>(null);
  const toggleForm = useCallback((id: string | null) => dispatch({ do: "openTask", id }), [dispatch]);
  const add = (type: TaskType, parent: string | null = null) => {
    const task = newTask(type);
    if (parent) groups.open([parent]);
    added.current = task.id;
    dispatch({ do: "addTask", task, parent });
  };
  // Whoever adds a task goes on typing its name.
  useEffect(() => {
    if (added.current === null || added.current !== state.open) return;
    const row = [...(list.current?.children ?? [])].find(
      (one) => one instanceof HTMLElement && one.dataset.row === added.current,
    );
    added.current = null;
    const name = row?.querySelector<HTMLInputElement>("[role=group] input");
    name?.focus();
    name?.select();
  });
  return (
    <Stack>
      {tasks.length > 0 && (
        <Toolbar>
          <span>{t("tasks.count", { count: groups.standing.length })}</span>
          <GroupButtons groups={groups} />
        </Toolbar>
      )}
      {faults.tasks && <FieldErrorText as="div">{fieldFaultText(faults.tasks)}</FieldErrorText>}
      <VisuallyHidden as="div" role="status">
        {work.said}
      </VisuallyHidden>
      {tasks.length === 0 ? (
        <Frame>
          <EmptyState icon={TasklistIcon} title={t("tasks.empty")} text={t("tasks.emptyText")} />
        </Frame>
      ) : (
        <>
          <Hint>{t("editor.keys")}</Hint>
          <Unclipped>
            <ul ref={list} aria-label={t("tabs.tasks")}>
              {groups.shown.map(({ node, level, parent, path }) => {
                const open = state.open === node.id;
                const found = taskFaults.get(node.id) ?? noFaults;
                return (
                  <TaskRow
                    key={node.id}
                    task={node}
                    level={level}
                    closed={groups.closed.has(node.id)}
                    open={open}
                    faults={Object.keys(found).length}
                    first={path.at(-1) === 0}
                    last={path.at(-1) === (parent?.tasks ?? tasks).length - 1}
                    work={work.row}
                    onGrip={drag}
                    onToggle={groups.toggle}
                    onOpen={toggleForm}
                  >
                    {open && <TaskForm task={node} faults={found} onAdd={add} />}
                  </TaskRow>
                );
              })}
            </ul>
          </Unclipped>
        </>
      )}
      <Inline>
        <Button leadingVisual={PlusIcon} onClick={() => add("PHOTO")}>
          {t("editor.addTask")}
        </Button>
        {shown && (
          <Button leadingVisual={PlusIcon} onClick={() => add("GROUP")}>
            {t("editor.addGroup")}
          </Button>
        )}
      </Inline>
    </Stack>
  );
});

/** Lists of choices hang out of the last row. */
const Unclipped = styled(Frame)`
  overflow: visible;
`;
