import { act, render, screen, within } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { undoOfferSeconds } from "#domain/delivery/undoHold.ts";
import { Shortcuts } from "../shortcuts/ShortcutHelp.tsx";
import { UndoToast } from "./UndoToast.tsx";
import { offerUndo } from "./undoStore.ts";

const undone: string[] = [];
const offer = (text: string) =>
  act(() => {
    offerUndo(text, async () => {
      undone.push(text);
    });
  });
const show = () =>
  render(
    <MemoryRouter>
      <Shortcuts />
      <UndoToast />
    </MemoryRouter>,
  );
const offeredTexts = () =>
  screen
    .queryAllByRole("button", { name: "Undo" })
    .map((button) => document.getElementById(button.getAttribute("aria-describedby")!)?.textContent);
const pressZ = () =>
  act(async () => {
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "z", bubbles: true }));
  });
const wait = (seconds: number) => act(() => vi.advanceTimersByTime(seconds * 1000));

describe("design§Web a later offer to undo does not replace an earlier one", () => {
  beforeEach(() => {
    undone.length = 0;
    vi.useFakeTimers();
  });

  test("a rotation saved after an approval does not remove the approval's undo, and each expires on its own", async () => {
    show();
    offer("Approved");
    wait(5);
    offer("Rotated");
    expect(offeredTexts()).toEqual(["Rotated", "Approved"]);
    await act(async () => screen.getAllByRole("button", { name: "Undo" })[1]!.click());
    expect([undone, offeredTexts()]).toEqual([["Approved"], ["Rotated"]]);
    wait(1);
    offer("Renamed");
    wait(undoOfferSeconds - 1);
    expect(offeredTexts()).toEqual(["Renamed"]);
    wait(1);
    expect(offeredTexts()).toEqual([]);
  });

  test("Z undoes the newest, then the one before; three are shown, and dismissing one shows an earlier one", async () => {
    show();
    for (const text of ["1", "2", "3", "4", "5"]) offer(text);
    expect(offeredTexts()).toEqual(["5", "4", "3"]);
    await pressZ();
    await pressZ();
    expect([undone, offeredTexts()]).toEqual([
      ["5", "4"],
      ["3", "2", "1"],
    ]);
    act(() => screen.getAllByRole("button", { name: "Dismiss" })[0]!.click());
    expect(offeredTexts()).toEqual(["2", "1"]);
    await pressZ();
    expect(undone).toEqual(["5", "4", "2"]);
  });

  test("nothing expires while the pointer or the focus is on an offer", () => {
    show();
    offer("Approved");
    offer("Rotated");
    const region = screen.getByText("Rotated").closest("[data-undo-offers]")!;
    act(() =>
      within(region as HTMLElement)
        .getAllByRole("button", { name: "Undo" })[0]!
        .focus(),
    );
    wait(60);
    expect(offeredTexts()).toEqual(["Rotated", "Approved"]);
    act(() => (document.activeElement as HTMLElement).blur());
    wait(1);
    expect(offeredTexts()).toEqual([]);
  });
});
