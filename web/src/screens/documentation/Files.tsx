import { DownloadIcon, FileIcon } from "@primer/octicons-react";
import { Button } from "@primer/react";
import { type ReactNode, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import styled from "styled-components";
import { pathOf } from "#api/client.ts";
import { type FileRow, fileDownload } from "#domain/endpoints/documentation/details.ts";
import { ExportedTo } from "#features/delivery/ExportedTo.tsx";
import { Panel, Section } from "#features/documentation/DocumentationSection.tsx";
import type { useFiles } from "#features/documentation/useDocumentation.ts";
import { useDownload } from "#features/useDownload.ts";
import { LoadError } from "#ui/feedback/LoadError.tsx";
import { Loading } from "#ui/feedback/Loading.tsx";
import { DateTime } from "#ui/format/DateTime.tsx";
import { formatBytes } from "#ui/format/numbers.ts";
import { InlineText } from "#ui/layout/boxes.ts";
import { EmptyState } from "#ui/layout/EmptyState.tsx";
import { Breakable, Note } from "#ui/layout/typography.ts";
import { FileButtons } from "./files/FileButtons.tsx";

interface FileListProps {
  files: readonly FileRow[];
  /** The name of a task by its id. */
  taskName?: (id: string) => string | undefined;
  /** Whether files can be renamed and deleted. */
  isEditable?: boolean;
  /** Whether links to a file lead to its row here. */
  isLinkTarget?: boolean;
}

interface FilesSectionProps extends Required<Omit<FileListProps, "files" | "isLinkTarget">> {
  files: ReturnType<typeof useFiles>;
  /** The button to add files, if the user may. */
  actions: ReactNode;
}

/** The files of a documentation, for users who may read or add them. */
export function FilesSection({ files, actions, ...list }: FilesSectionProps) {
  const { t } = useTranslation("documentation");
  const linkedFileId = new URLSearchParams(useLocation().search).get("file");
  const hasLinkedFile = files.data?.some(({ id }) => id === linkedFileId) ?? false;
  useEffect(() => {
    if (!hasLinkedFile) return;
    const row = document.getElementById(fileRowId(linkedFileId));
    row?.scrollIntoView({ block: "center" });
    row?.focus({ preventScroll: true });
  }, [hasLinkedFile, linkedFileId]);
  if (!files.canRead && !actions) return null;
  return (
    <Section id="files" title={t("files.title")} count={files.data?.length} actions={actions}>
      {files.canRead && (
        <Panel>
          {files.error && !files.data ? (
            <LoadError failure={files.error} onRetry={() => files.refetch()} />
          ) : !files.data ? (
            <Loading />
          ) : files.data.length === 0 ? (
            <EmptyState icon={FileIcon} title={t("files.empty")} />
          ) : (
            <FileList files={files.data} {...list} isLinkTarget />
          )}
        </Panel>
      )}
    </Section>
  );
}

const fileRowId = (id: string | null) => `file-${id}`;

/** Files with their facts and a download. */
export function FileList({ files, taskName, isEditable = false, isLinkTarget = false }: FileListProps) {
  const { t } = useTranslation("documentation");
  const download = useDownload();
  return (
    <List>
      {files.map((file) => (
        <li key={file.id} {...(isLinkTarget && { id: fileRowId(file.id), tabIndex: -1 })}>
          <FileIcon />
          <InlineText>
            <Breakable as="div">{file.name}</Breakable>
            <Note as="div">
              {[
                file.hasData ? formatBytes(file.dataSize) : t("files.notArrived"),
                file.documentationTaskId && taskName?.(file.documentationTaskId),
                file.creator || t("gallery.creatorUnknown"),
              ]
                .filter(Boolean)
                .join(" · ")}
              {" · "}
              <DateTime value={file.dateCreated} />
            </Note>
            {file.exportEvents.length > 0 && (
              <ExportNote as="div">
                {t("files.exportedTo")} <ExportedTo events={file.exportEvents} />
              </ExportNote>
            )}
          </InlineText>
          {file.hasData && (
            <Button
              size="small"
              leadingVisual={DownloadIcon}
              aria-label={t("files.download", { name: file.name })}
              onClick={() => download.mutate({ path: pathOf(fileDownload, { id: file.id }) })}
            >
              {t("files.downloadShort")}
            </Button>
          )}
          {isEditable && <FileButtons file={file} />}
        </li>
      ))}
    </List>
  );
}

const List = styled.ul`
  li {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--base-size-4) var(--base-size-12);
    padding: var(--base-size-8) var(--base-size-16);
  }
  li + li {
    border-top: 1px solid var(--borderColor-muted);
  }
  li:focus {
    outline: 2px solid var(--fgColor-accent);
    outline-offset: -2px;
  }
  svg {
    flex: none;
    color: var(--fgColor-muted);
  }
`;

const ExportNote = styled(Note)`
  display: flex;
  flex-wrap: wrap;
  gap: 0 var(--base-size-4);
  li {
    gap: var(--base-size-4);
    padding: 0;
    border: 0;
  }
`;
