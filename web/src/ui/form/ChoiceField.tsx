import { FormControl, Select } from "@primer/react";
import { createRequiredRef } from "../select/requiredRef.ts";
import { useField } from "./FormContext.ts";
import type { FieldProps } from "./TextField.tsx";

export interface ChoiceFieldProps extends FieldProps {
  optionLabels: Readonly<Record<string, string>>;
}

/** A select with the values that the contract lists. */
export function ChoiceField({ name, label, caption, optionLabels }: ChoiceFieldProps) {
  const field = useField(name, label, (value) => optionLabels[String(value)]);
  return (
    <FormControl required={field.required} disabled={field.disabled || field.isLocked}>
      <FormControl.Label>{label}</FormControl.Label>
      <Select
        ref={createRequiredRef(field.required)}
        block
        name={name}
        value={String(field.value ?? "")}
        onChange={(event) => field.set(event.target.value)}
      >
        {(field.options ?? []).map((option) => (
          <Select.Option key={option} value={option}>
            {optionLabels[option]}
          </Select.Option>
        ))}
      </Select>
      {caption && <FormControl.Caption>{caption}</FormControl.Caption>}
      {field.message && <FormControl.Validation variant="error">{field.message}</FormControl.Validation>}
    </FormControl>
  );
}
