import { createContext, useContext } from "react";
import { z } from "zod";
import { fieldErrorText } from "#api/errorTexts.ts";
import type { Params } from "#domain/configuration/typedParams.ts";
import type { AnyResource, Creation, Row } from "#domain/contract/resource.ts";
import type { FieldError } from "#domain/core/problem.ts";
import type { FieldErrors } from "#domain/core/validation.ts";
import { constraintsOf } from "./constraints.ts";
import { errorAt } from "./validity.ts";

export type Values = Record<string, unknown>;
type Incomplete<T> = { [K in keyof T]?: T[K] | undefined };
/** The values in a resource's form: the fields of a creation, as far as they are filled in. */
export type FormValues<R extends AnyResource> = Incomplete<Creation<R>>;

/** The parts of a resource that its form uses. */
export type FormResource = Pick<AnyResource, "name" | "fields" | "writable" | "writeOnly" | "locked">;

/** The label of a field, and the text of its values if `findFieldDifferences` cannot derive it. */
export interface FieldInfo {
  label: string;
  text?: ((value: unknown, row: Values) => string | undefined) | undefined;
}

interface FormState<V = Values, T = Values> {
  resource: FormResource;
  values: V;
  set(change: Partial<V>): void;
  errors: FieldErrors;
  /** The row being changed; null when creating. */
  row: T | null;
  /**
   * Rebases the form on a row that one of its own actions has just saved: typed values stay, and the next save uses the new
   * version.
   */
  rebaseOn(row: T): void;
  isSaving: boolean;
  /** The fields on the form, which register themselves. */
  fields: Map<string, FieldInfo>;
}

const paramsSchema = z.record(z.string(), z.string());
/** The params or secrets of any form; empty until they are set. */
export const paramsOf = (value: unknown): Params => paramsSchema.safeParse(value).data ?? {};

export const FormContext = createContext<FormState | null>(null);

export function useForm(): FormState {
  const form = useContext(FormContext);
  if (!form) throw new Error("useForm needs a FormContext");
  return form;
}

const isFormOf = <R extends AnyResource>(
  form: FormState,
  resource: R,
): form is FormState<FormValues<R>, Row<R>> => form.resource === resource;

/** The form of a resource, with its values and row as the contract types them. */
export function useResourceForm<R extends AnyResource>(resource: R): FormState<FormValues<R>, Row<R>> {
  const form = useForm();
  if (!isFormOf(form, resource)) throw new Error(`This is a form of ${form.resource.name}`);
  return form;
}

export interface Field<T = unknown> {
  name: string;
  value: T;
  set(value: T): void;
  required: boolean;
  maxLength: number | undefined;
  options: readonly string[] | undefined;
  isLocked: boolean;
  disabled: boolean;
  error: FieldError | undefined;
  message: string | undefined;
}

/** The value, constraints and error of a field, for its control. `label` and `text` describe it after an edit conflict. */
export function useField(name: string, label?: string, text?: FieldInfo["text"]): Field {
  const { resource, values, set, errors, row, isSaving, fields } = useForm();
  if (label !== undefined) fields.set(name, { label, text });
  const error = errorAt(errors, name);
  const isSecret = (resource.writeOnly ?? []).includes(name);
  const schema = resource.fields[name];
  if (!schema) throw new Error(`${resource.name} has no ${name}`);
  const constraints = constraintsOf(schema);
  return {
    name,
    value: values[name],
    set: (value: unknown) => set({ [name]: value }),
    ...constraints,
    /** A secret that is left empty keeps its stored value. */
    required: constraints.required && !(isSecret && row !== null),
    /** Fields that can only be set on creation are shown but locked. */
    isLocked: row !== null && (resource.locked ?? []).includes(name),
    disabled: isSaving,
    error,
    message: error && fieldErrorText(error),
  };
}

/** A field of a resource's form, with its value as the contract types it. */
export function useResourceField<R extends AnyResource, N extends keyof FormValues<R> & string>(
  resource: R,
  name: N,
  label?: string,
  text?: FieldInfo["text"],
): Field<FormValues<R>[N]> {
  const { values } = useResourceForm(resource);
  return { ...useField(name, label, text), value: values[name] };
}
