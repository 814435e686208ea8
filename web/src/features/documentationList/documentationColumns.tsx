import { ClockIcon, CommentDiscussionIcon, EyeClosedIcon, InboxIcon } from "@primer/octicons-react";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import styled from "styled-components";
import { useGrants } from "#api/session.ts";
import { hasAuthority, spansCustomers } from "#domain/access/authorities.ts";
import { isOneOf } from "#domain/core/objects.ts";
import {
  columnsInStatus,
  type DocumentationColumn,
  documentationColumns,
  type reportedColumns,
} from "#domain/documentation/columns.ts";
import type { DocumentationListRow } from "#domain/endpoints/documentation/list.ts";
import { Assignment, Day, Line } from "#features/assignment/Assignment.tsx";
import { ExportedTo } from "#features/delivery/ExportedTo.tsx";
import { Creator } from "#features/documentation/Creator.tsx";
import { StatusLabel } from "#features/documentation/StatusLabel.tsx";
import { deletionUrgencyOf } from "#features/documentation/upcomingDeletion.ts";
import { canResume, resumePath, resumeState } from "#features/resume.ts";
import { queuePath, toListQuery } from "#features/reviewQueue/queueUrl.ts";
import { DateTime } from "#ui/format/DateTime.tsx";
import { formatDateTime } from "#ui/format/dates.ts";
import { NameLink } from "#ui/format/NameLink.tsx";
import { PlainNote } from "#ui/layout/typography.ts";
import type { TableColumn } from "#ui/table/TableColumn.ts";
import { readSettings } from "./listSettings.ts";
import { SearchMatches } from "./SearchMatches.tsx";

type Column = TableColumn<DocumentationListRow, DocumentationColumn>;
/** Columns whose cell is their text. */
type TextColumn = "customerName" | (typeof reportedColumns)[number];
type CellColumn = Exclude<DocumentationColumn, TextColumn | (typeof columnsInStatus)[number]>;

/** The columns of the documentation list (2§2). */
export function useDocumentationColumns(): Column[] {
  const { t } = useTranslation("documentation");
  const { t: tCommon } = useTranslation();
  const grants = useGrants();
  const canReadTemplates = hasAuthority(grants, "ROLE_TEMPLATE_READ");
  const columns: Record<CellColumn, Omit<Column, "id" | "header">> = {
    name: { isRowHeader: true, cell: (row) => <Name row={row} /> },
    templateId: {
      cell: (row) =>
        canReadTemplates ? (
          <Link to={`/template/details/${row.templateId}`}>{row.templateName}</Link>
        ) : (
          row.templateName
        ),
    },
    creator: { cell: (row) => <Creator creator={row.creator} deviceId={row.deviceId} /> },
    dateUploaded: {
      width: "150px",
      cell: (row) => (row.dateUploaded ? <DateTime value={row.dateUploaded} /> : tCommon("state.emptyValue")),
    },
    dateCreated: { width: "150px", cell: (row) => <DateTime value={row.dateCreated} /> },
    status: { width: "160px", cell: (row) => <Status row={row} /> },
    exportEvents: {
      isOmitted: (row) => row.exportEvents.length === 0,
      cell: (row) => <ExportedTo events={row.exportEvents} />,
    },
  };
  const hasOwnCell = (column: DocumentationColumn): column is CellColumn => column in columns;
  return documentationColumns
    .filter(
      (column) => !isOneOf(columnsInStatus, column) && (column !== "customerName" || spansCustomers(grants)),
    )
    .map((column) => ({
      id: column,
      header: t(`fields.${column}`),
      ...(hasOwnCell(column) ? columns[column] : { cell: (row) => row[column] }),
    }));
}

/** The alias, if any, with the original name below it. */
function Name({ row }: { row: DocumentationListRow }) {
  const { t } = useTranslation("documentation");
  const urgency = deletionUrgencyOf(row.deleteAfter);
  const deletionText =
    urgency === "soon"
      ? t("deletedAutomatically", { date: formatDateTime(row.deleteAfter!) })
      : urgency && t("deletedWhenUnblocked");
  const [listParams] = useSearchParams();
  const canReadFiles = hasAuthority(useGrants(), "ROLE_FILE_READ");
  return (
    <>
      <NameLink to={queuePath(row.id, toListQuery(listParams, readSettings().showHidden))}>
        {row.alias ?? row.name}
      </NameLink>{" "}
      {row.hidden && (
        <Mark title={t("hidden")}>
          <EyeClosedIcon aria-label={t("hidden")} />
        </Mark>
      )}{" "}
      {deletionText && (
        <Mark title={deletionText}>
          <ClockIcon aria-label={deletionText} />
        </Mark>
      )}{" "}
      {canReadFiles && row.waitingFileCount > 0 && (
        <WaitingMark title={t("waitingFiles", { count: row.waitingFileCount })}>
          <InboxIcon aria-label={t("waitingFiles", { count: row.waitingFileCount })} /> {row.waitingFileCount}
        </WaitingMark>
      )}{" "}
      {row.openThreadCount > 0 && (
        <Mark title={t("openThreads", { count: row.openThreadCount })}>
          <CommentDiscussionIcon aria-label={t("openThreads", { count: row.openThreadCount })} />{" "}
          {row.openThreadCount}
        </Mark>
      )}
      {row.alias && <PlainNote as="div">{row.name}</PlainNote>}
      {row.matches && <SearchMatches matches={row.matches} />}
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
      {row.assigneeName && <Assignment row={row} />}
      {row.sentBack && <SentBack {...row.sentBack} />}
      {row.status === "PAUSED" && canResume(grants, row) && (
        <div>
          <Link
            to={resumePath(row.id)}
            state={resumeState}
            aria-label={t("resumeOf", { name: row.alias ?? row.name })}
          >
            {t("resume")}
          </Link>
        </div>
      )}
    </>
  );
}

/** The state of the documentation's retakes. */
function SentBack({ state, dueDay }: NonNullable<DocumentationListRow["sentBack"]>) {
  const { t } = useTranslation("documentation");
  return (
    <Line data-late={state === "LATE"}>
      {t(`sentBack.${state}`)}
      {dueDay && (
        <>
          {" · "}
          <Day>{dueDay}</Day>
        </>
      )}
    </Line>
  );
}

/** The number of files from external senders that await staff. */
const WaitingMark = styled.span`
  white-space: nowrap;
  color: var(--fgColor-attention);
  font-size: var(--text-body-size-small);
  font-variant-numeric: tabular-nums;
`;

const Mark = styled.span`
  white-space: nowrap;
  font-variant-numeric: tabular-nums;
  color: var(--fgColor-muted);
`;
