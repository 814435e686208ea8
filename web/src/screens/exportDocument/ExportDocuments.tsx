import { DownloadIcon, FileIcon } from "@primer/octicons-react";
import { IconButton } from "@primer/react";
import { useTranslation } from "react-i18next";
import { pathOf } from "#api/client.ts";
import { downloadStoredDocument } from "#domain/endpoints/exports/exportDocumentCalls.ts";
import { exportDocument } from "#domain/resources/index.ts";
import { useDownload } from "#features/useDownload.ts";
import { EditDeleteActions } from "#ui/form/EditDeleteActions.tsx";
import { Page } from "#ui/layout/Page.tsx";
import { ResourceTable } from "#ui/table/ResourceTable.tsx";
import { useExportDocumentColumns } from "./exportDocumentColumns.tsx";

/** /exportDocument (2§2): documents created in the background. They can be downloaded and deleted, not edited. */
export default function ExportDocuments() {
  const { t } = useTranslation("exportDocument");
  const { t: tCommon } = useTranslation();
  const download = useDownload();
  const title = tCommon("routes.exportDocument");
  return (
    <Page title={title} lead={t("lead")}>
      <ResourceTable
        resource={exportDocument}
        label={title}
        isInUrl
        searchHint={t("searchHint")}
        columns={useExportDocumentColumns()}
        rowActions={({ id, fileName, state }) => (
          <>
            <IconButton
              disabled={state !== "READY"}
              icon={DownloadIcon}
              variant="invisible"
              size="small"
              aria-label={t("download", { name: fileName })}
              onClick={() => download.mutate({ path: pathOf(downloadStoredDocument, { id }) })}
            />
            <EditDeleteActions resource={exportDocument} row={{ id, name: fileName }} />
          </>
        )}
        empty={{ icon: FileIcon, title: t("empty"), text: t("emptyText") }}
      />
    </Page>
  );
}
