import { act, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { pointerRestMs, watchPointer } from "#lib/pointerRest.ts";
import { createToastStore } from "./toastStore.ts";

let stop = () => {};
beforeEach(() => {
  vi.useFakeTimers();
  stop = watchPointer();
});
afterEach(() => stop());

test("design§Web a toast under the pointer is not replaced, even if it renders for another reason", () => {
  const store = createToastStore("rotated");
  let renderAgain = () => {};
  function Toast() {
    const [, setCount] = useState(0);
    renderAgain = () => setCount((count) => count + 1);
    return <button type="button">{store.use()}</button>;
  }
  render(<Toast />);
  const button = screen.getByRole("button");
  button.dispatchEvent(new PointerEvent("pointermove", { bubbles: true, screenX: 5, screenY: 5 }));
  act(() => store.set("approved"));
  act(() => renderAgain());
  expect([store.get(), button.textContent]).toEqual(["approved", "rotated"]);
  act(() => vi.advanceTimersByTime(pointerRestMs));
  expect(button.textContent).toBe("approved");
});
