import type { KeyboardEvent } from "react";

interface ViewerCommands {
  showPrevious: () => void;
  showNext: () => void;
  showFirst: () => void;
  showLast: () => void;
  zoomIn: () => void;
  zoomOut: () => void;
  resetZoom: () => void;
  rotate?: ((direction: 1 | -1) => void) | undefined;
  toggleDetails: () => void;
  toggleHelp: () => void;
  /** The screen's own actions, by key. */
  actions: Readonly<Record<string, () => void>>;
}

/** The key handler of the large view. Ignores keys in text inputs, and with Ctrl, Alt or Cmd. */
export const createKeyHandler = (commands: ViewerCommands) => (event: KeyboardEvent) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
  if (event.target instanceof Element && event.target.closest("input, textarea, select")) return;
  const action = {
    ArrowLeft: commands.showPrevious,
    ArrowRight: commands.showNext,
    Home: commands.showFirst,
    End: commands.showLast,
    "+": commands.zoomIn,
    "=": commands.zoomIn,
    "-": commands.zoomOut,
    "0": commands.resetZoom,
    t: commands.rotate && (() => commands.rotate?.(1)),
    T: commands.rotate && (() => commands.rotate?.(event.shiftKey ? -1 : 1)),
    i: commands.toggleDetails,
    "?": commands.toggleHelp,
    ...commands.actions,
  }[event.key];
  if (!action) return;
  event.preventDefault();
  action();
};
