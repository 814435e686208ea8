import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import {
  hasSeparator,
  type OptionRow,
  optionRows,
  optionsOf,
  repeatedOptions,
  withOptionText,
  withoutRows,
  withRowAt,
  withRowBelow,
} from "#domain/template/optionRows.ts";
import type { Side } from "./moves.ts";

/** What a row does, by its id. The object stays the same, so that typing in one row draws no other. */
export interface OptionActions {
  type: (id: string, text: string) => void;
  /** Inserts what is pasted between `before` and `after`. @returns whether it was several options. */
  paste: (id: string, parts: { before: string; pasted: string; after: string }) => boolean;
  addBelow: (id: string | null) => void;
  remove: (id: string) => void;
  /** Moves a row up or down by one. */
  move: (id: string, by: -1 | 1) => void;
  drop: (id: string, target: string, side: Side) => void;
  /** Focuses the row above or below. */
  step: (id: string, by: -1 | 1) => void;
  removeRepeated: () => void;
}

/** The options of a choice as rows; the stored text changes with them, and they with a text from elsewhere. */
export function useOptionRows(options: string | null, onChange: (options: string | null) => void) {
  const { t } = useTranslation("template");
  const [given, setGiven] = useState(() => optionRows(options));
  // Another text than that of the rows was stored or taken back meanwhile.
  const isOwn = optionsOf(given) === optionsOf(optionRows(options));
  const rows = useMemo(() => (isOwn ? given : optionRows(options)), [isOwn, given, options]);
  const [said, say] = useState("");
  const list = useRef<HTMLUListElement>(null);
  const focusNext = useRef<string | null>(null);
  const now = useRef({ rows, onChange });
  now.current = { rows, onChange };

  useEffect(() => {
    const id = focusNext.current;
    focusNext.current = null;
    if (id) inputOf(list.current, id)?.focus();
  });

  const set = useCallback((next: readonly OptionRow[]) => {
    const { rows: before, onChange: tell } = now.current;
    if (next === before) return;
    now.current.rows = [...next];
    setGiven(now.current.rows);
    const joined = optionsOf(next);
    if (joined !== optionsOf(before)) tell(joined);
  }, []);

  const work = useMemo<OptionActions>(() => {
    const indexOf = (id: string) => now.current.rows.findIndex((row) => row.id === id);
    const wordAt = (index: number) =>
      now.current.rows[index]?.text.trim() || t("options.row", { number: index + 1 });
    const place = (id: string, to: number) => {
      const next = withRowAt(now.current.rows, id, to);
      if (next === now.current.rows) return;
      set(next);
      // A row that moves leaves the place of the document that had the focus.
      focusNext.current = id;
      const number = indexOf(id) + 1;
      say(t("editor.moved", { name: wordAt(number - 1), number, total: next.length }));
    };
    return {
      type(id, text) {
        const before = now.current.rows.length;
        const next = withOptionText(now.current.rows, id, text);
        set(next.rows);
        if (next.rows.length > before) focusNext.current = next.at;
        say(hasSeparator(text) ? t("options.apart") : "");
      },
      paste(id, { before, pasted, after }) {
        if (!hasSeparator(pasted)) return false;
        const rows = now.current.rows.length;
        // A copied column ends in a line break, which begins no option.
        const text = `${before}${pasted.trim()}${after}`;
        const next = withOptionText(now.current.rows, id, text);
        set(next.rows);
        focusNext.current = next.at;
        say(t("options.pasted", { count: next.rows.length - rows + (before || after ? 0 : 1) }));
        return true;
      },
      addBelow(id) {
        const next = withRowBelow(now.current.rows, id);
        if (next.rows === now.current.rows) inputOf(list.current, next.at)?.focus();
        else focusNext.current = next.at;
        set(next.rows);
        say("");
      },
      remove(id) {
        const index = indexOf(id);
        const name = wordAt(index);
        set(withoutRows(now.current.rows, (row) => row.id === id));
        focusNext.current = now.current.rows[Math.max(0, index - 1)]?.id ?? null;
        say(t("editor.deleted", { name }));
      },
      move: (id, by) => place(id, indexOf(id) + by),
      drop(id, target, side) {
        const others = now.current.rows.filter((row) => row.id !== id);
        const index = others.findIndex((row) => row.id === target);
        if (index >= 0) place(id, side === "before" ? index : index + 1);
      },
      step(id, by) {
        const row = now.current.rows[indexOf(id) + by];
        if (row) inputOf(list.current, row.id)?.focus();
      },
      removeRepeated() {
        const repeated = repeatedOptions(now.current.rows);
        set(withoutRows(now.current.rows, ({ id }) => repeated.has(id)));
        focusNext.current = now.current.rows.at(-1)?.id ?? null;
        say(t("options.repeatedRemoved", { count: repeated.size }));
      },
    };
  }, [set, t]);

  const repeated = useMemo(() => repeatedOptions(rows), [rows]);
  return { rows, repeated, said, list, work };
}

const inputOf = (list: HTMLElement | null, id: string) =>
  list?.querySelector<HTMLInputElement>(`[data-row="${CSS.escape(id)}"] input`);
