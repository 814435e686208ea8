import { TriangleDownIcon } from "@primer/octicons-react";
import { FormControl, Spinner, TextInput } from "@primer/react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { useCustomerId } from "../api/session";
import { nativeRequired } from "./form/nativeRequired";
import { useDebounced } from "./useDebounced";

export interface Option {
  id: string;
  label: string;
}

interface ServerSelectProps {
  name: string;
  label: string;
  caption?: string | undefined;
  placeholder?: string;
  required?: boolean;
  disabled?: boolean;
  message?: string | undefined;
  value: Option | null;
  /** Names the search in the cache. */
  queryKey: string;
  find: (q: string, signal: AbortSignal) => Promise<Option[]>;
  onChange: (option: Option | null) => void;
}

/** A combobox whose options the service searches: thirty thousand of them never reach the browser. */
export function ServerSelect(props: ServerSelectProps) {
  const { name, label, caption, placeholder, required = false, disabled = false, message, value } = props;
  const { t } = useTranslation();
  const customerId = useCustomerId();
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState(value?.label ?? "");
  const [active, setActive] = useState(0);
  const searched = typed === (value?.label ?? "") ? "" : typed.trim();
  const q = useDebounced(searched);
  const found = useQuery({
    queryKey: [customerId, props.queryKey, "options", q],
    queryFn: ({ signal }) => props.find(q, signal),
    placeholderData: keepPreviousData,
    enabled: open,
  });
  const pending = q !== searched || found.isPlaceholderData;
  // Until the answer to what is typed has come, what the last one holds of it: nothing else may be chosen by a quick Enter.
  const options = (found.data ?? []).filter(({ label: text }) => !pending || holds(text, searched));

  // Typed text that was not chosen from the list is no value: the browser's own check says so.
  useEffect(() => {
    nativeRequired(required)(input.current);
    input.current?.setCustomValidity(typed.trim() !== "" && !value ? "notFound" : "");
  }, [required, typed, value]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: new options begin at the first
  useEffect(() => setActive(0), [found.data]);

  const choose = (option: Option) => {
    props.onChange(option);
    setTyped(option.label);
    setOpen(false);
  };
  const type = (text: string) => {
    setTyped(text);
    setOpen(true);
    if (value) props.onChange(null);
  };
  const move = (step: number) =>
    setActive((before) => (options.length === 0 ? 0 : (before + step + options.length) % options.length));

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (open) move(event.key === "ArrowDown" ? 1 : -1);
      else setOpen(true);
    } else if (event.key === "Enter" && open) {
      // Not the form's: Enter chooses here.
      event.preventDefault();
      const option = options[active];
      if (option) choose(option);
    } else if (event.key === "Escape" && open) {
      event.preventDefault();
      event.stopPropagation();
      setOpen(false);
    }
  }

  return (
    <Place
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
      }}
    >
      <FormControl required={required} disabled={disabled}>
        <FormControl.Label>{label}</FormControl.Label>
        <TextInput
          ref={input}
          block
          name={name}
          role="combobox"
          autoComplete="off"
          aria-expanded={open}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={open && options[active] ? `${listId}-${active}` : undefined}
          placeholder={placeholder}
          value={typed}
          onChange={(event) => type(event.target.value)}
          onClick={() => setOpen(true)}
          onKeyDown={onKeyDown}
          trailingVisual={TriangleDownIcon}
          {...(message && { validationStatus: "error" as const })}
        />
        {caption && <FormControl.Caption>{caption}</FormControl.Caption>}
        {message && <FormControl.Validation variant="error">{message}</FormControl.Validation>}
      </FormControl>
      <List id={listId} role="listbox" aria-label={label} hidden={!open}>
        {options.map((option, index) => (
          // The input has the focus and the keys.
          <Choice
            key={option.id}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={option.id === value?.id}
            $active={index === active}
            onMouseDown={(event) => event.preventDefault()}
            onMouseMove={() => setActive(index)}
            onClick={() => choose(option)}
          >
            {option.label}
          </Choice>
        ))}
        {options.length === 0 && (
          <Empty role="option" aria-disabled="true" aria-selected="false">
            {pending || found.isFetching ? (
              <Spinner size="small" srText={t("state.loading")} />
            ) : (
              t("form.noMatch")
            )}
          </Empty>
        )}
      </List>
    </Place>
  );
}

const holds = (text: string, part: string): boolean =>
  text.toLocaleLowerCase().includes(part.toLocaleLowerCase());

const Place = styled.div`
  position: relative;
`;

const List = styled.div`
  position: absolute;
  z-index: 10;
  top: 60px;
  left: 0;
  right: 0;
  max-height: 240px;
  overflow: auto;
  padding: var(--base-size-4);
  border-radius: var(--borderRadius-large);
  background: var(--overlay-bgColor);
  box-shadow: var(--shadow-floating-small);
  &[hidden] {
    display: none;
  }
`;

const Choice = styled.div<{ $active: boolean }>`
  padding: var(--base-size-6) var(--base-size-8);
  border-radius: var(--borderRadius-medium);
  cursor: pointer;
  overflow-wrap: anywhere;
  ${({ $active }) => $active && "background: var(--control-transparent-bgColor-hover);"}
  &[aria-selected="true"] {
    font-weight: var(--base-text-weight-semibold);
  }
`;

const Empty = styled.div`
  padding: var(--base-size-6) var(--base-size-8);
  color: var(--fgColor-muted);
`;
