import { fireEvent, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { Modal } from "../dialog/Modal.tsx";
import { Shortcuts } from "./ShortcutHelp.tsx";
import { useShortcuts } from "./useShortcuts.ts";

function Screen({ act, letter = "a" }: { act: () => void; letter?: string }) {
  useShortcuts("Review", [{ key: letter, label: "Approve", act }]);
  return <input aria-label="name" />;
}

const press = (key: string, target: Element = document.body, modifiers: object = {}) =>
  fireEvent.keyDown(target, { key, ...modifiers });

describe("1§9 keyboard shortcuts of the console", () => {
  const act = vi.fn();
  afterEach(() => act.mockReset());

  it("a key acts only while its screen is shown", () => {
    const { rerender } = render([<Shortcuts key="keys" />, <Screen key="screen" act={act} />]);
    press("a");
    expect(act).toHaveBeenCalledTimes(1);
    rerender([<Shortcuts key="keys" />]);
    press("a");
    expect(act).toHaveBeenCalledTimes(1);
  });

  it("keys with Ctrl, Alt or Cmd, repeated keys and keys in a text box do nothing", () => {
    render([<Shortcuts key="keys" />, <Screen key="screen" act={act} />]);
    for (const modifiers of [{ ctrlKey: true }, { altKey: true }, { metaKey: true }, { repeat: true }])
      press("a", document.body, modifiers);
    press("a", screen.getByLabelText("name"));
    expect(act).not.toHaveBeenCalled();
  });

  it("shortcuts are disabled while a dialog is open", () => {
    render([
      <Shortcuts key="keys" />,
      <Screen key="screen" act={act} />,
      <Modal key="modal" title="Sure?" onClose={() => {}}>
        text
      </Modal>,
    ]);
    press("a");
    expect(act).not.toHaveBeenCalled();
  });

  it("? lists the shortcuts of the screen and the console", () => {
    render([<Shortcuts key="keys" />, <Screen key="screen" act={act} letter="R" />]);
    press("?");
    expect(screen.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeTruthy();
    expect(screen.getByText("⇧ R").closest("div")?.textContent).toContain("Approve");
    expect(screen.getByText("Everywhere")).toBeTruthy();
  });
});
