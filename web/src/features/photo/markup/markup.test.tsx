import { fireEvent, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { MarkupEditor } from "./MarkupEditor.tsx";

it("2§5 markup is drawn, moved, undone, coloured and saved by keyboard alone", async () => {
  const onSave = vi.fn(async () => {});
  const onClose = vi.fn();
  render(
    <MarkupEditor
      src="blob:x"
      size={{ width: 800, height: 600 }}
      markup={null}
      onSave={onSave}
      onClose={onClose}
    />,
  );
  const editor = screen.getByRole("group", { name: "Draw on the photo" });
  const press = (key: string, modifiers: object = {}) => fireEvent.keyDown(editor, { key, ...modifiers });
  press("r");
  press("Enter");
  press("2");
  press("ArrowRight");
  expect(screen.getByRole("button", { name: "Rectangle, Yellow" })).toBeTruthy();
  press("b");
  press("Enter");
  expect(screen.getAllByRole("button", { name: "Blur" })).toHaveLength(2);
  press("z", { ctrlKey: true });
  expect(screen.getAllByRole("button", { name: "Blur" })).toHaveLength(1);
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(onSave).toHaveBeenCalledWith([
    { type: "RECTANGLE", from: [0.41, 0.6], to: [0.61, 0.4], color: "yellow", width: 0.006 },
  ]);
});
