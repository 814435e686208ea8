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
import { addableTypes, findFlatLayoutNode, type LayoutContent } from "#domain/layout/layoutEdit.ts";
import { layoutTree } from "#domain/layout/node.ts";
import { type LayoutNodeType, maxNodes } from "#domain/layout/types.ts";
import { Stack } from "#ui/layout/boxes.ts";
import { EmptyState } from "#ui/layout/EmptyState.tsx";
import { Note, VisuallyHidden } from "#ui/layout/typography.ts";
import { nodeIcons } from "../nodeIcons.ts";
import { useNodeText } from "../useNodeText.ts";
import { NodeList } from "./NodeRow.tsx";
import {
  announcements,
  dropTarget,
  restrictToVertical,
  siblingCollision,
  siblingCoordinates,
} from "./sorting.ts";
import { useTree } from "./treeUiStore.ts";

interface LayoutTreeProps {
  content: LayoutContent;
  /** The last action, for screen readers. */
  said: string;
  canUndo: boolean;
  canRedo: boolean;
  onUndo: () => void;
  onRedo: () => void;
  onOpenAll: () => void;
  onCloseAll: () => void;
  /** The parent to add to, and the button that opened the menu. */
  offered: AddMenuState | null;
  onOffered: (offered: AddMenuState | null) => void;
}

export interface AddMenuState {
  parent: string | null;
  button: HTMLElement;
}

/** Kept outside the component: new objects would redraw all rows. */
const measuring = { droppable: { strategy: MeasuringStrategy.WhileDragging } };
const modifiers = [restrictToVertical];
const pointerOptions = { activationConstraint: { distance: 4 } };
const keyboardOptions = { coordinateGetter: siblingCoordinates };

/** The nodes of the layout, which can be moved, copied, deleted and added by mouse, touch and keyboard. */
export function LayoutTree(props: LayoutTreeProps) {
  const { content, said, canUndo, canRedo, onUndo, onRedo, onOpenAll, onCloseAll, offered, onOffered } =
    props;
  const { t } = useTranslation("layout");
  const { work } = useTree();
  const text = useNodeText();
  const tree = useRef<HTMLDivElement>(null);
  const count = useMemo(() => layoutTree.flatten(content.nodes).length, [content.nodes]);
  const sensors = useSensors(
    useSensor(PointerSensor, pointerOptions),
    useSensor(KeyboardSensor, keyboardOptions),
  );
  const now = useRef({ nodes: content.nodes, text });
  now.current = { nodes: content.nodes, text };
  const spoken = useMemo(() => {
    const nameOf = (id: string) => {
      const node = layoutTree.find(now.current.nodes, id)?.node;
      return node ? now.current.text(node) : "";
    };
    return {
      announcements: announcements((what, id, index, total) =>
        t(`tree.${what}`, { name: nameOf(id), number: index + 1, total }),
      ),
      screenReaderInstructions: { draggable: t("tree.instructions") },
    };
  }, [t]);
  const dropped = useCallback(
    (event: DragEndEvent) => {
      const place = dropTarget(event);
      if (place) work.move(place.id, place.index);
    },
    [work],
  );
  const holds = content.nodes.some(({ children }) => children.length > 0);
  const full = count >= maxNodes;
  const add = (
    <Button
      leadingVisual={PlusIcon}
      aria-haspopup="menu"
      disabled={full}
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
            disabled={!holds}
            onClick={onOpenAll}
          />
          <IconButton
            icon={FoldIcon}
            size="small"
            variant="invisible"
            aria-label={t("tree.closeAll")}
            disabled={!holds}
            onClick={onCloseAll}
          />
        </Tools>
      </Bar>
      <VisuallyHidden as="div" role="status">
        {said}
      </VisuallyHidden>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the rows within are buttons; the arrow keys go from one to the next */}
      <div ref={tree} onKeyDown={(event) => tree.current && rowKeys(event, tree.current, work)}>
        {count === 0 ? (
          <EmptyState icon={StackIcon} title={t("tree.empty")} text={t("tree.emptyText")} action={add} />
        ) : (
          <DndContext
            sensors={sensors}
            collisionDetection={siblingCollision}
            modifiers={modifiers}
            measuring={measuring}
            accessibility={spoken}
            onDragEnd={dropped}
          >
            <NodeList nodes={content.nodes} type={content.type} level={0} label={t("tree.label")} />
          </DndContext>
        )}
      </div>
      {count > 0 && <div>{add}</div>}
      {full && <Note as="p">{t("tree.full", { most: maxNodes })}</Note>}
      {count > 0 && <Hint as="p">{t("tree.keys")}</Hint>}
      {offered && (
        <Offer
          key={offered.parent ?? ""}
          offered={offered}
          content={content}
          onClose={() => onOffered(null)}
        />
      )}
    </Stack>
  );
}

interface OfferProps {
  offered: AddMenuState;
  content: LayoutContent;
  onClose: () => void;
}

/** The types that can be added here, by name and icon. One menu for all rows, because five hundred would be slow. */
function Offer({ offered, content, onClose }: OfferProps) {
  const { t } = useTranslation("layout");
  const { work } = useTree();
  const anchor = useRef(offered.button);
  const holder = offered.parent === null ? undefined : findFlatLayoutNode(content.nodes, offered.parent);
  const types = addableTypes(content, holder);
  return (
    <ActionMenu anchorRef={anchor} open onOpenChange={(open) => !open && onClose()}>
      <ActionMenu.Overlay width="medium" maxHeight="xlarge" overflow="auto">
        <ActionList>
          {types.map((type: LayoutNodeType) => {
            const Icon = nodeIcons[type];
            return (
              <ActionList.Item key={type} onSelect={() => work.add(type, offered.parent)}>
                <ActionList.LeadingVisual>
                  <Icon />
                </ActionList.LeadingVisual>
                {t(`nodes.${type}`)}
                <ActionList.Description variant="block">{t(`hints.${type}`)}</ActionList.Description>
              </ActionList.Item>
            );
          })}
          {types.length === 0 && (
            <ActionList.Item disabled>{t("tree.full", { most: maxNodes })}</ActionList.Item>
          )}
        </ActionList>
      </ActionMenu.Overlay>
    </ActionMenu>
  );
}

/** Arrow keys move between rows, close and open them; Delete deletes. Ignored in forms and while a row is being dragged. */
function rowKeys(
  event: KeyboardEvent,
  tree: HTMLElement,
  work: { toggle: (id: string) => void; remove: (id: string) => void },
): void {
  const target = event.target as HTMLElement;
  const line = target.closest<HTMLElement>("[data-line]");
  if (!line || event.ctrlKey || event.metaKey || event.altKey || target.getAttribute("aria-pressed")) return;
  const lines = [...tree.querySelectorAll<HTMLElement>("[data-line]")];
  const index = lines.indexOf(line);
  const level = Number(line.dataset.level);
  const id = line.dataset.line as string;
  const go = (to: HTMLElement | undefined) => to?.querySelector<HTMLElement>("[data-name]")?.focus();
  const holds = line.querySelector("button[aria-expanded]:not([data-name])");
  const closed = holds?.getAttribute("aria-expanded") === "false";
  switch (event.key) {
    case "ArrowDown":
      go(lines[index + 1]);
      break;
    case "ArrowUp":
      go(lines[index - 1]);
      break;
    case "Home":
      go(lines[0]);
      break;
    case "End":
      go(lines.at(-1));
      break;
    case "ArrowRight":
      if (closed) work.toggle(id);
      else if (holds) go(lines[index + 1]);
      break;
    case "ArrowLeft":
      if (holds && !closed) work.toggle(id);
      else go(lines.slice(0, index).findLast((one) => Number(one.dataset.level) < level));
      break;
    case "Delete":
      work.remove(id);
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

/** Help about keys, which phones do not have. */
const Hint = styled(Note)`
  @media (pointer: coarse) {
    display: none;
  }
`;
