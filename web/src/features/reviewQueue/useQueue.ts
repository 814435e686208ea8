import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { call } from "#api/client.ts";
import { useCustomerId, useGrants } from "#api/session.ts";
import { hasAuthority } from "#domain/access/authorities.ts";
import type { PhotoRow } from "#domain/endpoints/documentation/details.ts";
import { claimReview, type ReviewQueue, reviewQueue } from "#domain/endpoints/review/reviewQueue.ts";
import { useNavigateWhileOpen } from "#navigation/useNavigateWhileOpen.ts";
import { formatNumber } from "#ui/format/numbers.ts";
import { showAlert } from "#ui/overlay/alertStore.ts";
import { listPath, parseListQuery, queuePath, queueQuery, skipsAssigned, withSkipping } from "./queueUrl.ts";
import { clearDecisions, decidedCountOf, moveDecisions } from "./reviewProgress.ts";

export type Direction = "previous" | "next";

/** Milliseconds after which the neighbours are refetched, because others may have changed them. */
const neighbourMaxAgeMs = 60_000;
/** Maximum documentations to skip because others are reviewing them. */
const maxSkipped = 5;

/** The position and neighbours of a documentation in a list. */
export const neighboursQuery = (customerId: number, listQuery: string, id: string) =>
  queryOptions({
    queryKey: [customerId, "documentation", "queue", listQuery, id],
    queryFn: ({ signal }) => fetchNeighbours(listQuery, id, signal),
    // The details query reports the error.
    meta: { handlesErrors: true },
  });
export const fetchNeighbours = (listQuery: string, currentId: string | undefined, signal?: AbortSignal) =>
  call(reviewQueue, {
    query: { ...queueQuery(listQuery), ...(currentId !== undefined && { at: currentId }) },
    ...(signal && { signal }),
  });

interface OpenOptions {
  isInViewer?: boolean;
  isDone?: boolean;
}

export interface Queue {
  view: string;
  list: string;
  /** Undefined until loaded. */
  adjacent: ReviewQueue | undefined;
  pathTo: (id: string) => string;
  /** Whether documentations assigned to others are skipped, and how to change that. */
  skipsAssigned: boolean;
  setSkipsAssigned: (shouldSkip: boolean) => void;
  /** Returns to the list. */
  leave: () => void;
  /**
   * Opens the next or previous documentation that no one else is reviewing, or the list after the last one if `isDone`.
   * `isInViewer` stays in the large view if that documentation has photos.
   */
  open: (direction: Direction, options?: OpenOptions) => void;
}

/** Claims the documentation and returns who else is reviewing it. If the claim fails, the documentation still opens. */
const claimAndGetReviewer = async (id: string): Promise<string | null> =>
  (await call(claimReview, { params: { id } }).catch(() => ({ reviewer: null }))).reviewer;

/**
 * Finds the next or previous documentation that no one else is reviewing, and claims it if `canClaim`. `initialQueue` may be
 * slightly stale.
 */
export async function findNextUnclaimed(
  initialQueue: ReviewQueue,
  direction: Direction,
  fetchQueue: () => Promise<ReviewQueue>,
  canClaim: boolean,
): Promise<string | null> {
  let queue = initialQueue;
  for (let skippedCount = 0; skippedCount < maxSkipped; skippedCount += 1) {
    const candidate = queue[direction];
    if (!candidate || !canClaim || !(await claimAndGetReviewer(candidate.id))) return candidate?.id ?? null;
    queue = await fetchQueue();
  }
  return queue[direction]?.id ?? null;
}

/** The list being reviewed. An undo that finishes later checks it before it navigates. */
let activeListQuery: string | null = null;
export const isReviewing = (listQuery: string): boolean => activeListQuery === listQuery;

/** The review queue of a documentation: the list that it was opened from. Null if it was not opened from one. */
export function useQueue(id: string): Queue | null {
  const { t } = useTranslation("review");
  const customerId = useCustomerId();
  const queryClient = useQueryClient();
  const navigate = useNavigateWhileOpen();
  const [params] = useSearchParams();
  const canClaim = hasAuthority(useGrants(), "ROLE_DOCUMENTATION_WRITE");
  const listQuery = parseListQuery(params);
  const isNavigating = useRef(false);
  useEffect(() => {
    activeListQuery = listQuery;
    return () => {
      activeListQuery = null;
    };
  }, [listQuery]);
  const { data: adjacent } = useQuery({
    ...neighboursQuery(customerId, listQuery ?? "", id),
    enabled: listQuery !== null,
    refetchInterval: neighbourMaxAgeMs,
  });
  const openMutation = useMutation({
    mutationFn: async ({
      direction,
      isInViewer = false,
      isDone = false,
    }: OpenOptions & { direction: Direction }) => {
      if (listQuery === null || isNavigating.current) return;
      isNavigating.current = true;
      try {
        const fetchQueue = () => fetchNeighbours(listQuery, id);
        const targetId = await findNextUnclaimed(
          adjacent ?? (await fetchQueue()),
          direction,
          fetchQueue,
          canClaim,
        );
        if (targetId) {
          const photos = queryClient.getQueryData<PhotoRow[]>([
            customerId,
            "documentation",
            "photos",
            targetId,
            0,
          ]);
          const photoId = isInViewer ? photos?.at(direction === "next" ? 0 : -1)?.id : undefined;
          await navigate(queuePath(targetId, listQuery, photoId), { replace: true });
        } else if (isDone) {
          const { total } = await fetchQueue();
          const counts = { done: formatNumber(decidedCountOf(listQuery)), left: formatNumber(total) };
          if (await navigate(listPath(listQuery))) showAlert("success", t("queue.finished", counts));
          clearDecisions(listQuery);
        } else showAlert("success", t(direction === "next" ? "queue.atLast" : "queue.atFirst"));
      } finally {
        isNavigating.current = false;
      }
    },
  });
  if (listQuery === null) return null;
  const listUrl = listPath(listQuery);

  return {
    view: listQuery,
    list: listUrl,
    adjacent,
    pathTo: (documentationId) => queuePath(documentationId, listQuery),
    skipsAssigned: skipsAssigned(listQuery),
    setSkipsAssigned: (shouldSkip) => {
      const changedQuery = withSkipping(listQuery, shouldSkip);
      moveDecisions(listQuery, changedQuery);
      void navigate(queuePath(id, changedQuery), { replace: true });
    },
    leave: () => void navigate(listUrl),
    open: (direction, options) => openMutation.mutate({ direction, ...options }),
  };
}
