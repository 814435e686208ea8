import { ImageIcon } from "@primer/octicons-react";
import { Spinner } from "@primer/react";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { pathOf } from "#api/client.ts";
import { useAreLayoutsLoading } from "#api/useLayouts.ts";
import {
  type DocumentationGroupRow,
  downloadGroupDocument,
  downloadGroupZipFile,
} from "#domain/endpoints/documentation/groups.ts";
import type { DocumentationSummary } from "#domain/endpoints/documentation/list.ts";
import { hasMarkup } from "#domain/media/markup.ts";
import { taskPath } from "#domain/task/taskTree.ts";
import { LayoutMenu } from "#features/documentation/LayoutItems.tsx";
import { PhotosButton } from "#features/documentation/PhotosButton.tsx";
import { GroupFrame, GroupPage } from "#features/documentationGroup/GroupFrame.tsx";
import { countExpectedPhotos, groupByTemplate } from "#features/documentationGroup/groupVisits.ts";
import {
  useGroupDocumentations,
  useGroupPhotos,
  useGroupTasks,
} from "#features/documentationGroup/useGroup.ts";
import { VisitLink } from "#features/documentationGroup/VisitLink.tsx";
import { usePhotoViewer } from "#features/photo/usePhotoViewer.tsx";
import { useDownload } from "#features/useDownload.ts";
import { getLanguage } from "#i18n/language.ts";
import { Banner } from "#ui/feedback/Banner.tsx";
import { LoadError } from "#ui/feedback/LoadError.tsx";
import { Loading } from "#ui/feedback/Loading.tsx";
import { BottomSpace, Inline } from "#ui/layout/boxes.ts";
import { EmptyState } from "#ui/layout/EmptyState.tsx";
import { usePrint } from "#ui/print/usePrint.tsx";
import { GroupSheet } from "./GroupSheet.tsx";
import { TemplateSection } from "./TemplateSection.tsx";

const listPath = "/documentationGroup";

/** /documentationGroup/{documentationName} (2§2): the photos of a name or tag by template and date. */
export default function GroupShow() {
  return <GroupFrame list={listPath}>{(group) => <Group key={group.name} group={group} />}</GroupFrame>;
}

function Group({ group }: { group: DocumentationGroupRow }) {
  const documentations = useGroupDocumentations(group);
  const photos = useGroupPhotos(group, countExpectedPhotos(documentations.items));
  const areLayoutsLoading = useAreLayoutsLoading();
  const hasMarkedPhotos = photos.items.some(hasMarkup);
  return (
    <GroupPage
      group={group}
      list={listPath}
      actions={
        <Inline style={{ visibility: areLayoutsLoading ? "hidden" : undefined }}>
          <Documents group={group} hasMarkup={hasMarkedPhotos} />
          <GroupZip group={group} hasMarkup={hasMarkedPhotos} />
        </Inline>
      }
    >
      {documentations.error ? (
        <LoadError failure={documentations.error} onRetry={documentations.refetch} />
      ) : documentations.loading ? (
        <Loading />
      ) : (
        <Photos group={group} documentations={documentations.items} />
      )}
    </GroupPage>
  );
}

interface DownloadProps {
  group: DocumentationGroupRow;
  /** Whether any photo has markup. */
  hasMarkup: boolean;
}

function Documents({ group: { name, customerId }, hasMarkup }: DownloadProps) {
  const download = useDownload();
  return (
    <LayoutMenu
      loading={download.isPending}
      hasMarkup={hasMarkup}
      onChoose={(query) =>
        download.mutate({
          path: pathOf(downloadGroupDocument, { id: name }),
          query: { ...query, customerId, language: getLanguage() },
        })
      }
    />
  );
}

function GroupZip({ group: { name, customerId }, hasMarkup }: DownloadProps) {
  const { t } = useTranslation("group");
  const download = useDownload();
  return (
    <PhotosButton
      label={t("zip")}
      variant="primary"
      loading={download.isPending}
      hasMarkup={hasMarkup}
      onDownload={(options) =>
        download.mutate({
          path: pathOf(downloadGroupZipFile, { id: name }),
          query: { customerId, language: getLanguage(), ...options },
        })
      }
    />
  );
}

interface PhotosProps {
  group: DocumentationGroupRow;
  documentations: readonly DocumentationSummary[];
}

function Photos({ group, documentations }: PhotosProps) {
  const { t } = useTranslation("group");
  const expectedCount = countExpectedPhotos(documentations);
  const photos = useGroupPhotos(group, expectedCount);
  const tasks = useGroupTasks(group);
  const templates = useMemo(
    () => groupByTemplate(documentations, photos.items),
    [documentations, photos.items],
  );
  // In visual order, for the arrow keys.
  const orderedPhotos = useMemo(
    () => templates.flatMap(({ visits }) => visits.flatMap((visit) => visit.photos)),
    [templates],
  );
  const taskNames = useMemo(
    () => new Map(tasks.data?.map(({ id, groups, name }) => [id, taskPath(groups, name)])),
    [tasks.data],
  );
  const documentationsById = useMemo(
    () => new Map(documentations.map((documentation) => [documentation.id, documentation])),
    [documentations],
  );
  const viewer = usePhotoViewer(orderedPhotos, (id) => taskNames.get(id), {
    panel: ({ documentationId }) => {
      const documentation = documentationsById.get(documentationId);
      return documentation && <VisitLink documentation={documentation} group={group} />;
    },
  });
  const print = usePrint({
    isReady: !photos.loading,
    sheet: () => <GroupSheet group={group} templates={templates} />,
  });
  const missingCount =
    Math.max(expectedCount, photos.items.length) - photos.items.filter(({ hasData }) => hasData).length;
  return (
    <>
      <Summary>
        <span>{t("documentations", { count: documentations.length })}</span>
        <PhotoCount>
          {photos.loading ? (
            <Spinner size="small" srText={t("loadingPhotos")} />
          ) : (
            t("photos", { count: photos.items.length })
          )}
        </PhotoCount>
        {print.button}
        {templates.length > 1 && (
          <nav aria-label={t("contents")}>
            <JumpLinks>
              {templates.map(({ id, name }) => (
                <li key={id}>
                  <a href={`#template-${id}`}>{name}</a>
                </li>
              ))}
            </JumpLinks>
          </nav>
        )}
      </Summary>
      {!photos.loading && !photos.error && missingCount > 0 && (
        <BottomSpace>
          <Banner kind="warning">{t("incomplete", { count: missingCount })}</Banner>
        </BottomSpace>
      )}
      {photos.error && <LoadError failure={photos.error} onRetry={photos.refetch} />}
      {templates.map((template) => (
        <TemplateSection
          key={template.id}
          template={template}
          group={group}
          loading={photos.loading}
          onOpen={viewer.open}
        />
      ))}
      {templates.length === 0 && <EmptyState icon={ImageIcon} title={t("noPhotos")} />}
      {viewer.dialog}
      {print.printSheet}
    </>
  );
}

const Summary = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--base-size-4) var(--base-size-16);
  margin-bottom: var(--base-size-16);
  color: var(--fgColor-muted);
  font-variant-numeric: tabular-nums;
`;

/** The same width while the photos load, so that the button beside it does not move. */
const PhotoCount = styled.span`
  min-width: 11ch;
`;

const JumpLinks = styled.ul`
  display: flex;
  flex-wrap: wrap;
  gap: var(--base-size-4) var(--base-size-16);
`;
