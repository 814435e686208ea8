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
   * Tells the form that an action of its own changed the row on the service: typed values stay and are saved on top of that
   * version instead of being refused as stale.
   */
  rebaseOn: (row: Values) => void;
  saving: boolean;
}

export const FormContext = createContext<FormState | null>(null);

export function useForm(): FormState {
  const form = useContext(FormContext);
  if (!form) throw new Error("A field stands in a ResourceForm");
  return form;
}

/** What a control needs of its field: value, constraints of the contract, fault. */
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
    /** Fields that only a creation may set are shown but locked. */
    locked: row !== null && (resource.locked ?? []).includes(name),
    disabled: saving,
    fault: error,
    message: error && fieldFaultText(error),
  };
}
