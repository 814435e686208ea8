import { PencilIcon, PlusIcon, ProjectTemplateIcon, TrashIcon } from "@primer/octicons-react";
import { useTranslation } from "react-i18next";
import type { ListRow } from "../../../../domain/resource";
import { template } from "../../../../domain/resources";
import { ActionButton } from "../../kit/ActionButton";
import { useRemoveRow } from "../../kit/form/useRemoveRow";
import { Page } from "../../kit/Page";
import { ResourceTable } from "../../kit/table/ResourceTable";
import { resourceSource } from "../../kit/table/source";
import { askForTable } from "../../kit/table/useTable";
import type { ScreenModule } from "../../routes/screenModule";
import { useTemplateColumns } from "./templateColumns";
import { useOpenEditor } from "./useOpenEditor";

export const askAhead: ScreenModule["askAhead"] = (queries, { search, customerId }) =>
  askForTable(queries, customerId, resourceSource(template), search);

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
    <ActionButton
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
  const removeRow = useRemoveRow(template);
  const common = { resource: template, row, iconOnly: true, variant: "invisible", size: "small" } as const;
  return (
    <>
      <ActionButton
        {...common}
        action="update"
        icon={PencilIcon}
        label={`${t("actions.edit")}: ${row.name}`}
        onClick={() => openEditor(row.id)}
      />
      <ActionButton
        {...common}
        action="delete"
        icon={TrashIcon}
        label={`${t("actions.delete")}: ${row.name}`}
        onClick={() => removeRow(row)}
      />
    </>
  );
}
