import { pathOf } from "#api/client.ts";
import {
  type PhotoRow,
  photoDownload,
  photoDownloadWithoutMarkup,
  photoThumbnail,
} from "#domain/endpoints/documentation/details.ts";

type PhotoRef = Pick<PhotoRow, "id" | "shown">;

/**
 * Addresses of the rotated renditions. What they show is part of them: a new turn has new addresses, and a new comment has the old ones.
 */
export const thumbnailPath = ({ id, shown }: PhotoRef) =>
  `${pathOf(photoThumbnail, { id })}?v=${encodeURIComponent(shown)}`;
export const renditionPath = ({ id, shown }: PhotoRef) =>
  `${pathOf(photoDownload, { id })}?v=${encodeURIComponent(shown)}`;
/** Of the rendition without markup. */
export const pathWithoutMarkup = ({ id, shown }: PhotoRef) =>
  `${pathOf(photoDownloadWithoutMarkup, { id })}?v=${encodeURIComponent(shown)}`;
