import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { afterPointerRests, pointerRestMs, watchPointer } from "./pointerRest.ts";

let stop = () => {};
let first: Element;
let second: Element;
let background: Element;

beforeEach(() => {
  vi.useFakeTimers();
  document.body.innerHTML = "<button>1</button><a href='#x'>2</a><p>3</p>";
  [first, second, background] = [...document.body.children] as [Element, Element, Element];
  stop = watchPointer();
});
afterEach(() => stop());

let x = 0;
const point = (type: string, target: Element, init: PointerEventInit = {}) =>
  target.dispatchEvent(new PointerEvent(type, { bubbles: true, screenX: x, screenY: 0, ...init }));
const move = (target: Element, init: PointerEventInit = {}) => {
  x += 20;
  point("pointermove", target, init);
};
/** Whether content that arrives now is shown now. */
function arrives(): { shown: boolean } {
  const state = { shown: false };
  afterPointerRests(() => {
    state.shown = true;
  });
  return state;
}

describe("design§Web nothing moves below the pointer", () => {
  test("content waits until the pointer has rested on a control", () => {
    expect(arrives().shown).toBe(true);
    move(first);
    const content = arrives();
    vi.advanceTimersByTime(pointerRestMs - 1);
    expect(content.shown).toBe(false);
    vi.advanceTimersByTime(1);
    expect(content.shown).toBe(true);
    move(first);
    expect(arrives().shown).toBe(false);
    move(second);
    expect(arrives().shown).toBe(false);
  });

  test("it does not wait for a pointer over the background, a page that moves below the pointer, or a finger", () => {
    move(first);
    const content = arrives();
    move(background);
    expect(content.shown).toBe(true);
    point("pointermove", second);
    expect(arrives().shown).toBe(true);
    move(second, { pointerType: "touch" });
    expect(arrives().shown).toBe(true);
  });

  test("it waits for the click of a pressed control, however long that is pressed, but not for a drag", () => {
    for (const pointerType of ["mouse", "touch"]) {
      point("pointerdown", first, { pointerType });
      const content = arrives();
      second.dispatchEvent(new FocusEvent("blur"));
      vi.advanceTimersByTime(5000);
      point("pointerup", first, { pointerType });
      first.addEventListener("click", () => expect(content.shown).toBe(false), { once: true });
      point("click", first);
      expect(content.shown).toBe(false);
      vi.advanceTimersByTime(0);
      expect(content.shown).toBe(true);
    }
    point("pointerdown", first);
    const content = arrives();
    move(first);
    expect(content.shown).toBe(true);
  });

  test("it waits neither for a click that does not come nor while the user types", () => {
    point("pointerdown", first);
    point("pointerup", background);
    const content = arrives();
    vi.advanceTimersByTime(pointerRestMs);
    expect(content.shown).toBe(true);
    move(second);
    const other = arrives();
    document.body.dispatchEvent(new KeyboardEvent("keydown", { bubbles: true, key: "a" }));
    expect(other.shown).toBe(true);
  });
});
