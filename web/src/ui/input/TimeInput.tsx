import { TextInput, type TextInputProps } from "@primer/react";

/** The browser's time input. Its value is HH:mm, or empty. */
export const TimeInput = ({ value, ...rest }: Omit<TextInputProps, "type"> & { value: string }) => (
  <TextInput {...rest} type="time" value={value} data-empty={value === "" || undefined} />
);
