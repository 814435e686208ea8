import { Button, Checkbox, FormControl, Radio, TextInput } from "@primer/react";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { useGrants } from "#api/session.ts";
import { spansCustomers } from "#domain/access/authorities.ts";
import { minFilterDay } from "#domain/core/calendar/days.ts";
import { attentionReasons, documentationStatuses } from "#domain/core/documentationTypes.ts";
import { maxNameLength } from "#domain/core/limits.ts";
import { type ColumnFilterName, columnFilterNames } from "#domain/endpoints/shared/documentationFilter.ts";
import { fetchAssigneeOptions } from "#features/assignment/assignees.ts";
import { fetchCustomers } from "#features/customer/CustomerField.tsx";
import { DayRangeForm } from "#ui/form/DayRangeForm.tsx";
import { ActionBar, OverlayButtons, OverlayForm } from "#ui/layout/boxes.ts";
import { Choices, FilterButton, Panel } from "./FilterButton.tsx";
import { fetchCreatorOptions, fetchTemplateOptions } from "./filterLookups.ts";
import { LabelWithCount } from "./LabelWithCount.tsx";
import {
  type ChangeFilter,
  isFiltered,
  isOfKind,
  type ListFilter,
  type NamesOf,
  useFilterLabel,
} from "./listFilter.ts";
import { ServerChoices } from "./ServerChoices.tsx";
import { useFilterCounts } from "./useFilterCounts.ts";

interface FilterBarProps {
  filter: ListFilter;
  change: ChangeFilter;
  /** The whole filter of the screen as request parameters; it applies when options are counted. */
  query: Record<string, string | number>;
}

interface PanelProps extends FilterBarProps {
  label: string;
  close: () => void;
}

/** Text filters with server-side lookup; the others match the typed text. */
const lookups = { creatorFilter: fetchCreatorOptions };
type LookupName = keyof typeof lookups;
const hasLookup = (name: NamesOf<"text">): name is LookupName => name in lookups;

/** The panel for the kind of a filter. */
function FilterPanel({ name, ...props }: PanelProps & { name: ColumnFilterName }) {
  if (isOfKind(name, "text"))
    return hasLookup(name) ? (
      <LookupFilter {...props} name={name} />
    ) : (
      <ExactTextFilter {...props} name={name} />
    );
  if (isOfKind(name, "days")) return <DayRangeFilter {...props} name={name} />;
  if (isOfKind(name, "assignee")) return <AssigneeFilter {...props} />;
  if (isOfKind(name, "flag")) return <BooleanFilter {...props} name={name} />;
  return isOfKind(name, "enum") ? <StatusFilter {...props} /> : <TemplateFilter {...props} />;
}

/** The filters of the columns (2§2), in the order of the columns. */
export function FilterBar({ filter, change, query }: FilterBarProps) {
  const { t } = useTranslation("documentationList");
  const { t: tDocumentation } = useTranslation("documentation");
  const labelOf = useFilterLabel();
  const canSeeCustomers = spansCustomers(useGrants());
  const customerLabel = tDocumentation("fields.customerName");
  return (
    <Filters role="group" aria-label={t("filters.label")}>
      {canSeeCustomers && (
        <FilterButton label={customerLabel} active={filter.customerId !== undefined}>
          {(close) => <CustomerFilter label={customerLabel} {...{ filter, change, query, close }} />}
        </FilterButton>
      )}
      {columnFilterNames.map((name) => {
        const label = labelOf(name);
        const extraFilter = name === "templateFilter" ? { deletedTemplates: filter.deletedTemplates } : {};
        return (
          <FilterButton
            key={name}
            label={label}
            active={isFiltered({ ...extraFilter, [name]: filter[name] })}
          >
            {(close) => <FilterPanel {...{ name, label, filter, change, query, close }} />}
          </FilterButton>
        );
      })}
      <FilterButton label={t("filters.attention")} active={filter.attentionFilter.length > 0}>
        {() => <AttentionFilter label={t("filters.attention")} {...{ filter, change, query }} />}
      </FilterButton>
    </Filters>
  );
}

/** One line that scrolls sideways on a phone, to leave room for the rows. */
const Filters = styled(ActionBar)`
  @media (max-width: 767px) {
    flex-wrap: nowrap;
    margin-inline: calc(-1 * var(--base-size-16));
    padding: var(--base-size-2) var(--base-size-16);
    overflow-x: auto;
    scrollbar-width: none;
    > button {
      flex: none;
    }
  }
`;

/** The documentations of one customer, for super admins. */
function CustomerFilter({ label, filter: { customerId }, change, close }: PanelProps) {
  return (
    <ServerChoices
      label={label}
      name="customers"
      find={fetchCustomers}
      selectedIds={customerId === undefined ? [] : [String(customerId)]}
      onSelect={([id]) => {
        change({ customerId: id === undefined ? undefined : Number(id) });
        close();
      }}
    />
  );
}

function TemplateFilter({ label, filter, change, query }: PanelProps) {
  const { t } = useTranslation("documentationList");
  const countOf = useFilterCounts("templateFilter", query);
  return (
    <ServerChoices
      label={label}
      name="templates"
      find={fetchTemplateOptions}
      multiple
      selectedIds={filter.templateFilter}
      onSelect={(templateFilter) => change({ templateFilter })}
      countOf={countOf}
    >
      <FormControl>
        <Checkbox
          checked={filter.deletedTemplates}
          onChange={() => change({ deletedTemplates: !filter.deletedTemplates })}
        />
        <FormControl.Label>{t("filters.deletedTemplates")}</FormControl.Label>
      </FormControl>
    </ServerChoices>
  );
}

function LookupFilter({ label, filter, change, query, close, name }: PanelProps & { name: LookupName }) {
  const countOf = useFilterCounts(name, query);
  return (
    <ServerChoices
      label={label}
      name={name}
      find={lookups[name]}
      selectedIds={filter[name] ? [filter[name]] : []}
      onSelect={([text = ""]) => {
        change({ [name]: text });
        close();
      }}
      countOf={countOf}
    />
  );
}

function AssigneeFilter({ label, filter, change, query, close }: PanelProps) {
  const countOf = useFilterCounts("assigneeFilter", query);
  return (
    <ServerChoices
      label={label}
      name={`assignees ${filter.customerId ?? ""}`}
      find={(q, signal) => fetchAssigneeOptions(q, filter.customerId, signal)}
      selectedIds={filter.assigneeFilter ? [filter.assigneeFilter] : []}
      onSelect={([assigneeFilter = ""]) => {
        change({ assigneeFilter });
        close();
      }}
      countOf={countOf}
    />
  );
}

/** Matches one exact text. */
function ExactTextFilter({ label, filter, change, close, name }: PanelProps & { name: NamesOf<"text"> }) {
  const { t } = useTranslation();
  const [typedText, setTypedText] = useState(filter[name]);
  const apply = (text: string) => {
    change({ [name]: text.trim() });
    close();
  };
  return (
    <OverlayForm
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        apply(typedText);
      }}
    >
      <FormControl>
        <FormControl.Label>{label}</FormControl.Label>
        <TextInput
          block
          maxLength={maxNameLength}
          value={typedText}
          onChange={({ target }) => setTypedText(target.value)}
        />
      </FormControl>
      <OverlayButtons>
        <Button onClick={() => apply("")}>{t("actions.clear")}</Button>
        <Button type="submit" variant="primary">
          {t("actions.apply")}
        </Button>
      </OverlayButtons>
    </OverlayForm>
  );
}

function DayRangeFilter({ filter, change, close, name }: PanelProps & { name: NamesOf<"days"> }) {
  const { t } = useTranslation("documentationList");
  return (
    <DayRangeForm
      range={filter[name] ?? { startDate: "", endDate: "" }}
      labels={{ startDate: t("filters.from"), endDate: t("filters.until") }}
      hint={t("filters.datesHint", { day: minFilterDay })}
      onApply={(range) => {
        change({ [name]: range.startDate || range.endDate ? range : null });
        close();
      }}
    />
  );
}

function BooleanFilter(props: PanelProps & { name: NamesOf<"flag"> }) {
  const { label, filter, change, query, close, name } = props;
  const { t } = useTranslation("documentationList");
  const countOf = useFilterCounts(name, query);
  return (
    <Panel>
      <Choices role="radiogroup" aria-label={label}>
        {([null, true, false] as const).map((value) => (
          <LabelWithCount key={String(value)} count={value === null ? "" : countOf(String(value))}>
            <FormControl>
              <Radio
                name={name}
                value={String(value)}
                checked={filter[name] === value}
                onChange={() => {
                  change({ [name]: value });
                  close();
                }}
              />
              <FormControl.Label>
                {t(value === null ? "filters.all" : value ? "filters.isExported" : "filters.notExported")}
              </FormControl.Label>
            </FormControl>
          </LabelWithCount>
        ))}
      </Choices>
    </Panel>
  );
}

/** Filters by reasons that need attention. */
function AttentionFilter({
  label,
  filter: { attentionFilter },
  change,
  query,
}: FilterBarProps & { label: string }) {
  const { t } = useTranslation("documentation");
  const countOf = useFilterCounts("attentionFilter", query);
  return (
    <Panel>
      <Choices role="group" aria-label={label}>
        {attentionReasons.map((reason) => (
          <LabelWithCount key={reason} count={countOf(reason)}>
            <FormControl>
              <Checkbox
                checked={attentionFilter.includes(reason)}
                onChange={() =>
                  change({
                    attentionFilter: attentionReasons.filter(
                      (candidate) => attentionFilter.includes(candidate) !== (candidate === reason),
                    ),
                  })
                }
              />
              <FormControl.Label>{t(`attentionReason.${reason}`)}</FormControl.Label>
            </FormControl>
          </LabelWithCount>
        ))}
      </Choices>
    </Panel>
  );
}

/** Only a super admin sees deleted documentations (2§2). */
function StatusFilter({ label, filter: { statusFilter }, change, query }: PanelProps) {
  const { t } = useTranslation(["documentationList", "documentation"]);
  const countOf = useFilterCounts("statusFilter", query);
  const canSeeDeleted = spansCustomers(useGrants());
  const visibleStatuses = documentationStatuses.filter((status) => canSeeDeleted || status !== "DELETED");
  return (
    <Panel>
      <Choices role="group" aria-label={label}>
        {visibleStatuses.map((status) => (
          <LabelWithCount key={status} count={countOf(status)}>
            <FormControl>
              <Checkbox
                checked={statusFilter.includes(status)}
                onChange={() =>
                  change({
                    statusFilter: visibleStatuses.filter(
                      (candidate) => statusFilter.includes(candidate) !== (candidate === status),
                    ),
                  })
                }
              />
              <FormControl.Label>{t(`documentation:status.${status}`)}</FormControl.Label>
              <FormControl.Caption>{t(`documentation:statusHint.${status}`)}</FormControl.Caption>
            </FormControl>
          </LabelWithCount>
        ))}
      </Choices>
    </Panel>
  );
}
