import type { RefObject } from "react";
import { useTranslation } from "react-i18next";
import { useShortcuts } from "./useShortcuts.ts";

const rowSelector = "[data-row]";
/** The element that opens a row: its name, otherwise its first link or button, but not the checkbox that selects the row. */
const rowTargetSelector = "th a[href], th button, a[href], button:not([disabled])";

/**
 * `j` and `k` move the focus between rows, to the link or button that opens the row, so that Enter, Space and screen readers work
 * as usual. `o` opens the row that contains the focus, and `x` selects it.
 */
export function useRowShortcuts(list: RefObject<HTMLElement | null>): void {
  const { t } = useTranslation();
  const listRows = () => [...(list.current?.querySelectorAll<HTMLElement>(rowSelector) ?? [])];
  const hasFocus = (row: HTMLElement) => row.contains(document.activeElement);
  const moveFocus = (step: 1 | -1) => {
    const allRows = listRows();
    const index = allRows.findIndex(hasFocus);
    const row = allRows[index < 0 ? (step > 0 ? 0 : allRows.length - 1) : index + step];
    const target = row?.querySelector<HTMLElement>(rowTargetSelector);
    if (!row || !target) return;
    target.focus({ preventScroll: true });
    row.scrollIntoView?.({ block: "nearest" });
  };
  const findFocusedRow = () => listRows().find(hasFocus);
  useShortcuts(t("keys.list"), [
    { key: "j", label: t("keys.nextRow"), act: () => moveFocus(1), repeats: true },
    { key: "k", label: t("keys.previousRow"), act: () => moveFocus(-1), repeats: true },
    {
      key: "o",
      label: t("keys.openRow"),
      act: () => findFocusedRow()?.querySelector<HTMLElement>(rowTargetSelector)?.click(),
    },
    {
      key: "x",
      label: t("keys.selectRow"),
      act: () => findFocusedRow()?.querySelector<HTMLElement>("input[type=checkbox]")?.click(),
    },
  ]);
}
