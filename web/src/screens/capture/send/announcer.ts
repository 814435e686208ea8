import { call } from "#api/client.ts";
import { ApiError } from "#api/failure.ts";
import type { Draft, DraftMedia } from "#domain/capture/draft.ts";
import type { ResponseOf } from "#domain/contract/endpoint.ts";
import { announcePhotos } from "#domain/endpoints/capture/captureMedia.ts";

type Announced = ResponseOf<typeof announcePhotos>["items"][number];

/** Photos that are announced with one call: few enough that their URLs are used before they expire, over a bad line too. */
const announceBatchSize = 10;

/**
 * Announces photos of a draft, some at a time, when the first of them is asked for. A photo that is asked for again is announced anew.
 * @throws Failure for the one that is asked for
 */
export function createAnnouncer(signal: AbortSignal) {
  const known = new Map<string, Announced>();
  return async (draft: Draft, wanted: DraftMedia): Promise<Announced> => {
    if (!known.has(wanted.id)) {
      const waiting = draft.media.filter(
        ({ kind, onServer, confirmed }) => kind === "PHOTO" && !onServer && !confirmed,
      );
      const from = waiting.findIndex(({ id }) => id === wanted.id);
      const photos = from < 0 ? [wanted] : waiting.slice(from, from + announceBatchSize);
      const { items } = await call(announcePhotos, {
        body: {
          licenseCode: draft.license.licenseCode,
          photos: photos.map((photo) => announcementOf(draft, photo)),
        },
        signal,
      });
      for (const item of items) known.set(item.id, item);
    }
    const item = known.get(wanted.id);
    known.delete(wanted.id);
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
