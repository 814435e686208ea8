import { useTranslation } from "react-i18next";
import { ApiError } from "#api/apiError.ts";
import type { PhotoRow } from "#domain/endpoints/documentation/details.ts";
import type { Markup } from "#domain/media/markup.ts";
import { rotateMarkup } from "#domain/media/markup.ts";
import { offerUndo } from "#ui/undo/undoStore.ts";
import { useDocumentationMutation } from "../change/useDocumentationMutation.ts";
import { useUpdatePhoto } from "./useUpdatePhoto.ts";

/** Saves the markup of a photo, and offers to undo that. */
export function useSaveMarkup(documentationId: string) {
  const { t } = useTranslation("review");
  const { invalidate } = useDocumentationMutation(documentationId);
  const change = useUpdatePhoto(documentationId);
  const sendMarkup = (id: string, markup: Markup | null, version: number) => change(id, { markup }, version);
  return async (photo: PhotoRow, markup: Markup | null) => {
    const savedPhoto = await sendMarkup(photo.id, markup, photo.version).catch((error) => {
      // An edit conflict: the other user's photo is shown, and the markup stays in the editor.
      if (error instanceof ApiError && error.code === "staleVersion") void invalidate(["photos", "events"]);
      throw error;
    });
    offerUndo(t("photo.markupSaved", { name: savedPhoto.alias ?? savedPhoto.name }), () =>
      sendMarkup(
        photo.id,
        photo.markup && rotateMarkup(photo.markup, savedPhoto.rotation - photo.rotation),
        savedPhoto.version,
      ),
    );
  };
}
