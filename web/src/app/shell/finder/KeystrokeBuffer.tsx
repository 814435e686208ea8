import { type RefObject, useEffect } from "react";

interface EarlyProps {
  /** What was typed so far. */
  typed: RefObject<string>;
  onClose: () => void;
}

/** While the finder is loaded, what is typed is kept for it: none of it is a key of the screen behind. */
export function KeystrokeBuffer({ typed, onClose }: EarlyProps) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      if (event.key === "Tab") return;
      event.preventDefault();
      event.stopPropagation();
      if (event.key === "Escape") onClose();
      else if (event.key === "Backspace") typed.current = typed.current.slice(0, -1);
      else if (event.key.length === 1) typed.current += event.key;
    };
    // Before anything on the page hears of it.
    document.addEventListener("keydown", onKey, true);
    return () => document.removeEventListener("keydown", onKey, true);
  }, [typed, onClose]);
  return null;
}
