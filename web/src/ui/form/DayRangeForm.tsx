import { Button, FormControl } from "@primer/react";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { fieldErrorText } from "#api/errorTexts.ts";
import { dayPresets, dayRangeOfPreset } from "#domain/core/calendar/dayPresets.ts";
import type { DayRange } from "#domain/core/calendar/days.ts";
import { minFilterDay, today, validatePeriod } from "#domain/core/calendar/days.ts";
import type { FieldError } from "#domain/core/problem.ts";
import { DateInput } from "../input/DateInput.tsx";
import { Buttons, OverlayButtons, OverlayForm } from "../layout/boxes.ts";
import { Note } from "../layout/typography.ts";
import { focusFirstError } from "./validity.ts";

interface DayRangeFormProps {
  range: DayRange;
  labels: Record<keyof DayRange, string>;
  hint: string;
  /** The error message for a day before the first possible one (1§5). */
  tooEarly?: string;
  /** Called with a valid range; both days are empty after clearing. */
  onApply: (range: DayRange) => void;
}

const emptyRange: DayRange = { startDate: "", endDate: "" };

/** A range of days in an overlay (1§5, 2§5); either end may be open. Presets take one click. */
export function DayRangeForm({ range, labels, hint, tooEarly, onApply }: DayRangeFormProps) {
  const { t } = useTranslation();
  const [input, setTyped] = useState<DayRange>({ startDate: range.startDate, endDate: range.endDate });
  const [errors, setErrors] = useState<Record<string, FieldError>>({});

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    // The input reports an incomplete day as empty, which must not count as an open end.
    const incompleteInputs = [...event.currentTarget.querySelectorAll("input")].filter(
      ({ validity }) => validity.badInput,
    );
    const foundErrors = {
      ...validatePeriod(input, { minDay: minFilterDay, canOmitDays: true }),
      ...Object.fromEntries(incompleteInputs.map(({ name }) => [name, "invalid" as const])),
    };
    setErrors(foundErrors);
    if (Object.keys(foundErrors).length === 0) onApply(input);
    else focusFirstError(event.currentTarget, foundErrors);
  }

  const renderDay = (name: keyof DayRange) => {
    const error = errors[name];
    return (
      <FormControl>
        <FormControl.Label>{labels[name]}</FormControl.Label>
        <DateInput
          block
          name={name}
          min={minFilterDay}
          max={today()}
          value={input[name]}
          onChange={({ target }) => {
            setTyped({ ...input, [name]: target.value });
            setErrors({});
          }}
          {...(error && { validationStatus: "error" as const })}
        />
        {error && (
          <FormControl.Validation variant="error">
            {error === "tooSmall" && tooEarly ? tooEarly : fieldErrorText(error)}
          </FormControl.Validation>
        )}
      </FormControl>
    );
  };
  return (
    <OverlayForm onSubmit={submit} noValidate>
      <Presets role="group" aria-label={t("days.presets")}>
        {dayPresets.map((preset) => {
          const presetRange = dayRangeOfPreset(preset);
          const isActive = range.startDate === presetRange.startDate && range.endDate === presetRange.endDate;
          return (
            <Button key={preset} size="small" aria-pressed={isActive} onClick={() => onApply(presetRange)}>
              {t(`days.${preset}`)}
            </Button>
          );
        })}
      </Presets>
      {renderDay("startDate")}
      {renderDay("endDate")}
      <Note as="p">{hint}</Note>
      <OverlayButtons>
        <Button onClick={() => onApply(emptyRange)}>{t("actions.clear")}</Button>
        <Button type="submit" variant="primary">
          {t("actions.apply")}
        </Button>
      </OverlayButtons>
    </OverlayForm>
  );
}

const Presets = styled(Buttons)`
  button[aria-pressed="true"] {
    color: var(--fgColor-accent);
    border-color: var(--borderColor-accent-emphasis);
  }
`;
