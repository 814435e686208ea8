import { KeyIcon } from "@primer/octicons-react";
import { useTranslation } from "react-i18next";
import { license } from "#domain/resources/index.ts";
import { useRowForm } from "#ui/form/useRowForm.tsx";
import { Page } from "#ui/layout/Page.tsx";
import { ResourceTable } from "#ui/table/ResourceTable.tsx";
import { LicenseForm } from "./LicenseForm.tsx";
import { useLicenseColumns } from "./licenseColumns.tsx";

/** /license (3§2). */
export default function LicenseList() {
  const { t } = useTranslation("license");
  const { t: common } = useTranslation();
  const rows = useRowForm(license);
  const title = common("routes.license");
  return (
    <Page title={title} lead={t("lead")} actions={rows.add()}>
      <ResourceTable
        resource={license}
        label={title}
        inAddress
        searchHint={t("searchHint")}
        columns={useLicenseColumns()}
        rowActions={rows.actions}
        empty={{ icon: KeyIcon, title: t("emptyTitle"), action: rows.add("default") }}
      />
      {rows.form((form) => (
        <LicenseForm {...form} />
      ))}
    </Page>
  );
}
