import { useLocation } from "react-router";
import styled from "styled-components";
import type { DocumentationDetails, PhotoRow } from "#domain/endpoints/documentation/details.ts";
import { platformOf } from "#domain/task/preconditions.ts";
import type { useEvents, useFiles, usePhotos, useTasks } from "#features/documentation/useDocumentation.ts";
import { findUnreviewedGaps } from "./CompletionGaps.tsx";
import type { getDocumentationPermissions } from "./change/documentationPermissions.ts";
import { Events } from "./Events.tsx";
import { Exports } from "./Exports.tsx";
import { FilesSection } from "./Files.tsx";
import { Gallery } from "./Gallery.tsx";
import { ImportButton } from "./imports/ImportButton.tsx";
import type { ImportKind } from "./imports/importCalls.ts";
import type { usePhotoReview } from "./photos/usePhotoReview.tsx";
import { ReceivedFiles } from "./received/ReceivedFiles.tsx";
import { Retakes } from "./retake/Retakes.tsx";
import { SentBackProvider } from "./retake/SentBackProvider.tsx";
import { Tasks } from "./tasks/Tasks.tsx";
import { Discussion } from "./threads/lazyThreads.tsx";
import { ThreadMarksProvider } from "./threads/ThreadMarks.tsx";

interface DetailsContentsProps {
  details: DocumentationDetails;
  permissions: ReturnType<typeof getDocumentationPermissions>;
  tasks: ReturnType<typeof useTasks>;
  files: ReturnType<typeof useFiles>;
  events: ReturnType<typeof useEvents>;
  photosQuery: ReturnType<typeof usePhotos>;
  photos: readonly PhotoRow[];
  taskName: (id: string) => string | undefined;
  showsFormFirst: boolean;
  onOpenPhoto: ReturnType<typeof usePhotoReview>["viewer"]["open"];
}

/** Photos, tasks, retakes and files; beside them the events and exports. */
export function DetailsContents(props: DetailsContentsProps) {
  const {
    details,
    permissions,
    tasks,
    files,
    events,
    photosQuery,
    photos,
    taskName,
    showsFormFirst,
    onOpenPhoto,
  } = props;
  const { id } = details;
  const linkedThreadId = new URLSearchParams(useLocation().search).get("thread");
  const renderImport = (kind: ImportKind) => (
    <ImportButton kind={kind} documentationId={id} tasks={tasks.data} photos={photos} />
  );
  const gallery = (
    <Gallery
      key="gallery"
      {...photosQuery}
      photos={photos}
      isCollapsible={
        showsFormFirst &&
        photos.every(
          ({ documentationTaskId: photoTaskId }) =>
            photoTaskId !== null && taskName(photoTaskId) !== undefined,
        )
      }
      actions={permissions.importPhoto && renderImport("PHOTO")}
      onOpen={onOpenPhoto}
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
      gaps={findUnreviewedGaps(details)}
      filters={details.taskFilters}
      showsPhotos={showsFormFirst}
      onOpenPhoto={onOpenPhoto}
    />
  );
  return (
    <Columns>
      <MainColumn>
        <SentBackProvider details={details}>
          <ThreadMarksProvider details={details}>
            {showsFormFirst ? [taskView, gallery] : [gallery, taskView]}
          </ThreadMarksProvider>
        </SentBackProvider>
        <Retakes details={details} canWrite={permissions.write} />
        <FilesSection
          files={files}
          taskName={taskName}
          isEditable={permissions.file}
          actions={permissions.importFile && renderImport("FILE")}
        />
        {files.canRead && (
          <ReceivedFiles
            documentationId={id}
            waitingCount={details.waitingFileCount}
            tasks={tasks.data}
            canDecide={permissions.decideReceived}
          />
        )}
        {/* Last, because it grows when it comes into view. */}
        <Discussion
          documentationId={id}
          tasks={tasks.data}
          photos={photos}
          canWrite={permissions.write}
          linkedThreadId={linkedThreadId}
          onOpenPhoto={onOpenPhoto}
        />
      </MainColumn>
      <SideColumn>
        <Events id={id} status={details.status} />
        {(events.data || events.error) && <Exports details={details} />}
      </SideColumn>
    </Columns>
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
