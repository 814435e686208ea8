import { EyeClosedIcon, EyeIcon, PaintbrushIcon } from "@primer/octicons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useImage } from "#api/useImage.ts";
import type { PhotoRow } from "#domain/endpoints/documentation/details.ts";
import { pendingQuarterTurns } from "#domain/media/rotation.ts";
import type { PhotoActions, ViewerAction } from "../PhotoActions.ts";
import { pathWithoutMarkup } from "../photoPath.ts";
import { useCanSeeUnblurred } from "../useCanSeeUnblurred.ts";
import { ViewerTool } from "../ViewerTool.tsx";
import { MarkupEditor } from "./MarkupEditor.tsx";

/** Drawing in the large view, and the switch that shows a photo without what is drawn on it. */
export function useMarkup(photo: PhotoRow, mark: PhotoActions["saveMarkup"]) {
  const { t } = useTranslation("documentation");
  const [drawingOn, drawOn] = useState<string | null>(null);
  const [hiddenOn, hideOn] = useState<string | null>(null);
  const mayUnblur = useCanSeeUnblurred();
  const marked = photo.markup !== null && mayUnblur(photo);
  const hidden = marked && hiddenOn === photo.id;
  // Its pictures are turned a moment later than the row.
  const mayDraw =
    mark !== undefined && photo.hasData && pendingQuarterTurns(photo) === 0 && photo.width !== null;
  const drawing = mayDraw && drawingOn === photo.id;
  const picture = useImage(drawing ? pathWithoutMarkup(photo) : null, true);
  const acts: ViewerAction[] = [
    ...(mayDraw
      ? [{ key: "d", icon: PaintbrushIcon, label: t("gallery.markup"), act: () => drawOn(photo.id) }]
      : []),
    ...(marked
      ? [
          {
            key: "m",
            icon: hidden ? EyeIcon : EyeClosedIcon,
            label: hidden ? t("gallery.withMarkup") : t("gallery.withoutMarkup"),
            act: () => hideOn(hidden ? null : photo.id),
          },
        ]
      : []),
  ];
  return {
    hidden,
    drawing: drawing && picture.url !== null,
    acts,
    tools: acts.map(({ key, icon, label, act }) => (
      <ViewerTool
        key={key}
        icon={icon}
        label={label}
        shortcut={key.toUpperCase()}
        onClick={() => act(photo)}
      />
    )),
    editor: drawing && picture.url !== null && photo.width !== null && photo.height !== null && (
      <MarkupEditor
        key={photo.id}
        src={picture.url}
        size={{ width: photo.width, height: photo.height }}
        markup={photo.markup}
        onSave={(markup) => mark(photo, markup)}
        onClose={() => drawOn(null)}
      />
    ),
  };
}
