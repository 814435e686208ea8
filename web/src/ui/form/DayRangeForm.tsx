import { Button, FormControl } from "@primer/react";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { fieldFaultText } from "#api/errorTexts.ts";
import { dayPresets, dayRangeOfPreset } from "#domain/core/calendar/dayPresets.ts";
import { minimumFilterDay, today, validatePeriod } from "#domain/core/calendar/days.ts";
import type { FieldError } from "#domain/core/problem.ts";
import type { DayRange } from "#domain/endpoints/shared/documentationFilter.ts";
import { DateInput } from "../input/DateInput.tsx";
import { Buttons, OverlayButtons, OverlayForm } from "../layout/boxes.ts";
import { Note } from "../layout/typography.ts";
import { focusFirstFault } from "./validity.ts";

interface DayRangeFormProps {
  range: DayRange;
  labels: Record<keyof DayRange, string>;
  hint: string;
  /** The message for a day before the first possible one (1§5). */
  tooEarly?: string;
  /** Called with a valid range; both days are empty after clearing. */
  onApply: (range: DayRange) => void;
}

const cleared: DayRange = { startDate: "", endDate: "" };

/** A range of days in an overlay (1§5, 2§5); either end may be open. Those that people ask for most take one click. */
export function DayRangeForm({ range, labels, hint, tooEarly, onApply }: DayRangeFormProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState<DayRange>({ startDate: range.startDate, endDate: range.endDate });
  const [errors, setFaults] = useState<Record<string, FieldError>>({});

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    // The form sees a half-typed day as empty, which is not the same as an open end.
    const halves = [...event.currentTarget.querySelectorAll("input")].filter(
      ({ validity }) => validity.badInput,
    );
    const found = {
      ...validatePeriod(typed, { minimum: minimumFilterDay, open: true }),
      ...Object.fromEntries(halves.map(({ name }) => [name, "invalid" as const])),
    };
    setFaults(found);
    if (Object.keys(found).length === 0) onApply(typed);
    else focusFirstFault(event.currentTarget, found);
  }

  const day = (name: keyof DayRange) => {
    const error = errors[name];
    return (
      <FormControl>
        <FormControl.Label>{labels[name]}</FormControl.Label>
        <DateInput
          block
          name={name}
          min={minimumFilterDay}
          max={today()}
          value={typed[name]}
          onChange={({ target }) => {
            setTyped({ ...typed, [name]: target.value });
            setFaults({});
          }}
          {...(error && { validationStatus: "error" as const })}
        />
        {error && (
          <FormControl.Validation variant="error">
            {error === "tooSmall" && tooEarly ? tooEarly : fieldFaultText(error)}
          </FormControl.Validation>
        )}
      </FormControl>
    );
  };
  return (
    <OverlayForm onSubmit={submit} noValidate>
      <Presets role="group" aria-label={t("days.presets")}>
        {dayPresets.map((preset) => {
          const wanted = dayRangeOfPreset(preset);
          const chosen = range.startDate === wanted.startDate && range.endDate === wanted.endDate;
          return (
            <Button key={preset} size="small" aria-pressed={chosen} onClick={() => onApply(wanted)}>
              {t(`days.${preset}`)}
            </Button>
          );
        })}
      </Presets>
      {day("startDate")}
      {day("endDate")}
      <Note as="p">{hint}</Note>
      <OverlayButtons>
        <Button onClick={() => onApply(cleared)}>{t("actions.clear")}</Button>
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
