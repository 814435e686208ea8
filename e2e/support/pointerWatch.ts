import type { Page } from "playwright-core";

/** What changed under a pointer that had moved onto a control less than 300 ms before. */
export interface Shift {
  path: string;
  /** Milliseconds since the pointer moved. */
  after: number;
  before: string;
  now: string;
}

declare global {
  interface Window {
    shifts: Shift[];
  }
}

/** Watches, on every page that is opened from now on, the control under the pointer for 300 ms after each movement. */
export const watchPointer = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const watchedMs = 300;
    const controls =
      "a[href], button, input, select, textarea, label, summary, [role=button], [role=option], [role^=menuitem], [role=tab], [role=checkbox], [role=radio], [role=switch]";
    let stop = () => {};
    let last = { x: -1, y: -1 };
    window.shifts = [];
    const controlAt = (x: number, y: number) => document.elementFromPoint(x, y)?.closest(controls) ?? null;
    const boundsOf = (element: Element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return [x, y, width, height].map(Math.round).join(" ");
    };
    const describe = (element: Element | null) =>
      element
        ? `<${element.tagName.toLowerCase()} ${element.getAttribute("role") ?? ""} ${element.getAttribute("aria-label") ?? element.textContent?.slice(0, 40)}> ${boundsOf(element)} ${element.isConnected ? "" : "(gone)"}`
        : "nothing";
    const overlays = () =>
      document.querySelectorAll("dialog[open], [role=dialog], [role=menu], [role=listbox]").length;
    addEventListener(
      "pointermove",
      ({ clientX: x, clientY: y }) => {
        if (x === last.x && y === last.y) return;
        last = { x, y };
        stop();
        const control = controlAt(x, y);
        if (!control) return;
        const begin = performance.now();
        const bounds = boundsOf(control);
        const before = describe(control);
        const page = location.pathname;
        const opened = overlays();
        let frame = 0;
        const look = () => {
          const after = Math.round(performance.now() - begin);
          if (after >= watchedMs || location.pathname !== page || overlays() !== opened) return;
          const now = controlAt(x, y);
          if (now !== control || boundsOf(control) !== bounds) {
            window.shifts.push({
              path: location.pathname,
              after,
              before,
              now: `${describe(now)}; was ${describe(control)}`,
            });
            return;
          }
          frame = requestAnimationFrame(look);
        };
        stop = () => cancelAnimationFrame(frame);
        frame = requestAnimationFrame(look);
      },
      { capture: true, passive: true },
    );
    addEventListener("pointerdown", () => stop(), { capture: true });
  });
