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
import { maxFullSizePhotos, PrintPhotos } from "#features/photo/PrintPhotos.tsx";
import { formatBytes } from "#ui/format/numbers.ts";
import { Metadata } from "../Metadata.tsx";
import { NoFiles } from "../tasks/TaskEntry.tsx";
import { type TaskNode, taskTree } from "../tasks/taskTree.ts";

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
  const isFullSize = photos.length <= maxFullSizePhotos;
  const [otherPhotos, otherFiles] = [photos.filter(hasNoTask), (files ?? []).filter(hasNoTask)];
  return (
    <>
      <h1>{details.alias ?? details.name}</h1>
      <Lead>
        {details.templateName} · {t(`status.${details.status}`)}
      </Lead>
      <Metadata details={details} />
      {tasks.length > 0 && <h2>{t("tasks.title")}</h2>}
      {taskTree({ tasks, photos, files, platform }).map((node) => (
        <PrintedTask key={node.task.id} node={node} large={isFullSize} />
      ))}
      {otherPhotos.length > 0 && (
        <>
          <h2>{t("gallery.title")}</h2>
          <PrintPhotos photos={otherPhotos} large={isFullSize} />
        </>
      )}
      {otherFiles.length > 0 && (
        <>
          <h2>{t("files.title")}</h2>
          <PrintedFiles files={otherFiles} />
        </>
      )}
    </>
  );
}

/** Groups and headings become headings. A task that does not apply and has no answer is omitted, as on the screen. */
function PrintedTask({ node, large }: { node: TaskNode; large: boolean }) {
  const { t } = useTranslation("documentation");
  const { task, children, photos, files, skipped, answered } = node;
  if (skipped && !answered) return null;
  if (task.type === "GROUP" || task.type === "HEADER")
    return (
      <>
        <h3>{task.name}</h3>
        {children.map((child) => (
          <PrintedTask key={child.task.id} node={child} large={large} />
        ))}
      </>
    );
  const mediaCount = photos.length + (files?.length ?? 0);
  const isMediaTask = takesPhotos(task.type) || takesFiles(task.type);
  return (
    <>
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
      {photos.length > 0 && <PrintPhotos photos={photos} large={large} />}
      {files && files.length > 0 && <PrintedFiles files={files} />}
    </>
  );
}

function PrintedFiles({ files }: { files: readonly FileRow[] }) {
  return (
    <Files>
      {files.map(({ id, name, dataSize }) => (
        <li key={id}>
          {name} ({formatBytes(dataSize)})
        </li>
      ))}
    </Files>
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
  /* Keeps a name on the page of its photos. */
  &[data-media="true"] {
    border-bottom: 0;
    break-after: avoid;
  }
  dt {
    font-weight: var(--base-text-weight-semibold);
  }
  dd {
    white-space: pre-line;
  }
`;

const Files = styled.ul`
  margin: 2mm 0;
  padding-left: 5mm;
  list-style: disc;
`;
