import type { KeyboardEvent } from "react";

interface ViewerMoves {
  previous: () => void;
  next: () => void;
  first: () => void;
  last: () => void;
  zoomIn: () => void;
  zoomOut: () => void;
  whole: () => void;
  rotate?: ((turn: 1 | -1) => void) | undefined;
  info: () => void;
  help: () => void;
  /** The screen's own, by their keys. */
  acts: Readonly<Record<string, () => void>>;
}

/** The keys of the large view. Text boxes keep their letters, and the browser its keys with Ctrl, Alt or Cmd. */
export const viewerKeys = (moves: ViewerMoves) => (event: KeyboardEvent) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
  if ((event.target as Element).closest("input, textarea, select")) return;
  const does = {
    ArrowLeft: moves.previous,
    ArrowRight: moves.next,
    Home: moves.first,
    End: moves.last,
    "+": moves.zoomIn,
    "=": moves.zoomIn,
    "-": moves.zoomOut,
    "0": moves.whole,
    t: moves.rotate && (() => moves.rotate?.(1)),
    T: moves.rotate && (() => moves.rotate?.(event.shiftKey ? -1 : 1)),
    i: moves.info,
    "?": moves.help,
    ...moves.acts,
  }[event.key];
  if (!does) return;
  event.preventDefault();
  does();
};
