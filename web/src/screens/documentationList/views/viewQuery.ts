import { viewParams } from "#domain/endpoints/documentation/savedView.ts";

/**
 * The part of the list's query string that a view stores, sorted, so that equal views are equal strings. Empty if there is
 * nothing to store.
 */
export function toViewQuery(params: URLSearchParams): string {
  const viewQuery = new URLSearchParams(
    [...params].filter(([name, text]) => viewParams.has(name) && text !== ""),
  );
  viewQuery.sort();
  return viewQuery.toString();
}
