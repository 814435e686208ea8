import { BeakerIcon, TrashIcon } from "@primer/octicons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { call } from "#api/client.ts";
import { useCustomerId } from "#api/session.ts";
import { type DemoLicense, deleteLicenseAndTemplates } from "#domain/endpoints/configuration/licenseCalls.ts";
import { license } from "#domain/resources/index.ts";
import { PermissionButton } from "#ui/button/PermissionButton.tsx";
import { useConfirm } from "#ui/dialog/Confirm.tsx";
import { Loading } from "#ui/feedback/Loading.tsx";
import { Page } from "#ui/layout/Page.tsx";
import { showAlert } from "#ui/overlay/alertStore.ts";
import { SourceTable } from "#ui/table/SourceTable.tsx";
import { DemoFilters, useDemoGroups } from "./DemoFilters.tsx";
import { useDemoColumns } from "./demoColumns.tsx";
import { createDemoSource, useDemoFilters } from "./demoSource.ts";

/** /demo (3§2): the trials, which are the non-demo licences of the demo customer. */
export default function DemoList() {
  const { t } = useTranslation("demo");
  const { t: tCommon } = useTranslation();
  const [filters, changeFilters] = useDemoFilters();
  const source = useMemo(() => createDemoSource(filters), [filters]);
  const title = tCommon("routes.demo");
  const groups = useDemoGroups();
  const columns = useDemoColumns();
  // The table must not move once the names above it have loaded.
  if (groups.isPending)
    return (
      <Page title={title} lead={t("lead")}>
        <Loading />
      </Page>
    );
  return (
    <Page title={title} lead={t("lead")}>
      <DemoFilters groups={groups.data ?? []} filters={filters} onChange={changeFilters} />
      <SourceTable
        label={title}
        source={source}
        columns={columns}
        rowKey={({ id }) => id}
        isInUrl
        searchHint={t("searchHint")}
        rowActions={(row) => <DeleteTrialButton row={row} />}
        empty={{ icon: BeakerIcon, title: t("emptyTitle") }}
      />
    </Page>
  );
}

function DeleteTrialButton({ row: { id, name } }: { row: DemoLicense }) {
  const { t } = useTranslation("demo");
  const { t: tCommon } = useTranslation();
  const confirm = useConfirm();
  const queryClient = useQueryClient();
  const customerId = useCustomerId();
  const remove = useMutation({
    mutationFn: () => call(deleteLicenseAndTemplates, { params: { id } }),
    onSuccess: () => {
      showAlert("success", tCommon("alerts.deleted"));
      // Templates and counts change too: refetches everything on the page (3§4).
      return queryClient.invalidateQueries({ queryKey: [customerId] });
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
      label={`${tCommon("actions.delete")}: ${name}`}
      onClick={async () => {
        const isConfirmed = await confirm({
          title: tCommon("form.deleteTitle", { name }),
          text: t("deleteText"),
          confirm: tCommon("actions.delete"),
          danger: true,
        });
        if (isConfirmed && !remove.isPending) remove.mutate();
      }}
    />
  );
}
