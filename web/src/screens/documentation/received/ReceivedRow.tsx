import { DownloadIcon, EyeIcon, FileIcon, UndoIcon } from "@primer/octicons-react";
import { Button, Checkbox, IconButton } from "@primer/react";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { pathOf } from "#api/client.ts";
import { downloadTempFile, type ReceivedFile } from "#domain/endpoints/links/receivedFiles.ts";
import { useDownload } from "#features/useDownload.ts";
import { DateTime } from "#ui/format/DateTime.tsx";
import { formatBytes } from "#ui/format/numbers.ts";
import { InlineText } from "#ui/layout/boxes.ts";
import { Breakable, Note } from "#ui/layout/typography.ts";
import { getPreviewKind } from "./previewKind.ts";

interface ReceivedRowProps {
  file: ReceivedFile;
  onPreview: () => void;
  /** Whether it is selected. Used only if it can be selected. */
  isSelected?: boolean;
  onSelect?: (isSelected: boolean) => void;
  /** Present if its decision can be undone. */
  onPutBack?: () => void;
}

/** A received file with its size, sender, time and decision. */
export function ReceivedRow({ file, onPreview, isSelected = false, onSelect, onPutBack }: ReceivedRowProps) {
  const { t } = useTranslation("received");
  const id = useId();
  const download = useDownload();
  const { name, originalName, dataSize, tokenCreator, remoteAddr, dateUploaded, decision } = file;
  const isAvailable = decision === null || file.canPutBack;
  return (
    <Row>
      {onSelect ? (
        <Checkbox
          aria-labelledby={id}
          checked={isSelected}
          onChange={({ target }) => onSelect(target.checked)}
        />
      ) : (
        <FileIcon />
      )}
      <InlineText>
        <Breakable as="div" id={id}>
          {name}
        </Breakable>
        {originalName && <Note as="div">{t("originalName", { name: originalName })}</Note>}
        <Note as="div">
          {[
            formatBytes(dataSize),
            tokenCreator && t("linkCreator", { creator: tokenCreator }),
            remoteAddr && t("address", { address: remoteAddr }),
          ]
            .filter(Boolean)
            .join(" · ")}
          {" · "}
          <DateTime value={dateUploaded} />
        </Note>
        {decision && (
          <Note as="div">
            {t(isAvailable ? `decision.${decision}` : "decision.GONE", { name: file.decidedBy ?? "" })}
            {file.decided && (
              <>
                {", "}
                <DateTime value={file.decided} />
              </>
            )}
          </Note>
        )}
      </InlineText>
      <Actions>
        {isAvailable && getPreviewKind(file) && (
          <IconButton
            size="small"
            variant="invisible"
            icon={EyeIcon}
            aria-label={t("preview", { name })}
            onClick={onPreview}
          />
        )}
        {isAvailable && (
          <IconButton
            size="small"
            variant="invisible"
            icon={DownloadIcon}
            aria-label={t("download", { name })}
            onClick={() => download.mutate({ path: pathOf(downloadTempFile, { id: file.id }) })}
          />
        )}
        {onPutBack && (
          <Button
            size="small"
            leadingVisual={UndoIcon}
            aria-label={t("putBackOf", { name })}
            onClick={onPutBack}
          >
            {t("putBack")}
          </Button>
        )}
      </Actions>
    </Row>
  );
}

const Row = styled.li`
  display: flex;
  align-items: center;
  gap: var(--base-size-12);
  padding: var(--base-size-8) var(--base-size-16);
  > svg {
    flex: none;
    color: var(--fgColor-muted);
  }
`;

const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  justify-content: flex-end;
  gap: var(--base-size-4);
`;
