import { DownloadIcon, PlayIcon } from "@primer/octicons-react";
import { Label } from "@primer/react";
import { useTranslation } from "react-i18next";
import type { Column } from "#domain/contract/resource.ts";
import { type ConfigurationRow, type ImportKind, listOf } from "#features/importConfiguration/importKind.ts";
import { useRunNow } from "#features/importConfiguration/useRunNow.ts";
import { useTypeText } from "#features/typedConfiguration/typedTexts.ts";
import { PermissionButton } from "#ui/button/PermissionButton.tsx";
import type { useRowForm } from "#ui/form/useRowForm.tsx";
import { DateTime } from "#ui/format/DateTime.tsx";
import { ResourceTable } from "#ui/table/ResourceTable.tsx";
import type { TableColumn } from "#ui/table/TableColumn.ts";

interface ConfigurationTableProps {
  kind: ImportKind;
  rows: ReturnType<typeof useRowForm<string>>;
  onStarted: (eventId: string) => void;
}

export function ConfigurationTable({ kind, rows, onStarted }: ConfigurationTableProps) {
  const { t } = useTranslation("imports");
  const { t: tCommon } = useTranslation();
  const typeText = useTypeText();
  const { confirmAndRun: confirmRun } = useRunNow(kind, onStarted);
  const resource = kind.configurations;
  const columns: readonly TableColumn<ConfigurationRow, Column<ImportKind["configurations"]>>[] = [
    {
      id: "customerName",
      header: tCommon("fields.customer"),
      cell: (row: ConfigurationRow) => row.customerName,
    },
    {
      id: "name",
      header: tCommon("fields.name"),
      isRowHeader: true,
      cell: (row: ConfigurationRow) => row.name,
    },
    {
      id: kind.listName,
      header: t(`${kind.name}.list`),
      cell: (row: ConfigurationRow) => listOf(row).name,
    },
    { id: "type", header: t("fields.type"), cell: (row: ConfigurationRow) => typeText(row.type) },
    {
      id: "frequency",
      header: t("fields.frequency"),
      cell: (row: ConfigurationRow) => t(`frequency.${row.frequency}`),
    },
    {
      id: "disabled",
      header: t("fields.state"),
      cell: (row: ConfigurationRow) => (
        <Label variant={row.disabled ? "secondary" : "success"}>
          {t(row.disabled ? "state.disabled" : "state.active")}
        </Label>
      ),
    },
    {
      id: "nextRunAt",
      header: t("fields.nextRunAt"),
      width: "160px",
      isOmitted: (row: ConfigurationRow) => !row.nextRunAt,
      cell: (row: ConfigurationRow) => <DateTime value={row.nextRunAt} />,
    },
  ];
  return (
    <ResourceTable
      // Distinct keys keep the two tables from sharing state.
      key="configurations"
      resource={resource}
      label={t("tabs.configurations")}
      isInUrl
      details
      searchHint={t("searchConfigurations")}
      columns={columns}
      actionsWidth={108}
      rowActions={(row) => (
        <>
          <PermissionButton
            resource={resource}
            action="update"
            iconOnly
            variant="invisible"
            size="small"
            icon={PlayIcon}
            label={t("run.button", { name: row.name })}
            onClick={() => confirmRun(row.id)}
          />
          {rows.actions(row)}
        </>
      )}
      empty={{ icon: DownloadIcon, title: t(`${kind.name}.emptyTitle`), action: rows.add("default") }}
    />
  );
}
