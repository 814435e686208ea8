import { TextInput, type TextInputProps, useFormControlForwardedProps } from "@primer/react";
import { type Ref, useState } from "react";
import { spelledOutDate, usesOtherDateFormat } from "../format/dateNames.ts";

interface DateInputProps extends Omit<TextInputProps, "type" | "value" | "trailingVisual"> {
  /** YYYY-MM-DD, or empty. */
  value: string;
  ref?: Ref<HTMLInputElement>;
}

/**
 * The browser's date input. It writes days in the browser's language, whatever the page's is: if they differ, the day is spelled
 * out beside it, so that 12/07 is not read as 12 July.
 */
export function DateInput({ value, ...rest }: DateInputProps) {
  const [isOtherFormat] = useState(usesOtherDateFormat);
  const spelledOut = isOtherFormat && spelledOutDate(value);
  // Primer's FormControl passes its props only to its own inputs, so they are forwarded here.
  const inputProps = useFormControlForwardedProps(rest);
  return (
    <TextInput
      {...inputProps}
      type="date"
      value={value}
      data-empty={value === "" || undefined}
      {...(spelledOut && { trailingVisual: spelledOut })}
    />
  );
}
