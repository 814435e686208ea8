import { FormControl, Select, Textarea, TextInput } from "@primer/react";
import { useId, useState } from "react";
import { fieldErrorText } from "#api/errorTexts.ts";
import { maxNameLength } from "#domain/core/limits.ts";
import type { FieldError } from "#domain/core/problem.ts";
import { CheckboxWithError } from "./CheckboxWithError.tsx";
import { ignoreWheel } from "./ignoreWheel.ts";

/** Controls of editors. They show a value and report changes; the editor decides how to apply them. */

interface ControlProps<T> {
  label: string;
  value: T;
  onChange: (value: T) => void;
  caption?: string | undefined;
  error?: FieldError | undefined;
  /** The error text, if the default one is too vague. */
  message?: string | undefined;
  disabled?: boolean | undefined;
}

const errorMessage = ({ error, message }: { error?: FieldError | undefined; message?: string | undefined }) =>
  error && (message ?? fieldErrorText(error));

interface TextAreaControlProps extends ControlProps<string> {
  required?: boolean;
  maxLength?: number;
  mono?: boolean;
}

interface TextControlProps extends TextAreaControlProps {
  /** A unit after the text, such as mm. */
  unit?: string | undefined;
  /** Whether the text is a number, which may have decimals; a typed comma becomes a point. */
  numeric?: boolean;
  /** Suggestions, such as texts used elsewhere; any other text is allowed too. */
  proposals?: readonly string[] | undefined;
}

export function TextControl({
  label,
  value,
  onChange,
  caption,
  required,
  maxLength,
  mono,
  disabled,
  unit,
  numeric,
  proposals: suggestions = [],
  ...rest
}: TextControlProps) {
  const message = errorMessage(rest);
  const listId = useId();
  return (
    <FormControl required={required ?? false} disabled={disabled ?? false}>
      <FormControl.Label>{label}</FormControl.Label>
      <TextInput
        block
        autoComplete="off"
        monospace={mono ?? false}
        maxLength={maxLength ?? maxNameLength}
        value={value}
        onChange={({ target }) => onChange(numeric ? target.value.replace(",", ".") : target.value)}
        {...(numeric && { inputMode: "decimal" as const })}
        {...(unit && { trailingVisual: unit })}
        {...(suggestions.length > 0 && { list: listId })}
        {...(message && { validationStatus: "error" as const })}
      />
      {suggestions.length > 0 && (
        <datalist id={listId}>
          {suggestions.map((proposal) => (
            <option key={proposal} value={proposal} />
          ))}
        </datalist>
      )}
      {caption && <FormControl.Caption>{caption}</FormControl.Caption>}
      {message && <FormControl.Validation variant="error">{message}</FormControl.Validation>}
    </FormControl>
  );
}

export function TextAreaControl({
  label,
  value,
  onChange,
  caption,
  maxLength,
  rows = 3,
  required,
  disabled,
  ...rest
}: TextAreaControlProps & { rows?: number }) {
  const message = errorMessage(rest);
  return (
    <FormControl required={required ?? false} disabled={disabled ?? false}>
      <FormControl.Label>{label}</FormControl.Label>
      <Textarea
        block
        resize="vertical"
        rows={rows}
        maxLength={maxLength ?? 5000}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        {...(message && { validationStatus: "error" as const })}
      />
      {caption && <FormControl.Caption>{caption}</FormControl.Caption>}
      {message && <FormControl.Validation variant="error">{message}</FormControl.Validation>}
    </FormControl>
  );
}

/** A whole number; NaN when empty. */
export function IntegerControl({
  label,
  value,
  onChange,
  caption,
  required,
  disabled,
  ...rest
}: ControlProps<number> & { required?: boolean }) {
  // Incomplete input ("-") is not a number yet and must not be cleared.
  const [input, setTyped] = useState(Number.isNaN(value) ? "" : String(value));
  const message = errorMessage(rest);
  return (
    <FormControl required={required ?? false} disabled={disabled ?? false}>
      <FormControl.Label>{label}</FormControl.Label>
      <TextInput
        block
        type="number"
        inputMode="numeric"
        {...ignoreWheel}
        step={1}
        value={input}
        onChange={(event) => {
          setTyped(event.target.value);
          onChange(event.target.value === "" ? Number.NaN : Number(event.target.value));
        }}
        {...(message && { validationStatus: "error" as const })}
      />
      {caption && <FormControl.Caption>{caption}</FormControl.Caption>}
      {message && <FormControl.Validation variant="error">{message}</FormControl.Validation>}
    </FormControl>
  );
}

export function CheckboxControl({
  label,
  value,
  onChange,
  caption,
  disabled,
  ...rest
}: ControlProps<boolean>) {
  return (
    <CheckboxWithError
      label={label}
      checked={value}
      caption={caption}
      message={errorMessage(rest)}
      disabled={disabled ?? false}
      onChange={onChange}
    />
  );
}

interface SelectControlProps<T extends string> extends ControlProps<T> {
  options: readonly { value: T; label: string }[];
  /** Label of the first option, which is not a value. */
  placeholder?: string;
  required?: boolean;
}

export function SelectControl<T extends string>({
  label,
  value,
  onChange,
  caption,
  options,
  placeholder,
  required,
  disabled,
  ...rest
}: SelectControlProps<T>) {
  const message = errorMessage(rest);
  return (
    <FormControl required={required ?? false} disabled={disabled ?? false}>
      <FormControl.Label>{label}</FormControl.Label>
      <Select
        block
        value={value}
        // Cast: the DOM does not know that the value is an option's.
        onChange={(event) => onChange(event.target.value as T)}
        {...(message && { validationStatus: "error" as const })}
      >
        {placeholder !== undefined && <Select.Option value="">{placeholder}</Select.Option>}
        {options.map((option) => (
          <Select.Option key={option.value} value={option.value}>
            {option.label}
          </Select.Option>
        ))}
      </Select>
      {caption && <FormControl.Caption>{caption}</FormControl.Caption>}
      {message && <FormControl.Validation variant="error">{message}</FormControl.Validation>}
    </FormControl>
  );
}
