import { DownloadIcon, FileIcon } from "@primer/octicons-react";
import { Button } from "@primer/react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { pathOf } from "#api/client.ts";
import { type FileRow, fileDownload } from "#domain/endpoints/documentation/details.ts";
import { ExportedTo } from "#features/delivery/ExportedTo.tsx";
import { useDownload } from "#features/useDownload.ts";
import { DateTime } from "#ui/format/DateTime.tsx";
import { formatBytes } from "#ui/format/numbers.ts";
import { InlineText } from "#ui/layout/boxes.ts";
import { Breakable, Note } from "#ui/layout/typography.ts";
import { FileButtons } from "./files/FileButtons.tsx";

interface FileListProps {
  files: readonly FileRow[];
  /** The name of a task by its id. */
  taskName?: (id: string) => string | undefined;
  /** Whether files can be renamed and deleted. */
  editable?: boolean;
}

/** Files with their facts and a download. */
export function FileList({ files, taskName, editable = false }: FileListProps) {
  const { t } = useTranslation("documentation");
  const download = useDownload();
  return (
    <List>
      {files.map((file) => (
        <li key={file.id}>
          <FileIcon />
          <InlineText>
            <Breakable as="div">{file.name}</Breakable>
            <Note as="div">
              {[
                file.hasData ? formatBytes(file.dataSize) : t("files.notArrived"),
                file.documentationTaskId && taskName?.(file.documentationTaskId),
                file.creator,
              ]
                .filter(Boolean)
                .join(" · ")}
              {" · "}
              <DateTime value={file.dateCreated} />
            </Note>
            {file.exportEvents.length > 0 && (
              <Exported as="div">
                {t("files.exported")} <ExportedTo events={file.exportEvents} />
              </Exported>
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
          {editable && <FileButtons file={file} />}
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
  svg {
    flex: none;
    color: var(--fgColor-muted);
  }
`;

const Exported = styled(Note)`
  display: flex;
  flex-wrap: wrap;
  gap: 0 var(--base-size-4);
  li {
    gap: var(--base-size-4);
    padding: 0;
    border: 0;
  }
`;
