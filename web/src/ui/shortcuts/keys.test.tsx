import { fireEvent, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { Modal } from "../dialog/Modal.tsx";
import { Keys } from "./ShortcutHelp.tsx";
import { useShortcuts } from "./useShortcuts.ts";

function Screen({ act, letter = "a" }: { act: () => void; letter?: string }) {
  useShortcuts("Review", [{ key: letter, label: "Approve", act }]);
  return <input aria-label="name" />;
}

const press = (key: string, at: Element = document.body, how: object = {}) =>
  fireEvent.keyDown(at, { key, ...how });

describe("1§9 keys of the console", () => {
  const act = vi.fn();
  afterEach(() => act.mockReset());

  it("a key acts while its screen is shown, and no longer", () => {
    const { rerender } = render([<Keys key="keys" />, <Screen key="screen" act={act} />]);
    press("a");
    expect(act).toHaveBeenCalledTimes(1);
    rerender([<Keys key="keys" />]);
    press("a");
    expect(act).toHaveBeenCalledTimes(1);
  });

  it("keys with Ctrl, Alt or Cmd, repeated ones and those in a text box do nothing", () => {
    render([<Keys key="keys" />, <Screen key="screen" act={act} />]);
    for (const how of [{ ctrlKey: true }, { altKey: true }, { metaKey: true }, { repeat: true }])
      press("a", document.body, how);
    press("a", screen.getByLabelText("name"));
    expect(act).not.toHaveBeenCalled();
  });

  it("an open dialog has the keys to itself", () => {
    render([
      <Keys key="keys" />,
      <Screen key="screen" act={act} />,
      <Modal key="modal" title="Sure?" onClose={() => {}}>
        text
      </Modal>,
    ]);
    press("a");
    expect(act).not.toHaveBeenCalled();
  });

  it("? lists what the screen and the console do", () => {
    render([<Keys key="keys" />, <Screen key="screen" act={act} letter="R" />]);
    press("?");
    expect(screen.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeTruthy();
    expect(screen.getByText("⇧ R").closest("div")?.textContent).toContain("Approve");
    expect(screen.getByText("Everywhere")).toBeTruthy();
  });
});
