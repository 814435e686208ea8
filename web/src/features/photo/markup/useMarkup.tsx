import { EyeClosedIcon, EyeIcon, PaintbrushIcon } from "@primer/octicons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useImage } from "#api/useImage.ts";
import type { PhotoRow } from "#domain/endpoints/documentation/details.ts";
import { computePendingTurns } from "#domain/media/rotation.ts";
import type { PhotoActions, ViewerAction } from "../PhotoActions.ts";
import { toPathWithoutMarkup } from "../photoPath.ts";
import { useCanSeeUnblurred } from "../useCanSeeUnblurred.ts";
import { MarkupEditor } from "./MarkupEditor.tsx";

/** The markup editor of the large view, and the switch that hides the markup. */
export function useMarkup(photo: PhotoRow, saveMarkup: PhotoActions["saveMarkup"]) {
  const { t } = useTranslation("documentation");
  const [drawnPhotoId, setDrawnPhotoId] = useState<string | null>(null);
  const [unmarkedPhotoId, setUnmarkedPhotoId] = useState<string | null>(null);
  const canSeeUnblurred = useCanSeeUnblurred();
  const canHideMarkup = photo.markup !== null && canSeeUnblurred(photo);
  const isHidden = canHideMarkup && unmarkedPhotoId === photo.id;
  // The renditions are rotated a moment after the row.
  const canDraw =
    saveMarkup !== undefined && photo.hasData && computePendingTurns(photo) === 0 && photo.width !== null;
  const isDrawing = canDraw && drawnPhotoId === photo.id;
  const picture = useImage(isDrawing ? toPathWithoutMarkup(photo) : null, true);
  const tools: ViewerAction[] = [
    ...(saveMarkup
      ? [
          {
            key: "d",
            icon: PaintbrushIcon,
            label: t("gallery.markup"),
            disabled: !canDraw,
            act: () => setDrawnPhotoId(photo.id),
          },
        ]
      : []),
    {
      key: "m",
      icon: isHidden ? EyeIcon : EyeClosedIcon,
      label: isHidden ? t("gallery.withMarkup") : t("gallery.withoutMarkup"),
      disabled: !canHideMarkup,
      act: () => setUnmarkedPhotoId(isHidden ? null : photo.id),
    },
  ];
  return {
    isHidden,
    isDrawing: isDrawing && picture.url !== null,
    tools,
    editor: isDrawing && picture.url !== null && photo.width !== null && photo.height !== null && (
      <MarkupEditor
        key={photo.id}
        src={picture.url}
        size={{ width: photo.width, height: photo.height }}
        markup={photo.markup}
        onSave={(markup) => saveMarkup(photo, markup)}
        onClose={() => setDrawnPhotoId(null)}
      />
    ),
  };
}
