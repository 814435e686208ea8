import { ApiError } from "#api/apiError.ts";
import { call } from "#api/client.ts";
import type { Draft, DraftMedia } from "#domain/capture/draft.ts";
import type { ResponseOf } from "#domain/contract/endpoint.ts";
import { announcePhotos } from "#domain/endpoints/capture/captureMedia.ts";

type AnnouncedPhoto = ResponseOf<typeof announcePhotos>["items"][number];

/** Photos announced per call: few enough that their URLs do not expire on a slow line. */
const announceBatchSize = 10;

/**
 * Announces the photos of a draft in batches, each when its first photo is requested. A photo requested again is announced again.
 * @throws ApiError for the requested photo
 */
export function createAnnouncer(signal: AbortSignal) {
  const announcedPhotos = new Map<string, AnnouncedPhoto>();
  return async (draft: Draft, requestedPhoto: DraftMedia): Promise<AnnouncedPhoto> => {
    if (!announcedPhotos.has(requestedPhoto.id)) {
      const pendingPhotos = draft.media.filter(
        ({ kind, onServer, confirmed }) => kind === "PHOTO" && !onServer && !confirmed,
      );
      const startIndex = pendingPhotos.findIndex(({ id }) => id === requestedPhoto.id);
      const photos =
        startIndex < 0 ? [requestedPhoto] : pendingPhotos.slice(startIndex, startIndex + announceBatchSize);
      const { items } = await call(announcePhotos, {
        body: {
          licenseCode: draft.license.licenseCode,
          photos: photos.map((photo) => announcementOf(draft, photo)),
        },
        signal,
      });
      for (const item of items) announcedPhotos.set(item.id, item);
    }
    const item = announcedPhotos.get(requestedPhoto.id);
    announcedPhotos.delete(requestedPhoto.id);
    if (!item) throw new ApiError({ status: 0 });
    const { failure } = item;
    if (failure) throw new ApiError({ status: failure.status, body: { error: failure } });
    return item;
  };
}

const announcementOf = (
  draft: Draft,
  { id, taskId, name, dateCreated, comment, markup, size, md5 }: DraftMedia,
) => ({
  photo: {
    ...{ id, name, dateCreated, documentationId: draft.id, documentationTaskId: taskId },
    ...{ creator: draft.creator, comment: comment || null, markup: markup ?? null },
  },
  size,
  md5,
});
