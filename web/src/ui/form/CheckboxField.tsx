import { Checkbox, FormControl } from "@primer/react";
import { useField } from "./FormContext.ts";
import type { FieldProps } from "./TextField.tsx";

export function CheckboxField({ name, label, caption }: FieldProps) {
  const field = useField(name);
  return (
    <FormControl disabled={field.disabled || field.locked}>
      <Checkbox
        name={name}
        checked={field.value === true}
        onChange={(event) => field.set(event.target.checked)}
      />
      <FormControl.Label>{label}</FormControl.Label>
      {caption && <FormControl.Caption>{caption}</FormControl.Caption>}
    </FormControl>
  );
}
