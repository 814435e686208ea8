import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { ignoreUntypedKeys } from "./untypedKeys.ts";

ignoreUntypedKeys();

const show = () => {
  const [onKeyDown, onDocumentKey] = [vi.fn(), vi.fn()];
  document.addEventListener("keydown", onDocumentKey);
  render(<input aria-label="Name" onKeyDown={onKeyDown} />);
  return {
    box: screen.getByLabelText("Name"),
    received: () => [onKeyDown, onDocumentKey].map(({ mock }) => mock.calls.length),
  };
};

test.each([
  ["during a composition", { key: "Enter", isComposing: true }],
  ["that ends a composition in Safari", { key: "Enter", keyCode: 229 }],
])(
  "nearai/ironclaw#1140 chahua#99 an Enter %s chooses a word of the input method and does nothing else",
  (_, key) => {
    const { box, received } = show();
    fireEvent.keyDown(box, key);
    expect(received()).toEqual([0, 0]);
    fireEvent.keyDown(box, { key: "Enter", keyCode: 13 });
    expect(received()).toEqual([1, 1]);
  },
);

test("Inputmask#2818 docsearch#1887 the event without a key that Chrome sends for a filled-in field reaches no listener", () => {
  const { box, received } = show();
  box.dispatchEvent(new Event("keydown", { bubbles: true }));
  expect(received()).toEqual([0, 0]);
});
