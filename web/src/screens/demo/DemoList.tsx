import { BeakerIcon, TrashIcon } from "@primer/octicons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { type DemoLicense, deleteLicenseAndTemplates } from "../../../../domain/endpoints/license";
import { license } from "../../../../domain/resources";
import { call } from "../../api/client";
import { useCustomerId } from "../../api/session";
import { PermissionButton } from "../../kit/ActionButton";
import { showAlert } from "../../kit/alertStore";
import { useConfirm } from "../../kit/Confirm";
import { Page } from "../../kit/Page";
import { SourceTable } from "../../kit/table/SourceTable";
import { DemoFilters } from "./DemoFilters";
import { useDemoColumns } from "./demoColumns";
import { demoSource, useDemoFilters } from "./demoSource";

/** /demo (3§2): the trials, which are the non-demo licences of the demo customer. */
export default function DemoList() {
  const { t } = useTranslation("demo");
  const { t: common } = useTranslation();
  const [filters, change] = useDemoFilters();
  const source = useMemo(() => demoSource(filters), [filters]);
  const title = common("routes.demo");
  return (
    <Page title={title} lead={t("lead")}>
      <DemoFilters filters={filters} onChange={change} />
      <SourceTable
        label={title}
        source={source}
        columns={useDemoColumns()}
        rowKey={({ id }) => id}
        inAddress
        searchHint={t("searchHint")}
        rowActions={(row) => <DeleteTrial row={row} />}
        empty={{ icon: BeakerIcon, title: t("emptyTitle") }}
      />
    </Page>
  );
}

function DeleteTrial({ row: { id, name } }: { row: DemoLicense }) {
  const { t } = useTranslation("demo");
  const { t: common } = useTranslation();
  const confirm = useConfirm();
  const queries = useQueryClient();
  const customerId = useCustomerId();
  const remove = useMutation({
    mutationFn: () => call(deleteLicenseAndTemplates, { params: { id } }),
    onSuccess: () => {
      showAlert("success", common("alerts.deleted"));
      // Templates and counts are gone too: reloads the whole page (3§4).
      return queries.invalidateQueries({ queryKey: [customerId] });
    },
  });
  return (
    <PermissionButton
      resource={license}
      action="delete"
      icon={TrashIcon}
      iconOnly
      variant="invisible"
      size="small"
      label={`${common("actions.delete")}: ${name}`}
      onClick={async () => {
        const sure = await confirm({
          title: common("form.deleteTitle", { name }),
          text: t("deleteText"),
          confirm: common("actions.delete"),
          danger: true,
        });
        if (sure && !remove.isPending) remove.mutate();
      }}
    />
  );
}
