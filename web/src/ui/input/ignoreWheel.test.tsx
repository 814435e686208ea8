import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { IntegerControl } from "./labelledControls.tsx";

test("enketo#1522 fody#61 a wheel over a focused number scrolls the page, because the number loses the focus", () => {
  render(<IntegerControl label="Days" value={20} onChange={() => {}} />);
  const input = screen.getByLabelText("Days");
  input.focus();
  expect(document.activeElement).toBe(input);
  fireEvent.wheel(input, { deltaY: 100 });
  expect(document.activeElement).toBe(document.body);
});
