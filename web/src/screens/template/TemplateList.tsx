import { PencilIcon, PlusIcon, ProjectTemplateIcon, TrashIcon } from "@primer/octicons-react";
import { useTranslation } from "react-i18next";
import type { ListRow } from "../../../../domain/resource";
import { template } from "../../../../domain/resources";
import { PermissionButton } from "../../kit/ActionButton";
import { useDeleteRow } from "../../kit/form/useRemoveRow";
import { Page } from "../../kit/Page";
import { ResourceTable } from "../../kit/table/ResourceTable";
import { resourceSource } from "../../kit/table/source";
import { prefetchTable } from "../../kit/table/useTable";
import type { ScreenModule } from "../../routes/screenModule";
import { useTemplateColumns } from "./templateColumns";
import { useOpenEditor } from "./useOpenEditor";

export const askAhead: ScreenModule["prefetch"] = (queries, { search, customerId }) =>
  prefetchTable(queries, customerId, resourceSource(template), search);

/** /template (3§2). */
export default function TemplateList() {
  const { t } = useTranslation("template");
  const { t: common } = useTranslation();
  const title = common("routes.template");
  return (
    <Page title={title} lead={t("lead")} actions={<Add variant="primary" />}>
      <ResourceTable
        resource={template}
        label={title}
        inAddress
        searchHint={t("searchHint")}
        columns={useTemplateColumns()}
        rowActions={(row) => <Actions row={row} />}
        empty={{ icon: ProjectTemplateIcon, title: t("emptyTitle"), action: <Add variant="default" /> }}
      />
    </Page>
  );
}

function Add({ variant }: { variant: "primary" | "default" }) {
  const { t } = useTranslation();
  const openEditor = useOpenEditor();
  return (
    <PermissionButton
      resource={template}
      action="create"
      icon={PlusIcon}
      variant={variant}
      label={t("actions.add")}
      onClick={() => openEditor("create")}
    />
  );
}

/** The editor is a page of its own; the list's page, order and search go along and come back. */
function Actions({ row }: { row: ListRow<typeof template> }) {
  const { t } = useTranslation();
  const openEditor = useOpenEditor();
  const removeRow = useDeleteRow(template);
  const common = { resource: template, row, iconOnly: true, variant: "invisible", size: "small" } as const;
  return (
    <>
      <PermissionButton
        {...common}
        action="update"
        icon={PencilIcon}
        label={`${t("actions.edit")}: ${row.name}`}
        onClick={() => openEditor(row.id)}
      />
      <PermissionButton
        {...common}
        action="delete"
        icon={TrashIcon}
        label={`${t("actions.delete")}: ${row.name}`}
        onClick={() => removeRow(row)}
      />
    </>
  );
}
