import { SearchIcon, XCircleFillIcon } from "@primer/octicons-react";
import { TextInput } from "@primer/react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

/** Typing is waited out before a search is made (2§9). Milliseconds. */
export const searchDelay = 300;

interface SearchBoxProps {
  value: string;
  hint?: string | undefined;
  onSearch: (q: string) => void;
}

export function SearchBox({ value, hint, onSearch }: SearchBoxProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const sent = useRef(value);
  // What is typed is searched for a moment later, and must not undo what has been filtered by in that moment.
  const latest = useRef(onSearch);
  useEffect(() => {
    latest.current = onSearch;
  });

  // The address may change under the box: back, forward, a cleared search.
  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    clearTimeout(timer.current);
    setTyped(value);
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const search = (q: string) => {
    clearTimeout(timer.current);
    if (q === sent.current) return;
    sent.current = q;
    latest.current(q);
  };
  const type = (text: string) => {
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => search(text.trim()), searchDelay);
  };
  return (
    <TextInput
      type="search"
      block
      maxLength={200}
      aria-label={hint ?? t("table.search")}
      placeholder={hint ?? t("table.search")}
      leadingVisual={SearchIcon}
      value={typed}
      onChange={(event) => type(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === "Enter") search(typed.trim());
        if (event.key === "Escape" && typed !== "") {
          event.stopPropagation();
          setTyped("");
          search("");
        }
      }}
      {...(typed !== "" && {
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
