import { useRef } from "react";
import { createPortal } from "react-dom";
import { useTranslation } from "react-i18next";
import { useImage } from "#api/useImage.ts";
import type { PhotoRow } from "#domain/endpoints/documentation/details.ts";
import type { Markup } from "#domain/media/markup.ts";
import { MarkupEditor } from "#features/photo/markup/MarkupEditor.tsx";
import { renditionPath } from "#features/photo/photoPath.ts";
import { FullscreenDialog, useNativeModal } from "#ui/dialog/FullscreenDialog.ts";
import { Loading } from "#ui/feedback/Loading.tsx";

interface DrawingDialogProps {
  photo: PhotoRow;
  drawing: Markup | null;
  onSave: (drawing: Markup | null) => void;
  onClose: () => void;
}

/** Draws a retake request on a photo with the markup tools. The photo's own markup does not change. */
export function DrawingDialog({ photo, drawing, onSave, onClose }: DrawingDialogProps) {
  const { t } = useTranslation("retake");
  const dialog = useRef<HTMLDialogElement>(null);
  const picture = useImage(renditionPath(photo), true);
  useNativeModal(dialog);
  // Outside the form of the dialog underneath, which Enter would submit.
  return createPortal(
    <FullscreenDialog
      ref={dialog}
      tabIndex={-1}
      aria-label={t("each.draw")}
      data-color-mode="dark"
      data-dark-theme="dark"
      onCancel={(event) => {
        // Escape first deselects in the editor, which then closes itself.
        event.preventDefault();
      }}
    >
      {picture.url && photo.width !== null && photo.height !== null ? (
        <MarkupEditor
          src={picture.url}
          size={{ width: photo.width, height: photo.height }}
          markup={drawing}
          canBlur={false}
          onSave={async (next) => onSave(next)}
          onClose={onClose}
        />
      ) : (
        <Loading />
      )}
    </FullscreenDialog>,
    document.body,
  );
}
