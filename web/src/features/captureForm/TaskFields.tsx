import { memo } from "react";
import { useTranslation } from "react-i18next";
import styled, { css } from "styled-components";
import { getHeadingFontSize } from "#features/taskTextSizes.ts";
import { phoneStyles } from "#ui/layout/phoneStyles.ts";
import { BreakableItem, getHeadingTag } from "#ui/layout/typography.ts";
import { SkippedNote, TaskField } from "./TaskField.tsx";
import { TaskName } from "./TaskName.tsx";
import type { CaptureNode } from "./taskNodes.ts";

interface TaskFieldsProps {
  nodes: readonly CaptureNode[];
  /** The heading level of this list. */
  level: number;
}

/** The tasks of one level; each group renders its own children. */
export const TaskFields = memo(function TaskFields({ nodes, level }: TaskFieldsProps) {
  return (
    <List>
      {nodes.map((node) => (
        <Node key={node.task.id} node={node} level={level} />
      ))}
    </List>
  );
});

/** Memoised: typing in one field must not re-render the others. */
const Node = memo(function Node({ node, level }: { node: CaptureNode; level: number }) {
  return (
    <Item>
      <NodeContent node={node} level={level} />
    </Item>
  );
});

function NodeContent({ node, level }: { node: CaptureNode; level: number }) {
  const { t } = useTranslation("capture");
  const { task, children, media, errorReason: draftError, isSkipped } = node;
  const heading = getHeadingTag(level);
  const childFields = children.length > 0 && <TaskFields nodes={children} level={level + 1} />;
  switch (task.type) {
    case "GROUP":
      return (
        <Group aria-label={task.name}>
          <GroupTitle as={heading}>{task.name}</GroupTitle>
          {isSkipped && <SkippedNote />}
          {task.description && <Prose>{task.description}</Prose>}
          {childFields || <Prose>{t("form.emptyGroup")}</Prose>}
        </Group>
      );
    case "HEADER":
      return (
        <>
          <Header as={heading} $size={getHeadingFontSize(task.options)}>
            {task.name}
          </Header>
          {task.description && <Prose>{task.description}</Prose>}
          {childFields}
        </>
      );
    case "STATIC_TEXT":
      return (
        <>
          <BreakableItem as="div">
            <TaskName task={task} />
          </BreakableItem>
          {task.description && <Prose>{task.description}</Prose>}
          {childFields}
        </>
      );
    default:
      return (
        <>
          <TaskField task={task} media={media} draftError={draftError} isSkipped={isSkipped} />
          {childFields}
        </>
      );
  }
}

const List = styled.ul`
  display: flex;
  flex-direction: column;
  gap: var(--base-size-24);
  list-style: none;
`;

/**
 * Fields off screen are neither laid out nor painted, except the focused one: its suggestions may overflow it. The browser remembers the
 * size of that one too; otherwise the page would move under the pointer when the focus leaves it, and a click would miss.
 */
const Item = styled.li`
  min-width: 0;
  content-visibility: auto;
  contain-intrinsic-size: auto 120px;
  &:focus-within {
    content-visibility: visible;
  }
`;

const Group = styled.section`
  display: flex;
  flex-direction: column;
  gap: var(--base-size-16);
  padding: var(--base-size-16);
  border: 1px solid var(--borderColor-default);
  border-radius: var(--borderRadius-large);
  ${phoneStyles(
    "(max-width: 543px)",
    css`
      padding: var(--base-size-12);
      & & {
        padding: 0 0 0 var(--base-size-8);
        border-width: 0 0 0 2px;
        border-radius: 0;
      }
    `,
  )}
`;

const GroupTitle = styled.h2`
  font-size: var(--text-body-size-large);
  font-weight: var(--base-text-weight-semibold);
  overflow-wrap: anywhere;
`;

const Header = styled.h2<{ $size: string }>`
  font-size: ${({ $size }) => $size};
  font-weight: var(--base-text-weight-semibold);
  overflow-wrap: anywhere;
`;

const Prose = styled.p`
  max-width: 72ch;
  color: var(--fgColor-muted);
  white-space: pre-line;
  overflow-wrap: anywhere;
`;
