import type { Markup } from "#domain/media/markup.ts";
import type { StoredDerivative } from "./derivatives.ts";

/** The columns of a photo that identify and describe its thumbnail and rendition. */
export const createDerivativeColumns = (
  { thumbnail, rendition }: { thumbnail: StoredDerivative; rendition: StoredDerivative },
  { revision, quarterTurns }: { revision: string; quarterTurns: number },
) => ({
  derivativeRevision: revision,
  derivativeRotation: quarterTurns,
  thumbnailSize: thumbnail.size,
  thumbnailEtag: thumbnail.etag,
  renditionSize: rendition.size,
  renditionCrc32: rendition.crc32,
  renditionEtag: rendition.etag,
  renditionWidth: rendition.width,
  renditionHeight: rendition.height,
  renditionComponents: rendition.components,
});

/** The columns of a photo without markup. */
export const unmarkedColumns = {
  markup: null,
  unmarkedRevision: null,
  unmarkedSize: null,
  unmarkedCrc32: null,
  unmarkedEtag: null,
  markedRenditionSha256: null,
} as const;

/** The columns of a photo with markup, including those of its rendition without markup. */
export const createMarkedColumns = (
  { sha256 }: Pick<StoredDerivative, "sha256">,
  { revision, size, crc32, etag }: { revision: string; size: number; crc32: number; etag: string },
  markup: Markup,
) => ({
  markup,
  unmarkedRevision: revision,
  unmarkedSize: size,
  unmarkedCrc32: crc32,
  unmarkedEtag: etag,
  markedRenditionSha256: sha256,
});
