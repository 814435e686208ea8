import { DownloadIcon, FileIcon } from "@primer/octicons-react";
import { IconButton } from "@primer/react";
import { useTranslation } from "react-i18next";
import { downloadStoredDocument } from "../../../../domain/endpoints/exportDocument";
import { exportDocument } from "../../../../domain/resources";
import { pathOf } from "../../api/client";
import { useDownload } from "../../api/useDownload";
import { EditDeleteActions } from "../../kit/form/RowActions";
import { Page } from "../../kit/Page";
import { ResourceTable } from "../../kit/table/ResourceTable";
import { useExportDocumentColumns } from "./exportDocumentColumns";

/** /exportDocument (2§2): documents made in the background. They can be downloaded and deleted, not changed. */
export default function ExportDocuments() {
  const { t } = useTranslation("exportDocument");
  const { t: common } = useTranslation();
  const download = useDownload();
  const title = common("routes.exportDocument");
  return (
    <Page title={title} lead={t("lead")}>
      <ResourceTable
        resource={exportDocument}
        label={title}
        inAddress
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
