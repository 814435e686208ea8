import { FileIcon, ImageIcon } from "@primer/octicons-react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { apiBase, pathOf } from "#api/client.ts";
import {
  laterFileDownload,
  laterPhotoDownload,
  laterReferencePhotoDownload,
} from "#domain/endpoints/links/uploadLater.ts";
import { Card } from "#features/publicPage/Card.tsx";
import { formatBytes } from "#ui/format/numbers.ts";
import { CardTitle, Note, TaskDescription } from "#ui/layout/typography.ts";
import { DropZone } from "#ui/upload/DropZone.tsx";
import { SelectedFiles } from "./ChosenFiles.tsx";
import { extensionsOf, type LaterLists } from "./laterLists.ts";
import { SelectAgainNotice } from "./UploadSending.tsx";
import type { LinkUploads } from "./useLinkUploads.ts";

interface TaskCardProps {
  token: string;
  task: LaterLists["tasks"][number];
  lists: LaterLists;
  uploads: LinkUploads;
  /** True after an attempt to send: marks photos without a comment. */
  requiresComments: boolean;
  onFiles: (files: File[]) => void;
}

/** A task that awaits photos or files: reference photos, received files, and a drop zone (2§2). */
export function TaskCard({ token, task, lists, uploads, requiresComments, onFiles }: TaskCardProps) {
  const { t } = useTranslation("link");
  const { t: tUpload } = useTranslation("upload");
  const isPhoto = task.type === "PHOTO";
  const extensions = extensionsOf(task);
  const filterByTask = <T extends { documentationTaskId: string | null }>(items: readonly T[]): T[] =>
    items.filter(({ documentationTaskId }) => documentationTaskId === task.id);
  const urlOf = (endpoint: { path: string }, id: string) =>
    `${apiBase}${pathOf(endpoint, { id })}?${new URLSearchParams({ link: token })}`;
  const references = filterByTask(lists.referencePhotos);
  const receivedFiles = [
    ...filterByTask(lists.photos).map((photo) => ({ ...photo, path: laterPhotoDownload, Icon: ImageIcon })),
    ...filterByTask(lists.files).map((file) => ({
      ...file,
      comment: null,
      path: laterFileDownload,
      Icon: FileIcon,
    })),
  ];
  return (
    <Card aria-label={task.name}>
      <div>
        <CardTitle>{task.name}</CardTitle>
        {task.description && <TaskDescription>{task.description}</TaskDescription>}
      </div>
      {references.length > 0 && (
        <div>
          <Label>{t("later.referencePhotos")}</Label>
          <References>
            {references.map(({ id, name }) => (
              <li key={id}>
                <a href={urlOf(laterReferencePhotoDownload, id)} target="_blank" rel="noreferrer">
                  <img
                    src={urlOf(laterReferencePhotoDownload, id)}
                    alt={t("later.referencePhotoOf", { name })}
                    loading="lazy"
                  />
                </a>
              </li>
            ))}
          </References>
        </div>
      )}
      {receivedFiles.length > 0 && (
        <div>
          <Label>{t("later.alreadyUploaded")}</Label>
          <ul>
            {receivedFiles.map(({ id, name, comment, dataSize, path, Icon }) => (
              <ReceivedFile key={id}>
                <Icon />
                <a href={urlOf(path, id)} download={isPhoto ? `${name}.jpg` : name}>
                  {name}
                </a>
                <Note>{formatBytes(dataSize)}</Note>
                {comment && <Note>{comment}</Note>}
              </ReceivedFile>
            ))}
          </ul>
        </div>
      )}
      <DropZone
        label={t(isPhoto ? "later.choosePhotos" : "later.chooseFiles")}
        hint={
          isPhoto
            ? t("later.photosHint")
            : extensions.length > 0
              ? tUpload("allowedExtensions", { extensions: extensions.join(", ") })
              : tUpload("anyExtension")
        }
        // Accepting JPEG makes phones convert their own photo formats.
        accept={[...extensions, ...(isPhoto ? ["image/jpeg"] : [])].join(",")}
        disabled={uploads.isRunning}
        onFiles={onFiles}
      />
      <SelectAgainNotice uploads={uploads} slot={task.id} />
      <SelectedFiles
        uploads={uploads}
        slot={task.id}
        extensions={extensions}
        comments={isPhoto ? (requiresComments ? "missing" : "optional") : null}
      />
    </Card>
  );
}

const Label = styled.h3`
  margin-bottom: var(--base-size-4);
  font-size: var(--text-body-size-small);
  font-weight: var(--base-text-weight-semibold);
`;

const References = styled.ul`
  display: flex;
  flex-wrap: wrap;
  gap: var(--base-size-8);
  img {
    display: block;
    width: 96px;
    height: 96px;
    border-radius: var(--borderRadius-medium);
    object-fit: cover;
    background: var(--bgColor-muted);
  }
`;

const ReceivedFile = styled.li`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0 var(--base-size-8);
  min-height: 44px;
  overflow-wrap: anywhere;
`;
