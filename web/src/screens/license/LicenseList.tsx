import { KeyIcon } from "@primer/octicons-react";
import { useTranslation } from "react-i18next";
import { license } from "#domain/resources/index.ts";
import { ResourceScreen } from "#ui/table/ResourceScreen.tsx";
import { LicenseForm } from "./LicenseForm.tsx";
import { useLicenseColumns } from "./licenseColumns.tsx";

/** /license (3§2). */
export default function LicenseList() {
  const { t } = useTranslation("license");
  const { t: tCommon } = useTranslation();
  return (
    <ResourceScreen
      resource={license}
      title={tCommon("routes.license")}
      lead={t("lead")}
      searchHint={t("searchHint")}
      columns={useLicenseColumns()}
      icon={KeyIcon}
      emptyTitle={t("emptyTitle")}
      toNamedRow={({ id, version, name }) => ({ id, version, name, deletionText: t("deleteText") })}
      form={(form) => <LicenseForm {...form} />}
    />
  );
}
