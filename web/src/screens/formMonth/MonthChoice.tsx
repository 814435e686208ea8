import { ChevronLeftIcon, ChevronRightIcon } from "@primer/octicons-react";
import { FormControl, IconButton, Select } from "@primer/react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { listMonthNames } from "#ui/format/dateNames.ts";
import { FieldLine } from "#ui/layout/boxes.ts";
import { firstMonth, getNextMonth, getPreviousMonth, listYearsUntil } from "./months.ts";

export interface Choice {
  template: string;
  /** YYYY-MM. */
  month: string;
}

interface MonthChoiceProps {
  templates: readonly { id: string; name: string }[];
  choice: Choice;
  /** The month of the group's newest form, of any template. */
  newestMonth: string;
  onChange: (change: Partial<Choice>) => void;
}

/** Chooses template, month and year, with buttons for the previous and next month. */
export function MonthChoice({ templates, choice, newestMonth, onChange }: MonthChoiceProps) {
  const { t } = useTranslation("formMonth");
  const [year = "", monthNumber = ""] = choice.month.split("-");
  const years = listYearsUntil(newestMonth);
  const firstSelectable = [firstMonth, newestMonth].sort()[0]!;
  const lastSelectable = `${years[0]}-12`;
  return (
    <Bar role="group">
      <FormControl>
        <FormControl.Label>{t("template")}</FormControl.Label>
        <Select value={choice.template} onChange={({ target }) => onChange({ template: target.value })}>
          {templates.map(({ id, name }) => (
            <Select.Option key={id} value={id}>
              {name}
            </Select.Option>
          ))}
        </Select>
      </FormControl>
      <FieldLine>
        <IconButton
          icon={ChevronLeftIcon}
          aria-label={t("previous")}
          disabled={choice.month <= firstSelectable}
          onClick={() => onChange({ month: getPreviousMonth(choice.month) })}
        />
        <FormControl>
          <FormControl.Label>{t("month")}</FormControl.Label>
          <Select
            value={monthNumber}
            onChange={({ target }) => onChange({ month: `${year}-${target.value}` })}
          >
            {listMonthNames().map(({ id, name }) => (
              <Select.Option key={id} value={id}>
                {name}
              </Select.Option>
            ))}
          </Select>
        </FormControl>
        <FormControl>
          <FormControl.Label>{t("year")}</FormControl.Label>
          <Select
            value={year}
            onChange={({ target }) => onChange({ month: `${target.value}-${monthNumber}` })}
          >
            {(years.includes(Number(year)) ? years : [...years, Number(year)]).map((option) => (
              <Select.Option key={option} value={String(option)}>
                {option}
              </Select.Option>
            ))}
          </Select>
        </FormControl>
        <IconButton
          icon={ChevronRightIcon}
          aria-label={t("next")}
          disabled={choice.month >= lastSelectable}
          onClick={() => onChange({ month: getNextMonth(choice.month) })}
        />
      </FieldLine>
    </Bar>
  );
}

const Bar = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: flex-end;
  gap: var(--base-size-12) var(--base-size-24);
  margin-bottom: var(--base-size-16);
`;
