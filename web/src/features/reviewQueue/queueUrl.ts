import type { DocumentationSort } from "#domain/documentation/columns.ts";
import { documentationSource, toFilterParams } from "#features/documentationList/documentationSource.ts";
import { noFilter, parseListFilter } from "#features/documentationList/filter/listFilter.ts";
import { parseTableState } from "#ui/table/tableState.ts";

/*
 * A documentation that is one of a list's has the list's own address in its own: reloaded, sent to somebody or come back to, it still knows
 * what comes before and after it.
 */

const detailsPath = "/documentation/details/";
const queueParam = "queue";
/** A setting of the browser, not of the list's address: whoever is sent a queue has the same one. */
const showHiddenParam = "showHidden";

/** What a list's address says, as its documentations carry it. */
export function toListQuery(list: URLSearchParams, showHidden: boolean): string {
  const view = new URLSearchParams(list);
  view.delete("photo");
  if (showHidden) view.set(showHiddenParam, "true");
  return view.toString();
}

/** The list that a documentation was opened from; null where there is none. */
export const listQueryIn = (params: URLSearchParams): string | null => params.get(queueParam);

/** The address of a documentation of a list, perhaps with one of its photos in large view. */
export function queuePath(id: string, view: string | null, photo?: string | null): string {
  const params = new URLSearchParams();
  if (view !== null) params.set(queueParam, view);
  if (photo) params.set("photo", photo);
  return `${detailsPath}${id}${params.size > 0 ? `?${params}` : ""}`;
}

/** The address of the list itself. */
export function listPath(view: string): string {
  const params = new URLSearchParams(view);
  params.delete(showHiddenParam);
  return `/documentation${params.size > 0 ? `?${params}` : ""}`;
}

/** The filter and order of a list, as the calls take them. Invalid parts are ignored, as the list does. */
export function queueQuery(view: string) {
  const params = new URLSearchParams(view);
  const { sort, order, q } = parseTableState(params, documentationSource(noFilter, false));
  return {
    ...toFilterParams(parseListFilter(params), q, params.get(showHiddenParam) === "true"),
    sort: sort as DocumentationSort,
    order,
  };
}
