import { TextInput, type TextInputProps, useFormControlForwardedProps } from "@primer/react";
import { type Ref, useState } from "react";
import { browserDateFormatDiffers, formatDateInWords } from "../format/dateNames.ts";

interface DateInputProps extends Omit<TextInputProps, "type" | "value" | "trailingVisual"> {
  /** YYYY-MM-DD, or empty. */
  value: string;
  ref?: Ref<HTMLInputElement>;
}

/**
 * The browser's date input. It formats dates in the browser's language, not the page's: if they differ, the date is also written
 * out beside it, so that 12/07 is not read as 12 July. Without a `max`, Chrome takes years of six digits.
 */
export function DateInput({ value, max = "9999-12-31", ...rest }: DateInputProps) {
  const [isOtherFormat] = useState(browserDateFormatDiffers);
  const words = isOtherFormat && formatDateInWords(value);
  // Primer's FormControl passes its props only to its own inputs, so they are forwarded here.
  const inputProps = useFormControlForwardedProps(rest);
  return (
    <TextInput
      {...inputProps}
      type="date"
      max={max}
      value={value}
      data-empty={value === "" || undefined}
      {...(words && { trailingVisual: words })}
    />
  );
}
