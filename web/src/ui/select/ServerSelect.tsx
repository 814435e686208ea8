import { TriangleDownIcon } from "@primer/octicons-react";
import { FormControl, TextInput } from "@primer/react";
import { useEffect, useRef, useState } from "react";
import { ListAnchor, OptionList } from "./OptionList.tsx";
import { createRequiredRef } from "./requiredRef.ts";
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

/** A combobox whose options are searched by the service, because there may be too many to load (30,000). */
export function ServerSelect(props: ServerSelectProps) {
  const { name, label, caption, placeholder, required = false, disabled = false, message, value } = props;
  const input = useRef<HTMLInputElement>(null);
  const [inputText, setTyped] = useState(value?.label ?? "");
  const select = (option: Option) => {
    props.onChange(option);
    setTyped(option.label);
    search.setOpen(false);
  };
  const search = useCombobox({
    queryKey: props.queryKey,
    find: props.find,
    // The selected value is not a search: when reopened, the list contains all options.
    typedText: inputText === (value?.label ?? "") ? "" : inputText,
    onSelect: select,
  });

  // Typed text that was not selected from the list is not a value; native validation reports it.
  useEffect(() => {
    createRequiredRef(required)(input.current);
    input.current?.setCustomValidity(inputText.trim() !== "" && !value ? "notFound" : "");
  }, [required, inputText, value]);

  const handleInput = (text: string) => {
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
          value={inputText}
          onChange={(event) => handleInput(event.target.value)}
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
        isSelected={(option) => option.id === value?.id}
        onSelect={select}
      />
    </ListAnchor>
  );
}
