import { Button } from "@primer/react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { type DayRange, joinedText } from "../../../../../domain/endpoints/documentationFilter";
import { useCustomerId } from "../../../api/session";
import { Chip, Chips } from "../../../kit/Chips";
import { templatesOf } from "./choices";
import { type ChangeFilter, isFiltered, type ListFilter, noFilter } from "./listFilter";

interface FilterChipsProps {
  filter: ListFilter;
  change: ChangeFilter;
}

/** What the list is narrowed by, each to be taken away, or all at once. */
export function FilterChips({ filter, change }: FilterChipsProps) {
  const { t } = useTranslation("documentationList");
  const chips = useChips(filter);
  if (!isFiltered(filter)) return null;
  return (
    <Active aria-label={t("filters.active")}>
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
    </Active>
  );
}

interface ChipFacts {
  key: string;
  text: string;
  /** The filter without it. */
  without: Partial<ListFilter>;
}

function useChips(filter: ListFilter): ChipFacts[] {
  const { t } = useTranslation(["documentationList", "documentation"]);
  const customerId = useCustomerId();
  const ids = joinedText(filter.templateFilter);
  const names = useQuery({
    queryKey: [customerId, "documentationFilter", "templateNames", ids],
    queryFn: ({ signal }) => templatesOf(ids, signal),
    enabled: ids !== "",
    meta: { ownErrors: true },
  });
  const named = (label: string, text: string) => `${label}: ${text}`;
  const days = ({ startDate, endDate }: DayRange) =>
    startDate && endDate
      ? startDate === endDate
        ? startDate
        : `${startDate} – ${endDate}`
      : startDate
        ? t("filters.fromDay", { day: startDate })
        : t("filters.untilDay", { day: endDate });
  const { templateFilter, statusFilter, creatorFilter, uploadedDateRange, createdDateRange, exportedFilter } =
    filter;
  return [
    ...templateFilter.map((id) => ({
      key: id,
      text: named(t("filters.template"), names.data?.find((one) => one.id === id)?.label ?? id.slice(0, 8)),
      without: { templateFilter: templateFilter.filter((one) => one !== id) },
    })),
    ...(filter.deletedTemplates
      ? [{ key: "deleted", text: t("filters.deletedTemplates"), without: { deletedTemplates: false } }]
      : []),
    ...(creatorFilter
      ? [{ key: "creator", text: named(t("filters.creator"), creatorFilter), without: { creatorFilter: "" } }]
      : []),
    ...(uploadedDateRange
      ? [
          {
            key: "uploaded",
            text: named(t("filters.uploaded"), days(uploadedDateRange)),
            without: { uploadedDateRange: null },
          },
        ]
      : []),
    ...(createdDateRange
      ? [
          {
            key: "created",
            text: named(t("filters.created"), days(createdDateRange)),
            without: { createdDateRange: null },
          },
        ]
      : []),
    ...statusFilter.map((status) => ({
      key: status,
      text: named(t("filters.status"), t(`documentation:status.${status}`)),
      without: { statusFilter: statusFilter.filter((one) => one !== status) },
    })),
    ...(exportedFilter !== null
      ? [
          {
            key: "exported",
            text: t(exportedFilter ? "filters.isExported" : "filters.notExported"),
            without: { exportedFilter: null },
          },
        ]
      : []),
  ];
}

const Active = styled(Chips)`
  gap: var(--base-size-4) var(--base-size-8);
  margin-bottom: var(--base-size-12);
`;
