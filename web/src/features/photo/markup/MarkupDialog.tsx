import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import type { Markup } from "#domain/media/markup.ts";
import { FullscreenDialog, useNativeModal } from "#ui/dialog/FullscreenDialog.ts";
import { MarkupEditor } from "./MarkupEditor.tsx";
import type { PictureSize } from "./MarkupShapes.tsx";

interface MarkupDialogProps {
  /** The photo's bytes; shown upright, as its markup is. */
  photo: Blob;
  markup: Markup | null;
  onSave: (markup: Markup | null) => void;
  onClose: () => void;
}

/** The markup editor for a photo that has not been sent yet, on a dark background like the large view. */
export function MarkupDialog({ photo, markup, onSave, onClose }: MarkupDialogProps) {
  const { t } = useTranslation("documentation");
  const dialog = useRef<HTMLDialogElement>(null);
  const [picture, setPicture] = useState<{ src: string; size: PictureSize | null } | null>(null);
  useNativeModal(dialog);
  useEffect(() => {
    const src = URL.createObjectURL(photo);
    setPicture({ src, size: null });
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
        // Escape first deselects in the editor, which then closes itself.
        event.preventDefault();
      }}
    >
      {picture?.size ? (
        <MarkupEditor
          src={picture.src}
          size={picture.size}
          markup={markup}
          onSave={async (next) => onSave(next)}
          onClose={onClose}
        />
      ) : (
        picture && (
          <SizeProbe
            src={picture.src}
            alt=""
            onLoad={({ currentTarget }) =>
              setPicture({
                src: picture.src,
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

/** An image whose only purpose is to measure its size. */
const SizeProbe = styled.img`
  position: absolute;
  visibility: hidden;
`;
