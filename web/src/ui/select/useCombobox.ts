import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useId, useState } from "react";
import { useCustomerId } from "#api/session.ts";
import { useDebounced } from "../hooks/useDebounced.ts";

export interface Option {
  id: string;
  label: string;
}

export interface OptionSearch {
  /** The search's name in the cache. */
  queryKey: string;
  find: (q: string, signal: AbortSignal) => Promise<Option[]>;
}

interface Options extends OptionSearch {
  /** The text in the box that is searched for. */
  typed: string;
  onChoose: (option: Option) => void;
}

/** A combobox without its looks: options that the service searches as you type, and the keys that choose among them. */
export function useCombobox({ queryKey, find, typed, onChoose }: Options) {
  const customerId = useCustomerId();
  const listId = useId();
  const [open, setOpen] = useState(false);
  /** The id of the option that Enter chooses; it stays with its option whatever the service answers meanwhile. */
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
  // Until the answer to the typed text arrives, only matching options of the previous answer stay: a quick Enter must not choose
  // another.
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
    waiting: pending || found.isFetching,
    failed: found.isError && !found.isFetching,
    retry: found.refetch,
    onKeyDown,
    /** ARIA props that make a text box a combobox. */
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
