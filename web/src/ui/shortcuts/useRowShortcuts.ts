import type { RefObject } from "react";
import { useTranslation } from "react-i18next";
import { useShortcuts } from "./useShortcuts.ts";

const rows = "[data-row]";
/** What opens a row: its name, else the first thing that can be done with it. A box that ticks the row opens nothing. */
const rowTargetSelector = "th a[href], th button, a[href], button:not([disabled])";

/**
 * `j` and `k` walk the rows of a list: the focus goes to what opens the row, so that Enter, Space and a screen reader do with it what they
 * do with any link or button. `o` opens the row that the focus is in, wherever in it.
 */
export function useRowShortcuts(list: RefObject<HTMLElement | null>): void {
  const { t } = useTranslation();
  const rowsOf = () => [...(list.current?.querySelectorAll<HTMLElement>(rows) ?? [])];
  const focused = (row: HTMLElement) => row.contains(document.activeElement);
  const walk = (step: 1 | -1) => {
    const all = rowsOf();
    const index = all.findIndex(focused);
    const row = all[index < 0 ? (step > 0 ? 0 : all.length - 1) : index + step];
    const found = row?.querySelector<HTMLElement>(rowTargetSelector);
    if (!row || !found) return;
    found.focus({ preventScroll: true });
    row.scrollIntoView?.({ block: "nearest" });
  };
  useShortcuts(t("keys.list"), [
    { key: "j", label: t("keys.nextRow"), act: () => walk(1), repeats: true },
    { key: "k", label: t("keys.previousRow"), act: () => walk(-1), repeats: true },
    {
      key: "o",
      label: t("keys.openRow"),
      act: () => rowsOf().find(focused)?.querySelector<HTMLElement>(rowTargetSelector)?.click(),
    },
  ]);
}
