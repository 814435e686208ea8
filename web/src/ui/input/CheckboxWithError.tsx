import { Checkbox, FormControl } from "@primer/react";
import { FieldErrorText } from "../layout/typography.ts";

interface CheckboxWithErrorProps {
  label: string;
  checked: boolean;
  caption?: string | undefined;
  message?: string | undefined;
  disabled: boolean;
  name?: string;
  onChange: (checked: boolean) => void;
}

/** A checkbox whose error is shown and announced in its caption, because Primer renders no validation message for checkboxes. */
export function CheckboxWithError(props: CheckboxWithErrorProps) {
  const { label, checked, caption, message, disabled, name, onChange } = props;
  return (
    <FormControl disabled={disabled}>
      <Checkbox
        {...(name && { name })}
        checked={checked}
        onChange={({ target }) => onChange(target.checked)}
        {...(message && { validationStatus: "error" as const })}
      />
      <FormControl.Label>{label}</FormControl.Label>
      {(caption || message) && (
        <FormControl.Caption>
          {caption} {message && <FieldErrorText as="span">{message}</FieldErrorText>}
        </FormControl.Caption>
      )}
    </FormControl>
  );
}
