import {
  AlertIcon,
  CheckCircleIcon,
  DownloadIcon,
  FileIcon,
  FileZipIcon,
  HourglassIcon,
} from "@primer/octicons-react";
import { ActionList, ActionMenu, Button } from "@primer/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { pathOf } from "#api/client.ts";
import { useDocumentTypes } from "#api/useDocumentTypes.ts";
import { useAvailableLayouts } from "#api/useLayouts.ts";
import { maxSynchronousPhotos, offeredDocumentTypes } from "#domain/configuration/exportTypes.ts";
import { isExportBlocked } from "#domain/documentation/status.ts";
import {
  type DocumentationDetails,
  downloadExportDocument,
  downloadZipFile,
} from "#domain/endpoints/documentation/details.ts";
import { LayoutItems } from "#features/documentation/LayoutItems.tsx";
import { WithoutMarkupItem } from "#features/documentation/WithoutMarkupItem.tsx";
import { useDownload } from "#features/useDownload.ts";
import { language } from "#i18n/language.ts";
import { DocumentJobItems } from "./documents/DocumentJobItems.tsx";
import type { DocumentChoice } from "./documents/RequestDocumentDialog.tsx";
import { useDocuments } from "./documents/useDocuments.tsx";
import { useEarlierPhotos } from "./retake/useRetakes.ts";

interface ExportMenuProps {
  details: DocumentationDetails;
  /** Puts the answers first. */
  form: boolean;
  /** Whether something is drawn on one of the photos. */
  marked: boolean;
}

/** The documents the session may download (2§2), headed by what they will lack. */
export function ExportMenu({ details, form, marked }: ExportMenuProps) {
  const { t } = useTranslation("documentation");
  const { t: retake } = useTranslation("retake");
  const earlier = useEarlierPhotos(details);
  const download = useDownload();
  const params = { id: details.id };
  const granted = useDocumentTypes(details.customerId);
  const refused = isExportBlocked(details.status);
  const types = offeredDocumentTypes({ form, granted, named: details.exportDocumentTypes });
  const layouts = useAvailableLayouts();
  const documents = useDocuments(details);
  const [bare, setBare] = useState(false);
  const query = { language: language(), ...(bare && { markup: "false" }) };
  const choose = (choice: DocumentChoice) =>
    documents.inBackground
      ? documents.choose({ ...choice, ...(bare && { markup: false }) })
      : download.mutate({ path: pathOf(downloadExportDocument, params), query: { ...choice, ...query } });
  const zip = (more: { earlier?: "true" }) =>
    download.mutate({ path: pathOf(downloadZipFile, params), query: { ...query, ...more } });
  return (
    <>
      <ActionMenu>
        <ActionMenu.Anchor>
          <Button leadingVisual={DownloadIcon} loading={download.isPending}>
            {t("export.menu")}
          </Button>
        </ActionMenu.Anchor>
        <ActionMenu.Overlay width="medium" align="end" maxHeight="xlarge" overflow="auto">
          <ActionList>
            <DocumentJobItems made={documents.made} onChoose={documents.open} />
            {marked && <WithoutMarkupItem bare={bare} onChange={setBare} />}
            {/* The heading is more than a text, which a name for screen readers has to be. */}
            <ActionList.Group aria-label={t("export.documents")}>
              <ActionList.GroupHeading>
                {refused ? <RefusalNote /> : <ReadinessNote readiness={readinessOf(details)} />}
                {documents.inBackground && !refused && (
                  <Note>
                    <HourglassIcon />
                    <span>{t("export.inBackground", { most: maxSynchronousPhotos })}</span>
                  </Note>
                )}
              </ActionList.GroupHeading>
              {types.map((type) => (
                <ActionList.Item key={type} disabled={refused} onSelect={() => choose({ type })}>
                  <ActionList.LeadingVisual>
                    <FileIcon />
                  </ActionList.LeadingVisual>
                  {t(`exportType.${type}`)}
                </ActionList.Item>
              ))}
              <ActionList.Item disabled={refused} onSelect={() => zip({})}>
                <ActionList.LeadingVisual>
                  <FileZipIcon />
                </ActionList.LeadingVisual>
                {t("zip")}
              </ActionList.Item>
              {earlier.data && earlier.data.length > 0 && (
                <ActionList.Item disabled={refused} onSelect={() => zip({ earlier: "true" })}>
                  <ActionList.LeadingVisual>
                    <FileZipIcon />
                  </ActionList.LeadingVisual>
                  {retake("zip")}
                </ActionList.Item>
              )}
            </ActionList.Group>
            <LayoutItems layouts={layouts} disabled={refused} onChoose={choose} />
          </ActionList>
        </ActionMenu.Overlay>
      </ActionMenu>
      {documents.dialog}
    </>
  );
}

function ReadinessNote({ readiness }: { readiness: Readiness }) {
  const { t } = useTranslation("documentation");
  const { arrived, expected, missing, refused } = readiness;
  const whole = missing === 0 && refused === 0;
  return (
    <Note>
      {whole ? (
        <CheckCircleIcon fill="var(--fgColor-success)" />
      ) : (
        <AlertIcon fill="var(--fgColor-attention)" />
      )}
      <span>
        {expected === 0
          ? t("export.noPhotos")
          : missing === 0
            ? t("export.complete", { count: expected })
            : t("export.incomplete", { arrived, expected, count: missing })}
        {refused > 0 && ` ${t("export.refused", { count: refused })}`}
      </span>
    </Note>
  );
}

/** What a download would hold and lack, shown before it starts. */
interface Readiness {
  expected: number;
  arrived: number;
  missing: number;
  refused: number;
}

export function readinessOf(
  details: Pick<DocumentationDetails, "numberOfPhotos" | "uploadedPhotos" | "refusedUploads">,
): Readiness {
  const arrived = details.uploadedPhotos;
  const expected = Math.max(details.numberOfPhotos, arrived);
  return { expected, arrived, missing: expected - arrived, refused: details.refusedUploads.length };
}

/** Why no download is possible now (2§4). */
function RefusalNote() {
  const { t } = useTranslation();
  return (
    <Note>
      <AlertIcon fill="var(--fgColor-attention)" />
      <span>{t("problem.exportRefused")}.</span>
    </Note>
  );
}

const Note = styled.span`
  display: flex;
  & + & {
    margin-top: var(--base-size-4);
  }
  gap: var(--base-size-8);
  font-weight: var(--base-text-weight-normal);
  white-space: normal;
  svg {
    flex: none;
    margin-top: 1px;
  }
`;
