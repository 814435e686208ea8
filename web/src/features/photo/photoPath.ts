import { pathOf } from "#api/client.ts";
import {
  type PhotoRow,
  photoDownload,
  photoDownloadWithoutMarkup,
  photoThumbnail,
} from "#domain/endpoints/documentation/details.ts";

type PhotoRef = Pick<PhotoRow, "id" | "shown">;

/**
 * Paths of the rotated renditions. The version in them is that of the picture: it changes with a rotation, but not with a
 * comment.
 */
export const thumbnailPath = ({ id, shown }: PhotoRef) =>
  `${pathOf(photoThumbnail, { id })}?v=${encodeURIComponent(shown)}`;
export const renditionPath = ({ id, shown }: PhotoRef) =>
  `${pathOf(photoDownload, { id })}?v=${encodeURIComponent(shown)}`;
/** The rendition without markup. */
export const pathWithoutMarkup = ({ id, shown }: PhotoRef) =>
  `${pathOf(photoDownloadWithoutMarkup, { id })}?v=${encodeURIComponent(shown)}`;
