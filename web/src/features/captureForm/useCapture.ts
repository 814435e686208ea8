import { useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { digestsOf } from "#api/digests.ts";
import { type DraftMedia, withAnswer, withComment, withMarkup } from "#domain/capture/draft.ts";
import type { DraftTask } from "#domain/capture/newDocumentation.ts";
import { isInstant, now, toIsoSeconds } from "#domain/core/fields.ts";
import { maxSignedUploadBytes } from "#domain/endpoints/capture/captureMedia.ts";
import { findUnusedFileName } from "#domain/media/fileName.ts";
import type { Markup } from "#domain/media/markup.ts";
import { hasExtension, parseFileExtensions } from "#domain/task/fileExtensions.ts";
import { useConfirm } from "#ui/dialog/Confirm.tsx";
import type { CaptureActions } from "./CaptureFormContext.ts";
import { storageFaultOf } from "./draft/storageFault.ts";
import type { DraftController } from "./draft/useDraft.ts";
import {
  EmptyPhotoError,
  HeicPhotoError,
  NotJpegError,
  preparePhoto,
  UnreadablePhotoError,
} from "./photo/preparePhoto.ts";
import { fieldId } from "./taskNodes.ts";

/** The actions of a form's fields on its draft. @param reducesPhotos whether photos are reduced when added */
export function useCapture(
  {
    draftRef,
    change,
    addAll,
    addMedia,
    removeMedia,
  }: Pick<DraftController, "draftRef" | "change" | "addAll" | "addMedia" | "removeMedia">,
  reducesPhotos: boolean,
) {
  const { t } = useTranslation("capture");
  const { t: tCommon } = useTranslation();
  const confirm = useConfirm();
  /** The task being drawn for, and the photo being marked up. */
  const [drawingTask, setDrawingTask] = useState<DraftTask | null>(null);
  const [markedUpPhoto, setMarkedUpPhoto] = useState<DraftMedia | null>(null);
  const reducesPhotosRef = useRef(reducesPhotos);
  reducesPhotosRef.current = reducesPhotos;

  const actions = useMemo<CaptureActions>(() => {
    const refusalText = (name: string, error: unknown) => t(`form.${reasonOf(error)}`, { name });
    const add = async (
      task: DraftTask,
      bytes: Blob,
      kind: DraftMedia["kind"],
      details: { name: string; dateCreated: string | null },
    ) => {
      const { md5, sha256 } = await digestsOf(bytes);
      const { size, type } = bytes;
      const id = crypto.randomUUID();
      const taskMedia = draftRef.current.media.filter((item) => item.taskId === task.id);
      if (kind === "FILE" && taskMedia.some((item) => item.sha256 === sha256 && isNamed(item, details.name)))
        throw new RepeatedFileError();
      // Scanners name every page Scan.pdf: different bytes are a different file.
      const name =
        kind === "FILE"
          ? findUnusedFileName(
              details.name,
              taskMedia.map((item) => item.name),
            )
          : details.name;
      const media = { ...details, id, kind, taskId: task.id, name, comment: "", type, size, md5, sha256 };
      await addMedia(media, bytes);
    };
    return {
      answer: (taskId, answer) => change((draft) => withAnswer(draft, taskId, answer)),
      comment: (mediaId, comment) => change((draft) => withComment(draft, mediaId, comment)),
      remove: async ({ id, name, taskId }) => {
        // A photo taken here is not in the photo library: an accidental tap would destroy it.
        const isConfirmed = await confirm({
          title: t("form.removeTitle", { name }),
          text: t("form.removeText"),
          confirm: tCommon("actions.remove"),
          danger: true,
        });
        if (!isConfirmed) return;
        // `saveState` reports a failure.
        await removeMedia(id).catch(() => undefined);
        // The pressed button disappears, so the focus moves to the last button of the task, which adds another photo.
        const field = document.getElementById(fieldId(taskId));
        const { activeElement, body } = document;
        if (activeElement === body || field?.contains(activeElement))
          [...(field?.querySelectorAll("button") ?? [])].at(-1)?.focus();
      },
      retake: async (photo, file) => {
        const refusalTexts: string[] = [];
        await addAll([file], async () => {
          try {
            const { bytes, hasExif } = await preparePhoto(file, reducesPhotosRef.current);
            const { md5, sha256 } = await digestsOf(bytes);
            const { id, kind, taskId, name } = photo;
            const { size, type } = bytes;
            const dateCreated = hasExif ? null : captureTimeOf(file);
            const replaces = photo.replaces ?? photo;
            await addMedia(
              { id, kind, taskId, name, comment: "", type, size, md5, sha256, dateCreated, replaces },
              bytes,
            );
          } catch (error) {
            refusalTexts.push(refusalText(photo.name, error));
          }
        });
        return refusalTexts;
      },
      draw: setDrawingTask,
      openMarkup: setMarkedUpPhoto,
      addPhotos: async (task, files, isDrawing = false) => {
        const refusalTexts: string[] = [];
        await addAll(files, async (file) => {
          const name = isFile(file) ? file.name : task.name;
          try {
            const { bytes, hasExif } = await preparePhoto(file, reducesPhotosRef.current && !isDrawing);
            await add(task, bytes, "PHOTO", { name, dateCreated: hasExif ? null : captureTimeOf(file) });
          } catch (error) {
            refusalTexts.push(refusalText(name, error));
          }
        });
        return refusalTexts;
      },
      addFiles: async (task, files) => {
        const refusalTexts: string[] = [];
        await addAll(files, async (file) => {
          const refusal = refusalOf(task, file);
          if (refusal) refusalTexts.push(t(`form.${refusal}`, { name: file.name }));
          else
            await add(task, file, "FILE", { name: file.name, dateCreated: captureTimeOf(file) }).catch(
              (error) => refusalTexts.push(refusalText(file.name, error)),
            );
        });
        return refusalTexts;
      },
    };
  }, [draftRef, change, addAll, addMedia, removeMedia, confirm, t, tCommon]);

  return {
    actions,
    drawingTask,
    closeDrawing: () => setDrawingTask(null),
    markedUpPhoto,
    closeMarkup: () => setMarkedUpPhoto(null),
    saveMarkup: (id: string, markup: Markup | null) => change((draft) => withMarkup(draft, id, markup)),
  };
}

/** The same bytes under the same name have been added to the task (2§5). */
class RepeatedFileError extends Error {}

/** Whether a file has this name, or had it before it was numbered. */
const isNamed = ({ name }: DraftMedia, chosenName: string): boolean =>
  name === chosenName || name.replace(/ \(\d{1,6}\)(?=(?:\.[A-Za-z0-9]{1,8})?$)/, "") === chosenName;

const reasonOf = (error: unknown) => {
  if (error instanceof RepeatedFileError) return "alreadyAdded";
  if (error instanceof EmptyPhotoError) return "emptyFile";
  if (error instanceof HeicPhotoError) return "heic";
  if (error instanceof NotJpegError) return "notJpeg";
  return error instanceof UnreadablePhotoError ? "photoUnreadable" : storageFaultKeys[storageFaultOf(error)];
};

const storageFaultKeys = {
  full: "notAddedStorageFull",
  refused: "notAddedStorageDisabled",
  unread: "fileUnreadable",
} as const;

/** The reason to refuse a file: empty, of the wrong type, or too large for a signed upload (2§5). */
function refusalOf(task: DraftTask, { name, size }: File) {
  if (size === 0) return "emptyFile";
  if (!hasExtension(name, parseFileExtensions(task.options))) return "fileTypeNotAccepted";
  return size > maxSignedUploadBytes ? "tooLarge" : null;
}

/** Chosen files have a date; drawings do not. */
const isFile = (bytes: Blob): bytes is File => "lastModified" in bytes;

/** The file's modification time, which for a new photo is when it was taken. */
const captureTimeOf = (file: Blob): string => {
  const modifiedAt = isFile(file) && file.lastModified > 0 ? toIsoSeconds(new Date(file.lastModified)) : "";
  return isInstant(modifiedAt) ? modifiedAt : now();
};
