import { ColumnsIcon } from "@primer/octicons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { PhotoRow } from "#domain/endpoints/documentation/details.ts";
import type { ViewerAction } from "./PhotoActions.ts";

/** Keeps a photo beside the others that are opened, to compare them; B switches it on and off. */
export function useSideBySide(photos: readonly PhotoRow[], current: PhotoRow) {
  const { t } = useTranslation("documentation");
  const [photoId, setPhotoId] = useState<string | null>(null);
  const photo = photos.find(({ id }) => id === photoId) ?? null;
  const tool: ViewerAction = {
    key: "b",
    icon: ColumnsIcon,
    label: t(photo ? "gallery.oneAtATime" : "gallery.sideBySide"),
    disabled: photos.length < 2 && !photo,
    act: () => setPhotoId(photo ? null : current.id),
  };
  return { photo, tool };
}
