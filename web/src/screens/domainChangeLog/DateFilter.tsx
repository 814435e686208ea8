import { CalendarIcon, TriangleDownIcon } from "@primer/octicons-react";
import { AnchoredOverlay, Button, FormControl, TextInput } from "@primer/react";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import type { FieldFault } from "../../../../domain/problem";
import { minimumFilterDay, today } from "../../../../domain/rules/days";
import { fieldFaultText } from "../../api/texts";
import { focusFirstFault } from "../../kit/form/validity";
import { faultsOf, openPeriod, type Period } from "./logFilters";

interface DateFilterProps {
  period: Period;
  onChange: (period: Period) => void;
}

/** From which day to which; either end may be open. */
export function DateFilter({ period, onChange }: DateFilterProps) {
  const { t } = useTranslation("log");
  const [open, setOpen] = useState(false);
  const { startDate, endDate } = period;
  const chosen =
    startDate && endDate
      ? `${startDate} – ${endDate}`
      : startDate
        ? t("filters.from", { day: startDate })
        : endDate && t("filters.until", { day: endDate });
  return (
    <AnchoredOverlay
      open={open}
      onOpen={() => setOpen(true)}
      onClose={() => setOpen(false)}
      focusZoneSettings={{ disabled: true }}
      overlayProps={{ role: "dialog", "aria-label": t("filters.dates") }}
      renderAnchor={(props) => (
        <Button {...props} leadingVisual={CalendarIcon} trailingAction={TriangleDownIcon}>
          {chosen || t("filters.dates")}
        </Button>
      )}
    >
      <PeriodForm
        period={period}
        onApply={(next) => {
          onChange(next);
          setOpen(false);
        }}
      />
    </AnchoredOverlay>
  );
}

function PeriodForm({ period, onApply }: { period: Period; onApply: (period: Period) => void }) {
  const { t } = useTranslation("log");
  const { t: common } = useTranslation();
  const [typed, setTyped] = useState<Period>({ startDate: period.startDate, endDate: period.endDate });
  const [faults, setFaults] = useState<Record<string, FieldFault>>({});

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    // A day that is half typed is empty to the form; it is not the same as an open end.
    const halves = [...event.currentTarget.querySelectorAll("input")].filter(
      ({ validity }) => validity.badInput,
    );
    const found = {
      ...faultsOf(typed),
      ...Object.fromEntries(halves.map(({ name }) => [name, "invalid" as const])),
    };
    setFaults(found);
    if (Object.keys(found).length === 0) onApply(typed);
    else focusFirstFault(event.currentTarget, found);
  }

  const day = (name: keyof Period) => {
    const fault = faults[name];
    return (
      <FormControl>
        <FormControl.Label>{t(`filters.${name}`)}</FormControl.Label>
        <TextInput
          block
          type="date"
          name={name}
          min={minimumFilterDay}
          max={today()}
          value={typed[name]}
          onChange={({ target }) => {
            setTyped({ ...typed, [name]: target.value });
            setFaults({});
          }}
          {...(fault && { validationStatus: "error" as const })}
        />
        {fault && (
          <FormControl.Validation variant="error">
            {fault === "tooSmall" ? t("filters.tooEarly", { day: minimumFilterDay }) : fieldFaultText(fault)}
          </FormControl.Validation>
        )}
      </FormControl>
    );
  };
  return (
    <Form onSubmit={submit} noValidate>
      {day("startDate")}
      {day("endDate")}
      <Hint>{t("filters.both", { day: minimumFilterDay })}</Hint>
      <Buttons>
        <Button onClick={() => onApply(openPeriod)}>{common("actions.clear")}</Button>
        <Button type="submit" variant="primary">
          {common("actions.apply")}
        </Button>
      </Buttons>
    </Form>
  );
}

const Form = styled.form`
  display: grid;
  gap: var(--base-size-16);
  width: 320px;
  padding: var(--base-size-16);
`;

const Hint = styled.p`
  color: var(--fgColor-muted);
  font-size: var(--text-body-size-small);
`;

const Buttons = styled.div`
  display: flex;
  justify-content: flex-end;
  gap: var(--base-size-8);
`;
