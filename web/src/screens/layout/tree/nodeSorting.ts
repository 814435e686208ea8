import {
  type Active,
  type Announcements,
  type CollisionDetection,
  type DragEndEvent,
  KeyboardCode,
  type KeyboardCoordinateGetter,
  type Modifier,
  type UniqueIdentifier,
} from "@dnd-kit/core";
import { hasSortableData } from "@dnd-kit/sortable";

/** Dragging reorders siblings; no node leaves its parent. */

/** The ids of the dragged node and its siblings, in order. */
export const siblingsOf = (active: Active): readonly UniqueIdentifier[] =>
  hasSortableData(active) ? active.data.current.sortable.items : [];

/**
 * A row moves to the position of the sibling whose middle its edge has passed. Its own centre cannot be used: that of a subtree
 * of fifty rows is far below the dragged row.
 */
export const siblingCollision: CollisionDetection = ({ active, collisionRect, droppableRects }) => {
  const items = siblingsOf(active);
  const activeIndex = items.indexOf(active.id);
  let overIndex = activeIndex;
  for (const [index, id] of items.entries()) {
    const rect = droppableRects.get(id);
    if (!rect) continue;
    const middle = rect.top + rect.height / 2;
    if (index > activeIndex && collisionRect.bottom >= middle) overIndex = index;
    if (index < activeIndex && collisionRect.top <= middle) {
      overIndex = index;
      break;
    }
  }
  const id = items[overIndex];
  return id === undefined ? [] : [{ id }];
};

/** The up and down arrow keys move the row to the position of the previous or next sibling. */
export const siblingCoordinates: KeyboardCoordinateGetter = (event, { context }) => {
  const step = { [KeyboardCode.Up]: -1, [KeyboardCode.Down]: 1 }[event.code];
  const { active, over, collisionRect, droppableRects } = context;
  if (step === undefined || !active || !collisionRect) return undefined;
  event.preventDefault();
  const items = siblingsOf(active);
  const next = items.indexOf(over?.id ?? active.id) + step;
  const rect = items[next] === undefined ? undefined : droppableRects.get(items[next]);
  if (!rect) return undefined;
  const isBelow = next > items.indexOf(active.id);
  return { x: collisionRect.left, y: isBelow ? rect.bottom - collisionRect.height : rect.top };
};

export const restrictToVertical: Modifier = ({ transform }) => ({ ...transform, x: 0 });

/** The dropped node and its new index among its siblings; null if unchanged. */
export function dropTarget({ active, over }: DragEndEvent): { id: string; index: number } | null {
  const index = over ? siblingsOf(active).indexOf(over.id) : -1;
  return over && over.id !== active.id && index >= 0 ? { id: String(active.id), index } : null;
}

type Announce = (
  event: "dragStarted" | "dragMoved" | "dragEnded" | "dragCancelled",
  id: string,
  index: number,
  total: number,
) => string;

/** Announcements while a node is dragged. */
export function createAnnouncements(announce: Announce): Announcements {
  const announceAt = (event: Parameters<Announce>[0], active: Active, over: UniqueIdentifier) => {
    const items = siblingsOf(active);
    return announce(event, String(active.id), items.indexOf(over), items.length);
  };
  // When lifted, a node is over itself; announcing that would replace the announcement that it was lifted.
  let hasMoved = false;
  return {
    onDragStart: ({ active }) => {
      hasMoved = false;
      return announceAt("dragStarted", active, active.id);
    },
    onDragOver: ({ active, over }) => {
      hasMoved ||= over !== null && over.id !== active.id;
      return hasMoved ? announceAt("dragMoved", active, over?.id ?? active.id) : undefined;
    },
    onDragEnd: ({ active, over }) => announceAt("dragEnded", active, over?.id ?? active.id),
    onDragCancel: ({ active }) => announceAt("dragCancelled", active, active.id),
  };
}
