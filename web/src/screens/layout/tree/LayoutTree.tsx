import {
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  MeasuringStrategy,
  PointerSensor,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import { FoldIcon, PlusIcon, RedoIcon, StackIcon, UndoIcon, UnfoldIcon } from "@primer/octicons-react";
import { ActionList, ActionMenu, Button, IconButton } from "@primer/react";
import { type KeyboardEvent, useCallback, useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { findFlatLayoutNode, type LayoutContent, listAddableTypes } from "#domain/layout/layoutEdit.ts";
import { layoutTree } from "#domain/layout/node.ts";
import { type LayoutNodeType, maxNodes } from "#domain/layout/types.ts";
import { Stack } from "#ui/layout/boxes.ts";
import { EmptyState } from "#ui/layout/EmptyState.tsx";
import { Note, VisuallyHidden } from "#ui/layout/typography.ts";
import { nodeIcons } from "../nodeIcons.ts";
import { useNodeText } from "../useNodeText.ts";
import { NodeList } from "./NodeRow.tsx";
import {
  createAnnouncements,
  dropTarget,
  restrictToVertical,
  siblingCollision,
  siblingCoordinates,
} from "./nodeSorting.ts";
import { useTree } from "./treeUiStore.ts";

interface LayoutTreeProps {
  content: LayoutContent;
  /** The last action, for screen readers. */
  announcement: string;
  canUndo: boolean;
  canRedo: boolean;
  onUndo: () => void;
  onRedo: () => void;
  onOpenAll: () => void;
  onCloseAll: () => void;
  /** The parent to add to, and the button that opened the menu. */
  addMenu: AddMenuState | null;
  onAddMenuChange: (addMenu: AddMenuState | null) => void;
}

export interface AddMenuState {
  parent: string | null;
  button: HTMLElement;
}

/** Constants: new objects would re-render all rows. */
const measuringConfiguration = { droppable: { strategy: MeasuringStrategy.WhileDragging } };
const modifiers = [restrictToVertical];
const pointerOptions = { activationConstraint: { distance: 4 } };
const keyboardOptions = { coordinateGetter: siblingCoordinates };

/** The tree of nodes, which can be moved, copied, deleted and added by mouse, touch and keyboard. */
export function LayoutTree(props: LayoutTreeProps) {
  const {
    content,
    announcement,
    canUndo,
    canRedo,
    onUndo,
    onRedo,
    onOpenAll,
    onCloseAll,
    addMenu,
    onAddMenuChange,
  } = props;
  const { t } = useTranslation("layout");
  const { work } = useTree();
  const text = useNodeText();
  const tree = useRef<HTMLDivElement>(null);
  const count = useMemo(() => layoutTree.flatten(content.nodes).length, [content.nodes]);
  const sensors = useSensors(
    useSensor(PointerSensor, pointerOptions),
    useSensor(KeyboardSensor, keyboardOptions),
  );
  const latest = useRef({ nodes: content.nodes, text });
  latest.current = { nodes: content.nodes, text };
  const accessibility = useMemo(() => {
    const nameOf = (id: string) => {
      const node = layoutTree.find(latest.current.nodes, id)?.node;
      return node ? latest.current.text(node) : "";
    };
    return {
      announcements: createAnnouncements((event, id, index, total) =>
        t(`tree.${event}`, { name: nameOf(id), number: index + 1, total }),
      ),
      screenReaderInstructions: { draggable: t("tree.dragHint") },
    };
  }, [t]);
  const onDragEnd = useCallback(
    (event: DragEndEvent) => {
      const target = dropTarget(event);
      if (target) work.move(target.id, target.index);
    },
    [work],
  );
  const hasParents = content.nodes.some(({ children }) => children.length > 0);
  const isFull = count >= maxNodes;
  const addButton = (
    <Button
      leadingVisual={PlusIcon}
      aria-haspopup="menu"
      disabled={isFull}
      onClick={(event) => work.offer(null, event.currentTarget)}
    >
      {t("tree.add")}
    </Button>
  );
  return (
    <Stack as="section" $gap={8} aria-label={t("panes.tree")}>
      <Bar>
        <Note>{t("tree.count", { count })}</Note>
        <Tools>
          <IconButton
            icon={UndoIcon}
            size="small"
            variant="invisible"
            aria-label={t("tree.undo")}
            disabled={!canUndo}
            onClick={onUndo}
          />
          <IconButton
            icon={RedoIcon}
            size="small"
            variant="invisible"
            aria-label={t("tree.redo")}
            disabled={!canRedo}
            onClick={onRedo}
          />
          <IconButton
            icon={UnfoldIcon}
            size="small"
            variant="invisible"
            aria-label={t("tree.openAll")}
            disabled={!hasParents}
            onClick={onOpenAll}
          />
          <IconButton
            icon={FoldIcon}
            size="small"
            variant="invisible"
            aria-label={t("tree.closeAll")}
            disabled={!hasParents}
            onClick={onCloseAll}
          />
        </Tools>
      </Bar>
      <VisuallyHidden as="div" role="status">
        {announcement}
      </VisuallyHidden>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the rows contain buttons; arrow keys move between them */}
      <div ref={tree} onKeyDown={(event) => tree.current && handleRowKey(event, tree.current, work)}>
        {count === 0 ? (
          <EmptyState
            icon={StackIcon}
            title={t("tree.empty")}
            text={t("tree.emptyText")}
            action={addButton}
          />
        ) : (
          <DndContext
            sensors={sensors}
            collisionDetection={siblingCollision}
            modifiers={modifiers}
            measuring={measuringConfiguration}
            accessibility={accessibility}
            onDragEnd={onDragEnd}
          >
            <NodeList nodes={content.nodes} type={content.type} level={0} label={t("tree.label")} />
          </DndContext>
        )}
      </div>
      {count > 0 && <div>{addButton}</div>}
      {isFull && <Note as="p">{t("tree.full", { max: maxNodes })}</Note>}
      {count > 0 && <Hint as="p">{t("tree.keyboardHint")}</Hint>}
      {addMenu && (
        <AddMenu
          key={addMenu.parent ?? ""}
          menu={addMenu}
          content={content}
          onClose={() => onAddMenuChange(null)}
        />
      )}
    </Stack>
  );
}

interface AddMenuProps {
  menu: AddMenuState;
  content: LayoutContent;
  onClose: () => void;
}

/** The menu of types that can be added. All rows share one, because five hundred menus would be slow. */
function AddMenu({ menu, content, onClose }: AddMenuProps) {
  const { t } = useTranslation("layout");
  const { work } = useTree();
  const anchor = useRef(menu.button);
  const parent = menu.parent === null ? undefined : findFlatLayoutNode(content.nodes, menu.parent);
  const types = listAddableTypes(content, parent);
  return (
    <ActionMenu anchorRef={anchor} open onOpenChange={(open) => !open && onClose()}>
      <ActionMenu.Overlay width="medium" maxHeight="xlarge" overflow="auto">
        <ActionList>
          {types.map((type: LayoutNodeType) => {
            const Icon = nodeIcons[type];
            return (
              <ActionList.Item key={type} onSelect={() => work.add(type, menu.parent)}>
                <ActionList.LeadingVisual>
                  <Icon />
                </ActionList.LeadingVisual>
                {t(`nodes.${type}`)}
                <ActionList.Description variant="block">{t(`hints.${type}`)}</ActionList.Description>
              </ActionList.Item>
            );
          })}
          {types.length === 0 && (
            <ActionList.Item disabled>{t("tree.full", { max: maxNodes })}</ActionList.Item>
          )}
        </ActionList>
      </ActionMenu.Overlay>
    </ActionMenu>
  );
}

/** Arrow keys move between rows and open and close them; Delete deletes a node. Ignored in forms and during a drag. */
function handleRowKey(
  event: KeyboardEvent,
  tree: HTMLElement,
  actions: { toggle: (id: string) => void; remove: (id: string) => void },
): void {
  const { target } = event;
  if (!(target instanceof Element)) return;
  const row = target.closest<HTMLElement>("[data-line]");
  const id = row?.dataset.line;
  if (
    !row ||
    id === undefined ||
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    target.getAttribute("aria-pressed")
  )
    return;
  const rows = [...tree.querySelectorAll<HTMLElement>("[data-line]")];
  const index = rows.indexOf(row);
  const level = Number(row.dataset.level);
  const focus = (target: HTMLElement | undefined) =>
    target?.querySelector<HTMLElement>("[data-name]")?.focus();
  const toggleButton = row.querySelector("button[aria-expanded]:not([data-name])");
  const isCollapsed = toggleButton?.getAttribute("aria-expanded") === "false";
  switch (event.key) {
    case "ArrowDown":
      focus(rows[index + 1]);
      break;
    case "ArrowUp":
      focus(rows[index - 1]);
      break;
    case "Home":
      focus(rows[0]);
      break;
    case "End":
      focus(rows.at(-1));
      break;
    case "ArrowRight":
      if (isCollapsed) actions.toggle(id);
      else if (toggleButton) focus(rows[index + 1]);
      break;
    case "ArrowLeft":
      if (toggleButton && !isCollapsed) actions.toggle(id);
      else focus(rows.slice(0, index).findLast((earlierRow) => Number(earlierRow.dataset.level) < level));
      break;
    case "Delete":
      actions.remove(id);
      break;
    default:
      return;
  }
  event.preventDefault();
}

const Bar = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: var(--base-size-8);
`;

const Tools = styled.div`
  display: flex;
`;

/** Keyboard help, hidden on phones. */
const Hint = styled(Note)`
  @media (pointer: coarse) {
    display: none;
  }
`;
