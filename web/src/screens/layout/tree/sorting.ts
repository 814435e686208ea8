import {
  type Announcements,
  type CollisionDetection,
  type DragEndEvent,
  KeyboardCode,
  type KeyboardCoordinateGetter,
  type Modifier,
  type UniqueIdentifier,
} from "@dnd-kit/core";

/** Dragging reorders siblings; no node leaves its parent. */

type Dragged = { data: { current?: Record<string, unknown> | undefined }; id: UniqueIdentifier };

/** The siblings of the dragged node, itself included, in order. */
export function siblingsOf({ data }: Dragged): readonly UniqueIdentifier[] {
  const sortable = data.current?.sortable as { items?: UniqueIdentifier[] } | undefined;
  return sortable?.items ?? [];
}

/**
 * A row takes the place of the sibling whose middle its edge has passed. Its own centre would not do: that of a subtree of fifty rows is
 * far below the row being dragged.
 */
export const siblingCollision: CollisionDetection = ({ active, collisionRect, droppableRects }) => {
  const items = siblingsOf(active);
  const at = items.indexOf(active.id);
  let over = at;
  for (const [index, id] of items.entries()) {
    const rect = droppableRects.get(id);
    if (!rect) continue;
    const middle = rect.top + rect.height / 2;
    if (index > at && collisionRect.bottom >= middle) over = index;
    if (index < at && collisionRect.top <= middle) {
      over = index;
      break;
    }
  }
  return over < 0 ? [] : [{ id: items[over] as UniqueIdentifier }];
};

/** The up and down arrow keys move to the place of the sibling above or below. */
export const siblingCoordinates: KeyboardCoordinateGetter = (event, { context }) => {
  const step = { [KeyboardCode.Up]: -1, [KeyboardCode.Down]: 1 }[event.code];
  const { active, over, collisionRect, droppableRects } = context;
  if (step === undefined || !active || !collisionRect) return undefined;
  event.preventDefault();
  const items = siblingsOf(active);
  const next = items.indexOf(over?.id ?? active.id) + step;
  const rect = items[next] === undefined ? undefined : droppableRects.get(items[next]);
  if (!rect) return undefined;
  const below = next > items.indexOf(active.id);
  return { x: collisionRect.left, y: below ? rect.bottom - collisionRect.height : rect.top };
};

export const restrictToVertical: Modifier = ({ transform }) => ({ ...transform, x: 0 });

/** The dropped node and its new place among its siblings; null if it is unchanged. */
export function dropTarget({ active, over }: DragEndEvent): { id: string; index: number } | null {
  const index = over ? siblingsOf(active).indexOf(over.id) : -1;
  return over && over.id !== active.id && index >= 0 ? { id: String(active.id), index } : null;
}

type Say = (
  what: "lifted" | "over" | "dropped" | "dragCancelled",
  id: string,
  index: number,
  of: number,
) => string;

/** Announcements while a node is dragged. */
export function announcements(say: Say): Announcements {
  const at = (what: Parameters<Say>[0], active: Dragged, over: UniqueIdentifier) => {
    const items = siblingsOf(active);
    return say(what, String(active.id), items.indexOf(over), items.length);
  };
  // At its start a node is over itself; announcing that would replace the announcement that it was picked up.
  let moved = false;
  return {
    onDragStart: ({ active }) => {
      moved = false;
      return at("lifted", active, active.id);
    },
    onDragOver: ({ active, over }) => {
      moved ||= over !== null && over.id !== active.id;
      return moved ? at("over", active, over?.id ?? active.id) : undefined;
    },
    onDragEnd: ({ active, over }) => at("dropped", active, over?.id ?? active.id),
    onDragCancel: ({ active }) => at("dragCancelled", active, active.id),
  };
}
