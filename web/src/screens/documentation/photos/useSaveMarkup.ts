import { useTranslation } from "react-i18next";
import { ApiError } from "#api/failure.ts";
import type { PhotoRow } from "#domain/endpoints/documentation/details.ts";
import type { Markup } from "#domain/media/markup.ts";
import { rotateMarkup } from "#domain/media/markup.ts";
import { offerUndo } from "#ui/undo/undoStore.ts";
import { useDocumentationMutation } from "../change/useDocumentationMutation.ts";
import { useUpdatePhoto } from "./useUpdatePhoto.ts";

/** Keeps what is drawn on a photo, and offers to take it back. */
export function useSaveMarkup(documentationId: string) {
  const { t } = useTranslation("review");
  const { invalidate } = useDocumentationMutation(documentationId);
  const change = useUpdatePhoto(documentationId);
  const put = (id: string, markup: Markup | null, version: number) => change(id, { markup }, version);
  return async (photo: PhotoRow, markup: Markup | null) => {
    const saved = await put(photo.id, markup, photo.version).catch((error) => {
      // Somebody else was quicker: their photo is shown, and what was drawn stays in the editor.
      if (error instanceof ApiError && error.code === "staleVersion") void invalidate(["photos", "events"]);
      throw error;
    });
    offerUndo(t("photo.marked", { name: saved.alias ?? saved.name }), () =>
      put(
        photo.id,
        photo.markup && rotateMarkup(photo.markup, saved.rotation - photo.rotation),
        saved.version,
      ),
    );
  };
}
