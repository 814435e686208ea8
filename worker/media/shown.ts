import type { StoredDerivative } from "./derivatives";

/** The columns of a photo's row that name its thumbnail and rendition, and say how they were made. */
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
});
