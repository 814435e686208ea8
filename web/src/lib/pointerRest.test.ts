import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { pointerRestMs, runWhenPointerRests, watchPointer } from "./pointerRest.ts";

let stop = () => {};
let firstControl: Element;
let secondControl: Element;
let background: Element;

beforeEach(() => {
  vi.useFakeTimers();
  document.body.innerHTML = "<button>1</button><a href='#x'>2</a><p>3</p>";
  [firstControl, secondControl, background] = [...document.body.children] as [Element, Element, Element];
  stop = watchPointer();
});
afterEach(() => stop());

let x = 0;
const dispatchPointer = (type: string, target: Element, init: PointerEventInit = {}) =>
  target.dispatchEvent(new PointerEvent(type, { bubbles: true, screenX: x, screenY: 0, ...init }));
const move = (target: Element, init: PointerEventInit = {}) => {
  x += 20;
  dispatchPointer("pointermove", target, init);
};
/** Adds content, and reports whether it is shown. */
function addContent(): { isShown: boolean } {
  const state = { isShown: false };
  runWhenPointerRests(() => {
    state.isShown = true;
  });
  return state;
}

describe("design§Web nothing moves under the pointer", () => {
  test("content waits until the pointer has rested on a control", () => {
    expect(addContent().isShown).toBe(true);
    move(firstControl);
    const content = addContent();
    vi.advanceTimersByTime(pointerRestMs - 1);
    expect(content.isShown).toBe(false);
    vi.advanceTimersByTime(1);
    expect(content.isShown).toBe(true);
    move(firstControl);
    expect(addContent().isShown).toBe(false);
    move(secondControl);
    expect(addContent().isShown).toBe(false);
  });

  test("content does not wait for a pointer over the background, a page that moves under the pointer, or a finger", () => {
    move(firstControl);
    const content = addContent();
    move(background);
    expect(content.isShown).toBe(true);
    dispatchPointer("pointermove", secondControl);
    expect(addContent().isShown).toBe(true);
    move(secondControl, { pointerType: "touch" });
    expect(addContent().isShown).toBe(true);
  });

  test("content waits for the click of a pressed control, however long it is pressed, but not for a drag", () => {
    for (const pointerType of ["mouse", "touch"]) {
      dispatchPointer("pointerdown", firstControl, { pointerType });
      const content = addContent();
      secondControl.dispatchEvent(new FocusEvent("blur"));
      vi.advanceTimersByTime(5000);
      dispatchPointer("pointerup", firstControl, { pointerType });
      firstControl.addEventListener("click", () => expect(content.isShown).toBe(false), { once: true });
      dispatchPointer("click", firstControl);
      expect(content.isShown).toBe(false);
      vi.advanceTimersByTime(0);
      expect(content.isShown).toBe(true);
    }
    dispatchPointer("pointerdown", firstControl);
    const content = addContent();
    move(firstControl);
    expect(content.isShown).toBe(true);
  });

  test("content does not wait for a click that never comes, nor while the user types", () => {
    dispatchPointer("pointerdown", firstControl);
    dispatchPointer("pointerup", background);
    const content = addContent();
    vi.advanceTimersByTime(pointerRestMs);
    expect(content.isShown).toBe(true);
    move(secondControl);
    const laterContent = addContent();
    document.body.dispatchEvent(new KeyboardEvent("keydown", { bubbles: true, key: "a" }));
    expect(laterContent.isShown).toBe(true);
  });
});
