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
import { fetchAssigneeOptions } from "#features/assignment/assignees.ts";
import { ActiveChips, Chip } from "#ui/select/Chips.tsx";
import { fetchTemplatesById } from "./filterLookups.ts";
import {
  type ChangeFilter,
  emptyFilter,
  isFiltered,
  isOfKind,
  type ListFilter,
  type NamesOf,
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
      {chips.map(({ key, text, clearedFields }) => (
        <Chip
          key={key}
          removeLabel={t("filters.remove", { filter: text })}
          onRemove={() => change(clearedFields)}
        >
          <span>{text}</span>
        </Chip>
      ))}
      <li>
        <Button size="small" variant="invisible" onClick={() => change(emptyFilter)}>
          {t("filters.clearAll")}
        </Button>
      </li>
    </ActiveChips>
  );
}

interface ChipSpec {
  key: string;
  text: string;
  /** The change that removes the filter. */
  clearedFields: Partial<ListFilter>;
}

function useChips(filter: ListFilter): ChipSpec[] {
  const { t } = useTranslation(["documentationList", "documentation"]);
  const labelOf = useFilterLabel();
  const customerId = useCustomerId();
  const ids = toSemicolonList(filter.templateFilter);
  const templatesQuery = useQuery({
    queryKey: [customerId, "documentationFilter", "templateNames", ids],
    queryFn: ({ signal }) => fetchTemplatesById(ids, signal),
    enabled: ids !== "",
    meta: { handlesErrors: true },
  });
  const customerNameQuery = useQuery({
    queryKey: [customerId, customer.name, "name", filter.customerId],
    queryFn: async ({ signal }) => (await fetchItem(customer, filter.customerId!, signal)).name,
    enabled: filter.customerId !== undefined,
    meta: { handlesErrors: true },
  });
  const assigneeQuery = useQuery({
    queryKey: [customerId, "documentationFilter", "assigneeName", filter.assigneeFilter, filter.customerId],
    queryFn: async ({ signal }) =>
      (await fetchAssigneeOptions("", filter.customerId, signal)).find(
        ({ id }) => id === filter.assigneeFilter,
      )?.label ?? null,
    enabled: filter.assigneeFilter !== "",
    meta: { handlesErrors: true },
  });
  const formatChipText = (label: string, text: string) => `${label}: ${text}`;
  const formatDays = ({ startDate, endDate }: DayRange) =>
    startDate && endDate
      ? startDate === endDate
        ? startDate
        : `${startDate} – ${endDate}`
      : startDate
        ? t("filters.fromDay", { day: startDate })
        : t("filters.untilDay", { day: endDate });
  const createChip = (name: ColumnFilterName, key: string, text: string, emptyValue: unknown): ChipSpec => ({
    key: `${name} ${key}`,
    text,
    clearedFields: { [name]: emptyValue },
  });
  const createItemChips = <T extends string>(
    name: ColumnFilterName,
    items: readonly T[],
    textOf: (item: T) => string,
  ) =>
    items.map((item) =>
      createChip(
        name,
        item,
        formatChipText(labelOf(name), textOf(item)),
        items.filter((otherItem) => otherItem !== item),
      ),
    );
  const createTextChips = (name: NamesOf<"text">) =>
    filter[name] ? [createChip(name, "", formatChipText(labelOf(name), filter[name]), "")] : [];
  const createDayChips = (name: NamesOf<"days">) =>
    filter[name] ? [createChip(name, "", formatChipText(labelOf(name), formatDays(filter[name])), null)] : [];
  /** The chips of the filters of other kinds; an inactive filter has none. */
  const chips: Record<Exclude<ColumnFilterName, NamesOf<"text" | "days">>, ChipSpec[]> = {
    templateFilter: createItemChips(
      "templateFilter",
      filter.templateFilter,
      (id) => templatesQuery.data?.find((template) => template.id === id)?.label ?? id.slice(0, 8),
    ),
    statusFilter: createItemChips("statusFilter", filter.statusFilter, (status) =>
      t(`documentation:status.${status}`),
    ),
    assigneeFilter: filter.assigneeFilter
      ? [
          createChip(
            "assigneeFilter",
            "",
            formatChipText(labelOf("assigneeFilter"), assigneeQuery.data ?? `#${filter.assigneeFilter}`),
            "",
          ),
        ]
      : [],
    exportedFilter:
      filter.exportedFilter === null
        ? []
        : [
            createChip(
              "exportedFilter",
              "",
              t(filter.exportedFilter ? "filters.isExported" : "filters.notExported"),
              null,
            ),
          ],
  };
  const chipsOf = (name: ColumnFilterName) => {
    if (isOfKind(name, "text")) return createTextChips(name);
    return isOfKind(name, "days") ? createDayChips(name) : chips[name];
  };
  const customerChips =
    filter.customerId === undefined
      ? []
      : [
          {
            key: "customer",
            text: formatChipText(
              t("documentation:fields.customerName"),
              customerNameQuery.data ?? String(filter.customerId),
            ),
            clearedFields: { customerId: undefined },
          },
        ];
  const deletedTemplatesChips = filter.deletedTemplates
    ? [{ key: "deleted", text: t("filters.deletedTemplates"), clearedFields: { deletedTemplates: false } }]
    : [];
  const attentionChips = filter.attentionFilter.map((reason) => ({
    key: reason,
    text: t(`documentation:attentionReason.${reason}`),
    clearedFields: {
      attentionFilter: filter.attentionFilter.filter((otherReason) => otherReason !== reason),
    },
  }));
  const activity = filter.activityFilter;
  const activityChips = activity
    ? [
        {
          key: "activity",
          text: formatChipText(
            t(`filters.activity.${activity.activity}`),
            [
              formatDays(activity),
              activity.detail?.field === "license" ? t("filters.activity.license") : activity.detail?.value,
            ]
              .filter(Boolean)
              .join(", "),
          ),
          clearedFields: { activityFilter: null },
        },
      ]
    : [];
  return [
    ...customerChips,
    ...columnFilterNames.flatMap(chipsOf),
    ...deletedTemplatesChips,
    ...attentionChips,
    ...activityChips,
  ];
}
