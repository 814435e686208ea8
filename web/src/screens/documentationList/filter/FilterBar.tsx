import { Checkbox, FormControl, Radio } from "@primer/react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { spansCustomers } from "../../../../../domain/access/authorities";
import { documentationStatuses } from "../../../../../domain/documentation";
import type { DayRange } from "../../../../../domain/endpoints/documentationFilter";
import { minimumFilterDay } from "../../../../../domain/rules/days";
import { useGrants } from "../../../api/session";
import { DayRangeForm } from "../../../kit/form/DayRangeForm";
import { findCreators, findTemplates } from "./choices";
import { Choices, FilterButton, Panel } from "./FilterButton";
import type { ChangeFilter, ListFilter } from "./listFilter";
import { ServerChoices } from "./ServerChoices";

interface FilterBarProps {
  filter: ListFilter;
  change: ChangeFilter;
}

/** The filters of the columns (2§2), in the order of the columns. */
export function FilterBar({ filter, change }: FilterBarProps) {
  const { t } = useTranslation("documentationList");
  return (
    <Bar role="group" aria-label={t("filters.label")}>
      <FilterButton
        label={t("filters.template")}
        active={filter.templateFilter.length > 0 || filter.deletedTemplates}
      >
        {() => (
          <ServerChoices
            label={t("filters.template")}
            name="templates"
            find={findTemplates}
            multiple
            chosen={filter.templateFilter}
            onChoose={(templateFilter) => change({ templateFilter })}
          >
            <FormControl>
              <Checkbox
                checked={filter.deletedTemplates}
                onChange={() => change({ deletedTemplates: !filter.deletedTemplates })}
              />
              <FormControl.Label>{t("filters.deletedTemplates")}</FormControl.Label>
            </FormControl>
          </ServerChoices>
        )}
      </FilterButton>
      <FilterButton label={t("filters.creator")} active={filter.creatorFilter !== ""}>
        {(close) => (
          <ServerChoices
            label={t("filters.creator")}
            name="creators"
            find={findCreators}
            chosen={filter.creatorFilter ? [filter.creatorFilter] : []}
            onChoose={([creatorFilter = ""]) => {
              change({ creatorFilter });
              close();
            }}
          />
        )}
      </FilterButton>
      <FilterButton label={t("filters.uploaded")} active={filter.uploadedDateRange !== null}>
        {(close) => (
          <DayRangePanel
            range={filter.uploadedDateRange}
            onApply={(uploadedDateRange) => {
              change({ uploadedDateRange });
              close();
            }}
          />
        )}
      </FilterButton>
      <FilterButton label={t("filters.created")} active={filter.createdDateRange !== null}>
        {(close) => (
          <DayRangePanel
            range={filter.createdDateRange}
            onApply={(createdDateRange) => {
              change({ createdDateRange });
              close();
            }}
          />
        )}
      </FilterButton>
      <FilterButton label={t("filters.status")} active={filter.statusFilter.length > 0}>
        {() => <Statuses filter={filter} change={change} />}
      </FilterButton>
      <FilterButton label={t("filters.exported")} active={filter.exportedFilter !== null}>
        {(close) => (
          <Panel>
            <Choices role="radiogroup" aria-label={t("filters.exported")}>
              {([null, true, false] as const).map((value) => (
                <FormControl key={String(value)}>
                  <Radio
                    name="exported"
                    value={String(value)}
                    checked={filter.exportedFilter === value}
                    onChange={() => {
                      change({ exportedFilter: value });
                      close();
                    }}
                  />
                  <FormControl.Label>
                    {t(value === null ? "filters.any" : value ? "filters.isExported" : "filters.notExported")}
                  </FormControl.Label>
                </FormControl>
              ))}
            </Choices>
          </Panel>
        )}
      </FilterButton>
    </Bar>
  );
}

/** A super admin sees all statuses (2§2); nobody else sees what is deleted. */
function Statuses({ filter: { statusFilter }, change }: FilterBarProps) {
  const { t } = useTranslation(["documentationList", "documentation"]);
  const all = spansCustomers(useGrants());
  const shown = documentationStatuses.filter((status) => all || status !== "DELETED");
  return (
    <Panel>
      <Choices role="group" aria-label={t("filters.status")}>
        {shown.map((status) => (
          <FormControl key={status}>
            <Checkbox
              checked={statusFilter.includes(status)}
              onChange={() =>
                change({
                  statusFilter: shown.filter((one) => statusFilter.includes(one) !== (one === status)),
                })
              }
            />
            <FormControl.Label>{t(`documentation:status.${status}`)}</FormControl.Label>
          </FormControl>
        ))}
      </Choices>
    </Panel>
  );
}

interface DayRangePanelProps {
  range: DayRange | null;
  onApply: (range: DayRange | null) => void;
}

/** From which day to which (2§5). No day at all is no filter. */
function DayRangePanel({ range, onApply }: DayRangePanelProps) {
  const { t } = useTranslation("documentationList");
  return (
    <DayRangeForm
      range={range ?? { startDate: "", endDate: "" }}
      labels={{ startDate: t("filters.from"), endDate: t("filters.until") }}
      hint={t("filters.days", { day: minimumFilterDay })}
      onApply={(next) => onApply(next.startDate || next.endDate ? next : null)}
    />
  );
}

const Bar = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: var(--base-size-8);
  margin-bottom: var(--base-size-12);
`;
