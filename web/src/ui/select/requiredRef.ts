/**
 * A ref that sets the native `required` attribute. Primer's TextInput and Select only set ARIA attributes, so native validation
 * would accept an empty value.
 */
export const requiredRef =
  (required: boolean) =>
  (control: HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement | null): void => {
    if (control) control.required = required;
  };
