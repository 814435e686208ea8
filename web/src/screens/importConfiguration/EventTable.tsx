import { CheckCircleIcon, ClockIcon, HistoryIcon, StopIcon, SyncIcon } from "@primer/octicons-react";
import { Button } from "@primer/react";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { useCustomerId } from "../../api/session";
import { DateTime } from "../../kit/DateTime";
import { numberText } from "../../kit/numbers";
import { ResourceTable } from "../../kit/table/ResourceTable";
import { useTypeText } from "../typedConfiguration/texts";
import { type EventRow, type ImportKind, plain } from "./importKind";

/** Results of the imports, read-only (3§2). */
export function EventTable({ kind }: { kind: ImportKind }) {
  const { t } = useTranslation("imports");
  const { t: common } = useTranslation();
  const typeText = useTypeText();
  const queries = useQueryClient();
  const customerId = useCustomerId();
  const columns = [
    {
      id: "dateCreated",
      header: common("fields.created"),
      width: "160px",
      cell: (row: EventRow) => <DateTime value={row.dateCreated} />,
    },
    {
      id: "customerName",
      header: common("fields.customer"),
      cell: (row: EventRow) => row.customerName,
    },
    {
      id: kind.configurationName,
      header: t("fields.configuration"),
      heads: true,
      cell: (row: EventRow & Record<string, unknown>) => String(row[kind.configurationName]),
    },
    { id: "type", header: t("fields.type"), cell: (row: EventRow) => typeText(row.type) },
    { id: "success", header: t("fields.result"), cell: (row: EventRow) => <Result success={row.success} /> },
    {
      id: "count",
      header: t(`${kind.name}.counted`),
      align: "end",
      cell: (row: EventRow) => numberText(row.count),
    },
    {
      id: "message",
      header: t("fields.message"),
      omitted: (row: EventRow) => !row.message,
      cell: (row: EventRow) => row.message || common("state.none"),
    },
  ];
  return (
    <Reddened>
      <ResourceTable
        key="events"
        resource={plain(kind.events)}
        label={t("tabs.events")}
        inAddress
        searchHint={t("searchEvents")}
        columns={columns as never}
        unsettled={isQueued}
        tools={
          <Button
            leadingVisual={SyncIcon}
            onClick={() => queries.invalidateQueries({ queryKey: [customerId, kind.events.name] })}
          >
            {t("refresh")}
          </Button>
        }
        empty={{ icon: HistoryIcon, title: t("noEvents") }}
      />
    </Reddened>
  );
}

const isQueued = (row: object) => (row as EventRow).success === null;

/** In words and with an icon as well as in colour. */
function Result({ success }: { success: boolean | null }) {
  const { t } = useTranslation("imports");
  const [Icon, name] =
    success === null
      ? ([ClockIcon, "queued"] as const)
      : success
        ? ([CheckCircleIcon, "success"] as const)
        : ([StopIcon, "failed"] as const);
  return (
    <Line data-result={name}>
      <Icon />
      {t(`result.${name}`)}
    </Line>
  );
}

const Line = styled.span`
  display: inline-flex;
  align-items: center;
  gap: var(--base-size-4);
  vertical-align: middle;
  white-space: nowrap;
  &[data-result="queued"] {
    color: var(--fgColor-muted);
  }
  &[data-result="success"] svg {
    color: var(--fgColor-success);
  }
  &[data-result="failed"] {
    font-weight: var(--base-text-weight-semibold);
  }
`;

/** A failed import's row is red (3§4). */
const Reddened = styled.div`
  tr:has([data-result="failed"]) {
    background: var(--bgColor-danger-muted);
    box-shadow: inset 3px 0 0 var(--borderColor-danger-emphasis);
    [data-result="failed"] {
      color: var(--fgColor-danger);
    }
  }
`;
