import { useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { type DraftMedia, withAnswer, withComment } from "../../../../../domain/capture/draft";
import type { DraftTask } from "../../../../../domain/capture/newDocumentation";
import { isoSeconds, now } from "../../../../../domain/fields";
import { fileExtensions, hasExtension } from "../../../../../domain/rules/fileExtensions";
import { digestsOf } from "../../../api/digests";
import { showAlert } from "../../../kit/alertStore";
import type { DraftWork } from "../draft/useDraft";
import { NotJpeg, preparePhoto, UnreadablePhoto } from "../photo/preparePhoto";
import type { CaptureActions } from "./FormContext";

export interface DrawingWish {
  task: DraftTask;
  on: DraftMedia | undefined;
}

/** What the fields of a form do to its draft. `smaller`: whether photos are made smaller as they are added. */
export function useCapture({ newest, change, addMedia, removeMedia }: DraftWork, smaller: boolean) {
  const { t } = useTranslation("capture");
  const [drawing, setDrawing] = useState<DrawingWish | null>(null);
  const makeSmaller = useRef(smaller);
  makeSmaller.current = smaller;

  const actions = useMemo<CaptureActions>(() => {
    const failed = (name: string, error: unknown) => {
      const why =
        error instanceof NotJpeg ? "notJpeg" : error instanceof UnreadablePhoto ? "unreadable" : "notKept";
      showAlert("danger", t(`form.${why}`, { name }));
    };
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
      remove: ({ id, name }) => void removeMedia(id).catch((error) => failed(name, error)),
      draw: (task, on) => setDrawing({ task, on }),
      addPhotos: async (task, files, drawn = false) => {
        for (const file of files) {
          const name = file instanceof File ? file.name : task.name;
          try {
            const { bytes, hasExif } = await preparePhoto(file, makeSmaller.current && !drawn);
            const dateCreated = hasExif ? null : takenAt(file);
            await add(task, bytes, "PHOTO", { name, dateCreated });
          } catch (error) {
            failed(name, error);
          }
        }
      },
      addFiles: async (task, files) => {
        const extensions = fileExtensions(task.options);
        const there = new Set(
          newest.current.media.filter(({ taskId }) => taskId === task.id).map(({ name }) => name),
        );
        for (const file of files) {
          if (there.has(file.name)) continue;
          if (file.size === 0 || !hasExtension(file.name, extensions)) {
            showAlert(
              "danger",
              t(file.size === 0 ? "form.emptyFile" : "form.wrongKind", { name: file.name }),
            );
            continue;
          }
          there.add(file.name);
          await add(task, file, "FILE", { name: file.name, dateCreated: takenAt(file) }).catch((error) =>
            failed(file.name, error),
          );
        }
      },
    };
  }, [newest, change, addMedia, removeMedia, t]);

  return { actions, drawing, closeDrawing: () => setDrawing(null) };
}

/** When a file was last written, which of a photo just taken is when it was taken. */
const takenAt = (file: Blob): string =>
  file instanceof File && file.lastModified > 0 ? isoSeconds(new Date(file.lastModified)) : now();
