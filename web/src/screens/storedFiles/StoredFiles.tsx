import { ShieldCheckIcon } from "@primer/octicons-react";
import { Label } from "@primer/react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { call } from "#api/client.ts";
import {
  listMediaFaults,
  type MediaFaultKind,
  type MediaFaultRow,
  mediaFaultColumns,
} from "#domain/endpoints/operations/storedFiles.ts";
import { DateTime } from "#ui/format/DateTime.tsx";
import { formatDateTime } from "#ui/format/dates.ts";
import { NameLink } from "#ui/format/NameLink.tsx";
import { formatNumber } from "#ui/format/numbers.ts";
import { Page } from "#ui/layout/Page.tsx";
import { Muted } from "#ui/layout/typography.ts";
import { SourceTable } from "#ui/table/SourceTable.tsx";
import type { TableColumn } from "#ui/table/TableColumn.ts";
import type { TableSource } from "#ui/table/tableSource.ts";

/** Keys and hashes are long and have no spaces, so they break anywhere. */
const Fact = styled(Muted).attrs({ as: "div" })`
  overflow-wrap: anywhere;
`;

const ReservedText = styled.span`
  visibility: hidden;
`;

type Sort = (typeof mediaFaultColumns)[number];

const source: TableSource<MediaFaultRow, Sort> = {
  name: "storedFileFaults",
  sortable: mediaFaultColumns,
  sort: "firstSeenAt",
  order: "desc",
  rows: async (query, signal) => (await call(listMediaFaults, { query, signal })).items,
  total: async (q, signal) => (await call(listMediaFaults, { query: { q, max: 1 }, signal })).total,
};

const variants = {
  MISSING: "danger",
  DAMAGED: "danger",
  UNREFERENCED: "attention",
} as const satisfies Record<MediaFaultKind, string>;

/** /storedFiles: the faults found by comparing rows with stored files. */
export default function StoredFiles() {
  const { t } = useTranslation("scheduler");
  const { t: tCommon } = useTranslation();
  const title = tCommon("routes.storedFiles");
  const { data: lastCheck } = useLastCheck();
  const columns: TableColumn<MediaFaultRow>[] = [
    {
      id: "kind",
      header: t("storedFiles.kind"),
      width: "140px",
      cell: ({ kind }) => <Label variant={variants[kind]}>{t(`storedFiles.kinds.${kind}`)}</Label>,
    },
    { id: "key", header: t("storedFiles.file"), isRowHeader: true, cell: (row) => <StoredFile row={row} /> },
    {
      id: "customerName",
      header: tCommon("fields.customer"),
      width: "180px",
      cell: ({ customerName }) => customerName ?? tCommon("state.emptyValue"),
    },
    {
      id: "firstSeenAt",
      header: t("storedFiles.firstSeenAt"),
      width: "160px",
      cell: ({ firstSeenAt }) => <DateTime value={firstSeenAt} />,
    },
    {
      id: "lastSeenAt",
      header: t("storedFiles.lastSeenAt"),
      width: "160px",
      cell: ({ lastSeenAt }) => <DateTime value={lastSeenAt} />,
    },
  ];
  return (
    <Page title={title} lead={<LastCheck />}>
      <SourceTable
        label={title}
        source={source}
        columns={columns}
        rowKey={({ key }) => key}
        isInUrl
        searchHint={t("storedFiles.searchHint")}
        empty={{
          icon: ShieldCheckIcon,
          // Until a check has completed, the absence of faults says nothing.
          title: t(lastCheck?.lastWalk?.ended ? "storedFiles.emptyTitle" : "storedFiles.noProblemsYet"),
        }}
      />
    </Page>
  );
}

/** A stored file: its owner, its key in storage, and how it differs. */
function StoredFile({ row }: { row: MediaFaultRow }) {
  const { t } = useTranslation("scheduler");
  const { holder, documentationId, expected, found } = row;
  const name = holder ? t(`storedFiles.holders.${holder}`) : t("storedFiles.unknownFile");
  return (
    <div>
      {documentationId ? <NameLink to={`/documentation/details/${documentationId}`}>{name}</NameLink> : name}
      <Fact>{row.key}</Fact>
      {expected && <Fact>{t("storedFiles.expected", { properties: expected })}</Fact>}
      {found && <Fact>{t("storedFiles.found", { properties: found })}</Fact>}
    </div>
  );
}

const useLastCheck = () =>
  useQuery({
    queryKey: ["storedFileFaults", "lastWalk"],
    queryFn: ({ signal }) => call(listMediaFaults, { query: { max: 1 }, signal }),
  });

function LastCheck() {
  const { t } = useTranslation("scheduler");
  const { data } = useLastCheck();
  const lastWalk = data?.lastWalk;
  return (
    <>
      {t("storedFiles.lead")}{" "}
      {lastWalk ? (
        <>
          {t(lastWalk.ended ? "storedFiles.lastRun" : "storedFiles.inProgress", {
            count: formatNumber(lastWalk.checked),
          })}{" "}
          <DateTime value={lastWalk.ended ?? lastWalk.began} />
        </>
      ) : data ? (
        t("storedFiles.notRunYet")
      ) : (
        // Reserves the space of the text that replaces it, so that the page does not move.
        <ReservedText aria-hidden="true">
          {t("storedFiles.lastRun", { count: formatNumber(1000) })} {formatDateTime("2026-01-01T00:00:00Z")}
        </ReservedText>
      )}
    </>
  );
}
