import { ClockIcon, EyeClosedIcon, InboxIcon } from "@primer/octicons-react";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import styled from "styled-components";
import { useGrants } from "#api/session.ts";
import { hasAuthority, spansCustomers } from "#domain/access/authorities.ts";
import type { DocumentationListRow } from "#domain/endpoints/documentation/list.ts";
import { ExportedTo } from "#features/delivery/ExportedTo.tsx";
import { Creator } from "#features/documentation/Creator.tsx";
import { StatusLabel } from "#features/documentation/StatusLabel.tsx";
import { upcomingDeletion } from "#features/documentation/upcomingDeletion.ts";
import { canResume, resumePath, resumeState } from "#features/resume.ts";
import { queuePath, toListQuery } from "#features/reviewQueue/queueUrl.ts";
import { DateTime } from "#ui/format/DateTime.tsx";
import { formatDateTime } from "#ui/format/dates.ts";
import { NameLink } from "#ui/format/NameLink.tsx";
import { PlainNote } from "#ui/layout/typography.ts";
import type { TableColumn } from "#ui/table/TableColumn.ts";
import { storedSettings } from "./listSettings.ts";

type Columns = TableColumn<DocumentationListRow, keyof DocumentationListRow>[];

/** The columns of the documentation list (2§2). */
export function useDocumentationColumns(): Columns {
  const { t } = useTranslation("documentation");
  const { t: common } = useTranslation();
  const grants = useGrants();
  const linksTemplates = hasAuthority(grants, "ROLE_TEMPLATE_READ");
  const columns: Columns = [
    { id: "name", header: t("columns.name"), heads: true, cell: (row) => <Name row={row} /> },
    {
      id: "customerName",
      header: t("columns.customerName"),
      cell: (row) => row.customerName,
    },
    {
      id: "templateId",
      header: t("columns.templateId"),
      cell: (row) =>
        linksTemplates ? (
          <Link to={`/template/details/${row.templateId}`}>{row.templateName}</Link>
        ) : (
          row.templateName
        ),
    },
    {
      id: "creator",
      header: t("columns.creator"),
      cell: (row) => <Creator creator={row.creator} deviceId={row.deviceId} />,
    },
    {
      id: "dateUploaded",
      header: t("columns.dateUploaded"),
      width: "150px",
      cell: (row) => (row.dateUploaded ? <DateTime value={row.dateUploaded} /> : common("state.none")),
    },
    {
      id: "dateCreated",
      header: t("columns.dateCreated"),
      width: "150px",
      cell: (row) => <DateTime value={row.dateCreated} />,
    },
    { id: "status", header: t("columns.status"), width: "160px", cell: (row) => <Status row={row} /> },
    {
      id: "exportEvents",
      header: t("columns.exportEvents"),
      omitted: (row) => row.exportEvents.length === 0,
      cell: (row) => <ExportedTo events={row.exportEvents} />,
    },
  ];
  return columns.filter(({ id }) => id !== "customerName" || spansCustomers(grants));
}

/** The alias, if any, with the original name below it. */
function Name({ row }: { row: DocumentationListRow }) {
  const { t } = useTranslation("documentation");
  const deletion = upcomingDeletion(row.deleteAfter);
  const deletionText =
    deletion === "soon"
      ? t("deletedByItself", { date: formatDateTime(row.deleteAfter!) })
      : deletion && t("deletedByItselfNow");
  const [listParams] = useSearchParams();
  const readsFiles = hasAuthority(useGrants(), "ROLE_FILE_READ");
  return (
    <>
      <NameLink to={queuePath(row.id, toListQuery(listParams, storedSettings().showHidden))}>
        {row.alias ?? row.name}
      </NameLink>
      {row.hidden && (
        <Mark title={t("hidden")}>
          <EyeClosedIcon aria-label={t("hidden")} />
        </Mark>
      )}
      {deletionText && (
        <Mark title={deletionText}>
          <ClockIcon aria-label={deletionText} />
        </Mark>
      )}
      {readsFiles && row.waitingFiles > 0 && (
        <WaitingMark title={t("waitingFiles", { count: row.waitingFiles })}>
          <InboxIcon aria-label={t("waitingFiles", { count: row.waitingFiles })} /> {row.waitingFiles}
        </WaitingMark>
      )}
      {row.alias && <PlainNote as="div">{row.name}</PlainNote>}
    </>
  );
}

/** The status, the user who has fetched the documentation, and a link to resume one that was handed over. */
function Status({ row }: { row: DocumentationListRow }) {
  const { t } = useTranslation("documentation");
  const grants = useGrants();
  return (
    <>
      <StatusLabel {...row} />
      {row.fetched && <PlainNote as="div">{row.fetched.creator}</PlainNote>}
      {row.status === "PAUSED" && canResume(grants, row) && (
        <div>
          <Link
            to={resumePath(row.id)}
            state={resumeState}
            aria-label={t("resumeNamed", { name: row.alias ?? row.name })}
          >
            {t("resume")}
          </Link>
        </div>
      )}
    </>
  );
}

/** The number of files from external senders that await staff. */
const WaitingMark = styled.span`
  margin-left: var(--base-size-8);
  white-space: nowrap;
  color: var(--fgColor-attention);
  font-size: var(--text-body-size-small);
  font-variant-numeric: tabular-nums;
`;

const Mark = styled.span`
  margin-left: var(--base-size-8);
  color: var(--fgColor-muted);
`;
