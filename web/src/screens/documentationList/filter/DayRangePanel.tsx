import { Button, FormControl, TextInput } from "@primer/react";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import type { DayRange } from "../../../../../domain/endpoints/documentationFilter";
import type { FieldFault } from "../../../../../domain/problem";
import { minimumFilterDay, periodFaults, today } from "../../../../../domain/rules/days";
import { fieldFaultText } from "../../../api/texts";
import { focusFirstFault } from "../../../kit/form/validity";

interface DayRangePanelProps {
  range: DayRange | null;
  onApply: (range: DayRange | null) => void;
}

const open: DayRange = { startDate: "", endDate: "" };

/** From which day to which (2§5); either end may be left open. */
export function DayRangePanel({ range, onApply }: DayRangePanelProps) {
  const { t } = useTranslation("documentationList");
  const { t: common } = useTranslation();
  const [typed, setTyped] = useState(range ?? open);
  const [faults, setFaults] = useState<Record<string, FieldFault>>({});

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    // A day that is half typed is empty to the form; it is not the same as an open end.
    const halves = [...event.currentTarget.querySelectorAll("input")].filter(
      ({ validity }) => validity.badInput,
    );
    const found = {
      ...periodFaults(typed, { minimum: minimumFilterDay, open: true }),
      ...Object.fromEntries(halves.map(({ name }) => [name, "invalid" as const])),
    };
    setFaults(found);
    if (Object.keys(found).length === 0) onApply(typed.startDate || typed.endDate ? typed : null);
    else focusFirstFault(event.currentTarget, found);
  }

  const day = (name: keyof DayRange, label: string) => {
    const fault = faults[name];
    return (
      <FormControl>
        <FormControl.Label>{label}</FormControl.Label>
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
        {fault && <FormControl.Validation variant="error">{fieldFaultText(fault)}</FormControl.Validation>}
      </FormControl>
    );
  };
  return (
    <Form onSubmit={submit} noValidate>
      {day("startDate", t("filters.from"))}
      {day("endDate", t("filters.until"))}
      <Hint>{t("filters.days", { day: minimumFilterDay })}</Hint>
      <Buttons>
        <Button onClick={() => onApply(null)}>{common("actions.clear")}</Button>
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
  width: min(320px, 90vw);
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
