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
import {
  isFormType,
  listOfferedDocumentTypes,
  maxSynchronousPhotos,
} from "#domain/configuration/exportTypes.ts";
import { isExportBlocked } from "#domain/documentation/status.ts";
import {
  type DocumentationDetails,
  downloadExportDocument,
  downloadZipFile,
  type PhotoRow,
} from "#domain/endpoints/documentation/details.ts";
import { estimateDocumentBytes } from "#domain/media/documentBytes.ts";
import { hasMarkup } from "#domain/media/markup.ts";
import type { PhotoSize } from "#domain/media/photoSize.ts";
import { LayoutItems } from "#features/documentation/LayoutItems.tsx";
import { PhotoSizeItems } from "#features/documentation/PhotoSizeItems.tsx";
import { ToggleItem } from "#features/documentation/ToggleItem.tsx";
import { useDownload } from "#features/useDownload.ts";
import { getLanguage } from "#i18n/language.ts";
import { DocumentJobItems } from "./documents/DocumentJobItems.tsx";
import type { DocumentChoice } from "./documents/RequestDocumentDialog.tsx";
import { useDocuments } from "./documents/useDocuments.tsx";
import { useEarlierPhotos } from "./retake/useRetakes.ts";

interface ExportMenuProps {
  details: DocumentationDetails;
  /** Whether form documents are offered instead of photo documents. */
  hasFormProduct: boolean;
  photos: readonly PhotoRow[];
}

/** The documents that the session can download (2§2), below a note about what will be missing from them. */
export function ExportMenu({ details, hasFormProduct, photos }: ExportMenuProps) {
  const { t } = useTranslation("documentation");
  const { t: tRetake } = useTranslation("retake");
  const earlierPhotos = useEarlierPhotos(details);
  const download = useDownload();
  const params = { id: details.id };
  const grantedTypes = useDocumentTypes(details.customerId);
  const isBlocked = isExportBlocked(details.status);
  const types = listOfferedDocumentTypes({
    hasFormProduct,
    grantedTypes,
    templateTypes: details.exportDocumentTypes,
  });
  // All of them have the same contents, photos or form, so they have one PDF.
  const [firstType] = types;
  // For super admins, who have the layouts of all customers.
  const layouts = useAvailableLayouts().filter(
    ({ customerId }) => customerId === null || customerId === details.customerId,
  );
  const documents = useDocuments(details);
  const [withoutMarkup, setWithoutMarkup] = useState(false);
  const [withThreads, setWithThreads] = useState(false);
  const [photoSize, setPhotoSize] = useState<PhotoSize | null>(null);
  const query = {
    language: getLanguage(),
    ...(withoutMarkup && { markup: "false" }),
    ...(withThreads && { threads: "true" }),
  };
  const downloadDocument = (typeOrLayout: DocumentChoice) => {
    const choice = { ...typeOrLayout, ...(photoSize && { photoSize }) };
    if (documents.createsInBackground)
      documents.choose({
        ...choice,
        ...(withoutMarkup && { markup: false }),
        ...(withThreads && { threads: true }),
      });
    else download.mutate({ path: pathOf(downloadExportDocument, params), query: { ...choice, ...query } });
  };
  // The list of photos may be incomplete while it loads, or beyond its length.
  const arrivedPhotos = photos.filter(({ hasData }) => hasData);
  const estimateBytes = (size: PhotoSize) =>
    (estimateDocumentBytes(arrivedPhotos, size) * details.uploadedPhotos) / Math.max(arrivedPhotos.length, 1);
  const downloadZip = (options: { earlier?: "true" }) =>
    download.mutate({ path: pathOf(downloadZipFile, params), query: { ...query, ...options } });
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
            <DocumentJobItems jobs={documents.jobs} onChoose={documents.open} />
            {photos.some(hasMarkup) && (
              <ToggleItem isSelected={withoutMarkup} onChange={setWithoutMarkup}>
                {t("export.withoutMarkup")}
              </ToggleItem>
            )}
            {details.threadCount > 0 && (
              <ToggleItem isSelected={withThreads} onChange={setWithThreads}>
                {t("export.withThreads")}
              </ToggleItem>
            )}
            {/* The heading is not only text, so screen readers need a label. */}
            <ActionList.Group aria-label={t("export.documents")}>
              <ActionList.GroupHeading>
                {isBlocked ? <RefusalNote /> : <ReadinessNote readiness={readinessOf(details)} />}
                {documents.createsInBackground && !isBlocked && (
                  <Note>
                    <HourglassIcon />
                    <span>{t("export.inBackground", { max: maxSynchronousPhotos })}</span>
                  </Note>
                )}
              </ActionList.GroupHeading>
              {firstType && (
                <ActionList.Item
                  disabled={isBlocked}
                  onSelect={() => downloadDocument({ type: firstType, pdf: true })}
                >
                  <ActionList.LeadingVisual>
                    <FileIcon />
                  </ActionList.LeadingVisual>
                  {t(isFormType(firstType) ? "export.formPdf" : "export.photoPdf")}
                </ActionList.Item>
              )}
              {types.map((type) => (
                <ActionList.Item key={type} disabled={isBlocked} onSelect={() => downloadDocument({ type })}>
                  <ActionList.LeadingVisual>
                    <FileIcon />
                  </ActionList.LeadingVisual>
                  {t(`exportType.${type}`)}
                </ActionList.Item>
              ))}
              <ActionList.Item disabled={isBlocked} onSelect={() => downloadZip({})}>
                <ActionList.LeadingVisual>
                  <FileZipIcon />
                </ActionList.LeadingVisual>
                {t("zip")}
              </ActionList.Item>
              {earlierPhotos.data && earlierPhotos.data.length > 0 && (
                <ActionList.Item disabled={isBlocked} onSelect={() => downloadZip({ earlier: "true" })}>
                  <ActionList.LeadingVisual>
                    <FileZipIcon />
                  </ActionList.LeadingVisual>
                  {tRetake("zip")}
                </ActionList.Item>
              )}
            </ActionList.Group>
            <LayoutItems layouts={layouts} disabled={isBlocked} onChoose={downloadDocument} />
            {details.uploadedPhotos > 0 && (
              <PhotoSizeItems
                size={photoSize}
                onChange={setPhotoSize}
                {...(arrivedPhotos.length > 0 && { estimateBytes })}
              />
            )}
          </ActionList>
        </ActionMenu.Overlay>
      </ActionMenu>
      {documents.dialog}
    </>
  );
}

function ReadinessNote({ readiness }: { readiness: Readiness }) {
  const { t } = useTranslation("documentation");
  const { arrivedCount, expectedCount, missingCount, refusedCount } = readiness;
  const isComplete = missingCount === 0 && refusedCount === 0;
  return (
    <Note>
      {isComplete ? (
        <CheckCircleIcon fill="var(--fgColor-success)" />
      ) : (
        <AlertIcon fill="var(--fgColor-attention)" />
      )}
      <span>
        {expectedCount === 0
          ? t("export.noPhotos")
          : missingCount === 0
            ? t("export.complete", { count: expectedCount })
            : t("export.incomplete", {
                arrivedCount,
                expectedCount,
                count: missingCount,
              })}
        {refusedCount > 0 && ` ${t("export.refused", { count: refusedCount })}`}
      </span>
    </Note>
  );
}

/** What a download would contain and what would be missing, shown before it starts. */
interface Readiness {
  expectedCount: number;
  arrivedCount: number;
  missingCount: number;
  refusedCount: number;
}

export function readinessOf(
  details: Pick<DocumentationDetails, "numberOfPhotos" | "uploadedPhotos" | "refusedUploads">,
): Readiness {
  const arrivedCount = details.uploadedPhotos;
  const expectedCount = Math.max(details.numberOfPhotos, arrivedCount);
  return {
    expectedCount,
    arrivedCount,
    missingCount: expectedCount - arrivedCount,
    refusedCount: details.refusedUploads.length,
  };
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
