import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useSearchParams } from "react-router";
import { call } from "#api/client.ts";
import { useCustomerId, useGrants } from "#api/session.ts";
import { hasAuthority } from "#domain/access/authorities.ts";
import type { PhotoRow } from "#domain/endpoints/documentation/details.ts";
import { claimReview, type ReviewQueue, reviewQueue } from "#domain/endpoints/review/reviewQueue.ts";
import { showAlert } from "#ui/overlay/alertStore.ts";
import { listPath, listQueryIn, queuePath, queueQuery } from "./queueUrl.ts";

export type Direction = "previous" | "next";

/** Milliseconds after which others may have changed what stands around. */
const neighbourMaxAgeMs = 60_000;
/** Documentations that others may take in the moment between two looks. */
const maxSkipped = 5;

/** Where a documentation stands in a list. */
export const neighboursQuery = (customerId: number, view: string, id: string) =>
  queryOptions({
    queryKey: [customerId, "documentation", "queue", view, id],
    queryFn: ({ signal }) => fetchNeighbours(view, id, signal),
    // The documentation itself says what is wrong.
    meta: { ownErrors: true },
  });
export const fetchNeighbours = (view: string, at: string | undefined, signal?: AbortSignal) =>
  call(reviewQueue, {
    query: { ...queueQuery(view), ...(at !== undefined && { at }) },
    ...(signal && { signal }),
  });

export interface Queue {
  view: string;
  list: string;
  /** Undefined until it is known. */
  around: ReviewQueue | undefined;
  pathTo: (id: string) => string;
  /** Back to the list. */
  leave: () => void;
  /**
   * Opens the next or previous one that nobody else reviews; after the last one the list. `viewing` keeps to the large view, where that one
   * has photos.
   */
  go: (direction: Direction, how?: { viewing?: boolean; done?: boolean }) => Promise<void>;
}

/** Whoever else reviews a documentation. A claim hinders nobody: without an answer it is opened all the same. */
const claimAndGetReviewer = async (id: string): Promise<string | null> =>
  (await call(claimReview, { params: { id } }).catch(() => ({ reviewer: null }))).reviewer;

/** The next or previous one that nobody else reviews, claimed for whoever `claims`; `found` may be a moment old. */
export async function nextUnclaimed(
  found: ReviewQueue,
  direction: Direction,
  ask: () => Promise<ReviewQueue>,
  claims: boolean,
): Promise<string | null> {
  let around = found;
  for (let taken = 0; taken < maxSkipped; taken += 1) {
    const one = around[direction];
    if (!one || !claims || !(await claimAndGetReviewer(one.id))) return one?.id ?? null;
    around = await ask();
  }
  return around[direction]?.id ?? null;
}

/** The list that is walked at the moment: what is undone later looks it up. */
let activeListQuery: string | null = null;
export const isReviewing = (view: string): boolean => activeListQuery === view;

/** The queue that a documentation is looked at in: the list that it was opened from. Null outside of one. */
export function useQueue(id: string): Queue | null {
  const { t } = useTranslation("review");
  const customerId = useCustomerId();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const claims = hasAuthority(useGrants(), "ROLE_DOCUMENTATION_WRITE");
  const view = listQueryIn(params);
  const going = useRef(false);
  useEffect(() => {
    activeListQuery = view;
    return () => {
      activeListQuery = null;
    };
  }, [view]);
  const { data: around } = useQuery({
    ...neighboursQuery(customerId, view ?? "", id),
    enabled: view !== null,
    refetchInterval: neighbourMaxAgeMs,
  });
  if (view === null) return null;
  const pathTo = (to: string, photo?: string) => queuePath(to, view, photo);
  const list = listPath(view);

  return {
    view,
    list,
    around,
    pathTo,
    leave: () => void navigate(list),
    go: async (direction, { viewing = false, done = false } = {}) => {
      if (going.current) return;
      going.current = true;
      try {
        const ask = () => fetchNeighbours(view, id);
        const to = await nextUnclaimed(around ?? (await ask()), direction, ask, claims);
        if (to) {
          const photos = queries.getQueryData<PhotoRow[]>([customerId, "documentation", "photos", to, 0]);
          const photo = viewing ? photos?.at(direction === "next" ? 0 : -1)?.id : undefined;
          await navigate(pathTo(to, photo), { replace: true });
        } else if (done) {
          await navigate(list);
          showAlert("success", t("queue.done"));
        } else showAlert("success", t(direction === "next" ? "queue.last" : "queue.first"));
      } finally {
        going.current = false;
      }
    },
  };
}
