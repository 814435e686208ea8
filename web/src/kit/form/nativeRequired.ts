/**
 * A ref that makes a control required in the browser's own eyes. Primer's TextInput and Select say so to assistive
 * technology only, and the native check would let an empty one through.
 */
export const nativeRequired =
  (required: boolean) =>
  (control: HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement | null): void => {
    if (control) control.required = required;
  };
