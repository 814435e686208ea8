import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import type {
  DocumentationDetails,
  DocumentationTask,
  FileRow,
  PhotoRow,
} from "#domain/endpoints/documentation/details.ts";

import { platformOf } from "#domain/task/preconditions.ts";
import { takesFiles, takesPhotos } from "#domain/task/types.ts";
import { Answer } from "#features/documentation/Answer.tsx";
import { maxLargePhotos, PrintPhotos } from "#features/photo/PrintPhotos.tsx";
import { formatBytes } from "#ui/format/numbers.ts";
import { KeepTogether } from "#ui/print/KeepTogether.ts";
import { Metadata } from "../Metadata.tsx";
import { NoFiles } from "../tasks/TaskEntry.tsx";
import { buildTaskTree, type TaskNode } from "../tasks/taskTree.ts";

interface DetailsSheetProps {
  details: DocumentationDetails;
  tasks: readonly DocumentationTask[];
  photos: readonly PhotoRow[];
  /** Null if they are not known: the session cannot read files, or they were not loaded. */
  files: readonly FileRow[] | null;
}

/**
 * A documentation for printing: metadata, tasks with answers, photos and files in the order of the form, then media without a
 * task.
 */
export function DetailsSheet({ details, tasks, photos, files }: DetailsSheetProps) {
  const { t } = useTranslation("documentation");
  const platform = platformOf(details.appVersion);
  const taskIds = new Set(tasks.map(({ id }) => id));
  const hasNoTask = ({ documentationTaskId }: PhotoRow | FileRow) => !taskIds.has(documentationTaskId ?? "");
  const isFullSize = photos.length <= maxLargePhotos;
  const [otherPhotos, otherFiles] = [photos.filter(hasNoTask), (files ?? []).filter(hasNoTask)];
  return (
    <>
      <h1>{details.alias ?? details.name}</h1>
      <Lead>
        {details.templateName} · {t(`status.${details.status}`)}
      </Lead>
      <Metadata details={details} />
      {tasks.length > 0 && (
        <PrintedTasks
          nodes={buildTaskTree({ tasks, photos, files, platform })}
          isLarge={isFullSize}
          heading={<h2>{t("tasks.title")}</h2>}
        />
      )}
      {otherPhotos.length > 0 && (
        <PrintPhotos photos={otherPhotos} isLarge={isFullSize} heading={<h2>{t("gallery.title")}</h2>} />
      )}
      {otherFiles.length > 0 && <PrintedFiles files={otherFiles} heading={<h2>{t("files.title")}</h2>} />}
    </>
  );
}

interface PrintedTasksProps {
  nodes: readonly TaskNode[];
  isLarge: boolean;
  /** Stays with the first task on one page. */
  heading: ReactNode;
}

/** A task that does not apply and has no answer is omitted, as on the screen. */
function PrintedTasks({ nodes, isLarge, heading }: PrintedTasksProps) {
  const printedNodes = nodes.filter(({ isSkipped, isAnswered }) => !isSkipped || isAnswered);
  if (printedNodes.length === 0) return heading;
  return printedNodes.map((node, index) => (
    <PrintedTask key={node.task.id} node={node} isLarge={isLarge} heading={index === 0 && heading} />
  ));
}

/** Groups and headings become headings. */
function PrintedTask({ node, isLarge, heading }: { node: TaskNode; isLarge: boolean; heading: ReactNode }) {
  const { t } = useTranslation("documentation");
  const { task, children, photos, files } = node;
  if (task.type === "GROUP" || task.type === "HEADER")
    return (
      <PrintedTasks
        nodes={children}
        isLarge={isLarge}
        heading={
          <>
            {heading}
            <h3>{task.name}</h3>
          </>
        }
      />
    );
  const mediaCount = photos.length + (files?.length ?? 0);
  const isMediaTask = takesPhotos(task.type) || takesFiles(task.type);
  const row = (
    <>
      {heading}
      <Row data-media={mediaCount > 0}>
        <dt>{task.name}</dt>
        <dd>
          {task.type === "STATIC_TEXT" ? (
            task.description
          ) : takesFiles(task.type) && files === null ? (
            <NoFiles files={files} />
          ) : isMediaTask && !task.answer ? (
            mediaCount === 0 && t("tasks.noAnswer")
          ) : (
            <Answer task={task} />
          )}
        </dd>
      </Row>
    </>
  );
  const hasFiles = files !== null && files.length > 0;
  if (photos.length === 0 && hasFiles) return <PrintedFiles files={files} heading={row} />;
  return (
    <>
      <PrintPhotos photos={photos} isLarge={isLarge} heading={row} />
      {hasFiles && <PrintedFiles files={files} />}
    </>
  );
}

function PrintedFiles({ files, heading }: { files: readonly FileRow[]; heading?: ReactNode }) {
  const [first, ...otherItems] = files.map(({ id, name, dataSize }) => (
    <li key={id}>
      {name} ({formatBytes(dataSize)})
    </li>
  ));
  return (
    <>
      <KeepTogether>
        {heading}
        <Files>{first}</Files>
      </KeepTogether>
      {otherItems.length > 0 && <Files>{otherItems}</Files>}
    </>
  );
}

const Lead = styled.p`
  margin-bottom: 3mm;
  color: var(--fgColor-muted);
`;

const Row = styled.dl`
  display: grid;
  grid-template-columns: minmax(0, 1fr) minmax(0, 2fr);
  gap: 6mm;
  padding: 1.5mm 0;
  border-bottom: 1px solid var(--borderColor-muted);
  break-inside: avoid;
  overflow-wrap: anywhere;
  &[data-media="true"] {
    border-bottom: 0;
  }
  dt {
    font-weight: var(--base-text-weight-semibold);
  }
  dd {
    white-space: pre-line;
  }
`;

const Files = styled.ul`
  margin: 0.5mm 0;
  padding-left: 5mm;
  list-style: disc;
`;
