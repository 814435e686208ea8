import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, test } from "vitest";
import { getIndexAfterArrow, listIdsBetween, useRangeSelection } from "./rangeSelection.ts";

const ids = ["a", "b", "c", "d", "e"];

function Boxes() {
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set());
  const { box } = useRangeSelection({
    ids: () => ids,
    isSelected: (id) => selectedIds.has(id),
    setSelected: (changedIds, isSelected) =>
      setSelectedIds((current) => {
        const next = new Set(current);
        for (const id of changedIds) isSelected ? next.add(id) : next.delete(id);
        return next;
      }),
  });
  return ids.map((id) => (
    <input key={id} type="checkbox" aria-label={id} checked={selectedIds.has(id)} {...box(id)} />
  ));
}

const checkedLabels = () =>
  screen
    .getAllByRole<HTMLInputElement>("checkbox")
    .filter(({ checked }) => checked)
    .map((box) => box.getAttribute("aria-label"))
    .join("");
const box = (id: string) => screen.getByRole("checkbox", { name: id });

describe("design§Web a range is selected in one action", () => {
  test("by Shift+click, in both directions; unchecking deselects a range", async () => {
    const user = userEvent.setup();
    render(<Boxes />);
    const shiftClick = async (id: string) => {
      await user.keyboard("{Shift>}");
      await user.click(box(id));
      await user.keyboard("{/Shift}");
    };
    await user.click(box("d"));
    expect(checkedLabels()).toBe("d");
    await shiftClick("b");
    expect(checkedLabels()).toBe("bcd");
    await shiftClick("c");
    expect(checkedLabels()).toBe("d");
    await user.click(box("a"));
    expect(checkedLabels()).toBe("ad");
  });

  test("by keyboard: Shift+Space, and Shift+arrows, which move the focus", async () => {
    const user = userEvent.setup();
    render(<Boxes />);
    box("a").focus();
    await user.keyboard(" ");
    await user.keyboard("{Shift>}{ArrowDown}{ArrowDown}{/Shift}");
    expect([checkedLabels(), document.activeElement?.getAttribute("aria-label")]).toEqual(["abc", "c"]);
    box("e").focus();
    await user.keyboard("{Shift>} {/Shift}");
    expect(checkedLabels()).toBe("abcde");
    await user.keyboard(" ");
    expect(checkedLabels()).toBe("abcd");
  });

  test("a range from an id that is no longer shown contains only the pressed one; arrows stop at the ends", () => {
    expect(listIdsBetween(ids, "x", "c")).toEqual(["c"]);
    expect(listIdsBetween(ids, null, "c")).toEqual(["c"]);
    expect(listIdsBetween(ids, "d", "b")).toEqual(["b", "c", "d"]);
    expect([
      getIndexAfterArrow("ArrowDown", 1, 5, 2),
      getIndexAfterArrow("ArrowDown", 4, 5, 2),
      getIndexAfterArrow("x", 1, 5, 2),
    ]).toEqual([3, null, null]);
  });
});
