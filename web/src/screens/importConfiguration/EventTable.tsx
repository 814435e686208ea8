import { HistoryIcon, SyncIcon } from "@primer/octicons-react";
import { Button } from "@primer/react";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { useCustomerId } from "#api/session.ts";
import type { Column } from "#domain/contract/resource.ts";
import { entriesOf } from "#domain/core/objects.ts";
import {
  configurationOf,
  type EventRow,
  type ImportKind,
  outcomeOf,
} from "#features/importConfiguration/importKind.ts";
import { useTypeText } from "#features/typedConfiguration/typedTexts.ts";
import { LinkButton } from "#ui/button/LinkButton.tsx";
import { DateTime } from "#ui/format/DateTime.tsx";
import { formatNumber } from "#ui/format/numbers.ts";
import { ResourceTable } from "#ui/table/ResourceTable.tsx";
import type { TableColumn } from "#ui/table/TableColumn.ts";
import { EventResult } from "./EventResult.tsx";

/** Results of the imports, read-only (3§2). */
export function EventTable({ kind, onOpen }: { kind: ImportKind; onOpen: (id: string) => void }) {
  const { t } = useTranslation("imports");
  const { t: tCommon } = useTranslation();
  const typeText = useTypeText();
  const queryClient = useQueryClient();
  const customerId = useCustomerId();
  const formatChanges = ({ added, updated, removed }: EventRow) =>
    entriesOf({ added, updated, removed })
      .filter(([, count]) => count > 0)
      .map(([change, count]) => t(`changes.${change}`, { formattedCount: formatNumber(count) }))
      .join(", ") || t("changes.noChanges");
  const columns: readonly TableColumn<EventRow, Column<ImportKind["events"]>>[] = [
    {
      id: "dateCreated",
      header: tCommon("fields.created"),
      width: "160px",
      cell: (row: EventRow) => <DateTime value={row.dateCreated} />,
    },
    {
      id: "customerName",
      header: tCommon("fields.customer"),
      cell: (row: EventRow) => row.customerName,
    },
    {
      id: kind.configurationName,
      header: t("fields.configuration"),
      isRowHeader: true,
      cell: (row: EventRow) => (
        <LinkButton type="button" onClick={() => onOpen(row.id)}>
          {configurationOf(row).name}
        </LinkButton>
      ),
    },
    { id: "type", header: t("fields.type"), cell: (row: EventRow) => typeText(row.type) },
    {
      id: "success",
      header: t("fields.result"),
      cell: (row: EventRow) => <EventResult outcome={outcomeOf(row)} />,
    },
    {
      id: "count",
      header: t(`${kind.name}.entries`),
      align: "end",
      cell: (row: EventRow) => formatNumber(row.count),
    },
    {
      id: "added",
      header: t("fields.changes"),
      isOmitted: (row: EventRow) => !row.success,
      cell: (row: EventRow) => (row.success ? formatChanges(row) : tCommon("state.emptyValue")),
    },
    {
      id: "message",
      header: t("fields.message"),
      isOmitted: (row: EventRow) => !row.message,
      cell: (row: EventRow) =>
        row.needsConfirmation
          ? t("confirmationText", {
              count: row.removed,
              removedCount: formatNumber(row.removed),
              sourceCount: formatNumber(row.count),
            })
          : row.message || tCommon("state.emptyValue"),
    },
  ];
  return (
    <FailedRowStyles>
      <ResourceTable
        key="events"
        resource={kind.events}
        label={t("tabs.events")}
        isInUrl
        searchHint={t("searchEvents")}
        columns={columns}
        needsPolling={isRunning}
        tools={
          <Button
            leadingVisual={SyncIcon}
            onClick={() => queryClient.invalidateQueries({ queryKey: [customerId, kind.events.name] })}
          >
            {t("refresh")}
          </Button>
        }
        empty={{ icon: HistoryIcon, title: t("noEvents") }}
      />
    </FailedRowStyles>
  );
}

const isRunning = (row: EventRow) => row.success === null;

/** A failed import's row is red (3§4). */
const FailedRowStyles = styled.div`
  tr:has([data-result="failed"], [data-result="needsConfirmation"]) {
    background: var(--bgColor-danger-muted);
    box-shadow: inset 3px 0 0 var(--borderColor-danger-emphasis);
  }
`;
