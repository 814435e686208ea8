import { FormControl, Textarea } from "@primer/react";
import { createRequiredRef } from "../select/requiredRef.ts";
import { useField } from "./FormContext.ts";
import type { FieldProps } from "./TextField.tsx";

/** A multi-line text, stored as typed. */
export function TextAreaField({ name, label, caption, rows = 8 }: FieldProps & { rows?: number }) {
  const field = useField(name, label);
  return (
    <FormControl required={field.required} disabled={field.disabled || field.isLocked}>
      <FormControl.Label>{label}</FormControl.Label>
      <Textarea
        ref={createRequiredRef(field.required)}
        block
        resize="vertical"
        rows={rows}
        name={name}
        maxLength={field.maxLength}
        value={String(field.value ?? "")}
        onChange={(event) => field.set(event.target.value)}
        {...(field.message && { validationStatus: "error" as const })}
      />
      {caption && <FormControl.Caption>{caption}</FormControl.Caption>}
      {field.message && <FormControl.Validation variant="error">{field.message}</FormControl.Validation>}
    </FormControl>
  );
}
