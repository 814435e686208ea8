import { act, render, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import UndoHistory from "./UndoHistory.tsx";
import { clearUndos, dismissUndo, offerUndo } from "./undoStore.ts";

const undoneTexts: string[] = [];
const offer = (text: string) =>
  act(() =>
    offerUndo(text, async () => {
      if (text === "Exported") throw new Error("too late");
      undoneTexts.push(text);
    }),
  );
const steps = () =>
  within(screen.getByRole("dialog"))
    .queryAllByRole("button", { name: /^Undo: / })
    .map((button) => button.getAttribute("aria-label")?.slice("Undo: ".length));
const undo = (text: string) =>
  act(async () =>
    within(screen.getByRole("dialog"))
      .getByRole("button", { name: `Undo: ${text}` })
      .click(),
  );

test("design§Web thirty steps of a session are listed, the newest first, and undone in any order, whether their toasts are gone or not", async () => {
  act(clearUndos);
  for (let index = 1; index <= 30; index += 1) offer(`Step ${index}`);
  act(() => dismissUndo(30));
  render(<UndoHistory onClose={() => {}} />);
  expect(steps()).toEqual(Array.from({ length: 30 }, (_, index) => `Step ${30 - index}`));
  await undo("Step 30");
  await undo("Step 3");
  expect(undoneTexts).toEqual(["Step 30", "Step 3"]);
  offer("Exported");
  await undo("Exported");
  expect(steps()).toHaveLength(28);
  act(clearUndos);
  expect(steps()).toEqual([]);
  expect(screen.getByText("There is nothing to undo.")).toBeTruthy();
});
