import { createContext, useContext } from "react";
import { fieldFaultText } from "#api/errorTexts.ts";
import type { AnyResource } from "#domain/contract/resource.ts";
import type { FieldErrors } from "#domain/core/validation.ts";
import { constraintsOf } from "./constraints.ts";
import { errorAt } from "./validity.ts";

export type Values = Record<string, unknown>;

interface FormState {
  resource: AnyResource;
  values: Values;
  set: (change: Values) => void;
  faults: FieldErrors;
  /** The row being changed; null when creating. */
  row: Values | null;
  /**
   * Rebases the form on a row that one of its own actions has just saved: typed values stay, and the next save uses the new
   * version.
   */
  rebaseOn: (row: Values) => void;
  saving: boolean;
}

export const FormContext = createContext<FormState | null>(null);

export function useForm(): FormState {
  const form = useContext(FormContext);
  if (!form) throw new Error("useForm needs a FormContext");
  return form;
}

/** The value, constraints and error of a field, for its control. */
export function useField(name: string) {
  const { resource, values, set, faults: errors, row, saving } = useForm();
  const error = errorAt(errors, name);
  const secret = (resource.writeOnly ?? []).includes(name);
  const schema = resource.fields[name];
  if (!schema) throw new Error(`${resource.name} has no ${name}`);
  const constraints = constraintsOf(schema);
  return {
    value: values[name],
    set: (value: unknown) => set({ [name]: value }),
    ...constraints,
    /** A secret that is left empty keeps its stored value. */
    required: constraints.required && !(secret && row !== null),
    /** Fields that can only be set on creation are shown but locked. */
    locked: row !== null && (resource.locked ?? []).includes(name),
    disabled: saving,
    fault: error,
    message: error && fieldFaultText(error),
  };
}
