import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { call } from "#api/client.ts";
import type { BodyOf } from "#domain/contract/endpoint.ts";
import type { PhotoRow } from "#domain/endpoints/documentation/details.ts";
import { updatePhoto } from "#domain/endpoints/review/review.ts";
import { useDocumentationMutation } from "../change/useDocumentationMutation.ts";

/** The changes that this browser made to one photo. */
interface UpdateQueue {
  /** Settles when the last requested change has its response. */
  last: Promise<unknown>;
  /** Consecutive versions that only this browser made, the newest last. */
  versions: number[];
}

const updateQueues = new WeakMap<QueryClient, Map<string, UpdateQueue>>();

function updateQueueOf(queryClient: QueryClient, id: string): UpdateQueue {
  const queuesById = updateQueues.get(queryClient) ?? new Map<string, UpdateQueue>();
  updateQueues.set(queryClient, queuesById);
  const queue = queuesById.get(id) ?? { last: Promise.resolve(), versions: [] };
  queuesById.set(id, queue);
  return queue;
}

/**
 * Changes a photo on top of the version that was seen, one change at a time: a delayed rotation, a comment and an undo do not
 * conflict with each other. Another user's version in between still conflicts.
 */
export function useUpdatePhoto(documentationId: string) {
  const queryClient = useQueryClient();
  const { write } = useDocumentationMutation(documentationId);
  return (
    id: string,
    change: Omit<BodyOf<typeof updatePhoto>, "id" | "version">,
    seenVersion: number,
  ): Promise<PhotoRow> => {
    const queue = updateQueueOf(queryClient, id);
    const send = async () => {
      const version = queue.versions.includes(seenVersion)
        ? (queue.versions.at(-1) ?? seenVersion)
        : seenVersion;
      const savedPhoto = await write(
        () => call(updatePhoto, { params: { id }, body: { ...change, version } }),
        ["events"],
        (row, cache) => cache.photo(row),
      );
      queue.versions = [
        ...(queue.versions.at(-1) === version ? queue.versions : [version]),
        savedPhoto.version,
      ];
      return savedPhoto;
    };
    const savePromise = queue.last.then(send, send);
    queue.last = savePromise.catch(() => {});
    return savePromise;
  };
}
