import { PlusIcon, TasklistIcon } from "@primer/octicons-react";
import { Button } from "@primer/react";
import { memo, useCallback, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { fieldErrorText } from "#api/errorTexts.ts";
import type { TaskType } from "#domain/core/documentationTypes.ts";
import { showsTaskTypes } from "#domain/template/productGates.ts";
import { createTask } from "#domain/template/taskRules.ts";
import { Inline, Stack } from "#ui/layout/boxes.ts";
import { EmptyState } from "#ui/layout/EmptyState.tsx";
import { FieldErrorText, VisuallyHidden } from "#ui/layout/typography.ts";
import { GroupButtons } from "../tasks/GroupButtons.tsx";
import { useOpenGroups } from "../tasks/useOpenGroups.ts";
import { Frame, Hint, Toolbar } from "../templateStyles.ts";
import { TaskForm } from "./TaskForm.tsx";
import { TaskRow } from "./TaskRow.tsx";
import { useEditor } from "./TemplateEditorContext.ts";
import { useDragging } from "./useDragging.ts";
import { noErrors } from "./useEditorErrors.ts";
import { useTaskActions } from "./useTaskActions.ts";

/**
 * The tasks of the template: rows that can be moved, copied and deleted, and the open task's form. Memoized, so that it does
 * not render again when the page has computed what is unsaved.
 */
export const TaskEditor = memo(function TaskEditor() {
  const { t } = useTranslation("template");
  const { state, dispatch, errors, errorsByTask, grants } = useEditor();
  const { tasks } = state.content;
  const list = useRef<HTMLUListElement>(null);
  const groups = useOpenGroups(tasks);
  const taskActions = useTaskActions(tasks, dispatch, list, groups.open);
  const drag = useDragging(list, taskActions.drop);
  const canUseTypes = showsTaskTypes(grants);
  const addedId = useRef<string | null>(null);
  const toggleForm = useCallback((id: string | null) => dispatch({ kind: "openTask", id }), [dispatch]);
  const add = (type: TaskType, parent: string | null = null) => {
    const task = createTask(type);
    if (parent) groups.open([parent]);
    addedId.current = task.id;
    dispatch({ kind: "addTask", task, parent });
  };
  // Focuses the name of an added task.
  useEffect(() => {
    if (addedId.current === null || addedId.current !== state.open) return;
    const row = [...(list.current?.children ?? [])].find(
      (child) => child instanceof HTMLElement && child.dataset.row === addedId.current,
    );
    addedId.current = null;
    const nameInput = row?.querySelector<HTMLInputElement>("[role=group] input");
    nameInput?.focus();
    nameInput?.select();
  });
  return (
    <Stack>
      {tasks.length > 0 && (
        <Toolbar>
          <span>{t("tasks.count", { count: groups.flatTasks.length })}</span>
          <GroupButtons groups={groups} />
        </Toolbar>
      )}
      {errors.tasks && <FieldErrorText as="div">{fieldErrorText(errors.tasks)}</FieldErrorText>}
      <VisuallyHidden as="div" role="status">
        {taskActions.status}
      </VisuallyHidden>
      {tasks.length === 0 ? (
        <Frame>
          <EmptyState icon={TasklistIcon} title={t("tasks.empty")} text={t("tasks.emptyText")} />
        </Frame>
      ) : (
        <>
          <Hint>{t("editor.keyboardHint")}</Hint>
          <Unclipped>
            <ul ref={list} aria-label={t("tabs.tasks")}>
              {groups.visibleTasks.map(({ node, level, parent, path }) => {
                const isOpen = state.open === node.id;
                const taskErrors = errorsByTask.get(node.id) ?? noErrors;
                return (
                  <TaskRow
                    key={node.id}
                    task={node}
                    level={level}
                    isClosed={groups.closed.has(node.id)}
                    isOpen={isOpen}
                    errorCount={Object.keys(taskErrors).length}
                    isFirst={path.at(-1) === 0}
                    isLast={path.at(-1) === (parent?.tasks ?? tasks).length - 1}
                    actions={taskActions.row}
                    onDragStart={drag}
                    onToggle={groups.toggle}
                    onOpen={toggleForm}
                  >
                    {isOpen && <TaskForm task={node} errors={taskErrors} onAdd={add} />}
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
        {canUseTypes && (
          <Button leadingVisual={PlusIcon} onClick={() => add("GROUP")}>
            {t("editor.addGroup")}
          </Button>
        )}
      </Inline>
    </Stack>
  );
});

/** Not clipped: dropdown lists extend below the last row. */
const Unclipped = styled(Frame)`
  overflow: visible;
`;
