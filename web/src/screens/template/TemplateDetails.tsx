import { PencilIcon } from "@primer/octicons-react";
import { Label } from "@primer/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { ApiError } from "#api/apiError.ts";
import { template } from "#domain/resources/index.ts";
import { PermissionButton } from "#ui/button/PermissionButton.tsx";
import { Loading } from "#ui/feedback/Loading.tsx";
import { Page } from "#ui/layout/Page.tsx";
import { Tabs } from "#ui/layout/Tabs.tsx";
import { Backups } from "./backups/Backups.tsx";
import { ExportView } from "./exports/ExportView.tsx";
import { ListLink, TemplateLoadError } from "./TemplateLoadError.tsx";
import { TaskTable } from "./tasks/TaskTable.tsx";
import { useOpenEditor } from "./useOpenEditor.ts";
import { type TemplateRow, useTemplate } from "./useTemplate.ts";

/** /template/details/{id} (3§2), read only. */
export default function TemplateDetails() {
  const { uuid = "" } = useParams();
  const templateQuery = useTemplate(uuid);
  if (templateQuery.data)
    return <Details key={uuid} row={templateQuery.data} onRestored={() => void templateQuery.refetch()} />;
  if (templateQuery.error instanceof ApiError && !templateQuery.isFetching)
    return <TemplateLoadError failure={templateQuery.error} onRetry={() => templateQuery.refetch()} />;
  return <Loading />;
}

type TabId = "tasks" | "exportConfigurations" | "backups";

function Details({ row, onRestored }: { row: TemplateRow; onRestored: () => void }) {
  const { t } = useTranslation("template");
  const { t: tCommon } = useTranslation();
  const openEditor = useOpenEditor();
  const [tab, setTab] = useState<TabId>("tasks");
  const tabs = ["tasks", "exportConfigurations", "backups"] as const;
  return (
    <Page
      title={row.name}
      context={<ListLink />}
      lead={row.description ?? undefined}
      trailing={row.hidden ? <Label>{t("columns.hidden")}</Label> : undefined}
      actions={
        <PermissionButton
          resource={template}
          action="update"
          row={row}
          icon={PencilIcon}
          variant="primary"
          label={tCommon("actions.edit")}
          onClick={() => openEditor(row.id)}
        />
      }
    >
      <Tabs
        label={t("tabs.label")}
        items={tabs.map((id) => ({ id, label: t(`tabs.${id}`) }))}
        selectedId={tab}
        onSelect={setTab}
      >
        {tab === "tasks" && <TaskTable tasks={row.tasks} />}
        {tab === "exportConfigurations" && <ExportView template={row} customerId={row.customerId} />}
        {tab === "backups" && <Backups id={row.id} version={row.version} onRestored={onRestored} />}
      </Tabs>
    </Page>
  );
}
