import { FormControl, TextInput } from "@primer/react";
import { fieldErrorText } from "#api/errorTexts.ts";
import type { FieldError } from "#domain/core/problem.ts";
import { createRequiredRef } from "../select/requiredRef.ts";
import { paramsOf, useField, useForm } from "./FormContext.ts";
import { errorAt } from "./validity.ts";

interface ParamTextFieldProps {
  /** The key in `params`. */
  param: string;
  label: string;
  caption?: string;
  required?: boolean;
  /** Error texts for this param, if the default ones are too vague. */
  faultTexts?: Partial<Record<FieldError, string>>;
}

/** A text field for a param of a type. Emptying it removes the param. */
export function ParamTextField({
  param,
  label,
  caption,
  required = false,
  faultTexts: errorTexts,
}: ParamTextFieldProps) {
  const { errors } = useForm();
  const field = useField("params");
  const params = paramsOf(field.value);
  const name = `params.${param}`;
  const error = errorAt(errors, name);
  const message = error && (errorTexts?.[error] ?? fieldErrorText(error));
  const set = (value: string) => {
    const { [param]: _, ...otherParams } = params;
    field.set(value === "" ? otherParams : { ...otherParams, [param]: value });
  };
  return (
    <FormControl required={required} disabled={field.disabled}>
      <FormControl.Label>{label}</FormControl.Label>
      <TextInput
        ref={createRequiredRef(required)}
        autoComplete="off"
        block
        name={name}
        maxLength={2000}
        value={params[param] ?? ""}
        onChange={(event) => set(event.target.value)}
        {...(message && { validationStatus: "error" as const })}
      />
      {caption && <FormControl.Caption>{caption}</FormControl.Caption>}
      {message && <FormControl.Validation variant="error">{message}</FormControl.Validation>}
    </FormControl>
  );
}
