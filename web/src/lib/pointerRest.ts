/** Milliseconds for which the page stays as it is after the pointer has moved on a control. */
export const pointerRestMs = 300;
/** A pointer that moves this many pixels while pressed drags; a drag ends in no click. */
const dragDistancePx = 8;
/** Milliseconds between lifting a finger and the browser's click, at most. */
const clickDelayMs = 100;

const controlSelector =
  "a[href], button, input, select, textarea, label, summary, [role=button], [role=option], [role^=menuitem], [role=tab], [role=checkbox], [role=radio], [role=switch]";

let lastPosition = { x: Number.NaN, y: Number.NaN };
let pressPosition: { x: number; y: number } | null = null;
let restTimer: ReturnType<typeof setTimeout> | undefined;
let postponed: (() => void)[] = [];

const isAiming = (): boolean => restTimer !== undefined || pressPosition !== null;

/**
 * Runs at once, or, if the pointer moves on a control or presses one, when it has rested or clicked: content that
 * arrives in between would move another control below the pointer.
 */
export function afterPointerRests(run: () => void): void {
  if (isAiming()) postponed.push(run);
  else run();
}

/** Resolves when `afterPointerRests` would run. What a response changes on the screen waits for it. */
export const pointerRest = (): Promise<void> =>
  new Promise((resolve) => {
    afterPointerRests(resolve);
  });

function release(): void {
  clearTimeout(restTimer);
  restTimer = undefined;
  pressPosition = null;
  const due = postponed;
  postponed = [];
  for (const run of due) run();
}

function rest(delayMs: number): void {
  clearTimeout(restTimer);
  restTimer = setTimeout(release, delayMs);
}

const controlAt = ({ target }: Event): Element | null =>
  target instanceof Element ? target.closest(controlSelector) : null;

function onMove(event: PointerEvent): void {
  const position = { x: event.screenX, y: event.screenY };
  // The browser also reports a pointer at rest when the page moves below it.
  if (position.x === lastPosition.x && position.y === lastPosition.y) return;
  lastPosition = position;
  if (pressPosition) {
    const distance = Math.hypot(position.x - pressPosition.x, position.y - pressPosition.y);
    if (distance > dragDistancePx) release();
    return;
  }
  // A finger does not hover.
  if (event.pointerType === "touch") return;
  if (controlAt(event)) rest(pointerRestMs);
  else release();
}

/** Follows the pointer for `afterPointerRests`. Returns a function that stops. */
export function watchPointer(): () => void {
  const following = new AbortController();
  const options = { capture: true, passive: true, signal: following.signal };
  addEventListener("pointermove", onMove, options);
  addEventListener(
    "pointerdown",
    (event) => {
      if (controlAt(event)) pressPosition = { x: event.screenX, y: event.screenY };
    },
    options,
  );
  addEventListener("pointerup", () => pressPosition && rest(clickDelayMs), options);
  // After the handlers of the click.
  addEventListener("click", () => rest(0), options);
  for (const type of ["pointercancel", "keydown"]) addEventListener(type, release, options);
  // Not captured: pressing a control blurs another one.
  addEventListener("blur", release, { signal: following.signal });
  return () => {
    following.abort();
    release();
  };
}
