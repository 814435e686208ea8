import { useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { digestsOf } from "#api/digests.ts";
import { type DraftMedia, withAnswer, withComment, withMarkup } from "#domain/capture/draft.ts";
import type { DraftTask } from "#domain/capture/newDocumentation.ts";
import { isInstant, isoSeconds, now } from "#domain/core/fields.ts";
import { maxSignedUploadBytes } from "#domain/endpoints/capture/captureMedia.ts";
import type { Markup } from "#domain/media/markup.ts";
import { fileExtensions, hasExtension } from "#domain/task/fileExtensions.ts";
import { useConfirm } from "#ui/dialog/Confirm.tsx";
import type { CaptureActions } from "./CaptureFormContext.ts";
import type { DraftController } from "./draft/useDraft.ts";
import { HeicPhoto, NotJpeg, preparePhoto, UnreadablePhoto } from "./photo/preparePhoto.ts";
import { fieldId } from "./taskNodes.ts";

/** The changes that a form's fields make to its draft. `smaller`: whether photos are reduced when added. */
export function useCapture(
  {
    draftRef,
    change,
    addAll,
    addMedia,
    removeMedia,
  }: Pick<DraftController, "draftRef" | "change" | "addAll" | "addMedia" | "removeMedia">,
  smaller: boolean,
) {
  const { t } = useTranslation("capture");
  const { t: common } = useTranslation();
  const ask = useConfirm();
  /** The task of a drawing, and the photo that is drawn on. */
  const [drawing, setDrawing] = useState<DraftTask | null>(null);
  const [marking, setMarking] = useState<DraftMedia | null>(null);
  const makeSmaller = useRef(smaller);
  makeSmaller.current = smaller;

  const actions = useMemo<CaptureActions>(() => {
    const refusal = (name: string, error: unknown) => t(`form.${reasonOf(error)}`, { name });
    const add = async (
      task: DraftTask,
      bytes: Blob,
      kind: DraftMedia["kind"],
      given: { name: string; dateCreated: string | null },
    ) => {
      const { md5, sha256 } = await digestsOf(bytes);
      const { size, type } = bytes;
      const id = crypto.randomUUID();
      await addMedia({ ...given, id, kind, taskId: task.id, comment: "", type, size, md5, sha256 }, bytes);
    };
    return {
      answer: (taskId, answer) => change((draft) => withAnswer(draft, taskId, answer)),
      comment: (mediaId, comment) => change((draft) => withComment(draft, mediaId, comment)),
      remove: async ({ id, name, taskId }) => {
        // A photo taken here is in no album: an accidental tap would destroy it.
        const yes = await ask({
          title: t("form.removeTitle", { name }),
          text: t("form.removeText"),
          confirm: common("actions.remove"),
          danger: true,
        });
        if (!yes) return;
        // `keeping` reports a failure.
        await removeMedia(id).catch(() => undefined);
        // The pressed button disappears; focus moves to the last button of the task, which adds another.
        const field = document.getElementById(fieldId(taskId));
        const { activeElement, body } = document;
        if (activeElement === body || field?.contains(activeElement))
          [...(field?.querySelectorAll("button") ?? [])].at(-1)?.focus();
      },
      retake: async (photo, file) => {
        const refused: string[] = [];
        await addAll([file], async () => {
          try {
            const { bytes, hasExif } = await preparePhoto(file, makeSmaller.current);
            const { md5, sha256 } = await digestsOf(bytes);
            const { id, kind, taskId, name } = photo;
            const { size, type } = bytes;
            const dateCreated = hasExif ? null : takenAt(file);
            const replaces = photo.replaces ?? photo;
            await addMedia(
              { id, kind, taskId, name, comment: "", type, size, md5, sha256, dateCreated, replaces },
              bytes,
            );
          } catch (error) {
            refused.push(refusal(photo.name, error));
          }
        });
        return refused;
      },
      draw: setDrawing,
      mark: setMarking,
      addPhotos: async (task, files, drawn = false) => {
        const refused: string[] = [];
        await addAll(files, async (file) => {
          const name = isFile(file) ? file.name : task.name;
          try {
            const { bytes, hasExif } = await preparePhoto(file, makeSmaller.current && !drawn);
            await add(task, bytes, "PHOTO", { name, dateCreated: hasExif ? null : takenAt(file) });
          } catch (error) {
            refused.push(refusal(name, error));
          }
        });
        return refused;
      },
      addFiles: async (task, files) => {
        const refused: string[] = [];
        await addAll(files, async (file) => {
          const fault = fileFault(task, file, draftRef.current.media);
          if (fault) refused.push(t(`form.${fault}`, { name: file.name }));
          else
            await add(task, file, "FILE", { name: file.name, dateCreated: takenAt(file) }).catch((error) =>
              refused.push(refusal(file.name, error)),
            );
        });
        return refused;
      },
    };
  }, [draftRef, change, addAll, addMedia, removeMedia, ask, t, common]);

  return {
    actions,
    drawing,
    closeDrawing: () => setDrawing(null),
    marking,
    closeMarking: () => setMarking(null),
    mark: (id: string, markup: Markup | null) => change((draft) => withMarkup(draft, id, markup)),
  };
}

const reasonOf = (error: unknown) => {
  if (error instanceof HeicPhoto) return "heic";
  if (error instanceof NotJpeg) return "notJpeg";
  return error instanceof UnreadablePhoto ? "unreadable" : "notKept";
};

/** Why a file is refused: empty, of another kind, too large for a signed upload, or added already (2§5). */
function fileFault(task: DraftTask, { name, size }: File, media: readonly DraftMedia[]) {
  if (size === 0) return "emptyFile";
  if (!hasExtension(name, fileExtensions(task.options))) return "wrongKind";
  if (size > maxSignedUploadBytes) return "tooLarge";
  return media.some((item) => item.taskId === task.id && item.name === name) ? "repeated" : null;
}

/** Chosen files have a date; drawings do not. */
const isFile = (bytes: Blob): bytes is File => "lastModified" in bytes;

/** The file's modification time, which for a fresh photo is when it was taken. */
const takenAt = (file: Blob): string => {
  const written = isFile(file) && file.lastModified > 0 ? isoSeconds(new Date(file.lastModified)) : "";
  return isInstant(written) ? written : now();
};
