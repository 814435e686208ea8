import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import type { Markup } from "#domain/media/markup.ts";
import { FullscreenDialog, useNativeModal } from "#ui/dialog/FullscreenDialog.ts";
import { MarkupEditor } from "./MarkupEditor.tsx";
import type { PictureSize } from "./MarkupShapes.tsx";

interface MarkupDialogProps {
  /** The photo itself; it is shown upright, as its markup is. */
  photo: Blob;
  markup: Markup | null;
  onSave: (markup: Markup | null) => void;
  onClose: () => void;
}

/** Draws on a photo that is not with the service yet, on dark ground as the large view. */
export function MarkupDialog({ photo, markup, onSave, onClose }: MarkupDialogProps) {
  const { t } = useTranslation("documentation");
  const dialog = useRef<HTMLDialogElement>(null);
  const [shown, setShown] = useState<{ src: string; size: PictureSize | null } | null>(null);
  useNativeModal(dialog);
  useEffect(() => {
    const src = URL.createObjectURL(photo);
    setShown({ src, size: null });
    return () => URL.revokeObjectURL(src);
  }, [photo]);
  return (
    <FullscreenDialog
      ref={dialog}
      tabIndex={-1}
      aria-label={t("markup.title")}
      data-color-mode="dark"
      data-dark-theme="dark"
      onCancel={(event) => {
        // Escape first lets go of what is chosen: the editor closes by itself.
        event.preventDefault();
      }}
    >
      {shown?.size ? (
        <MarkupEditor
          src={shown.src}
          size={shown.size}
          markup={markup}
          onSave={async (next) => onSave(next)}
          onClose={onClose}
        />
      ) : (
        shown && (
          <Measured
            src={shown.src}
            alt=""
            onLoad={({ currentTarget }) =>
              setShown({
                src: shown.src,
                size: { width: currentTarget.naturalWidth, height: currentTarget.naturalHeight },
              })
            }
            onError={onClose}
          />
        )
      )}
    </FullscreenDialog>
  );
}

/** Its size is known when it is loaded. */
const Measured = styled.img`
  position: absolute;
  visibility: hidden;
`;
