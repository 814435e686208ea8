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

/** Draws on a photo of a draft. Its bytes stay as they are: what is drawn is sent beside them, and can be taken away later. */
export function PhotoMarkup({ photo, onSave, onClose }: PhotoMarkupProps) {
  const { t } = useTranslation("capture");
  const { bytes } = useContext(MediaContext);
  const [found, setFound] = useState<Blob | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each photo
  useEffect(() => {
    let wanted = true;
    const gone = () => {
      if (!wanted) return;
      showAlert("danger", t("sending.missingBytes"));
      onClose();
    };
    bytes(photo.id).then((blob) => (blob ? wanted && setFound(blob) : gone()), gone);
    return () => {
      wanted = false;
    };
  }, [photo.id]);
  return (
    found && <MarkupDialog photo={found} markup={photo.markup ?? null} onSave={onSave} onClose={onClose} />
  );
}
