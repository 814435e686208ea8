import { CommentDiscussionIcon, InfoIcon } from "@primer/octicons-react";
import { Button, IconButton, Label } from "@primer/react";
import { Fragment, useDeferredValue, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useGrants } from "#api/session.ts";
import { hasProduct, spansCustomers } from "#domain/access/authorities.ts";
import { dayOf } from "#domain/core/calendar/days.ts";
import type { DocumentationDetails, PhotoRow } from "#domain/endpoints/documentation/details.ts";
import { StatusLabel } from "#features/documentation/StatusLabel.tsx";
import { useEvents, useFiles, usePhotos, useTasks } from "#features/documentation/useDocumentation.ts";
import type { Queue } from "#features/reviewQueue/useQueue.ts";
import { Loading } from "#ui/feedback/Loading.tsx";
import { LabelLine } from "#ui/layout/boxes.ts";
import { Page } from "#ui/layout/Page.tsx";
import { usePrint } from "#ui/print/usePrint.tsx";
import { CompletionGaps } from "./CompletionGaps.tsx";
import { getDocumentationPermissions } from "./change/documentationPermissions.ts";
import { DeletionNote } from "./DeletionNote.tsx";
import { DetailsActions } from "./DetailsActions.tsx";
import { DetailsContents } from "./DetailsContents.tsx";
import { LiveDetails } from "./LiveDetails.tsx";
import { Metadata } from "./Metadata.tsx";
import { PhotoContext } from "./photos/PhotoContext.tsx";
import { PhotoTask } from "./photos/PhotoTask.tsx";
import { usePhotoReview } from "./photos/usePhotoReview.tsx";
import { DetailsSheet } from "./print/DetailsSheet.tsx";
import { OtherReviewer, queueNeighbourActions } from "./queue/QueueBar.tsx";
import { useReviewActions } from "./queue/useReviewActions.tsx";
import { useReviewKeys } from "./queue/useReviewKeys.ts";
import { RefusedUploads } from "./RefusedUploads.tsx";
import { WaitingNote } from "./received/WaitingNote.tsx";
import { PhotoRetakes } from "./retake/PhotoRetakes.tsx";
import { RetakeNote } from "./retake/Retakes.tsx";
import { useReloadAfterRetake } from "./retake/useRetakes.ts";
import { StateNotes } from "./StateNotes.tsx";
import { PhotoThreads } from "./threads/lazyThreads.tsx";

export interface ReviewContext {
  queue: Queue | null;
  /** The name of another user who is reviewing it. */
  reviewer: string | null;
}

/** Jumps to the discussion at the end of the page. */
function OpenThreadsLink({ count }: { count: number }) {
  const { t } = useTranslation("documentation");
  const text = t("openThreads", { count });
  return (
    <Button
      as="a"
      href="#threads"
      size="small"
      variant="invisible"
      leadingVisual={CommentDiscussionIcon}
      aria-label={text}
      title={text}
      onClick={(event) => {
        // The URL keeps the queue and the photo.
        event.preventDefault();
        document.getElementById("threads")?.scrollIntoView();
      }}
    >
      {count}
    </Button>
  );
}

interface DetailsPageProps extends ReviewContext {
  details: DocumentationDetails;
}

/** A documentation with its photos, tasks and files, and everything that can be done with it. */
export function DetailsPage({ details, queue, reviewer: otherReviewer }: DetailsPageProps) {
  const { t } = useTranslation("documentation");
  const { t: tCommon } = useTranslation();
  const grants = useGrants();
  const { id, numberOfPhotos, uploadedPhotos } = details;
  const permissions = getDocumentationPermissions(grants, details);
  const tasks = useTasks(id);
  const files = useFiles(id);
  const events = useEvents(id, details.status);
  const photosQuery = usePhotos(id, Math.max(numberOfPhotos, uploadedPhotos), uploadedPhotos);
  const findTaskName = (taskId: string) => tasks.data?.find((task) => task.id === taskId)?.name;
  const findPhotoTask = ({ documentationTaskId }: PhotoRow) => {
    const task = tasks.data?.find((candidate) => candidate.id === documentationTaskId);
    return task && <PhotoTask task={task} tasks={tasks.data ?? []} />;
  };
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
    taskName: findTaskName,
    canWrite: permissions.photo,
    footer: (photo) => (
      // Not the photo's ID alone: that is the key of the panel beside it.
      <Fragment key={`context ${photo.id}`}>
        {findPhotoTask(photo)}
        <PhotoRetakes details={details} photo={photo} canWrite={permissions.write} />
        <PhotoThreads documentationId={id} photoId={photo.id} canWrite={permissions.write} />
      </Fragment>
    ),
    actions: {
      shortcuts: reviewActions.viewerShortcuts,
      context: <PhotoContext details={details} queue={queue} />,
      ...(queue && {
        neighbours: queueNeighbourActions(queue),
        onBack: queue.leave,
      }),
    },
  });
  leaveViewer.current = () => viewer.openPhotoId && viewer.show(null);
  useReviewKeys({
    shortcuts: reviewActions.pageShortcuts,
    queue,
    photos,
    open: viewer.open,
    comment: permissions.photo ? comment : null,
  });
  const print = usePrint({
    isReady: !photosQuery.loading && tasks.data !== undefined && (files.data !== undefined || !files.canRead),
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
    (files.data !== undefined || files.error !== null || !files.canRead) &&
    !photosQuery.loading;
  const [hasLoaded, setHasLoaded] = useState(isLoaded);
  if (isLoaded && !hasLoaded) setHasLoaded(true);
  const isRendered = useDeferredValue(hasLoaded);
  return (
    <Page
      title={details.alias ?? details.name}
      visitNote={`${details.templateName}, ${dayOf(details.dateCreated)}`}
      trailing={
        <>
          <StatusLabel {...details} />
          <IconButton
            as={Link}
            to={`/help?${new URLSearchParams({ q: t(`status.${details.status}`) })}`}
            icon={InfoIcon}
            size="small"
            variant="invisible"
            aria-label={t("statusHelp", { status: t(`status.${details.status}`) })}
          />
          {details.hidden && <Label>{t("hidden")}</Label>}
          {details.openThreadCount > 0 && <OpenThreadsLink count={details.openThreadCount} />}
          <LiveDetails details={details} />
        </>
      }
      lead={details.alias ? t("details.alias", { name: details.name }) : undefined}
      context={
        !queue && (
          <LabelLine>
            <Link to="/documentation">{tCommon("routes.documentation")}</Link>
            {otherReviewer && <OtherReviewer name={otherReviewer} />}
          </LabelLine>
        )
      }
      actions={
        <DetailsActions
          {...{ details, permissions, reviewActions, showsFormFirst, photos }}
          files={files.data}
          printButton={print.button}
        />
      }
    >
      <StateNotes details={details} tasks={tasks.data} files={files.data} />
      <DeletionNote details={details} permissions={permissions} />
      {files.canRead && <WaitingNote count={details.waitingFileCount} />}
      <RetakeNote details={details} />
      <CompletionGaps details={details} />
      <RefusedUploads uploads={details.refusedUploads} />
      {/* The note on awaited files needs tasks and files. */}
      {(isRendered || details.status !== "WAITING_FOR_FILE") && <Metadata details={details} />}
      {isRendered ? (
        <DetailsContents
          {...{
            details,
            permissions,
            tasks,
            files,
            events,
            photosQuery,
            photos,
            taskName: findTaskName,
            showsFormFirst,
          }}
          onOpenPhoto={viewer.open}
        />
      ) : (
        <Loading />
      )}
      {viewer.dialog}
      {print.printSheet}
      {reviewActions.dialog}
    </Page>
  );
}
