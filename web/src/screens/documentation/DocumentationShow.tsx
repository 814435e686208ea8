import { FileIcon, ImageIcon, PeopleIcon } from "@primer/octicons-react";
import { Button, Label } from "@primer/react";
import { useDeferredValue, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";
import styled from "styled-components";
import { ApiError } from "#api/failure.ts";
import { useGrants } from "#api/session.ts";
import { hasProduct, spansCustomers } from "#domain/access/authorities.ts";
import { isReadOnlyForStaff } from "#domain/documentation/status.ts";
import type { DocumentationDetails } from "#domain/endpoints/documentation/details.ts";
import { hasMarkup } from "#domain/media/markup.ts";
import { platformOf } from "#domain/task/preconditions.ts";
import { Panel, Section } from "#features/documentation/DocumentationSection.tsx";
import { StatusLabel } from "#features/documentation/StatusLabel.tsx";
import {
  useDetails,
  useEvents,
  useFiles,
  usePhotos,
  useTasks,
} from "#features/documentation/useDocumentation.ts";
import { ExportButton } from "#features/export/ExportButton.tsx";
import { canResume, resumePath, resumeState } from "#features/resume.ts";
import { usePrefetchNext } from "#features/reviewQueue/usePrefetchNext.ts";
import { type Queue, useQueue } from "#features/reviewQueue/useQueue.ts";
import { useReviewClaim } from "#features/reviewQueue/useReviewClaim.ts";
import { LoadError } from "#ui/feedback/LoadError.tsx";
import { Loading } from "#ui/feedback/Loading.tsx";
import { useDeferredFirstValue } from "#ui/hooks/useDeferredFirstValue.ts";
import { useIsIdle } from "#ui/hooks/useIdle.ts";
import { IconOnlyOnPhone, LabelLine } from "#ui/layout/boxes.ts";
import { EmptyState } from "#ui/layout/EmptyState.tsx";
import { Page } from "#ui/layout/Page.tsx";
import { usePrint } from "#ui/print/usePrint.tsx";
import { CompletionGaps } from "./CompletionGaps.tsx";
import { documentationPermissions } from "./change/documentationPermissions.ts";
import { HeaderActions } from "./change/HeaderActions.tsx";
import { DeletionNote } from "./DeletionNote.tsx";
import { Events } from "./Events.tsx";
import { ExportMenu } from "./ExportMenu.tsx";
import { Exports } from "./Exports.tsx";
import { FileList } from "./Files.tsx";
import { Gallery } from "./Gallery.tsx";
import { ImportButton } from "./imports/ImportButton.tsx";
import type { ImportKind } from "./imports/importCalls.ts";
import { Metadata } from "./Metadata.tsx";
import { usePhotoReview } from "./photos/usePhotoReview.tsx";
import { DetailsSheet } from "./print/DetailsSheet.tsx";
import { OtherReviewer, QueueBar, QueueContext, queueNeighbourActions } from "./queue/QueueBar.tsx";
import { useReviewActions } from "./queue/useReviewActions.tsx";
import { useReviewKeys } from "./queue/useReviewKeys.ts";
import { RefusedUploads } from "./RefusedUploads.tsx";
import { ReceivedFiles } from "./received/ReceivedFiles.tsx";
import { WaitingNote } from "./received/WaitingNote.tsx";
import { PhotoRetakes } from "./retake/PhotoRetakes.tsx";
import { RetakeNote, Retakes } from "./retake/Retakes.tsx";
import { SentBackProvider } from "./retake/SentBackProvider.tsx";
import { useReloadAfterRetake } from "./retake/useRetakes.ts";
import { StateNotes } from "./StateNotes.tsx";
import { Tasks } from "./tasks/Tasks.tsx";

export { prefetch } from "./prefetchDetails.ts";

/** /documentation/details/{uuid} (2§2). */
export default function DocumentationShow() {
  const { uuid = "" } = useParams();
  const queue = useQueue(uuid);
  // Responses that arrive before the page has rendered would restart its rendering.
  const hasRendered = useIsIdle();
  usePrefetchNext(queue, hasRendered);
  const details = useDetails(uuid);
  const otherReviewer = useOtherReviewer(hasRendered ? details.data : undefined, queue);
  return (
    <>
      {queue && <QueueBar queue={queue} reviewer={otherReviewer} />}
      <DocumentationContent uuid={uuid} details={details} queue={queue} reviewer={otherReviewer} />
    </>
  );
}

interface ReviewContext {
  queue: Queue | null;
  /** The name of another user who is reviewing it. */
  reviewer: string | null;
}

/** Claims the documentation if the user can review it. In a review queue, users who cannot still see who is reviewing it. */
function useOtherReviewer(details: DocumentationDetails | undefined, queue: Queue | null): string | null {
  const grants = useGrants();
  const permissions = details && documentationPermissions(grants, details);
  const canReview =
    permissions?.write && (queue !== null || permissions.statuses.some((status) => status !== "PAUSED"));
  const claimedBy = useReviewClaim(details?.id ?? "", canReview ?? false);
  return claimedBy ?? (canReview ? null : (queue?.adjacent?.reviewer ?? null));
}

interface DocumentationContentProps extends ReviewContext {
  uuid: string;
  details: ReturnType<typeof useDetails>;
}

function DocumentationContent({ uuid, details, ...reviewContext }: DocumentationContentProps) {
  const { t } = useTranslation("documentation");
  const { t: common } = useTranslation();
  const loadedDetails = useDeferredFirstValue(details.data);
  if (loadedDetails) return <Details key={uuid} details={loadedDetails} {...reviewContext} />;
  if (details.error instanceof ApiError && !details.isFetching)
    return details.error.status === 404 ? (
      <EmptyState
        as="h1"
        icon={ImageIcon}
        title={t("details.notFound")}
        action={<Link to="/documentation">{common("routes.documentation")}</Link>}
      />
    ) : (
      <LoadError failure={details.error} onRetry={() => details.refetch()} />
    );
  return <Loading />;
}

function Details({ details, queue, reviewer }: { details: DocumentationDetails } & ReviewContext) {
  const { t } = useTranslation("documentation");
  const { t: common } = useTranslation();
  const grants = useGrants();
  const { id, numberOfPhotos, uploadedPhotos } = details;
  const permissions = documentationPermissions(grants, details);
  const tasks = useTasks(id);
  const files = useFiles(id);
  const events = useEvents(id, details.status);
  const photosQuery = usePhotos(id, Math.max(numberOfPhotos, uploadedPhotos), uploadedPhotos);
  const taskName = (taskId: string) => tasks.data?.find((task) => task.id === taskId)?.name;
  useReloadAfterRetake(details);
  const leaveViewer = useRef(() => {});
  const reviewActions = useReviewActions({
    details,
    permissions,
    queue,
    content: { tasks: tasks.data, photos: photosQuery.photos },
    onDialogOpen: () => leaveViewer.current(),
  });
  const { photos, viewer, comment } = usePhotoReview({
    documentationId: id,
    photos: photosQuery.photos,
    taskName,
    canWrite: permissions.photo,
    footer: (photo) => (
      <PhotoRetakes
        key={`retakes ${photo.id}`}
        details={details}
        photo={photo}
        canWrite={permissions.write}
        onSendBack={() => reviewActions.sendBack(photo, true)}
      />
    ),
    actions: {
      shortcuts: reviewActions.viewerShortcuts,
      ...(queue && {
        neighbours: queueNeighbourActions(queue),
        context: <QueueContext queue={queue} />,
        onBack: queue.leave,
      }),
    },
  });
  leaveViewer.current = () => viewer.shown && viewer.show(null);
  useReviewKeys({
    shortcuts: reviewActions.pageShortcuts,
    queue,
    photos,
    open: viewer.open,
    comment: permissions.photo ? comment : null,
  });
  const print = usePrint({
    ready: !photosQuery.loading && tasks.data !== undefined && (files.data !== undefined || !files.mayRead),
    sheet: () => (
      <DetailsSheet details={details} tasks={tasks.data ?? []} photos={photos} files={files.data ?? null} />
    ),
  });
  // With the product FORM the answers come first, otherwise the photos (2§2). A super admin sees them as the customer does.
  const showsFormFirst = spansCustomers(grants)
    ? details.customerProducts.includes("FORM")
    : hasProduct(grants, "FORM");
  // Rendered all at once: a section that appeared later would push down what the user is about to click.
  const isLoaded =
    (tasks.data !== undefined || tasks.error !== null) &&
    (files.data !== undefined || files.error !== null || !files.mayRead) &&
    !photosQuery.loading;
  const [hasLoaded, setHasLoaded] = useState(isLoaded);
  if (isLoaded && !hasLoaded) setHasLoaded(true);
  const isRendered = useDeferredValue(hasLoaded);
  const renderImport = (kind: ImportKind) => (
    <ImportButton kind={kind} documentationId={id} tasks={tasks.data} photos={photos} />
  );
  const gallery = (
    <Gallery
      key="gallery"
      {...photosQuery}
      photos={photos}
      folds={
        showsFormFirst &&
        photos.every(
          ({ documentationTaskId: photoTaskId }) =>
            photoTaskId !== null && taskName(photoTaskId) !== undefined,
        )
      }
      actions={permissions.importPhoto && renderImport("PHOTO")}
      onOpen={viewer.open}
    />
  );
  const taskView = (
    <Tasks
      key="tasks"
      tasks={tasks.data}
      error={tasks.error}
      refetch={tasks.refetch}
      photos={photos}
      files={files.data ?? null}
      platform={platformOf(details.appVersion)}
      editableDocumentationId={permissions.answer ? id : null}
      filters={details.taskFilters}
      pictures={showsFormFirst}
      onOpenPhoto={viewer.open}
    />
  );
  const contents = (
    <Columns>
      <MainColumn>
        <SentBackProvider details={details}>
          {showsFormFirst ? [taskView, gallery] : [gallery, taskView]}
        </SentBackProvider>
        <Retakes details={details} canWrite={permissions.write} />
        {(files.mayRead || permissions.importFile) && (
          <Section
            id="files"
            title={t("files.title")}
            count={files.data?.length}
            actions={permissions.importFile && renderImport("FILE")}
          >
            {files.mayRead && (
              <Panel>
                {files.error && !files.data ? (
                  <LoadError failure={files.error} onRetry={() => files.refetch()} />
                ) : !files.data ? (
                  <Loading />
                ) : files.data.length === 0 ? (
                  <EmptyState icon={FileIcon} title={t("files.empty")} />
                ) : (
                  <FileList files={files.data} taskName={taskName} editable={permissions.file} />
                )}
              </Panel>
            )}
          </Section>
        )}
        {files.mayRead && (
          <ReceivedFiles
            documentationId={id}
            waitingCount={details.waitingFiles}
            tasks={tasks.data}
            canDecide={permissions.decideReceived}
          />
        )}
      </MainColumn>
      <SideColumn>
        <Events id={id} status={details.status} />
        {(events.data || events.error) && <Exports details={details} />}
      </SideColumn>
    </Columns>
  );
  return (
    <Page
      title={details.alias ?? details.name}
      trailing={
        <>
          <StatusLabel {...details} />
          {details.hidden && <Label>{t("hidden")}</Label>}
        </>
      }
      lead={details.alias ? t("details.alias", { name: details.name }) : undefined}
      context={
        !queue && (
          <LabelLine>
            <Link to="/documentation">{common("routes.documentation")}</Link>
            {reviewer && <OtherReviewer name={reviewer} />}
          </LabelLine>
        )
      }
      actions={
        <>
          {canResume(grants, details) && (
            <Button
              as={Link}
              to={resumePath(id)}
              state={details.fetched ? undefined : resumeState}
              variant="primary"
              leadingVisual={PeopleIcon}
            >
              {t("resume")}
            </Button>
          )}
          <HeaderActions details={details} permissions={permissions} reviewActions={reviewActions} />
          {print.button}
          <IconOnlyOnPhone>
            <ExportMenu details={details} form={showsFormFirst} hasMarkup={photos.some(hasMarkup)} />
            {!isReadOnlyForStaff(details.status) && (
              <ExportButton
                source={{
                  kind: "documentation",
                  id,
                  name: details.alias ?? details.name,
                  templateId: details.templateId,
                  status: details.status,
                  photos,
                  files: files.data,
                }}
              />
            )}
          </IconOnlyOnPhone>
        </>
      }
    >
      <StateNotes details={details} tasks={tasks.data} files={files.data} />
      <DeletionNote details={details} permissions={permissions} />
      {files.mayRead && <WaitingNote count={details.waitingFiles} />}
      <RetakeNote details={details} />
      <CompletionGaps details={details} />
      <RefusedUploads uploads={details.refusedUploads} />
      {/* The note on awaited files needs tasks and files. */}
      {(isRendered || details.status !== "WAITING_FOR_FILE") && <Metadata details={details} />}
      {isRendered ? contents : <Loading />}
      {viewer.dialog}
      {print.printSheet}
      {reviewActions.dialog}
    </Page>
  );
}

const Columns = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) 280px;
  gap: var(--base-size-32);
  @media (max-width: 1011px) {
    grid-template-columns: minmax(0, 1fr);
  }
`;

const MainColumn = styled.div`
  display: flex;
  flex-direction: column;
  gap: var(--base-size-32);
  min-width: 0;
`;

const SideColumn = styled.aside`
  display: flex;
  flex-direction: column;
  gap: var(--base-size-24);
`;
