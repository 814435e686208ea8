import { fireEvent, render, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { SearchBox } from "../table/SearchBox.tsx";
import { TableView } from "../table/TableView.tsx";
import { Shortcuts } from "./ShortcutHelp.tsx";

const press = (key: string, init: object = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, ...init });
const focusedText = () => document.activeElement?.textContent;

const show = () =>
  render(
    <>
      <Shortcuts />
      <SearchBox value="" onSearch={() => {}} />
      <TableView
        label="Licences"
        columns={[
          { id: "tick", header: "Select", cell: () => <input type="checkbox" aria-label="tick" /> },
          {
            id: "name",
            header: "Name",
            isRowHeader: true,
            cell: (name: string) => <a href={`/${name}`}>{name}</a>,
          },
        ]}
        sortable={[]}
        state={{ page: 1, sizePerPage: 25, sort: "name", order: "asc", q: "" }}
        change={() => {}}
        rows={["a", "b", "c"]}
        isBusy={false}
        rowKey={(row) => row}
      />
    </>,
  );

describe("1§9 keyboard shortcuts of lists", () => {
  it("j and k move between the links of rows, also when held down, and stop at the ends", () => {
    show();
    press("j");
    expect(focusedText()).toBe("a");
    press("j");
    press("j", { repeat: true });
    press("j");
    expect(focusedText()).toBe("c");
    press("k");
    expect(focusedText()).toBe("b");
  });

  it("o opens the row with the focus, and does nothing without one", () => {
    show();
    const openedIds: string[] = [];
    for (const link of screen.getAllByRole("link"))
      link.addEventListener("click", (event) => {
        event.preventDefault();
        openedIds.push(link.textContent ?? "");
      });
    press("o");
    press("j");
    press("j");
    press("o");
    expect(openedIds).toEqual(["b"]);
  });

  it("x selects the row with the focus and deselects it again, and nothing without a focus", () => {
    show();
    const ticks = () => screen.getAllByRole<HTMLInputElement>("checkbox").map(({ checked }) => checked);
    press("x");
    expect(ticks()).toEqual([false, false, false]);
    press("j");
    press("j");
    press("x");
    expect(ticks()).toEqual([false, true, false]);
    press("x");
    expect(ticks()).toEqual([false, false, false]);
  });

  it("/ focuses the search box, where letters are typed", () => {
    show();
    press("/");
    expect(document.activeElement).toBe(screen.getByRole("searchbox"));
    press("j");
    expect(document.activeElement).toBe(screen.getByRole("searchbox"));
  });
});
