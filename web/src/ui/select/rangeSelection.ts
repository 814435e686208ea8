import { type ChangeEvent, type KeyboardEvent, type MouseEvent, useRef, useState } from "react";

/** The ids from `from` to `to` inclusive, in the order of `ids`; either may come first. Only `to` if one of them is missing. */
export function listIdsBetween(ids: readonly string[], from: string | null, to: string): string[] {
  const [start, end] = [from === null ? -1 : ids.indexOf(from), ids.indexOf(to)];
  if (start < 0 || end < 0) return [to];
  return ids.slice(Math.min(start, end), Math.max(start, end) + 1);
}

/** The index that an arrow key moves to, among `count` items in rows of `columns`; null for other keys and past either end. */
export function getIndexAfterArrow(
  key: string,
  index: number,
  count: number,
  columns: number,
): number | null {
  const steps: Record<string, number> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -columns,
    ArrowDown: columns,
  };
  const next = index + (steps[key] ?? Number.NaN);
  return next >= 0 && next < count ? next : null;
}

const selectIdAttribute = "data-tick";
const findControls = () => [...document.querySelectorAll<HTMLElement>(`[${selectIdAttribute}]`)];

interface RangeSelectionOptions {
  /** All selectable ids, in display order. */
  ids: () => readonly string[];
  isSelected: (id: string) => boolean;
  /** Selects or deselects these ids. */
  setSelected: (changedIds: string[], isSelected: boolean) => void;
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
 * Selects the range from the last selected item, with Shift+click, Shift+Space or Shift+arrow. All items in it get the state of
 * the last one. The returned props are stable between renders.
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

  function press(id: string, isRange: boolean, isSelected = !getOptions().isSelected(id)) {
    getOptions().setSelected(isRange ? listIdsBetween(getOptions().ids(), lastId, id) : [id], isSelected);
    lastId = id;
  }
  const getKeyProps = (id: string) => ({
    [selectIdAttribute]: id,
    onKeyUp: () => {
      isShiftSpace = false;
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      isShiftSpace = event.shiftKey && event.key === " ";
      if (!event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return;
      const { ids, columns, isSelected } = getOptions();
      const to =
        ids()[getIndexAfterArrow(event.key, ids().indexOf(id), ids().length, columns?.() ?? 1) ?? -1];
      const target = to && findControls().find((box) => box.getAttribute(selectIdAttribute) === to);
      if (!to || !target) return;
      event.preventDefault();
      event.stopPropagation();
      target.focus();
      press(to, false, isSelected(id));
    },
  });
  return {
    box: (id) => ({
      ...getKeyProps(id),
      onChange: ({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) =>
        press(
          id,
          isShiftSpace || (nativeEvent instanceof globalThis.MouseEvent && nativeEvent.shiftKey),
          target.checked,
        ),
    }),
    button: (id) => ({
      ...getKeyProps(id),
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
