import { type ChangeEvent, type KeyboardEvent, type MouseEvent, useRef, useState } from "react";

/** From one to the other in the order of `ids`, both included and either first; only `to` where `from` is not among them. */
export function idsBetween(ids: readonly string[], from: string | null, to: string): string[] {
  const [start, end] = [from === null ? -1 : ids.indexOf(from), ids.indexOf(to)];
  if (start < 0 || end < 0) return [to];
  return ids.slice(Math.min(start, end), Math.max(start, end) + 1);
}

/** The place an arrow leads to, among `count` places in rows of `columns`; null for other keys and beyond the ends. */
export function indexAfterArrow(key: string, at: number, count: number, columns: number): number | null {
  const steps: Record<string, number> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -columns,
    ArrowDown: columns,
  };
  const next = at + (steps[key] ?? Number.NaN);
  return next >= 0 && next < count ? next : null;
}

const mark = "data-tick";
const boxes = () => [...document.querySelectorAll<HTMLElement>(`[${mark}]`)];

interface RangeSelectionOptions {
  /** All that can be ticked, in the order they are shown. */
  ids: () => readonly string[];
  isTicked: (id: string) => boolean;
  /** Ticks these, or unticks them. */
  tick: (ids: string[], ticked: boolean) => void;
  /** How many stand beside each other, for the arrows up and down. */
  columns?: () => number;
}

export interface RangeSelectionProps {
  /** What a checkbox takes. */
  box: (id: string) => object;
  /** What a button that is pressed takes. */
  button: (id: string) => object;
  /** What the label around a checkbox takes: no browser ticks by Shift and a click there, or not all do. */
  label: (id: string) => object;
}

/**
 * Ticks a range at once, from what was ticked last: by Shift and a click, Shift and Space, or Shift and the arrows, which take the
 * focus along. The whole range becomes what the pressed one becomes. What is answered stays the same from drawing to drawing.
 */
export function useRangeSelection(ticks: RangeSelectionOptions): RangeSelectionProps {
  const newest = useRef(ticks);
  newest.current = ticks;
  const [range] = useState(() => rangeOf(() => newest.current));
  return range;
}

function rangeOf(now: () => RangeSelectionOptions): RangeSelectionProps {
  let last: string | null = null;
  // A checkbox that Space changes does not tell in every browser whether Shift was down.
  let shiftSpace = false;

  function press(id: string, whole: boolean, ticked = !now().isTicked(id)) {
    now().tick(whole ? idsBetween(now().ids(), last, id) : [id], ticked);
    last = id;
  }
  const keysOf = (id: string) => ({
    [mark]: id,
    onKeyUp: () => {
      shiftSpace = false;
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      shiftSpace = event.shiftKey && event.key === " ";
      if (!event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return;
      const { ids, columns, isTicked } = now();
      const to = ids()[indexAfterArrow(event.key, ids().indexOf(id), ids().length, columns?.() ?? 1) ?? -1];
      const target = to && boxes().find((box) => box.getAttribute(mark) === to);
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
          shiftSpace || (nativeEvent instanceof globalThis.MouseEvent && nativeEvent.shiftKey),
          target.checked,
        ),
    }),
    button: (id) => ({
      ...keysOf(id),
      onClick: (event: MouseEvent<HTMLElement>) => press(id, shiftSpace || event.shiftKey),
    }),
    label: (id) => ({
      // Shift and a press would select the text in between.
      onMouseDown: (event: MouseEvent<HTMLElement>) => event.shiftKey && event.preventDefault(),
      onClick: (event: MouseEvent<HTMLElement>) => {
        if (!event.shiftKey || event.target instanceof HTMLInputElement) return;
        event.preventDefault();
        press(id, true);
      },
    }),
  };
}
