import type { KeyboardEvent } from "react";

interface ViewerMoves {
  previous: () => void;
  next: () => void;
  first: () => void;
  last: () => void;
  zoomIn: () => void;
  zoomOut: () => void;
  toggleFullScreen: () => void;
  rotate?: ((turn: 1 | -1) => void) | undefined;
  info: () => void;
  help: () => void;
  /** The screen's own actions, by key. */
  actions: Readonly<Record<string, () => void>>;
}

/** The key handler of the large view. Ignores keys in text inputs, and with Ctrl, Alt or Cmd. */
export const viewerKeys = (moves: ViewerMoves) => (event: KeyboardEvent) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
  if (event.target instanceof Element && event.target.closest("input, textarea, select")) return;
  const action = {
    ArrowLeft: moves.previous,
    ArrowRight: moves.next,
    Home: moves.first,
    End: moves.last,
    "+": moves.zoomIn,
    "=": moves.zoomIn,
    "-": moves.zoomOut,
    "0": moves.toggleFullScreen,
    t: moves.rotate && (() => moves.rotate?.(1)),
    T: moves.rotate && (() => moves.rotate?.(event.shiftKey ? -1 : 1)),
    i: moves.info,
    "?": moves.help,
    ...moves.actions,
  }[event.key];
  if (!action) return;
  event.preventDefault();
  action();
};
