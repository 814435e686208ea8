import { CopyIcon, FileIcon, PlusIcon } from "@primer/octicons-react";
import { Label } from "@primer/react";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation, useNavigate } from "react-router";
import { call } from "#api/client.ts";
import { useCustomerId, useGrants } from "#api/session.ts";
import { spansCustomers } from "#domain/access/authorities.ts";
import { maxNameLength } from "#domain/core/limits.ts";
import { copyLayout, getCustomerCounts } from "#domain/endpoints/configuration/layout.ts";
import { exportDocumentConfiguration } from "#domain/resources/exportDocumentConfiguration.ts";
import { CopyDialog } from "#features/copy/CopyDialog.tsx";
import { PermissionButton } from "#ui/button/PermissionButton.tsx";
import { EditDeleteActions } from "#ui/form/EditDeleteActions.tsx";
import { DateTime } from "#ui/format/DateTime.tsx";
import { NameLink } from "#ui/format/NameLink.tsx";
import { formatNumber } from "#ui/format/numbers.ts";
import { Page } from "#ui/layout/Page.tsx";
import { Clamped } from "#ui/layout/typography.ts";
import { SourceTable } from "#ui/table/SourceTable.tsx";
import type { TableColumn } from "#ui/table/TableColumn.ts";
import { createResourceSource } from "#ui/table/tableSource.ts";
import type { LayoutListRow } from "./useLayout.ts";

const source = createResourceSource(exportDocumentConfiguration);

/** /exportDocumentConfiguration (3§2). */
export default function LayoutList() {
  const { t } = useTranslation("layout");
  const { t: tCommon } = useTranslation();
  const open = useOpenEditor();
  const [layoutToCopy, setLayoutToCopy] = useState<LayoutListRow | null>(null);
  const spansAll = spansCustomers(useGrants());
  const title = tCommon("routes.exportDocumentConfiguration");
  const add = (variant: "primary" | "default") => (
    <PermissionButton
      resource={exportDocumentConfiguration}
      action="create"
      icon={PlusIcon}
      variant={variant}
      label={tCommon("actions.add")}
      onClick={() => open("create")}
    />
  );
  return (
    <Page title={title} lead={t(spansAll ? "lead" : "ownLead")} actions={add("primary")}>
      <SourceTable
        label={title}
        source={source}
        columns={useColumns()}
        rowKey={({ id }) => id}
        isInUrl
        searchHint={t("searchHint")}
        actionsWidth={108}
        rowActions={(row) => (
          <>
            <PermissionButton
              resource={exportDocumentConfiguration}
              action="create"
              row={row}
              iconOnly
              variant="invisible"
              size="small"
              icon={CopyIcon}
              label={`${t("copy.action")}: ${row.name}`}
              onClick={() => setLayoutToCopy(row)}
            />
            <EditDeleteActions resource={exportDocumentConfiguration} row={row} onEdit={() => open(row.id)} />
          </>
        )}
        empty={{ icon: FileIcon, title: t("emptyTitle"), action: add("default") }}
      />
      {layoutToCopy && (
        <CopyDialog
          resource={exportDocumentConfiguration.name}
          title={t("copy.title", { name: layoutToCopy.name })}
          submit={t("copy.submit")}
          name={{
            label: t("copy.name"),
            initial: `${layoutToCopy.name} - Kopia`.slice(0, maxNameLength),
            required: true,
          }}
          copy={({ name }) => call(copyLayout, { body: { id: layoutToCopy.id, name } })}
          doneText={(name) => t("copy.success", { name })}
          onClose={() => setLayoutToCopy(null)}
        />
      )}
    </Page>
  );
}

/** Opens the editor with the list's page, order and search in the URL, so that they are restored on return. */
function useOpenEditor() {
  const navigate = useNavigate();
  const { search } = useLocation();
  return (id: string) => void navigate({ pathname: `/exportDocumentConfiguration/${id}`, search });
}

function useColumns(): TableColumn<LayoutListRow>[] {
  const { t } = useTranslation("layout");
  const { t: tCommon } = useTranslation();
  const { t: tDocumentation } = useTranslation("documentation");
  const { search } = useLocation();
  const customerId = useCustomerId();
  const spansAll = spansCustomers(useGrants());
  const countsQuery = useQuery({
    queryKey: [customerId, exportDocumentConfiguration.name, "customerCounts"],
    queryFn: ({ signal }) => call(getCustomerCounts, { signal }),
    enabled: spansAll,
  });
  const counts = useMemo(
    () => countsQuery.data && new Map(countsQuery.data.items.map(({ id, customers }) => [id, customers])),
    [countsQuery.data],
  );
  const customersColumn: TableColumn<LayoutListRow> = {
    id: "customers",
    header: t("columns.customers"),
    width: "110px",
    align: "end",
    // No number until the counts have loaded. A customer's own layout is not granted to others.
    cell: ({ id, customerId: ownerId }) =>
      counts && ownerId === null ? formatNumber(counts.get(id) ?? 0) : tCommon("state.emptyValue"),
  };
  return [
    {
      id: "name",
      header: t("columns.name"),
      isRowHeader: true,
      cell: ({ id, name }) => (
        <NameLink to={{ pathname: `/exportDocumentConfiguration/details/${id}`, search }}>{name}</NameLink>
      ),
    },
    {
      id: "description",
      header: t("columns.description"),
      isOmitted: ({ description }) => !description,
      cell: ({ description }) => <Clamped>{description ?? tCommon("state.emptyValue")}</Clamped>,
    },
    {
      id: "type",
      header: t("columns.type"),
      width: "130px",
      cell: ({ type }) => <Label variant="secondary">{tDocumentation(`layoutType.${type}`)}</Label>,
    },
    {
      id: "customerName",
      header: t("columns.owner"),
      width: "160px",
      cell: ({ customerName }) => customerName ?? tCommon("product"),
    },
    ...(spansAll ? [customersColumn] : []),
    {
      id: "dateCreated",
      header: t("columns.created"),
      width: "160px",
      cell: ({ dateCreated }) => <DateTime value={dateCreated} />,
    },
  ];
}
