import { AlertIcon } from "@primer/octicons-react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { FileList } from "../Files";
import { Answer } from "./Answer";
import { TaskPhotos } from "./TaskPhotos";
import type { TaskNode } from "./taskTree";

interface TaskEntryProps {
  node: TaskNode;
  onOpenPhoto: (id: string) => void;
}

/** One task: what was asked, and beside it what was answered. */
export function TaskEntry({ node, onOpenPhoto }: TaskEntryProps) {
  const { t } = useTranslation("documentation");
  const { task, photos, files, skipped } = node;
  if (task.type === "STATIC_TEXT")
    return (
      <Text>
        <strong>{task.name}</strong>
        {task.description && <p>{task.description}</p>}
      </Text>
    );
  const pictures = task.type === "PHOTO" || task.type === "DRAWING";
  return (
    <Entry>
      <Asked>
        <div title={t(`taskType.${task.type}`)}>
          {task.name}
          {task.required === "YES" && (
            <Required title={t("required.YES")}>
              <span aria-hidden="true">*</span>
              <Spoken>({t("tasks.required")})</Spoken>
            </Required>
          )}
        </div>
        {task.description && <Small>{task.description}</Small>}
        {task.required !== "YES" && task.required !== "NO" && <Small>{t(`required.${task.required}`)}</Small>}
        {skipped && <Small>{t("tasks.skipped")}</Small>}
      </Asked>
      <Answered>
        {photos.length > 0 && <TaskPhotos task={task} photos={photos} onOpen={onOpenPhoto} />}
        {files.length > 0 && (
          <FilesPlace>
            <FileList files={files} />
          </FilesPlace>
        )}
        {pictures && photos.length === 0 && !task.answer && <Nothing>{t("tasks.noPhotos")}</Nothing>}
        {task.type === "FILE" && files.length === 0 && <Nothing>{t("tasks.noFiles")}</Nothing>}
        {task.type !== "FILE" && (!pictures || task.answer) && <Answer task={task} />}
        {task.unexpectedAnswerEvents.map((event) => (
          <Unexpected key={event.id}>
            <AlertIcon />
            <span>
              {t("tasks.unexpected", {
                list: event.expectedAnswerListName,
                answer: event.expectedAnswer,
              })}
            </span>
          </Unexpected>
        ))}
      </Answered>
    </Entry>
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

const Asked = styled.div`
  min-width: 0;
  font-weight: var(--base-text-weight-medium);
  overflow-wrap: anywhere;
`;

const Answered = styled.div`
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

const Nothing = styled.span`
  color: var(--fgColor-muted);
`;

const Required = styled.span`
  margin-left: 2px;
  color: var(--fgColor-danger);
`;

const Spoken = styled.span`
  position: absolute;
  width: 1px;
  height: 1px;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
`;

const FilesPlace = styled.div`
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
