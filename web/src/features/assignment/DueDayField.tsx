import { FormControl } from "@primer/react";
import { today } from "#domain/core/calendar/days.ts";
import { DateInput } from "#ui/input/DateInput.tsx";

interface DueDayFieldProps {
  label: string;
  /** YYYY-MM-DD; empty for no day. */
  value: string;
  disabled?: boolean;
  /** The last day that can be chosen. */
  lastDay?: string;
  onChange: (day: string) => void;
}

/** A day from today on by which something should be done; optional. */
export function DueDayField({
  label,
  value,
  disabled = false,
  lastDay = "2999-12-31",
  onChange,
}: DueDayFieldProps) {
  return (
    <FormControl disabled={disabled}>
      <FormControl.Label>{label}</FormControl.Label>
      <DateInput
        min={today()}
        max={lastDay}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </FormControl>
  );
}
