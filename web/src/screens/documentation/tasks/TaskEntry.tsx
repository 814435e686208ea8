import { AlertIcon } from "@primer/octicons-react";
import { memo } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { useGrants } from "#api/session.ts";
import { hasAuthority } from "#domain/access/authorities.ts";
import { canCall } from "#domain/contract/endpoint.ts";
import { splitSemicolons } from "#domain/core/text/separatedList.ts";
import { referencePhotoThumbnail } from "#domain/endpoints/configuration/images.ts";
import { takesAnswer, takesFiles, takesPhotos } from "#domain/task/types.ts";
import { ReferencePhotos } from "#features/photo/ReferencePhotos.tsx";
import { formatList } from "#ui/format/sentenceList.ts";
import { Muted, VisuallyHidden } from "#ui/layout/typography.ts";
import { FileList } from "../Files.tsx";
import { TaskAnswer } from "./TaskAnswer.tsx";
import { TaskPhotos } from "./TaskPhotos.tsx";
import type { TaskNode } from "./taskTree.ts";

interface TaskEntryProps {
  node: TaskNode;
  /** The id of the documentation if its answers can be edited, otherwise null. */
  editableDocumentationId: string | null;
  /** Whether its photos are shown here; otherwise only their number. */
  showsPhotos: boolean;
  onOpenPhoto: (id: string) => void;
}

const areSameRows = (a: readonly object[], b: readonly object[]): boolean =>
  a.length === b.length && a.every((row, index) => row === b[index]);

/** A change to one of 500 tasks must not re-render the others. */
const isSameEntry = (a: TaskEntryProps, b: TaskEntryProps): boolean =>
  a.node.task === b.node.task &&
  a.node.isSkipped === b.node.isSkipped &&
  a.editableDocumentationId === b.editableDocumentationId &&
  a.showsPhotos === b.showsPhotos &&
  a.onOpenPhoto === b.onOpenPhoto &&
  areSameRows(a.node.photos, b.node.photos) &&
  (a.node.files === null) === (b.node.files === null) &&
  areSameRows(a.node.files ?? [], b.node.files ?? []);

/** One task, with its answer beside the question. */
export const TaskEntry = memo(function TaskEntry({
  node,
  editableDocumentationId,
  showsPhotos,
  onOpenPhoto,
}: TaskEntryProps) {
  const { t } = useTranslation("documentation");
  const grants = useGrants();
  const { task, photos, files, isSkipped } = node;
  if (task.type === "STATIC_TEXT")
    return (
      <Text>
        <strong>{task.name}</strong>
        {task.description && <p>{task.description}</p>}
      </Text>
    );
  const isPhotoTask = takesPhotos(task.type);
  return (
    <Entry>
      <Question>
        <div title={t(`taskType.${task.type}`)}>
          {task.name}
          {task.required === "YES" && (
            <Required title={t("required.YES")}>
              <span aria-hidden="true">*</span>
              <VisuallyHidden>({t("tasks.required")})</VisuallyHidden>
            </Required>
          )}
        </div>
        {task.description && <Small>{task.description}</Small>}
        {task.required !== "YES" && task.required !== "NO" && <Small>{t(`required.${task.required}`)}</Small>}
        {isSkipped && <Small>{t("tasks.skipped")}</Small>}
        {task.referencePhotos.length > 0 && canCall(grants, referencePhotoThumbnail) && (
          <References>
            <ReferencePhotos ids={task.referencePhotos.map(({ id }) => id)} task={task.name} />
          </References>
        )}
      </Question>
      <AnswerColumn>
        {photos.length > 0 && (
          <TaskPhotos task={task} photos={photos} isVisible={showsPhotos} onOpen={onOpenPhoto} />
        )}
        {files && files.length > 0 && (
          <FilesBox>
            <FileList files={files} />
          </FilesBox>
        )}
        {isPhotoTask && photos.length === 0 && !task.answer && <Muted>{t("tasks.noPhotos")}</Muted>}
        {takesFiles(task.type) && <NoFiles files={files} />}
        {!takesFiles(task.type) && (!isPhotoTask || task.answer) && (
          <TaskAnswer
            task={task}
            editableDocumentationId={takesAnswer(task.type) ? editableDocumentationId : null}
          />
        )}
        {task.unexpectedAnswerEvents.map((event) => (
          <Unexpected key={event.id}>
            <AlertIcon />
            <span>
              {t("tasks.unexpectedAnswer", {
                list: event.expectedAnswerListName,
                answer: formatList(splitSemicolons(event.expectedAnswer)),
              })}
            </span>
          </Unexpected>
        ))}
      </AnswerColumn>
    </Entry>
  );
}, isSameEntry);

/** Shows that there are no files, but only if that is known. */
export function NoFiles({ files }: Pick<TaskNode, "files">) {
  const { t } = useTranslation("documentation");
  const canRead = hasAuthority(useGrants(), "ROLE_FILE_READ");
  if (files && files.length > 0) return null;
  return (
    <Muted>{t(files ? "tasks.noFiles" : canRead ? "tasks.filesNotLoaded" : "tasks.filesNotReadable")}</Muted>
  );
}

const Entry = styled.div`
  display: grid;
  grid-template-columns: minmax(120px, 1fr) minmax(0, 2fr);
  gap: var(--base-size-4) var(--base-size-24);
  padding: var(--base-size-12) var(--base-size-16);
  @media (max-width: 543px) {
    grid-template-columns: minmax(0, 1fr);
  }
`;

const Text = styled.div`
  padding: var(--base-size-12) var(--base-size-16);
  p {
    max-width: 72ch;
    color: var(--fgColor-muted);
    white-space: pre-line;
  }
`;

const Question = styled.div`
  min-width: 0;
  font-weight: var(--base-text-weight-medium);
  overflow-wrap: anywhere;
`;

const AnswerColumn = styled.div`
  display: flex;
  flex-direction: column;
  gap: var(--base-size-8);
  min-width: 0;
  overflow-wrap: anywhere;
`;

const Small = styled.div`
  color: var(--fgColor-muted);
  font-size: var(--text-body-size-small);
  font-weight: var(--base-text-weight-normal);
  white-space: pre-line;
`;

const References = styled.div`
  margin-top: var(--base-size-8);
`;

const Required = styled.span`
  margin-left: 2px;
  color: var(--fgColor-danger);
`;

const FilesBox = styled.div`
  border: 1px solid var(--borderColor-muted);
  border-radius: var(--borderRadius-medium);
`;

const Unexpected = styled.div`
  display: flex;
  gap: var(--base-size-8);
  color: var(--fgColor-attention);
  svg {
    flex: none;
    margin-top: 3px;
  }
`;
