import { CheckboxWithError } from "../input/CheckboxWithError.tsx";
import { useField } from "./FormContext.ts";
import type { FieldProps } from "./TextField.tsx";

export function CheckboxField({ name, label, caption }: FieldProps) {
  const field = useField(name, label);
  return (
    <CheckboxWithError
      name={name}
      label={label}
      checked={field.value === true}
      caption={caption}
      message={field.message}
      disabled={field.disabled || field.isLocked}
      onChange={field.set}
    />
  );
}
