import { TextInput, type TextInputProps, useFormControlForwardedProps } from "@primer/react";
import { type Ref, useState } from "react";
import { spelledOutDate, usesOtherDateFormat } from "../format/dateNames.ts";

interface DayInputProps extends Omit<TextInputProps, "type" | "value" | "trailingVisual"> {
  /** YYYY-MM-DD, or empty. */
  value: string;
  ref?: Ref<HTMLInputElement>;
}

/**
 * The browser's own field for a day. It writes days as the browser's language does, whatever the page's is: where they differ the
 * day stands beside it in words, so that 12/07 is not read as the twelfth of July.
 */
export function DateInput({ value, ...rest }: DayInputProps) {
  const [foreign] = useState(usesOtherDateFormat);
  const words = foreign && spelledOutDate(value);
  // A form control hands what it has to the inputs that it knows by themselves.
  const given = useFormControlForwardedProps(rest);
  return <TextInput {...given} type="date" value={value} {...(words && { trailingVisual: words })} />;
}
