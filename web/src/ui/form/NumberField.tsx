import { FormControl, TextInput } from "@primer/react";
import { useState } from "react";
import { ignoreWheel } from "../input/ignoreWheel.ts";
import { createRequiredRef } from "../select/requiredRef.ts";
import { useField } from "./FormContext.ts";
import type { FieldProps } from "./TextField.tsx";

/** A whole number. Empty is undefined, which native validation rejects if the field is required. */
export function NumberField({ name, label, caption, min, max }: FieldProps & { min?: number; max?: number }) {
  const field = useField(name, label);
  // Incomplete input ("-", "1e") is not a number yet and must not be cleared.
  const [input, setInput] = useState(field.value == null ? "" : String(field.value));
  return (
    <FormControl required={field.required} disabled={field.disabled || field.isLocked}>
      <FormControl.Label>{label}</FormControl.Label>
      <TextInput
        ref={createRequiredRef(field.required)}
        type="number"
        inputMode="numeric"
        {...ignoreWheel}
        name={name}
        min={min}
        max={max}
        step={1}
        value={input}
        onChange={({ target }) => {
          setInput(target.value);
          field.set(target.value === "" ? undefined : Number(target.value));
        }}
        {...(field.message && { validationStatus: "error" as const })}
      />
      {caption && <FormControl.Caption>{caption}</FormControl.Caption>}
      {field.message && <FormControl.Validation variant="error">{field.message}</FormControl.Validation>}
    </FormControl>
  );
}
