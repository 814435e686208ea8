import { pathOf } from "#api/client.ts";
import {
  type PhotoRow,
  photoDownload,
  photoDownloadWithoutMarkup,
  photoThumbnail,
} from "#domain/endpoints/documentation/details.ts";

type PhotoRef = Pick<PhotoRow, "id" | "derivativeRevision">;

/**
 * Paths of the rotated renditions. The version in them is that of the picture: it changes with a rotation, but not with a
 * comment.
 */
export const thumbnailPath = ({ id, derivativeRevision }: PhotoRef) =>
  `${pathOf(photoThumbnail, { id })}?v=${encodeURIComponent(derivativeRevision)}`;
export const renditionPath = ({ id, derivativeRevision }: PhotoRef) =>
  `${pathOf(photoDownload, { id })}?v=${encodeURIComponent(derivativeRevision)}`;
/** The rendition without markup. */
export const toPathWithoutMarkup = ({ id, derivativeRevision }: PhotoRef) =>
  `${pathOf(photoDownloadWithoutMarkup, { id })}?v=${encodeURIComponent(derivativeRevision)}`;
