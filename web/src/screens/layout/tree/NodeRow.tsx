import type { DraggableAttributes, DraggableSyntheticListeners } from "@dnd-kit/core";
import { SortableContext, useSortable, verticalListSortingStrategy } from "@dnd-kit/sortable";
import { CSS } from "@dnd-kit/utilities";
import {
  ChevronDownIcon,
  ChevronRightIcon,
  CopyIcon,
  GrabberIcon,
  PlusIcon,
  TrashIcon,
} from "@primer/octicons-react";
import { memo, useRef } from "react";
import { useTranslation } from "react-i18next";
import { getAllowedChildren } from "#domain/layout/grammar.ts";
import { canCopyNode } from "#domain/layout/layoutEdit.ts";
import type { LayoutNode } from "#domain/layout/node.ts";
import type { LayoutType } from "#domain/layout/types.ts";
import { DragHandle } from "#ui/button/plainIconButton.ts";
import { TruncatedLine } from "#ui/layout/typography.ts";
import { LayoutNodeForm } from "../node/LayoutNodeForm.tsx";
import { nodeIcons } from "../nodeIcons.ts";
import { useNodeText } from "../useNodeText.ts";
import {
  ErrorBadge,
  Item,
  Name,
  NestedList,
  NodeIconBox,
  Row,
  RowButtons,
  SmallIconButton,
  Spacer,
} from "./treeStyles.ts";
import { useTree, useTreeUiState } from "./treeUiStore.ts";

interface NodeListProps {
  nodes: readonly LayoutNode[];
  type: LayoutType;
  level: number;
  label?: string;
}

/** A list of siblings, which can be reordered. */
export const NodeList = memo(function NodeList({ nodes, type, level, label }: NodeListProps) {
  const ids = useStableIds(nodes);
  return (
    <SortableContext items={ids} strategy={verticalListSortingStrategy}>
      <NestedList $level={level} aria-label={label}>
        {nodes.map((node) => (
          <NodeItem key={node.id} node={node} type={type} level={level} />
        ))}
      </NestedList>
    </SortableContext>
  );
});

/**
 * The ids of the nodes. Returns the same array while they are equal, so that typing in one node re-renders none of its siblings.
 */
function useStableIds(nodes: readonly LayoutNode[]): string[] {
  const last = useRef<string[]>([]);
  const isSame =
    last.current.length === nodes.length && nodes.every(({ id }, index) => id === last.current[index]);
  if (!isSame) last.current = nodes.map(({ id }) => id);
  return last.current;
}

interface NodeItemProps {
  node: LayoutNode;
  type: LayoutType;
  level: number;
}

/** Re-renders during a drag; its contents do not. */
const NodeItem = memo(function NodeItem({ node, type, level }: NodeItemProps) {
  const { id, children } = node;
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, transform, transition, isDragging } =
    useSortable({ id });
  const isClosed = useTreeUiState((marks) => marks.closed.has(id));
  const isOpen = useTreeUiState((marks) => marks.selected === id);
  return (
    <Item
      ref={setNodeRef}
      id={`node-${id}`}
      data-dragged={isDragging || undefined}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      <NodeLine
        node={node}
        type={type}
        level={level}
        closed={isClosed}
        open={isOpen}
        gripRef={setActivatorNodeRef}
        attributes={attributes}
        listeners={listeners}
      />
      {isOpen && <LayoutNodeForm id={id} />}
      {children.length > 0 && !isClosed && <NodeList nodes={children} type={type} level={level + 1} />}
    </Item>
  );
});

interface NodeLineProps extends NodeItemProps {
  closed: boolean;
  open: boolean;
  gripRef: (element: HTMLElement | null) => void;
  attributes: DraggableAttributes;
  listeners: DraggableSyntheticListeners;
}

const NodeLine = memo(function NodeLine(props: NodeLineProps) {
  const { node, type, level, closed, open, gripRef, attributes, listeners } = props;
  const { t } = useTranslation("layout");
  const { work, markStore } = useTree();
  const { id } = node;
  const isCurrent = useTreeUiState((all) => all.current === id);
  const errorCount = useTreeUiState((all) => Object.keys(all.errors.get(id) ?? {}).length);
  const name = useNodeText()(node);
  const Icon = nodeIcons[node.type];
  // Tab reaches one row; the arrow keys reach the others.
  const tabIndex = isCurrent ? 0 : -1;
  // Which child types are allowed can depend on the node's position, but not whether any are.
  const canHaveChildren = getAllowedChildren(type, node).length > 0;
  return (
    <Row
      data-line={id}
      data-type={node.type}
      data-level={level}
      $open={open}
      onFocus={() => markStore.set({ current: id })}
    >
      <DragHandle
        ref={gripRef}
        type="button"
        {...attributes}
        {...listeners}
        data-grip=""
        tabIndex={tabIndex}
        aria-label={t("tree.drag", { name })}
      >
        <GrabberIcon />
      </DragHandle>
      {node.children.length > 0 ? (
        <SmallIconButton
          type="button"
          tabIndex={tabIndex}
          aria-expanded={!closed}
          aria-label={t(closed ? "tree.open" : "tree.close", { name })}
          onClick={() => work.toggle(id)}
        >
          {closed ? <ChevronRightIcon /> : <ChevronDownIcon />}
        </SmallIconButton>
      ) : (
        <Spacer />
      )}
      <Name
        type="button"
        data-name=""
        tabIndex={tabIndex}
        aria-expanded={open}
        aria-label={t("tree.edit", { name })}
        title={name}
        onClick={() => work.select(open ? null : id)}
      >
        <NodeIconBox>
          <Icon />
        </NodeIconBox>
        <TruncatedLine>{name}</TruncatedLine>
        {errorCount > 0 && <ErrorBadge>{t("tree.problemCount", { count: errorCount })}</ErrorBadge>}
      </Name>
      <RowButtons>
        {canHaveChildren && (
          <SmallIconButton
            type="button"
            tabIndex={tabIndex}
            aria-haspopup="menu"
            aria-label={t("tree.addTo", { name })}
            onClick={(event) => work.offer(id, event.currentTarget)}
          >
            <PlusIcon />
          </SmallIconButton>
        )}
        {canCopyNode(type, node.type, level) && (
          <SmallIconButton
            type="button"
            tabIndex={tabIndex}
            aria-label={t("tree.copy", { name })}
            onClick={() => work.copy(id)}
          >
            <CopyIcon />
          </SmallIconButton>
        )}
        <SmallIconButton
          type="button"
          tabIndex={tabIndex}
          aria-label={t("tree.delete", { name })}
          onClick={() => work.remove(id)}
        >
          <TrashIcon />
        </SmallIconButton>
      </RowButtons>
    </Row>
  );
});
