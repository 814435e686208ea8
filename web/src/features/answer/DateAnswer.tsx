import type { ChangeEvent } from "react";
import { useTranslation } from "react-i18next";
import { DateInput } from "#ui/input/DateInput.tsx";
import { TimeInput } from "#ui/input/TimeInput.tsx";
import { Inline } from "#ui/layout/boxes.ts";
import type { ControlProps } from "./control.ts";

interface PickerProps {
  type: "date" | "time";
  label: string;
  value: string;
  invalid: boolean;
  max?: string;
  min?: string;
  first?: ControlProps["focusRef"];
  onChange: (value: string) => void;
}

/** The browser's native picker; its values are stored unchanged, as `YYYY-MM-DD` and `HH:mm`. */
function Picker({ type, label, value, invalid, first: focusRef, min, max, onChange }: PickerProps) {
  const inputProps = {
    ...{ ref: focusRef, "aria-label": label, min, value },
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => onChange(target.value),
    ...(invalid && { validationStatus: "error" as const }),
  };
  return type === "date" ? <DateInput max={max} {...inputProps} /> : <TimeInput max={max} {...inputProps} />;
}

export const DateAnswer = ({ task, value, ...rest }: ControlProps) => (
  <Picker type="date" label={task.name} value={value} {...rest} />
);

export const TimeAnswer = ({ task, value, ...rest }: ControlProps) => (
  <Picker type="time" label={task.name} value={value.slice(0, 5)} {...rest} />
);

/** An answer in the form 'date time' (2§3). */
export function DateTimeAnswer({ task, value, onChange, ...rest }: ControlProps) {
  const { t } = useTranslation("review");
  const [date = "", time = ""] = value.split(" ");
  const set = (day: string, newTime: string) =>
    onChange([day, newTime].join(" ").trim() && `${day} ${newTime}`);
  return (
    <Inline>
      <Picker
        type="date"
        label={t("answer.date", { task: task.name })}
        value={date}
        onChange={(day) => set(day, time)}
        {...rest}
      />
      <Picker
        type="time"
        label={t("answer.time", { task: task.name })}
        value={time.slice(0, 5)}
        invalid={rest.invalid}
        onChange={(newTime) => set(date, newTime)}
      />
    </Inline>
  );
}

/** An answer in the form 'date1;date2' (2§3). */
export function RangeAnswer({ task, value, onChange, ...rest }: ControlProps) {
  const { t } = useTranslation("review");
  const [from = "", to = ""] = value.split(";").map((day) => day.trim());
  const set = (start: string, end: string) => onChange(start || end ? `${start};${end}` : "");
  return (
    <Inline>
      <Picker
        type="date"
        label={t("answer.from", { task: task.name })}
        value={from}
        onChange={(start) => set(start, to)}
        {...rest}
      />
      <span aria-hidden="true">–</span>
      <Picker
        type="date"
        label={t("answer.to", { task: task.name })}
        value={to}
        invalid={rest.invalid}
        onChange={(end) => set(from, end)}
      />
    </Inline>
  );
}
