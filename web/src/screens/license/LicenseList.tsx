import { KeyIcon, PlusIcon } from "@primer/octicons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { license } from "../../../../domain/resources";
import { ActionButton } from "../../kit/ActionButton";
import { RowActions } from "../../kit/form/RowActions";
import { Page } from "../../kit/Page";
import { ResourceTable } from "../../kit/table/ResourceTable";
import { LicenseForm } from "./LicenseForm";
import { useLicenseColumns } from "./licenseColumns";

/** /license (3§2). */
export default function LicenseList() {
  const { t } = useTranslation("license");
  const { t: common } = useTranslation();
  const [edited, setEdited] = useState<string | null | undefined>(undefined);
  const title = common("routes.license");
  const add = (variant: "primary" | "default") => (
    <ActionButton
      resource={license}
      action="create"
      icon={PlusIcon}
      variant={variant}
      label={common("actions.add")}
      onClick={() => setEdited(null)}
    />
  );
  return (
    <Page title={title} lead={t("lead")} actions={add("primary")}>
      <ResourceTable
        resource={license}
        label={title}
        inAddress
        searchHint={t("searchHint")}
        columns={useLicenseColumns()}
        rowActions={(row) => <RowActions resource={license} row={row} onEdit={() => setEdited(row.id)} />}
        empty={{ icon: KeyIcon, title: t("emptyTitle"), action: add("default") }}
      />
      {edited !== undefined && <LicenseForm id={edited} onClose={() => setEdited(undefined)} />}
    </Page>
  );
}
