import { useContext, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { DraftMedia } from "#domain/capture/draft.ts";
import type { Markup } from "#domain/media/markup.ts";
import { MarkupDialog } from "#features/photo/markup/MarkupDialog.tsx";
import { showAlert } from "#ui/overlay/alertStore.ts";
import { MediaContext } from "./CaptureFormContext.ts";

interface PhotoMarkupProps {
  photo: DraftMedia;
  onSave: (markup: Markup | null) => void;
  onClose: () => void;
}

/**
 * The markup editor for a photo of a draft. The photo's bytes stay unchanged: the markup is sent separately and can be removed
 * later.
 */
export default function PhotoMarkup({ photo, onSave, onClose }: PhotoMarkupProps) {
  const { t } = useTranslation("capture");
  const { bytes } = useContext(MediaContext);
  const [photoBytes, setPhotoBytes] = useState<Blob | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per photo
  useEffect(() => {
    let isCurrent = true;
    const onMissing = () => {
      if (!isCurrent) return;
      showAlert("danger", t("sending.fileMissing"));
      onClose();
    };
    bytes(photo.id).then((blob) => (blob ? isCurrent && setPhotoBytes(blob) : onMissing()), onMissing);
    return () => {
      isCurrent = false;
    };
  }, [photo.id]);
  return (
    photoBytes && (
      <MarkupDialog photo={photoBytes} markup={photo.markup ?? null} onSave={onSave} onClose={onClose} />
    )
  );
}
