import { type RefObject, useEffect } from "react";

interface KeystrokeBufferProps {
  /** The text typed so far. */
  typedText: RefObject<string>;
  onClose: () => void;
}

/** Buffers keystrokes while the finder loads, so that they do not trigger shortcuts of the screen behind. */
export function KeystrokeBuffer({ typedText, onClose }: KeystrokeBufferProps) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === "Tab") return;
      event.preventDefault();
      event.stopPropagation();
      if (event.key === "Escape") onClose();
      else if (event.key === "Backspace") typedText.current = typedText.current.slice(0, -1);
      else if (event.key.length === 1) typedText.current += event.key;
    };
    // In the capture phase, before any other listener on the page.
    document.addEventListener("keydown", onKey, true);
    return () => document.removeEventListener("keydown", onKey, true);
  }, [typedText, onClose]);
  return null;
}
