/** On paper the page is light, whatever its theme: the dark one's text is pale grey, and browsers print no backgrounds. */
export function printInLight(): void {
  const { documentElement: root } = document;
  let previousMode: string | undefined;
  const setPrinting = (isPrinting: boolean) => {
    if (isPrinting === (previousMode !== undefined)) return;
    if (isPrinting) {
      previousMode = root.dataset.colorMode ?? "auto";
      root.dataset.colorMode = "light";
    } else {
      root.dataset.colorMode = previousMode;
      previousMode = undefined;
    }
  };
  window.addEventListener("beforeprint", () => setPrinting(true));
  window.addEventListener("afterprint", () => setPrinting(false));
  // Previews that fire no events.
  window.matchMedia?.("print").addEventListener("change", ({ matches }) => setPrinting(matches));
}
