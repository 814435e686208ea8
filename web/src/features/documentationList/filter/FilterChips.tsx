import { Button } from "@primer/react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { fetchItem } from "#api/resource.ts";
import { useCustomerId } from "#api/session.ts";
import type { DayRange } from "#domain/core/calendar/days.ts";
import {
  type ColumnFilterName,
  columnFilterNames,
  toSemicolonList,
} from "#domain/endpoints/shared/documentationFilter.ts";
import { customer } from "#domain/resources/index.ts";
import { ActiveChips, Chip } from "#ui/select/Chips.tsx";
import { fetchTemplates } from "./filterLookups.ts";
import {
  type ChangeFilter,
  isFiltered,
  isOfKind,
  type ListFilter,
  type NamesOf,
  noFilter,
  useFilterLabel,
} from "./listFilter.ts";

interface FilterChipsProps {
  filter: ListFilter;
  change: ChangeFilter;
}

/** The active filters, each removable, and a button that clears all. */
export function FilterChips({ filter, change }: FilterChipsProps) {
  const { t } = useTranslation("documentationList");
  const chips = useChips(filter);
  if (!isFiltered(filter)) return null;
  return (
    <ActiveChips aria-label={t("filters.active")}>
      {chips.map(({ key, text, without }) => (
        <Chip key={key} removeLabel={t("filters.remove", { filter: text })} onRemove={() => change(without)}>
          <span>{text}</span>
        </Chip>
      ))}
      <li>
        <Button size="small" variant="invisible" onClick={() => change(noFilter)}>
          {t("filters.clearAll")}
        </Button>
      </li>
    </ActiveChips>
  );
}

interface ChipSpec {
  key: string;
  text: string;
  /** The change that removes it. */
  without: Partial<ListFilter>;
}

function useChips(filter: ListFilter): ChipSpec[] {
  const { t } = useTranslation(["documentationList", "documentation"]);
  const labelOf = useFilterLabel();
  const customerId = useCustomerId();
  const ids = toSemicolonList(filter.templateFilter);
  const names = useQuery({
    queryKey: [customerId, "documentationFilter", "templateNames", ids],
    queryFn: ({ signal }) => fetchTemplates(ids, signal),
    enabled: ids !== "",
    meta: { ownErrors: true },
  });
  const chosenCustomer = useQuery({
    queryKey: [customerId, customer.name, "name", filter.customerId],
    queryFn: async ({ signal }) => (await fetchItem(customer, filter.customerId!, signal)).name,
    enabled: filter.customerId !== undefined,
    meta: { ownErrors: true },
  });
  const chipText = (label: string, text: string) => `${label}: ${text}`;
  const days = ({ startDate, endDate }: DayRange) =>
    startDate && endDate
      ? startDate === endDate
        ? startDate
        : `${startDate} – ${endDate}`
      : startDate
        ? t("filters.fromDay", { day: startDate })
        : t("filters.untilDay", { day: endDate });
  const chip = (name: ColumnFilterName, key: string, text: string, emptyValue: unknown): ChipSpec => ({
    key: `${name} ${key}`,
    text,
    without: { [name]: emptyValue },
  });
  const itemChips = <T extends string>(
    name: ColumnFilterName,
    items: readonly T[],
    textOf: (item: T) => string,
  ) =>
    items.map((item) =>
      chip(
        name,
        item,
        chipText(labelOf(name), textOf(item)),
        items.filter((otherItem) => otherItem !== item),
      ),
    );
  const textChips = (name: NamesOf<"text">) =>
    filter[name] ? [chip(name, "", chipText(labelOf(name), filter[name]), "")] : [];
  const dayChips = (name: NamesOf<"days">) =>
    filter[name] ? [chip(name, "", chipText(labelOf(name), days(filter[name])), null)] : [];
  /** The chips of the filters of other kinds; an inactive filter has none. */
  const chips: Record<Exclude<ColumnFilterName, NamesOf<"text" | "days">>, ChipSpec[]> = {
    templateFilter: itemChips(
      "templateFilter",
      filter.templateFilter,
      (id) => names.data?.find((template) => template.id === id)?.label ?? id.slice(0, 8),
    ),
    statusFilter: itemChips("statusFilter", filter.statusFilter, (status) =>
      t(`documentation:status.${status}`),
    ),
    exportedFilter:
      filter.exportedFilter === null
        ? []
        : [
            chip(
              "exportedFilter",
              "",
              t(filter.exportedFilter ? "filters.isExported" : "filters.notExported"),
              null,
            ),
          ],
  };
  const chipsOf = (name: ColumnFilterName) => {
    if (isOfKind(name, "text")) return textChips(name);
    return isOfKind(name, "days") ? dayChips(name) : chips[name];
  };
  const customerChips =
    filter.customerId === undefined
      ? []
      : [
          {
            key: "customer",
            text: chipText(
              t("documentation:fields.customerName"),
              chosenCustomer.data ?? String(filter.customerId),
            ),
            without: { customerId: undefined },
          },
        ];
  const deletedTemplatesChips = filter.deletedTemplates
    ? [{ key: "deleted", text: t("filters.deletedTemplates"), without: { deletedTemplates: false } }]
    : [];
  const attentionChips = filter.attentionFilter.map((reason) => ({
    key: reason,
    text: t(`documentation:attentionReason.${reason}`),
    without: { attentionFilter: filter.attentionFilter.filter((otherReason) => otherReason !== reason) },
  }));
  return [
    ...customerChips,
    ...columnFilterNames.flatMap(chipsOf),
    ...deletedTemplatesChips,
    ...attentionChips,
  ];
}
