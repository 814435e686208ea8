import { FileIcon } from "@primer/octicons-react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { safeDisplayName } from "#domain/core/text/safeDisplayName.ts";
import { maxExternalBytes, maxExternalFiles } from "#domain/delivery/deliveryRequest.ts";
import { type ExportDraftErrors, sumBytes } from "#domain/delivery/exportDraft.ts";
import { RemoveButton } from "#ui/button/RemoveButton.tsx";
import { formatBytes, formatNumber } from "#ui/format/numbers.ts";
import { FieldErrorText, FieldLabel, FillText, Note, NoteDigits } from "#ui/layout/typography.ts";
import { DropZone } from "#ui/upload/DropZone.tsx";
import type { ExportDraft } from "./useExportDraft.ts";

interface ExternalFilesProps {
  files: ExportDraft["external"];
  /** The names of the destinations that accept external files. */
  destinationNames: readonly string[];
  error: ExportDraftErrors["externalFiles"];
  disabled: boolean;
  onChange: ExportDraft["setExternal"];
}

/** Extra files to send that are not part of the documentation. */
export function ExternalFiles({
  files: { files, replaced },
  destinationNames,
  error,
  disabled,
  onChange,
}: ExternalFilesProps) {
  const { t } = useTranslation("exporting");
  const size = formatBytes(maxExternalBytes);
  return (
    <div {...(error && { "data-fault": true })}>
      <FieldLabel>{t("external.title")}</FieldLabel>
      <DropZone
        label={t("external.add")}
        hint={t("external.hint", { names: destinationNames.join(", "), size })}
        accept=""
        disabled={disabled}
        onFiles={onChange.add}
      />
      <Note role="status" as="div">
        {replaced.length > 0 && t("external.replaced", { names: replaced.map(safeDisplayName).join(", ") })}
      </Note>
      {files.length > 0 && (
        <>
          <List aria-label={t("external.title")}>
            {files.map((file) => (
              <li key={file.name}>
                <FileIcon />
                <FillText>
                  <bdi>{safeDisplayName(file.name)}</bdi>
                </FillText>
                <NoteDigits>{formatBytes(file.size)}</NoteDigits>
                <RemoveButton
                  label={t("external.remove", { name: safeDisplayName(file.name) })}
                  disabled={disabled}
                  onClick={() => onChange.remove(file)}
                />
              </li>
            ))}
          </List>
          <NoteDigits>
            {t("external.total", {
              count: files.length,
              formattedCount: formatNumber(files.length),
              size: formatBytes(sumBytes(files)),
            })}
          </NoteDigits>
        </>
      )}
      <FieldErrorText role="alert">
        {error === "tooLarge" && t("external.tooLarge", { size })}
        {error === "tooMany" && t("external.tooMany", { max: formatNumber(maxExternalFiles) })}
      </FieldErrorText>
    </div>
  );
}

const List = styled.ul`
  max-height: 240px;
  margin: var(--base-size-8) 0 var(--base-size-4);
  overflow-y: auto;
  li {
    display: flex;
    align-items: center;
    gap: var(--base-size-8);
  }
  svg {
    flex: none;
    color: var(--fgColor-muted);
  }
`;
