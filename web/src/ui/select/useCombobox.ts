import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useId, useState } from "react";
import { useCustomerId } from "#api/session.ts";
import { useDebounced } from "../hooks/useDebounced.ts";

export interface Option {
  id: string;
  label: string;
}

export interface OptionSearch {
  /** Name of the search in the query key. */
  queryKey: string;
  find: (q: string, signal: AbortSignal) => Promise<Option[]>;
}

interface ComboboxOptions extends OptionSearch {
  /** The text in the box to search for. */
  typed: string;
  onChoose: (option: Option) => void;
}

/** A combobox without styles: options that the service searches as you type, and the keys that choose among them. */
export function useCombobox({ queryKey, find, typed, onChoose }: ComboboxOptions) {
  const customerId = useCustomerId();
  const listId = useId();
  const [open, setOpen] = useState(false);
  /** Id of the option that Enter chooses; independent of its position, so that new results do not change it. */
  const [activeId, setActiveId] = useState<string | null>(null);
  const searchText = typed.trim();
  const q = useDebounced(searchText);
  const results = useQuery({
    queryKey: [customerId, queryKey, "options", q],
    queryFn: ({ signal }) => find(q, signal),
    placeholderData: keepPreviousData,
    enabled: open,
  });
  const isPending = q !== searchText || results.isPlaceholderData;
  // Until the results for the typed text arrive, only matching options of the previous results stay, so that a quick Enter does
  // not choose a wrong one.
  const options = (results.data ?? []).filter(
    ({ label }) => !isPending || includesIgnoringCase(label, searchText),
  );
  const active = Math.max(
    0,
    options.findIndex(({ id }) => id === activeId),
  );
  const setActive = (index: number) => setActiveId(options[index]?.id ?? null);
  const move = (step: number) =>
    options.length > 0 && setActive((active + step + options.length) % options.length);

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (open) move(event.key === "ArrowDown" ? 1 : -1);
      else setOpen(true);
    } else if (event.key === "Enter" && open) {
      // Enter chooses an option and must not submit the form.
      event.preventDefault();
      const option = options[active];
      if (option) onChoose(option);
    } else if (event.key === "Escape" && open) {
      event.preventDefault();
      event.stopPropagation();
      setOpen(false);
    }
  }

  return {
    open,
    setOpen,
    options,
    active,
    setActive,
    listId,
    waiting: isPending || results.isFetching,
    failed: results.isError && !results.isFetching,
    retry: results.refetch,
    onKeyDown,
    /** Props that make a text box a combobox. */
    comboboxProps: {
      role: "combobox",
      autoComplete: "off",
      "aria-expanded": open,
      "aria-controls": listId,
      "aria-autocomplete": "list",
      "aria-activedescendant": open && options[active] ? `${listId}-${active}` : undefined,
    } as const,
  };
}

const includesIgnoringCase = (text: string, part: string): boolean =>
  text.toLocaleLowerCase().includes(part.toLocaleLowerCase());
