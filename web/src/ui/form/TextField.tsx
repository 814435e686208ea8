import { FormControl, TextInput } from "@primer/react";
import type { FieldError } from "#domain/core/problem.ts";
import { createRequiredRef } from "../select/requiredRef.ts";
import { useField } from "./FormContext.ts";

export interface FieldProps<Name extends string = string> {
  name: Name;
  label: string;
  caption?: string;
}

interface TextFieldProps extends FieldProps {
  mono?: boolean;
  type?: "text" | "email";
  /** Whether a value is required, if that depends on another field and not on the contract. */
  required?: boolean;
  /** Error texts for this field, if the default ones are too vague. */
  faultTexts?: Partial<Record<FieldError, string>>;
}

export function TextField({
  name,
  label,
  caption,
  mono,
  type = "text",
  faultTexts: errorTexts,
  ...props
}: TextFieldProps) {
  const field = useField(name, label);
  const required = props.required ?? field.required;
  const message = (field.error && errorTexts?.[field.error]) ?? field.message;
  return (
    <FormControl required={required} disabled={field.disabled || field.isLocked}>
      <FormControl.Label>{label}</FormControl.Label>
      <TextInput
        ref={createRequiredRef(required)}
        type={type}
        autoComplete="off"
        block
        name={name}
        monospace={mono ?? false}
        maxLength={field.maxLength}
        value={String(field.value ?? "")}
        onChange={(event) => field.set(event.target.value)}
        {...(message && { validationStatus: "error" as const })}
      />
      {caption && <FormControl.Caption>{caption}</FormControl.Caption>}
      {message && <FormControl.Validation variant="error">{message}</FormControl.Validation>}
    </FormControl>
  );
}
