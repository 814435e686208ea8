import { PersonIcon } from "@primer/octicons-react";
import { useTranslation } from "react-i18next";
import { call } from "#api/client.ts";
import type { ResponseOf } from "#domain/contract/endpoint.ts";
import {
  getLastAuthenticationSuccessEvent,
  lastLoginColumns,
} from "#domain/endpoints/operations/auditLog.ts";
import { DateTime } from "#ui/format/DateTime.tsx";
import { Page } from "#ui/layout/Page.tsx";
import { SourceTable } from "#ui/table/SourceTable.tsx";
import type { TableColumn } from "#ui/table/TableColumn.ts";
import type { TableSource } from "#ui/table/tableSource.ts";
import { TimeDifference } from "./TimeDifference.tsx";

type LastLogin = ResponseOf<typeof getLastAuthenticationSuccessEvent>["items"][number];
type Sort = (typeof lastLoginColumns)[number];

/**
 * One endpoint returns rows and total. The total is fetched with a single row, so that it is cheap and cached independently of
 * the page.
 */
const source: TableSource<LastLogin, Sort> = {
  name: "lastAuthenticationSuccessEvent",
  sortable: lastLoginColumns,
  sort: "date",
  order: "desc",
  rows: async (query, signal) => (await call(getLastAuthenticationSuccessEvent, { query, signal })).items,
  total: async (q, signal) =>
    (await call(getLastAuthenticationSuccessEvent, { query: { q, max: 1 }, signal })).total,
};

/** /lastAuthenticationSuccessEvent (1§2). */
export default function LastLogins() {
  const { t } = useTranslation("log");
  const { t: tCommon } = useTranslation();
  const title = tCommon("routes.lastAuthenticationSuccessEvent");
  const columns: TableColumn<LastLogin>[] = [
    {
      id: "username",
      header: t("lastLogins.username"),
      isRowHeader: true,
      cell: ({ username }) => username,
    },
    { id: "customerName", header: tCommon("fields.customer"), cell: ({ customerName }) => customerName },
    {
      id: "remoteAddr",
      header: t("lastLogins.remoteAddr"),
      width: "200px",
      cell: ({ remoteAddr }) => remoteAddr ?? tCommon("state.emptyValue"),
    },
    {
      id: "date",
      header: t("lastLogins.date"),
      width: "160px",
      cell: ({ date }) => <DateTime value={date} />,
    },
    {
      id: "difference",
      header: t("lastLogins.difference"),
      width: "180px",
      cell: ({ date }) => <TimeDifference value={date} />,
    },
  ];
  return (
    <Page title={title} lead={t("lastLogins.lead")}>
      <SourceTable
        label={title}
        source={source}
        columns={columns}
        rowKey={({ userId }) => String(userId)}
        isInUrl
        searchHint={t("lastLogins.searchHint")}
        empty={{ icon: PersonIcon, title: t("lastLogins.emptyTitle") }}
      />
    </Page>
  );
}
