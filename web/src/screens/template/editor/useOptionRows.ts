import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import {
  findCaseVariants,
  findRepeatedOptions,
  hasSeparator,
  type OptionRow,
  optionsOf,
  toOptionRows,
  withOptionText,
  withoutRows,
  withRowAt,
  withRowBelow,
} from "#domain/template/optionRows.ts";
import type { Side } from "./treeMoves.ts";

/** Actions of rows, by id. The object is stable, so that typing in one row re-renders no other. */
export interface OptionActions {
  type: (id: string, text: string) => void;
  /**
   * Inserts pasted text between `textBefore` and `textAfter`.
   * @returns true if it contained several options
   */
  paste: (id: string, parts: { textBefore: string; pastedText: string; textAfter: string }) => boolean;
  addBelow: (id: string | null) => void;
  remove: (id: string) => void;
  /** Moves a row up or down by one. */
  move: (id: string, offset: -1 | 1) => void;
  drop: (id: string, target: string, side: Side) => void;
  /** Focuses the row above or below. */
  step: (id: string, offset: -1 | 1) => void;
  removeRepeated: () => void;
}

/** The options of a choice as rows, kept in sync with the stored text in both directions. */
export function useOptionRows(options: string | null, onChange: (options: string | null) => void) {
  const { t } = useTranslation("template");
  const [localRows, setLocalRows] = useState(() => toOptionRows(options));
  // True unless the text has been changed from outside, such as by an undo.
  const isInSync = optionsOf(localRows) === optionsOf(toOptionRows(options));
  const rows = useMemo(() => (isInSync ? localRows : toOptionRows(options)), [isInSync, localRows, options]);
  const [status, announce] = useState("");
  const listRef = useRef<HTMLUListElement>(null);
  const focusNext = useRef<string | null>(null);
  const latest = useRef({ rows, onChange });
  latest.current = { rows, onChange };

  useEffect(() => {
    const id = focusNext.current;
    focusNext.current = null;
    if (id) findInput(listRef.current, id)?.focus();
  });

  const set = useCallback((next: readonly OptionRow[]) => {
    const { rows: current, onChange } = latest.current;
    if (next === current) return;
    latest.current.rows = [...next];
    setLocalRows(latest.current.rows);
    const optionsText = optionsOf(next);
    if (optionsText !== optionsOf(current)) onChange(optionsText);
  }, []);

  const actions = useMemo<OptionActions>(() => {
    const indexOf = (id: string) => latest.current.rows.findIndex((row) => row.id === id);
    const textAt = (index: number) =>
      latest.current.rows[index]?.text.trim() || t("options.row", { number: index + 1 });
    const moveTo = (id: string, newIndex: number) => {
      const next = withRowAt(latest.current.rows, id, newIndex);
      if (next === latest.current.rows) return;
      set(next);
      // A moved row changes its position in the DOM, which blurs it.
      focusNext.current = id;
      const number = indexOf(id) + 1;
      announce(t("editor.moved", { name: textAt(number - 1), number, total: next.length }));
    };
    return {
      type(id, text) {
        const previousCount = latest.current.rows.length;
        const next = withOptionText(latest.current.rows, id, text);
        set(next.rows);
        if (next.rows.length > previousCount) focusNext.current = next.editedId;
        announce(hasSeparator(text) ? t("options.semicolonHint") : "");
      },
      paste(id, { textBefore, pastedText, textAfter }) {
        if (!hasSeparator(pastedText)) return false;
        const rowCount = latest.current.rows.length;
        // A copied column ends in a line break, which does not start another option.
        const text = `${textBefore}${pastedText.trim()}${textAfter}`;
        const next = withOptionText(latest.current.rows, id, text);
        set(next.rows);
        focusNext.current = next.editedId;
        announce(
          t("options.pasteSuccess", {
            count: next.rows.length - rowCount + (textBefore || textAfter ? 0 : 1),
          }),
        );
        return true;
      },
      addBelow(id) {
        const next = withRowBelow(latest.current.rows, id);
        if (next.rows === latest.current.rows) findInput(listRef.current, next.editedId)?.focus();
        else focusNext.current = next.editedId;
        set(next.rows);
        announce("");
      },
      remove(id) {
        const index = indexOf(id);
        const name = textAt(index);
        set(withoutRows(latest.current.rows, (row) => row.id === id));
        focusNext.current = latest.current.rows[Math.max(0, index - 1)]?.id ?? null;
        announce(t("editor.deleted", { name }));
      },
      move: (id, offset) => moveTo(id, indexOf(id) + offset),
      drop(id, target, side) {
        const otherRows = latest.current.rows.filter((row) => row.id !== id);
        const index = otherRows.findIndex((row) => row.id === target);
        if (index >= 0) moveTo(id, side === "before" ? index : index + 1);
      },
      step(id, offset) {
        const row = latest.current.rows[indexOf(id) + offset];
        if (row) findInput(listRef.current, row.id)?.focus();
      },
      removeRepeated() {
        const duplicateIds = findRepeatedOptions(latest.current.rows);
        set(withoutRows(latest.current.rows, ({ id }) => duplicateIds.has(id)));
        focusNext.current = latest.current.rows.at(-1)?.id ?? null;
        announce(t("options.removeDuplicatesSuccess", { count: duplicateIds.size }));
      },
    };
  }, [set, t]);

  const repeatedIds = useMemo(() => findRepeatedOptions(rows), [rows]);
  const caseVariantIds = useMemo(() => findCaseVariants(rows), [rows]);
  return { rows, repeated: repeatedIds, caseVariants: caseVariantIds, status, list: listRef, work: actions };
}

const findInput = (list: HTMLElement | null, id: string) =>
  list?.querySelector<HTMLInputElement>(`[data-row="${CSS.escape(id)}"] input`);
