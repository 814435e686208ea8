import { type ChangeEvent, type KeyboardEvent, type MouseEvent, useRef, useState } from "react";

/** The ids from `from` to `to` inclusive, in the order of `ids`; either may come first. Only `to` if `from` is not among them. */
export function idsBetween(ids: readonly string[], from: string | null, to: string): string[] {
  const [start, end] = [from === null ? -1 : ids.indexOf(from), ids.indexOf(to)];
  if (start < 0 || end < 0) return [to];
  return ids.slice(Math.min(start, end), Math.max(start, end) + 1);
}

/** The index that an arrow key moves to, among `count` items in rows of `columns`; null for other keys and beyond the ends. */
export function indexAfterArrow(key: string, index: number, count: number, columns: number): number | null {
  const steps: Record<string, number> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -columns,
    ArrowDown: columns,
  };
  const next = index + (steps[key] ?? Number.NaN);
  return next >= 0 && next < count ? next : null;
}

const idAttribute = "data-tick";
const allBoxes = () => [...document.querySelectorAll<HTMLElement>(`[${idAttribute}]`)];

interface RangeSelectionOptions {
  /** All selectable ids, in display order. */
  ids: () => readonly string[];
  isTicked: (id: string) => boolean;
  /** Selects or deselects these ids. */
  setSelected: (ids: string[], ticked: boolean) => void;
  /** Number of items per row, for the up and down arrows; 1 by default. */
  columns?: () => number;
}

export interface RangeSelectionProps {
  /** Props of a checkbox. */
  box: (id: string) => object;
  /** Props of a toggle button. */
  button: (id: string) => object;
  /** Props of the label around a checkbox: not every browser toggles the checkbox on Shift+click there. */
  label: (id: string) => object;
}

/**
 * Selects the range from the last selected item, with Shift+click, Shift+Space or Shift+arrow. All items get the state of the
 * pressed one. The returned props are stable between renders.
 */
export function useRangeSelection(options: RangeSelectionOptions): RangeSelectionProps {
  const latestOptions = useRef(options);
  latestOptions.current = options;
  const [range] = useState(() => createRangeSelection(() => latestOptions.current));
  return range;
}

function createRangeSelection(getOptions: () => RangeSelectionOptions): RangeSelectionProps {
  let lastId: string | null = null;
  // When Space toggles a checkbox, the event does not carry the Shift state in every browser.
  let isShiftSpace = false;

  function press(id: string, isRange: boolean, ticked = !getOptions().isTicked(id)) {
    getOptions().setSelected(isRange ? idsBetween(getOptions().ids(), lastId, id) : [id], ticked);
    lastId = id;
  }
  const keysOf = (id: string) => ({
    [idAttribute]: id,
    onKeyUp: () => {
      isShiftSpace = false;
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      isShiftSpace = event.shiftKey && event.key === " ";
      if (!event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return;
      const { ids, columns, isTicked } = getOptions();
      const to = ids()[indexAfterArrow(event.key, ids().indexOf(id), ids().length, columns?.() ?? 1) ?? -1];
      const target = to && allBoxes().find((box) => box.getAttribute(idAttribute) === to);
      if (!to || !target) return;
      event.preventDefault();
      event.stopPropagation();
      target.focus();
      press(to, false, isTicked(id));
    },
  });
  return {
    box: (id) => ({
      ...keysOf(id),
      onChange: ({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) =>
        press(
          id,
          isShiftSpace || (nativeEvent instanceof globalThis.MouseEvent && nativeEvent.shiftKey),
          target.checked,
        ),
    }),
    button: (id) => ({
      ...keysOf(id),
      onClick: (event: MouseEvent<HTMLElement>) => press(id, isShiftSpace || event.shiftKey),
    }),
    label: (id) => ({
      // Shift+click would select the text in between.
      onMouseDown: (event: MouseEvent<HTMLElement>) => event.shiftKey && event.preventDefault(),
      onClick: (event: MouseEvent<HTMLElement>) => {
        if (!event.shiftKey || event.target instanceof HTMLInputElement) return;
        event.preventDefault();
        press(id, true);
      },
    }),
  };
}
