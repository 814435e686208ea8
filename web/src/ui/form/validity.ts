import type { FieldError } from "#domain/core/problem.ts";
import type { FieldErrors } from "#domain/core/validation.ts";

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const isControl = (element: Element): element is Control =>
  element instanceof HTMLInputElement ||
  element instanceof HTMLSelectElement ||
  element instanceof HTMLTextAreaElement;

/**
 * Errors of native validation (1§2) by control name. The browser would report them in its own language instead of the page's, so
 * the form shows them itself.
 */
export function readNativeErrors(form: HTMLFormElement): FieldErrors {
  if (form.checkValidity()) return {};
  const errors: FieldErrors = {};
  for (const element of form.elements)
    if (isControl(element) && element.name && !element.validity.valid)
      errors[element.name] ??= errorOf(element);
  return errors;
}

/** Errors that a control sets on itself (`setCustomValidity`). */
const customValidityCodes: readonly FieldError[] = ["duplicate", "notFound"];

function errorOf({ validity, validationMessage }: Control): FieldError {
  if (validity.valueMissing) return "required";
  if (validity.tooLong) return "tooLong";
  if (validity.tooShort) return "tooShort";
  if (validity.rangeUnderflow) return "tooSmall";
  if (validity.rangeOverflow) return "tooLarge";
  if (validity.typeMismatch || validity.badInput) return "wrongType";
  return customValidityCodes.find((error) => error === validationMessage) ?? "invalid";
}

/** Focuses the first control with an error. */
export function focusFirstError(form: HTMLFormElement, errors: FieldErrors): void {
  for (const element of form.elements)
    if (isControl(element) && errorAt(errors, element.name)) {
      element.focus();
      return;
    }
}

/** The error of a field or of a value nested in it: `params.e-mail` is shown at `params`. */
export const errorAt = (errors: FieldErrors, name: string): FieldError | undefined =>
  errors[name] ?? Object.entries(errors).find(([path]) => name && path.startsWith(`${name}.`))?.[1];
