import { FormControl, TextInput } from "@primer/react";
import { useState } from "react";
import { useField } from "./FormContext";
import { nativeRequired } from "./nativeRequired";
import type { FieldProps } from "./TextField";

/** A whole number; empty is none, which a required one is not let through as. */
export function NumberField({ name, label, caption, min, max }: FieldProps & { min?: number; max?: number }) {
  const field = useField(name);
  // What is being typed is no number until it is whole ("-", "1e"); it must not be wiped meanwhile.
  const [typed, setTyped] = useState(field.value == null ? "" : String(field.value));
  return (
    <FormControl required={field.required} disabled={field.disabled || field.locked}>
      <FormControl.Label>{label}</FormControl.Label>
      <TextInput
        ref={nativeRequired(field.required)}
        type="number"
        inputMode="numeric"
        name={name}
        min={min}
        max={max}
        step={1}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          field.set(target.value === "" ? undefined : Number(target.value));
        }}
        {...(field.message && { validationStatus: "error" as const })}
      />
      {caption && <FormControl.Caption>{caption}</FormControl.Caption>}
      {field.message && <FormControl.Validation variant="error">{field.message}</FormControl.Validation>}
    </FormControl>
  );
}
