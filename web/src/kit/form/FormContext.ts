import { createContext, useContext } from "react";
import type { AnyResource } from "../../../../domain/resource";
import type { Faults } from "../../../../domain/rules/faults";
import { fieldFaultText } from "../../api/texts";
import { constraintsOf } from "./contract";
import { faultAt } from "./validity";

export type Values = Record<string, unknown>;

export interface FormState {
  resource: AnyResource;
  values: Values;
  set: (change: Values) => void;
  faults: Faults;
  /** The row that is changed; null when one is created. */
  row: Values | null;
  saving: boolean;
}

export const FormContext = createContext<FormState | null>(null);

export function useForm(): FormState {
  const form = useContext(FormContext);
  if (!form) throw new Error("A field stands in a ResourceForm");
  return form;
}

/** What a control needs to know of its field: value, constraints of the contract, what is wrong with it. */
export function useField(name: string) {
  const { resource, values, set, faults, row, saving } = useForm();
  const fault = faultAt(faults, name);
  const schema = resource.fields[name];
  if (!schema) throw new Error(`${resource.name} has no ${name}`);
  return {
    value: values[name],
    set: (value: unknown) => set({ [name]: value }),
    ...constraintsOf(schema),
    /** What can be given at creation only is shown but not changed. */
    locked: row !== null && (resource.locked ?? []).includes(name),
    disabled: saving,
    message: fault && fieldFaultText(fault),
  };
}
