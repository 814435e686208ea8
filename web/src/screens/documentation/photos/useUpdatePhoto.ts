import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { call } from "#api/client.ts";
import type { BodyOf } from "#domain/contract/endpoint.ts";
import type { PhotoRow } from "#domain/endpoints/documentation/details.ts";
import { updatePhoto } from "#domain/endpoints/review/review.ts";
import { useDocumentationMutation } from "../change/useDocumentationMutation.ts";

/** The changes of one photo that were made here. */
interface UpdateQueue {
  /** Settles when the change that was asked for last has its answer. */
  last: Promise<unknown>;
  /** Versions that followed each other by changes of ours alone, the newest last. */
  versions: number[];
}

const lanes = new WeakMap<QueryClient, Map<string, UpdateQueue>>();

function updateQueueOf(queries: QueryClient, id: string): UpdateQueue {
  const known = lanes.get(queries) ?? new Map<string, UpdateQueue>();
  lanes.set(queries, known);
  const lane = known.get(id) ?? { last: Promise.resolve(), versions: [] };
  known.set(id, lane);
  return lane;
}

/**
 * Changes a photo on top of the version that was seen, one change at a time: a turn that is saved a moment later, a comment and an undo are no
 * conflict with each other. A version of somebody else's in between still is one.
 */
export function useUpdatePhoto(documentationId: string) {
  const queries = useQueryClient();
  const { write } = useDocumentationMutation(documentationId);
  return (
    id: string,
    change: Omit<BodyOf<typeof updatePhoto>, "id" | "version">,
    seen: number,
  ): Promise<PhotoRow> => {
    const lane = updateQueueOf(queries, id);
    const send = async () => {
      const version = lane.versions.includes(seen) ? (lane.versions.at(-1) ?? seen) : seen;
      const saved = await write(
        () => call(updatePhoto, { params: { id }, body: { ...change, version } }),
        ["events"],
        (row, cache) => cache.photo(row),
      );
      lane.versions = [...(lane.versions.at(-1) === version ? lane.versions : [version]), saved.version];
      return saved;
    };
    const saved = lane.last.then(send, send);
    lane.last = saved.catch(() => {});
    return saved;
  };
}
