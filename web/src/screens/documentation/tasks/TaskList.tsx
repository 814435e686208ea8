import { ChevronDownIcon, ChevronRightIcon } from "@primer/octicons-react";
import { useTranslation } from "react-i18next";
import styled, { css } from "styled-components";
import { getHeadingFontSize } from "#features/taskTextSizes.ts";
import { getHeadingTag } from "#ui/layout/typography.ts";
import { TaskEntry } from "./TaskEntry.tsx";
import type { TaskNode } from "./taskTree.ts";

const elementId = (taskId: string) => `task-${taskId}`;

/** Scrolls a task into view, and moves the focus to it. */
export function showTask(taskId: string): void {
  const element = document.getElementById(elementId(taskId));
  element?.scrollIntoView({ block: "center" });
  element?.focus({ preventScroll: true });
}

interface TaskListProps {
  nodes: readonly TaskNode[];
  /** The heading level of this list. */
  level: number;
  closed: ReadonlySet<string>;
  showsSkipped: boolean;
  /** The id of the documentation if its answers can be edited, otherwise null. */
  editableDocumentationId: string | null;
  showsPhotos: boolean;
  onToggle: (id: string) => void;
  onOpenPhoto: (id: string) => void;
}

/** Tasks of one level. Those that do not apply are omitted unless answered or requested. */
export function TaskList(props: TaskListProps) {
  const { nodes, showsSkipped } = props;
  return (
    <ul>
      {nodes
        .filter(({ isSkipped, isAnswered }) => !isSkipped || isAnswered || showsSkipped)
        .map((node) => (
          <Item key={node.task.id} id={elementId(node.task.id)} tabIndex={-1} $isSkipped={node.isSkipped}>
            <Node {...props} node={node} />
          </Item>
        ))}
    </ul>
  );
}

function Node({ node, level, ...listProps }: TaskListProps & { node: TaskNode }) {
  const { task, children } = node;
  if (task.type === "GROUP") return <Group {...listProps} node={node} level={level} />;
  if (task.type === "HEADER")
    return (
      <Header as={getHeadingTag(level)} $size={getHeadingFontSize(task.options)}>
        {task.name}
      </Header>
    );
  return (
    <>
      <TaskEntry
        node={node}
        editableDocumentationId={listProps.editableDocumentationId}
        showsPhotos={listProps.showsPhotos}
        onOpenPhoto={listProps.onOpenPhoto}
      />
      {children.length > 0 && (
        <Nested>
          <TaskList {...listProps} nodes={children} level={level + 1} />
        </Nested>
      )}
    </>
  );
}

function Group({ node, level, ...listProps }: TaskListProps & { node: TaskNode }) {
  const { t } = useTranslation("documentation");
  const { task, children, progress, isSkipped } = node;
  const isOpen = !listProps.closed.has(task.id);
  const panel = `group-${task.id}`;
  return (
    <>
      <GroupTitle as={getHeadingTag(level)}>
        <GroupButton
          type="button"
          aria-expanded={isOpen}
          aria-controls={panel}
          onClick={() => listProps.onToggle(task.id)}
        >
          {isOpen ? <ChevronDownIcon /> : <ChevronRightIcon />}
          <span>{task.name}</span>
          <Count>{t("tasks.answeredTasks", { ...progress })}</Count>
        </GroupButton>
      </GroupTitle>
      <div id={panel} hidden={!isOpen}>
        {isSkipped && <Note>{t("tasks.skipped")}</Note>}
        {task.description && <Note>{task.description}</Note>}
        <Nested>
          <TaskList {...listProps} nodes={children} level={level + 1} />
        </Nested>
      </div>
    </>
  );
}

/** Items far off screen are not laid out, so that 500 tasks scroll like 50. */
const Item = styled.li<{ $isSkipped: boolean }>`
  content-visibility: auto;
  contain-intrinsic-size: auto 56px;
  /*
   * The suggestion list overflows the edited entry and must not be clipped. Not focus-within: the focus moves from a photo's
   * button to the viewer, and the browser would render the whole entry again.
   */
  &:has(form) {
    content-visibility: visible;
  }
  & + & {
    border-top: 1px solid var(--borderColor-muted);
  }
  ${({ $isSkipped }) =>
    $isSkipped &&
    css`
      background: var(--bgColor-muted);
      color: var(--fgColor-muted);
    `}
`;

const Header = styled.h3<{ $size: string }>`
  padding: var(--base-size-16) var(--base-size-16) var(--base-size-8);
  font-size: ${({ $size }) => $size};
  font-weight: var(--base-text-weight-semibold);
`;

const GroupTitle = styled.h3`
  font-size: inherit;
`;

const GroupButton = styled.button`
  display: flex;
  align-items: center;
  gap: var(--base-size-8);
  width: 100%;
  padding: var(--base-size-12) var(--base-size-16);
  border: 0;
  background: var(--bgColor-muted);
  color: inherit;
  font: inherit;
  font-weight: var(--base-text-weight-semibold);
  text-align: start;
  cursor: pointer;
  &:hover {
    background: var(--control-bgColor-hover);
  }
`;

const Count = styled.span`
  margin-left: auto;
  color: var(--fgColor-muted);
  font-size: var(--text-body-size-small);
  font-weight: var(--base-text-weight-normal);
`;

const Note = styled.p`
  padding: var(--base-size-8) var(--base-size-16) 0;
  color: var(--fgColor-muted);
  font-size: var(--text-body-size-small);
`;

const Nested = styled.div`
  margin-left: var(--base-size-24);
  @media (max-width: 767px) {
    margin-left: var(--base-size-8);
  }
`;
