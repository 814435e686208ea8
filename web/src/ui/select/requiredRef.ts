/**
 * A ref that sets the native `required`. Primer's TextInput and Select only tell assistive technology, and native validation
 * would let an empty one through.
 */
export const requiredRef =
  (required: boolean) =>
  (control: HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement | null): void => {
    if (control) control.required = required;
  };
