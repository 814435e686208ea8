import type { Page } from "playwright-core";

/** A control that changed less than 300 ms after the pointer had moved onto it. */
export interface Shift {
  path: string;
  afterMs: number;
  before: string;
  after: string;
}

declare global {
  interface Window {
    /** Set by `watchPointer`. */
    pointerShifts: Shift[];
  }
}

/**
 * Watches the control under the pointer on every page that is opened from now on: for 300 ms after each movement, or until it is
 * pressed or a key is, it must stay the same element with the same bounds. A screen, dialog, menu or list that the last click has opened may cover it.
 */
export const watchPointer = (page: Page): Promise<unknown> =>
  page.addInitScript((watchedMs) => {
    const controls = `a[href], button, input, select, textarea, label, summary, [role=button], [role=option], [role^=menuitem], [role=tab], [role=checkbox], [role=radio], [role=switch]`;
    const layers = "dialog[open], [role=dialog], [role=menu], [role=listbox]";
    let last = { x: -1, y: -1 };
    let stop = () => {};
    window.pointerShifts = [];
    const controlAt = (x: number, y: number) => document.elementFromPoint(x, y)?.closest(controls) ?? null;
    const boundsOf = (element: Element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return [x, y, width, height].map(Math.round);
    };
    // An anchored menu is aligned with whole pixels once it has been drawn.
    const isMoved = (before: number[], after: number[]) =>
      before.some((value, index) => Math.abs(value - (after[index] ?? 0)) > 2);
    const describe = (element: Element | null) =>
      element
        ? `${element.tagName} "${(element.getAttribute("aria-label") ?? element.textContent ?? "").slice(0, 50)}" at ${boundsOf(element).join(" ")}${element.isConnected ? "" : " (removed)"}`
        : "no control";
    const view = () => [location.pathname, document.querySelectorAll(layers).length].join(" ");
    /** Whether the menu or dialog of a control is still opening, which it does by moving. */
    const isOpening = (control: Element) =>
      document
        .getAnimations()
        .some(({ effect }) => effect instanceof KeyframeEffect && effect.target?.contains(control));
    const onMove = ({ clientX: x, clientY: y }: PointerEvent) => {
      // The browser also reports a pointer at rest when the page moves below it.
      if (x === last.x && y === last.y) return;
      last = { x, y };
      stop();
      const control = controlAt(x, y);
      if (!control) return;
      const startedAt = performance.now();
      const [before, openedView] = [describe(control), view()];
      let bounds = boundsOf(control);
      let isStopped = false;
      stop = () => {
        isStopped = true;
      };
      // Runs after each frame has been drawn: until then, the browser has not laid out elements that enter the window (content-visibility).
      const checkFrame = () => {
        const afterMs = Math.round(performance.now() - startedAt);
        if (isStopped || afterMs >= watchedMs || view() !== openedView) return;
        if (isOpening(control)) bounds = boundsOf(control);
        if (controlAt(x, y) !== control || isMoved(bounds, boundsOf(control)))
          window.pointerShifts.push({
            path: location.pathname,
            afterMs,
            before,
            after: `${describe(controlAt(x, y))}; it was ${describe(control)}`,
          });
        else requestAnimationFrame(() => setTimeout(checkFrame));
      };
      requestAnimationFrame(() => setTimeout(checkFrame));
    };
    addEventListener("pointermove", onMove, { capture: true, passive: true });
    // A press or a key is the user's next action, whose result the page shows at once.
    for (const type of ["pointerdown", "keydown"])
      addEventListener(type, () => stop(), { capture: true, passive: true });
  }, 300);
