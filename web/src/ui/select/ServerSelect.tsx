import { TriangleDownIcon } from "@primer/octicons-react";
import { FormControl, TextInput } from "@primer/react";
import { useEffect, useRef, useState } from "react";
import { ListAnchor, OptionList } from "./OptionList.tsx";
import { requiredRef } from "./requiredRef.ts";
import { type Option, type OptionSearch, useCombobox } from "./useCombobox.ts";

export type { Option };

interface ServerSelectProps extends OptionSearch {
  name: string;
  label: string;
  caption?: string | undefined;
  placeholder?: string;
  required?: boolean;
  disabled?: boolean;
  message?: string | undefined;
  value: Option | null;
  onChange: (option: Option | null) => void;
}

/** A combobox whose options the service searches: thirty thousand of them never reach the browser. */
export function ServerSelect(props: ServerSelectProps) {
  const { name, label, caption, placeholder, required = false, disabled = false, message, value } = props;
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(value?.label ?? "");
  const choose = (option: Option) => {
    props.onChange(option);
    setTyped(option.label);
    search.setOpen(false);
  };
  const search = useCombobox({
    queryKey: props.queryKey,
    find: props.find,
    // The chosen value is not a search: when reopened, the box offers everything.
    typed: typed === (value?.label ?? "") ? "" : typed,
    onChoose: choose,
  });

  // Typed text that was not chosen from the list is not a value; native validation reports it.
  useEffect(() => {
    requiredRef(required)(input.current);
    input.current?.setCustomValidity(typed.trim() !== "" && !value ? "notFound" : "");
  }, [required, typed, value]);

  const type = (text: string) => {
    setTyped(text);
    search.setOpen(true);
    if (value) props.onChange(null);
  };
  return (
    <ListAnchor
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) search.setOpen(false);
      }}
    >
      <FormControl required={required} disabled={disabled}>
        <FormControl.Label>{label}</FormControl.Label>
        <TextInput
          ref={input}
          block
          name={name}
          {...search.comboboxProps}
          placeholder={placeholder}
          value={typed}
          onChange={(event) => type(event.target.value)}
          onClick={() => search.setOpen(true)}
          onKeyDown={search.onKeyDown}
          trailingVisual={TriangleDownIcon}
          {...(message && { validationStatus: "error" as const })}
        />
        {caption && <FormControl.Caption>{caption}</FormControl.Caption>}
        {message && <FormControl.Validation variant="error">{message}</FormControl.Validation>}
      </FormControl>
      <OptionList
        label={label}
        search={search}
        isChosen={(option) => option.id === value?.id}
        onChoose={choose}
      />
    </ListAnchor>
  );
}
