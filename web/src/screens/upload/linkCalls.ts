import { call } from "#api/client.ts";
import type { BodyOf, ResponseOf } from "#domain/contract/endpoint.ts";
import { reserveTokenUploads, settleTokenUploads } from "#domain/endpoints/links/linkUpload.ts";
import { batchCalls } from "#ui/upload/batchCalls.ts";

type AnnouncedFile = BodyOf<typeof reserveTokenUploads>["files"][number];
type Reservation = NonNullable<ResponseOf<typeof reserveTokenUploads>["items"][number]["reservation"]>;
type StoredFile = NonNullable<ResponseOf<typeof settleTokenUploads>["items"][number]["stored"]>;

/** The calls for the files of a link, batched. */
export const createLinkCalls = (token: string) => ({
  reserve: batchCalls<AnnouncedFile, Reservation>(async (files, signal) => {
    const { items } = await call(reserveTokenUploads, {
      body: { token, files: [...files] },
      ...(signal && { signal }),
    });
    return items.map(({ reservation, failure }) =>
      reservation ? { answer: reservation } : failure && { failure },
    );
  }),
  settle: batchCalls<string, StoredFile>(async (uploadIds, signal) => {
    const { items } = await call(settleTokenUploads, {
      body: { token, uploadIds: [...uploadIds] },
      ...(signal && { signal }),
    });
    return items.map(({ stored, failure }) => (stored ? { answer: stored } : failure && { failure }));
  }),
});

export type LinkCalls = ReturnType<typeof createLinkCalls>;
