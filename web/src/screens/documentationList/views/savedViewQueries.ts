import { useQuery } from "@tanstack/react-query";
import { call } from "#api/client.ts";
import { useCustomerId } from "#api/session.ts";
import { listSavedViews, viewParams } from "#domain/endpoints/documentation/savedView.ts";
import { serializeFilter, unassigned } from "#domain/endpoints/shared/documentationFilter.ts";

export const savedViewsKey = (customerId: number | undefined) => [customerId, "savedView"];

export function useViews() {
  const customerId = useCustomerId();
  return useQuery({
    queryKey: savedViewsKey(customerId),
    queryFn: async ({ signal }) => (await call(listSavedViews, { signal })).items,
    meta: { handlesErrors: true },
  });
}

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

/** The views that every reviewer has: documentations assigned to them, unassigned ones, and late ones. */
export function reviewViews(userId: number) {
  const queryOf = (filter: Parameters<typeof serializeFilter>[0]) =>
    toViewQuery(new URLSearchParams(serializeFilter(filter)));
  return [
    { name: "mine", query: queryOf({ assigneeFilter: String(userId), statusFilter: ["COMPLETED"] }) },
    { name: "nobodys", query: queryOf({ assigneeFilter: unassigned, statusFilter: ["COMPLETED"] }) },
    { name: "late", query: queryOf({ attentionFilter: ["LATE_REVIEW"] }) },
  ] as const;
}
