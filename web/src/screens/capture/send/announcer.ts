import { call } from "#api/client.ts";
import { ApiError } from "#api/failure.ts";
import type { Draft, DraftMedia } from "#domain/capture/draft.ts";
import type { ResponseOf } from "#domain/contract/endpoint.ts";
import { announcePhotos } from "#domain/endpoints/capture/captureMedia.ts";

type Announced = ResponseOf<typeof announcePhotos>["items"][number];

/** Photos announced per call: few enough that their URLs do not expire on a slow line. */
const announceBatchSize = 10;

/**
 * Announces the photos of a draft in batches, each when its first photo is requested. A photo requested again is announced again.
 * @throws ApiError for the requested photo
 */
export function createAnnouncer(signal: AbortSignal) {
  const announced = new Map<string, Announced>();
  return async (draft: Draft, requested: DraftMedia): Promise<Announced> => {
    if (!announced.has(requested.id)) {
      const waiting = draft.media.filter(
        ({ kind, onServer, confirmed }) => kind === "PHOTO" && !onServer && !confirmed,
      );
      const startIndex = waiting.findIndex(({ id }) => id === requested.id);
      const photos = startIndex < 0 ? [requested] : waiting.slice(startIndex, startIndex + announceBatchSize);
      const { items } = await call(announcePhotos, {
        body: {
          licenseCode: draft.license.licenseCode,
          photos: photos.map((photo) => announcementOf(draft, photo)),
        },
        signal,
      });
      for (const item of items) announced.set(item.id, item);
    }
    const item = announced.get(requested.id);
    announced.delete(requested.id);
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
