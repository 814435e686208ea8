import { FileIcon, LinkIcon } from "@primer/octicons-react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { tempFile, uploadToken } from "#domain/resources/index.ts";
import { EditDeleteActions } from "#ui/form/EditDeleteActions.tsx";
import { Page } from "#ui/layout/Page.tsx";
import { Tabs } from "#ui/layout/Tabs.tsx";
import { ResourceTable } from "#ui/table/ResourceTable.tsx";
import { useTempFileColumns } from "./tempFileColumns.tsx";
import { useUploadTokenColumns } from "./uploadTokenColumns.tsx";

type Tab = "files" | "tokens";

/** /tempFile (2§2): files received through links, and the links. Both can only be deleted here. */
export default function TempFiles() {
  const { t } = useTranslation("tempFile");
  const { t: tCommon } = useTranslation();
  const [params, setParams] = useSearchParams();
  const tab: Tab = params.get("tab") === "tokens" ? "tokens" : "files";
  const title = tCommon("routes.tempFile");
  return (
    <Page title={title} lead={t("lead")}>
      <Tabs
        label={title}
        items={[
          { id: "files", label: t("files") },
          { id: "tokens", label: t("tokens") },
        ]}
        selectedId={tab}
        // Page and search in the URL belong to the visible table, so switching tabs drops them.
        onSelect={(next) => setParams(next === "tokens" ? { tab: next } : {}, { replace: true })}
      >
        {tab === "files" ? <FileTable /> : <TokenTable />}
      </Tabs>
    </Page>
  );
}

function FileTable() {
  const { t } = useTranslation("tempFile");
  return (
    <ResourceTable
      resource={tempFile}
      label={t("files")}
      isInUrl
      searchHint={t("filesHint")}
      columns={useTempFileColumns()}
      rowActions={({ id, name }) => <EditDeleteActions resource={tempFile} row={{ id, name }} />}
      empty={{ icon: FileIcon, title: t("noFiles"), text: t("noFilesText") }}
    />
  );
}

function TokenTable() {
  const { t } = useTranslation("tempFile");
  return (
    <ResourceTable
      resource={uploadToken}
      label={t("tokens")}
      isInUrl
      searchHint={t("tokensHint")}
      columns={useUploadTokenColumns()}
      rowActions={({ id, creator, documentationName: documentation }) => (
        <EditDeleteActions resource={uploadToken} row={{ id, name: t("link", { creator, documentation }) }} />
      )}
      empty={{ icon: LinkIcon, title: t("noTokens"), text: t("noTokensText") }}
    />
  );
}
