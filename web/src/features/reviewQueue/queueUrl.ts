import {
  createDocumentationSource,
  toFilterParams,
} from "#features/documentationList/documentationSource.ts";
import { emptyFilter, parseListFilter } from "#features/documentationList/filter/listFilter.ts";
import { parseTableState } from "#ui/table/tableState.ts";

/*
 * The details page carries the list's query string in its own URL, so that previous and next survive a reload and work in a
 * shared link.
 */

const detailsPath = "/documentation/details/";
const queueParam = "queue";
/** A browser setting that is not in the list's URL: it is added so that a shared queue is the same for everyone. */
const showHiddenParam = "showHidden";

/** Present if documentations assigned to others are reviewed too. */
const withAssignedParam = "withAssigned";

/** Whether a review skips documentations assigned to others. */
export const skipsAssigned = (listQuery: string): boolean =>
  !new URLSearchParams(listQuery).has(withAssignedParam);

/** The list query that skips documentations assigned to others, or includes them. */
export function withSkipping(listQuery: string, skips: boolean): string {
  const query = new URLSearchParams(listQuery);
  if (skips) query.delete(withAssignedParam);
  else query.set(withAssignedParam, "true");
  return query.toString();
}

/** The list query that the documentations of a list carry in their URLs. */
export function toListQuery(listParams: URLSearchParams, showHidden: boolean): string {
  const query = new URLSearchParams(listParams);
  query.delete("photo");
  if (showHidden) query.set(showHiddenParam, "true");
  return query.toString();
}

/** The list query of a review: documentations awaiting review, unless the list is filtered by status or attention reason. */
export function toReviewQuery(list: URLSearchParams, showHidden: boolean): string {
  const { statusFilter, attentionFilter } = parseListFilter(list);
  const query = new URLSearchParams(list);
  if (statusFilter.length === 0 && attentionFilter.length === 0) query.set("statusFilter", "COMPLETED");
  return toListQuery(query, showHidden);
}

/** The query of the list that a documentation was opened from; null if none. */
export const parseListQuery = (params: URLSearchParams): string | null => params.get(queueParam);

/** The path of a documentation of a list, optionally with one of its photos in large view. */
export function queuePath(id: string, listQuery: string | null, photoId?: string | null): string {
  const params = new URLSearchParams();
  if (listQuery !== null) params.set(queueParam, listQuery);
  if (photoId) params.set("photo", photoId);
  return `${detailsPath}${id}${params.size > 0 ? `?${params}` : ""}`;
}

/** The path of the list itself. */
export function listPath(listQuery: string): string {
  const params = new URLSearchParams(listQuery);
  params.delete(showHiddenParam);
  params.delete(withAssignedParam);
  return `/documentation${params.size > 0 ? `?${params}` : ""}`;
}

/** The filter and order of a list as parameters of the calls. Invalid parts are ignored, as in the list. */
export function queueQuery(listQuery: string) {
  const params = new URLSearchParams(listQuery);
  const { sort, order, q } = parseTableState(params, createDocumentationSource(emptyFilter, false));
  return {
    ...toFilterParams(parseListFilter(params), q, params.get(showHiddenParam) === "true"),
    sort,
    order,
    skipAssigned: String(skipsAssigned(listQuery)),
  };
}
