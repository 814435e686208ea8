import { SearchIcon, XCircleFillIcon } from "@primer/octicons-react";
import { TextInput } from "@primer/react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { searchDebounceMs } from "../hooks/useDebounced.ts";
import { useShortcuts } from "../shortcuts/useShortcuts.ts";

interface SearchBoxProps {
  value: string;
  hint?: string | undefined;
  onSearch: (q: string) => void;
}

export function SearchBox({ value, hint, onSearch }: SearchBoxProps) {
  const { t } = useTranslation();
  const [input, setTyped] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const lastSearch = useRef(value);
  const box = useRef<HTMLInputElement>(null);
  useShortcuts(t("keys.list"), [
    {
      key: "/",
      label: hint ?? t("table.search"),
      act: () => {
        box.current?.focus();
        box.current?.select();
      },
    },
  ]);
  // The search starts a moment after typing and must not undo a filter set in the meantime.
  const onSearchRef = useRef(onSearch);
  useEffect(() => {
    onSearchRef.current = onSearch;
  });

  // The value may change from outside: back, forward, a cleared search.
  useEffect(() => {
    if (value === lastSearch.current) return;
    lastSearch.current = value;
    clearTimeout(timer.current);
    setTyped(value);
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const search = (q: string) => {
    clearTimeout(timer.current);
    if (q === lastSearch.current) return;
    lastSearch.current = q;
    onSearchRef.current(q);
  };
  const handleInput = (text: string) => {
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => search(text.trim()), searchDebounceMs);
  };
  return (
    <TextInput
      ref={box}
      type="search"
      aria-keyshortcuts="/"
      block
      maxLength={200}
      aria-label={hint ?? t("table.search")}
      placeholder={hint ?? t("table.search")}
      leadingVisual={SearchIcon}
      value={input}
      onChange={(event) => handleInput(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === "Enter") search(input.trim());
        if (event.key === "Escape" && input !== "") {
          event.stopPropagation();
          setTyped("");
          search("");
        }
      }}
      {...(input !== "" && {
        trailingAction: (
          <TextInput.Action
            icon={XCircleFillIcon}
            aria-label={t("table.clearSearch")}
            onClick={() => {
              setTyped("");
              search("");
            }}
          />
        ),
      })}
    />
  );
}
