import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useId, useState } from "react";
import { useCustomerId } from "#api/session.ts";
import { useDebounced } from "../hooks/useDebounced.ts";
import { byMatch, isSameText, matchesVisibly } from "./matchRank.ts";
import { useActiveOption } from "./useActiveOption.ts";

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
  typedText: string;
  onSelect: (option: Option) => void;
  /** Offers the typed text itself as the first option: a value need not be in the list. */
  offersTypedText?: boolean;
}

/** A combobox without styles: options that the service searches as the user types, and the keys that select one. */
export function useCombobox({
  queryKey,
  find,
  typedText: input,
  onSelect,
  offersTypedText = false,
}: ComboboxOptions) {
  const customerId = useCustomerId();
  const listId = useId();
  const [isOpen, setIsOpen] = useState(false);
  const searchText = input.trim();
  const q = useDebounced(searchText);
  const results = useQuery({
    queryKey: [customerId, queryKey, "options", q],
    queryFn: ({ signal }) => find(q, signal),
    placeholderData: keepPreviousData,
    enabled: isOpen,
  });
  const isPending = q !== searchText || results.isPlaceholderData;
  // Until the results for the typed text arrive, only matching options of the previous results remain, so that a quick Enter does
  // not select a wrong one.
  const matchingOptions = byMatch(
    (results.data ?? []).filter(({ label }) => !isPending || matchesVisibly(label, searchText)),
    ({ label }) => label,
    searchText,
  );
  const hasExactMatch = matchingOptions[0] !== undefined && isSameText(matchingOptions[0].label, searchText);
  const options =
    offersTypedText && searchText !== "" && !hasExactMatch
      ? [{ id: "", label: searchText }, ...matchingOptions]
      : matchingOptions;
  const [activeIndex, mark] = useActiveOption(
    options.map(({ id }) => id),
    searchText,
  );
  const setActiveIndex = (index: number) => mark(options[index]?.id ?? null);
  const moveActive = (step: number) =>
    options.length > 0 && setActiveIndex((activeIndex + step + options.length) % options.length);

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (isOpen) moveActive(event.key === "ArrowDown" ? 1 : -1);
      else setIsOpen(true);
    } else if (event.key === "Enter" && isOpen) {
      // Enter selects an option and must not submit the form.
      event.preventDefault();
      const option = options[activeIndex];
      if (option) onSelect(option);
    } else if (event.key === "Escape" && isOpen) {
      event.preventDefault();
      event.stopPropagation();
      setIsOpen(false);
    }
  }

  return {
    open: isOpen,
    setOpen: setIsOpen,
    options,
    active: activeIndex,
    setActive: setActiveIndex,
    listId,
    waiting: isPending || results.isFetching,
    failed: results.isError && !results.isFetching,
    retry: results.refetch,
    onKeyDown,
    /** Props that make a text box a combobox. */
    comboboxProps: {
      role: "combobox",
      autoComplete: "off",
      "aria-expanded": isOpen,
      "aria-controls": listId,
      "aria-autocomplete": "list",
      "aria-activedescendant": isOpen && options[activeIndex] ? `${listId}-${activeIndex}` : undefined,
    } as const,
  };
}
