/**
 * Returns a ref that sets the native `required` attribute. Primer's TextInput and Select set only ARIA attributes, so native
 * validation would accept an empty value.
 */
export const createRequiredRef =
  (required: boolean) =>
  (control: HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement | null): void => {
    if (control) control.required = required;
  };
