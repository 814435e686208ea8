import { LogIcon, TrashIcon } from "@primer/octicons-react";
import { Button } from "@primer/react";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { dayOf } from "#domain/core/calendar/days.ts";
import { domainChange } from "#domain/resources/index.ts";
import { PermissionButton } from "#ui/button/PermissionButton.tsx";
import { useDeleteRow } from "#ui/form/useDeleteRow.ts";
import { formatDateTime } from "#ui/format/dates.ts";
import { Page } from "#ui/layout/Page.tsx";
import { SourceTable } from "#ui/table/SourceTable.tsx";
import { useDomainChangeColumns } from "./auditColumns.tsx";
import type { DomainChange } from "./auditEntry.ts";
import { createDomainChangeSource } from "./auditSource.ts";
import { ClassFilter } from "./ClassFilter.tsx";
import { DateFilter } from "./DateFilter.tsx";
import { hasActiveFilters, unboundedPeriod, useFilters } from "./logFilters.ts";

/** /domainChangeLog (1§2). */
export default function DomainChangeLog() {
  const { t } = useTranslation("log");
  const { t: tCommon } = useTranslation();
  const [filters, changeFilters] = useFilters();
  const [searchStartAt, setSearchStartAt] = useState<string | null>(null);
  const source = useMemo(() => createDomainChangeSource(filters, setSearchStartAt), [filters]);
  const columns = useDomainChangeColumns();
  const title = tCommon("routes.domainChangeLog");
  const isFiltered = hasActiveFilters(filters);
  const clearButton = (
    <Button onClick={() => changeFilters({ ...unboundedPeriod, classes: null })}>
      {t("domainChange.clearFilters")}
    </Button>
  );
  return (
    <Page title={title} lead={t("domainChange.lead")}>
      {searchStartAt && (
        <ArchiveNote role="status">
          {t("domainChange.archivedHint", { day: dayOf(searchStartAt) })}
        </ArchiveNote>
      )}
      <SourceTable
        label={title}
        source={source}
        columns={columns}
        rowKey={({ id }) => String(id)}
        isInUrl
        searchHint={t("domainChange.searchHint")}
        tools={
          <FilterButtons>
            <DateFilter period={filters} onChange={changeFilters} />
            <ClassFilter
              selectedClasses={filters.classes}
              onChange={(classes) => changeFilters({ classes })}
            />
          </FilterButtons>
        }
        rowActions={(row) => <DeleteEntryButton row={row} />}
        empty={{
          icon: LogIcon,
          title: isFiltered ? t("domainChange.emptyFiltered") : t("domainChange.emptyTitle"),
          action: isFiltered && clearButton,
        }}
      />
    </Page>
  );
}

function DeleteEntryButton({ row }: { row: DomainChange }) {
  const { t } = useTranslation("log");
  const { t: tCommon } = useTranslation();
  const removeRow = useDeleteRow(domainChange);
  const name = t("domainChange.entryOf", { time: formatDateTime(row.dateCreated) });
  return (
    <PermissionButton
      resource={domainChange}
      action="delete"
      row={row}
      iconOnly
      variant="invisible"
      size="small"
      icon={TrashIcon}
      label={`${tCommon("actions.delete")}: ${name}`}
      onClick={() => removeRow({ id: String(row.id), name })}
    />
  );
}

const ArchiveNote = styled.p`
  margin: 0 0 var(--base-size-12);
  color: var(--fgColor-muted);
`;

/** On a phone the buttons get a separate row, because their labels are long. */
const FilterButtons = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: var(--base-size-8);
  @media (max-width: 767px) {
    flex: 1 1 100%;
    > button {
      flex: 1 1 auto;
    }
  }
`;
