import { DownloadIcon } from "@primer/octicons-react";
import { Button } from "@primer/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { pathOf } from "#api/client.ts";
import { downloadSampleFile } from "#domain/endpoints/configuration/layout.ts";
import type { LayoutNode } from "#domain/layout/node.ts";
import {
  createOfficeFileNodes,
  maxOfficeFileBytes,
  type OfficeFileType,
  officeFileExtensions,
} from "#domain/layout/officeFile.ts";
import { useDownload } from "#features/useDownload.ts";
import { getLanguage } from "#i18n/language.ts";
import { base64Of } from "#lib/base64.ts";
import { Stack } from "#ui/layout/boxes.ts";
import { FieldErrorText } from "#ui/layout/typography.ts";
import { DropZone } from "#ui/upload/DropZone.tsx";

interface FileUploadProps {
  type: OfficeFileType;
  label: string;
  onChange: (nodes: readonly LayoutNode[]) => void;
}

/** Chooses a Word or Excel file by button or by drag and drop, and offers a sample to start from. */
export function FileUpload({ type, label, onChange }: FileUploadProps) {
  const { t } = useTranslation("layout");
  const download = useDownload();
  const [errorText, setErrorText] = useState<string | null>(null);
  const extension = officeFileExtensions[type];

  async function readFile([file]: readonly File[]) {
    if (!file) return;
    setErrorText(null);
    if (!file.name.toLowerCase().endsWith(extension)) return setErrorText(t("file.wrongKind", { extension }));
    if (file.size > maxOfficeFileBytes) return setErrorText(t("file.refusals.tooLarge"));
    if (file.size === 0) return setErrorText(t("file.refusals.notOfficeFile"));
    onChange(createOfficeFileNodes(file.name, await base64Of(file)));
  }
  return (
    <Stack $gap={8}>
      <DropZone
        label={label}
        hint={t("file.hint", { extension })}
        accept={extension}
        disabled={false}
        onFiles={(files) => void readFile(files)}
      />
      <FieldErrorText role="alert">{errorText}</FieldErrorText>
      <div>
        <Button
          variant="invisible"
          leadingVisual={DownloadIcon}
          loading={download.isPending}
          onClick={() =>
            download.mutate({ path: pathOf(downloadSampleFile), query: { type, language: getLanguage() } })
          }
        >
          {t("file.sample")}
        </Button>
      </div>
    </Stack>
  );
}
