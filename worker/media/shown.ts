import type { StoredDerivative } from "./derivatives";

/** The columns of a photo that identify and describe its thumbnail and rendition. */
export const shownColumns = (
  { thumbnail, rendition }: { thumbnail: StoredDerivative; rendition: StoredDerivative },
  { revision, turned }: { revision: string; turned: number },
) => ({
  shownRevision: revision,
  turned,
  thumbnailSize: thumbnail.size,
  thumbnailEtag: thumbnail.etag,
  renditionSize: rendition.size,
  renditionCrc32: rendition.crc32,
  renditionEtag: rendition.etag,
  renditionWidth: rendition.width,
  renditionHeight: rendition.height,
  renditionComponents: rendition.components,
});
