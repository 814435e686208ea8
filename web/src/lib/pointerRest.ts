/** Milliseconds during which the page does not change after the pointer has moved over a control. */
export const pointerRestMs = 300;
/** A pressed pointer that moves more pixels than this is dragging, and a drag does not end in a click. */
const dragDistancePx = 8;
/** Maximum milliseconds between lifting a finger and the browser's click. */
const clickDelayMs = 100;

const controlSelector =
  "a[href], button, input, select, textarea, label, summary, [role=button], [role=option], [role^=menuitem], [role=tab], [role=checkbox], [role=radio], [role=switch]";

let lastPosition = { x: Number.NaN, y: Number.NaN };
let pressPosition: { x: number; y: number } | null = null;
let restTimer: ReturnType<typeof setTimeout> | undefined;
let postponedCallbacks: (() => void)[] = [];

const isAiming = (): boolean => restTimer !== undefined || pressPosition !== null;

/**
 * Runs immediately or, while the pointer moves over a control or presses one, once it has rested or clicked: content that
 * arrives in the meantime could move another control under the pointer.
 */
export function runWhenPointerRests(run: () => void): void {
  if (isAiming()) postponedCallbacks.push(run);
  else run();
}

/** Resolves when `runWhenPointerRests` would run. Await it before a response changes the screen. */
export const waitForPointerRest = (): Promise<void> =>
  new Promise((resolve) => {
    runWhenPointerRests(resolve);
  });

function release(): void {
  clearTimeout(restTimer);
  restTimer = undefined;
  pressPosition = null;
  const callbacks = postponedCallbacks;
  postponedCallbacks = [];
  for (const run of callbacks) run();
}

function releaseAfter(delayMs: number): void {
  clearTimeout(restTimer);
  restTimer = setTimeout(release, delayMs);
}

const controlOf = ({ target }: Event): Element | null =>
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
  if (controlOf(event)) releaseAfter(pointerRestMs);
  else release();
}

/** Tracks the pointer for `runWhenPointerRests`. Returns a function that stops tracking. */
export function watchPointer(): () => void {
  const controller = new AbortController();
  const options = { capture: true, passive: true, signal: controller.signal };
  addEventListener("pointermove", onMove, options);
  addEventListener(
    "pointerdown",
    (event) => {
      if (controlOf(event)) pressPosition = { x: event.screenX, y: event.screenY };
    },
    options,
  );
  addEventListener("pointerup", () => pressPosition && releaseAfter(clickDelayMs), options);
  // After the handlers of the click.
  addEventListener("click", () => releaseAfter(0), options);
  for (const type of ["pointercancel", "keydown"]) addEventListener(type, release, options);
  // Not captured: pressing a control blurs another one.
  addEventListener("blur", release, { signal: controller.signal });
  return () => {
    controller.abort();
    release();
  };
}
