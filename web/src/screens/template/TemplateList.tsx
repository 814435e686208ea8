import { PencilIcon, PlusIcon, ProjectTemplateIcon, TrashIcon } from "@primer/octicons-react";
import { useTranslation } from "react-i18next";
import type { ListRow } from "#domain/contract/resource.ts";
import { template } from "#domain/resources/index.ts";
import type { ScreenModule } from "#navigation/screenModule.ts";
import { PermissionButton } from "#ui/button/PermissionButton.tsx";
import { useDeleteRow } from "#ui/form/useDeleteRow.ts";
import { Page } from "#ui/layout/Page.tsx";
import { ResourceTable } from "#ui/table/ResourceTable.tsx";
import { createResourceSource } from "#ui/table/tableSource.ts";
import { prefetchTable } from "#ui/table/useTable.ts";
import { useTemplateColumns } from "./templateColumns.tsx";
import { useOpenEditor } from "./useOpenEditor.ts";

export const prefetch: ScreenModule["prefetch"] = (queryClient, { search, customerId }) =>
  prefetchTable(queryClient, customerId, createResourceSource(template), search);

/** /template (3§2). */
export default function TemplateList() {
  const { t } = useTranslation("template");
  const { t: tCommon } = useTranslation();
  const title = tCommon("routes.template");
  return (
    <Page title={title} lead={t("lead")} actions={<AddButton variant="primary" />}>
      <ResourceTable
        resource={template}
        label={title}
        isInUrl
        searchHint={t("searchHint")}
        columns={useTemplateColumns()}
        rowActions={(row) => <RowActions row={row} />}
        empty={{ icon: ProjectTemplateIcon, title: t("emptyTitle"), action: <AddButton variant="default" /> }}
      />
    </Page>
  );
}

function AddButton({ variant }: { variant: "primary" | "default" }) {
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

/** The editor is a separate page; it keeps the list's page, order and search in its URL. */
function RowActions({ row }: { row: ListRow<typeof template> }) {
  const { t } = useTranslation();
  const { t: tTemplate } = useTranslation("template");
  const openEditor = useOpenEditor();
  const removeRow = useDeleteRow(template);
  const buttonProps = {
    resource: template,
    row,
    iconOnly: true,
    variant: "invisible",
    size: "small",
  } as const;
  return (
    <>
      <PermissionButton
        {...buttonProps}
        action="update"
        icon={PencilIcon}
        label={`${t("actions.edit")}: ${row.name}`}
        onClick={() => openEditor(row.id)}
      />
      <PermissionButton
        {...buttonProps}
        action="delete"
        icon={TrashIcon}
        label={`${t("actions.delete")}: ${row.name}`}
        onClick={() =>
          removeRow({ id: row.id, version: row.version, name: row.name, text: tTemplate("deleteText") })
        }
      />
    </>
  );
}
