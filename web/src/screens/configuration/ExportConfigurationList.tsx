import { BeakerIcon, PlugIcon, UploadIcon } from "@primer/octicons-react";
import { IconButton } from "@primer/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import type { ListRow } from "#domain/contract/resource.ts";
import { exportConfiguration } from "#domain/resources/index.ts";
import { useTypeText } from "#features/typedConfiguration/typedTexts.ts";
import { PermissionButton } from "#ui/button/PermissionButton.tsx";
import { LabelList } from "#ui/dialog/LabelList.tsx";
import { DateTime } from "#ui/format/DateTime.tsx";
import { ResourceScreen } from "#ui/table/ResourceScreen.tsx";
import { useCustomerColumn } from "#ui/table/useCustomerColumn.ts";
import { ConnectionDialog } from "./ConnectionCheck.tsx";
import { ExportConfigurationForm } from "./ExportConfigurationForm.tsx";

type ExportConfiguration = ListRow<typeof exportConfiguration>;

/** /exportConfiguration (3§2). */
export default function ExportConfigurationList() {
  const { t } = useTranslation("configuration");
  const { t: tCommon } = useTranslation();
  const navigate = useNavigate();
  const [checkedRow, setCheckedRow] = useState<ExportConfiguration | null>(null);
  return (
    <ResourceScreen
      resource={exportConfiguration}
      title={tCommon("routes.exportConfiguration")}
      lead={t("export.lead")}
      searchHint={t("searchHint")}
      columns={useColumns()}
      icon={UploadIcon}
      emptyTitle={t("export.emptyTitle")}
      rowActions={(row) => (
        <>
          <IconButton
            icon={BeakerIcon}
            variant="invisible"
            size="small"
            aria-label={t("export.testOf", { name: row.name })}
            onClick={() => navigate(`/exportConfiguration/test/${row.id}`)}
          />
          <PermissionButton
            resource={exportConfiguration}
            action="update"
            icon={PlugIcon}
            iconOnly
            variant="invisible"
            size="small"
            label={t("check.actionOf", { name: row.name })}
            onClick={() => setCheckedRow(row)}
          />
        </>
      )}
      actionsWidth={136}
      toNamedRow={(row) => row}
      form={(form) => <ExportConfigurationForm {...form} />}
    >
      {checkedRow && <ConnectionDialog destination={checkedRow} onClose={() => setCheckedRow(null)} />}
    </ResourceScreen>
  );
}

function useColumns() {
  const { t } = useTranslation("configuration");
  const { t: tCommon } = useTranslation();
  const typeText = useTypeText();
  return [
    {
      id: "name",
      header: tCommon("fields.name"),
      isRowHeader: true,
      cell: (row: ExportConfiguration) => row.name,
    },
    ...useCustomerColumn<ExportConfiguration>(),
    { id: "type", header: t("fields.type"), cell: (row: ExportConfiguration) => typeText(row.type) },
    {
      id: "userParams",
      header: t("fields.userParams"),
      isOmitted: (row: ExportConfiguration) => row.userParams.length === 0,
      cell: (row: ExportConfiguration) => (
        <LabelList
          items={row.userParams.map(({ name, required }) => ({ text: required ? `${name} *` : name }))}
          title={`${row.name} – ${t("fields.userParams")}`}
        />
      ),
    },
    {
      id: "dateCreated",
      header: tCommon("fields.created"),
      width: "160px",
      cell: (row: ExportConfiguration) => <DateTime value={row.dateCreated} />,
    },
  ] as const;
}
