import {
  ArrowDownIcon,
  ArrowUpIcon,
  ChevronDownIcon,
  ChevronRightIcon,
  CopyIcon,
  GrabberIcon,
  TrashIcon,
} from "@primer/octicons-react";
import { type KeyboardEvent, memo, type PointerEvent, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { TemplateTask } from "#domain/template/task.ts";
import { DragHandle, PlainIconButton } from "#ui/button/plainIconButton.ts";
import { ErrorBadge, Item, Name, NameLine, Ordinal, Row, RowActions, Small } from "./taskRowStyles.ts";
import { moveKeys } from "./treeMoves.ts";
import type { TaskRowActions } from "./useTaskActions.ts";

interface TaskRowProps {
  task: TemplateTask;
  level: number;
  isClosed: boolean;
  isOpen: boolean;
  errorCount: number;
  isFirst: boolean;
  isLast: boolean;
  actions: TaskRowActions;
  onDragStart: (id: string, event: PointerEvent<HTMLElement>) => void;
  onToggle: (id: string) => void;
  onOpen: (id: string | null) => void;
  /** The task's form, while the form is open. */
  children: ReactNode;
}

/** There can be hundreds of rows, so a row has plain buttons and re-renders only when its own data changes. */
export const TaskRow = memo(function TaskRow(props: TaskRowProps) {
  const {
    task,
    level,
    isClosed,
    isOpen,
    errorCount,
    isFirst,
    isLast,
    actions,
    onDragStart,
    onToggle,
    onOpen,
    children,
  } = props;
  const { t } = useTranslation("template");
  const { t: tDocumentation } = useTranslation("documentation");
  const { id, type } = task;
  const name = task.name || t("tasks.unnamed");
  const isGroup = type === "GROUP";
  function onKeyDown(event: KeyboardEvent) {
    const move = event.altKey ? moveKeys[event.key] : undefined;
    if (!move) return;
    event.preventDefault();
    actions.move(id, move);
  }
  return (
    <Item data-row={id} data-group={isGroup || undefined} data-form={isOpen || undefined}>
      <Row data-line="" $level={level} $open={isOpen} onKeyDown={onKeyDown}>
        <DragHandle
          type="button"
          title={t("editor.drag", { name })}
          aria-hidden="true"
          tabIndex={-1}
          onPointerDown={(event) => onDragStart(id, event)}
        >
          <GrabberIcon />
        </DragHandle>
        <Ordinal>{task.position + 1}</Ordinal>
        {isGroup && (
          <PlainIconButton
            type="button"
            aria-expanded={!isClosed}
            aria-label={t(isClosed ? "tasks.open" : "tasks.close", { name })}
            onClick={() => onToggle(id)}
          >
            {isClosed ? <ChevronRightIcon /> : <ChevronDownIcon />}
          </PlainIconButton>
        )}
        <NameLine>
          <Name
            type="button"
            data-open=""
            aria-expanded={isOpen}
            aria-label={t(isOpen ? "editor.closeForm" : "editor.edit", { name })}
            $group={isGroup}
            $unnamed={!task.name}
            onClick={() => onOpen(isOpen ? null : id)}
          >
            {name}
          </Name>
          <Small>
            {tDocumentation(`taskType.${type}`)}
            {task.required !== "NO" && ` · ${tDocumentation(`required.${task.required}`)}`}
            {task.preconditions.length > 0 &&
              ` · ${t("tasks.preconditions", { count: task.preconditions.length })}`}
            {isGroup && ` · ${t("tasks.containedTasks", { count: task.tasks.length })}`}
          </Small>
          {errorCount > 0 && <ErrorBadge>{t("tabs.errorCount", { count: errorCount })}</ErrorBadge>}
        </NameLine>
        <RowActions>
          <PlainIconButton
            type="button"
            aria-disabled={isFirst}
            aria-label={t("editor.moveUp", { name })}
            onClick={() => actions.move(id, "up")}
          >
            <ArrowUpIcon />
          </PlainIconButton>
          <PlainIconButton
            type="button"
            aria-disabled={isLast}
            aria-label={t("editor.moveDown", { name })}
            onClick={() => actions.move(id, "down")}
          >
            <ArrowDownIcon />
          </PlainIconButton>
          <PlainIconButton
            type="button"
            aria-label={t("editor.copy", { name })}
            onClick={() => actions.copy(id)}
          >
            <CopyIcon />
          </PlainIconButton>
          <PlainIconButton
            type="button"
            aria-label={t("editor.delete", { name })}
            onClick={() => void actions.remove(id)}
          >
            <TrashIcon />
          </PlainIconButton>
        </RowActions>
      </Row>
      {children}
    </Item>
  );
});
