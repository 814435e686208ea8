import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useId, useState } from "react";
import { useCustomerId } from "../api/session";
import { useDebounced } from "./useDebounced";

export interface Option {
  id: string;
  label: string;
}

export interface OptionSearch {
  /** Names the search in the cache. */
  queryKey: string;
  find: (q: string, signal: AbortSignal) => Promise<Option[]>;
}

interface Options extends OptionSearch {
  /** What is searched for as it stands in the box. */
  typed: string;
  onChoose: (option: Option) => void;
}

/** What a combobox is without its looks: options that the service searches as one types, and the keys that choose among them. */
export function useOptions({ queryKey, find, typed, onChoose }: Options) {
  const customerId = useCustomerId();
  const listId = useId();
  const [open, setOpen] = useState(false);
  /** The id of the option that Enter would choose; it stays with its option, whatever the service answers meanwhile. */
  const [marked, setMarked] = useState<string | null>(null);
  const searched = typed.trim();
  const q = useDebounced(searched);
  const found = useQuery({
    queryKey: [customerId, queryKey, "options", q],
    queryFn: ({ signal }) => find(q, signal),
    placeholderData: keepPreviousData,
    enabled: open,
  });
  const pending = q !== searched || found.isPlaceholderData;
  // Until the answer to what is typed has come, what the last one holds of it: nothing else may be chosen by a quick Enter.
  const options = (found.data ?? []).filter(({ label }) => !pending || holds(label, searched));
  const active = Math.max(
    0,
    options.findIndex(({ id }) => id === marked),
  );
  const setActive = (index: number) => setMarked(options[index]?.id ?? null);
  const move = (step: number) =>
    options.length > 0 && setActive((active + step + options.length) % options.length);

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (open) move(event.key === "ArrowDown" ? 1 : -1);
      else setOpen(true);
    } else if (event.key === "Enter" && open) {
      // Not the form's: Enter chooses here.
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
    waiting: pending || found.isFetching,
    failed: found.isError && !found.isFetching,
    retry: found.refetch,
    onKeyDown,
    /** What a text box needs to be a combobox to assistive technology. */
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

const holds = (text: string, part: string): boolean =>
  text.toLocaleLowerCase().includes(part.toLocaleLowerCase());
