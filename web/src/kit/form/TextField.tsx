import { FormControl, TextInput } from "@primer/react";
import { useField } from "./FormContext";
import { nativeRequired } from "./nativeRequired";

export interface FieldProps<Name extends string = string> {
  name: Name;
  label: string;
  caption?: string;
}

export function TextField({ name, label, caption, mono }: FieldProps & { mono?: boolean }) {
  const field = useField(name);
  return (
    <FormControl required={field.required} disabled={field.disabled || field.locked}>
      <FormControl.Label>{label}</FormControl.Label>
      <TextInput
        ref={nativeRequired(field.required)}
        block
        name={name}
        monospace={mono ?? false}
        maxLength={field.maxLength}
        value={(field.value as string | null) ?? ""}
        onChange={(event) => field.set(event.target.value)}
        {...(field.message && { validationStatus: "error" as const })}
      />
      {caption && <FormControl.Caption>{caption}</FormControl.Caption>}
      {field.message && <FormControl.Validation variant="error">{field.message}</FormControl.Validation>}
    </FormControl>
  );
}
