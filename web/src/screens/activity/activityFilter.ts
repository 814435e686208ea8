import {
  type ActivityKind,
  activityFilters,
  activityKinds,
} from "#domain/endpoints/documentation/activity.ts";

const textFilterNames = ["person", "documentationId", "from", "to", "customerId"] as const;
type FilterName = (typeof textFilterNames)[number] | "kind";

/** The filter of the feed as texts, named like the parameters of its call. */
export interface ActivityFilter extends Partial<Record<Exclude<FilterName, "kind">, string>> {
  kind?: ActivityKind;
}
/** New values of filters; an empty one removes the filter. */
export type ActivityFilterChange = Partial<Record<FilterName, string>>;

/** Parses the filter from URL parameters. Invalid parts are ignored. */
export function parseActivityFilter(params: URLSearchParams): ActivityFilter {
  const kind = activityKinds.find((value) => value === params.get("kind"));
  const filter: ActivityFilter = kind ? { kind } : {};
  for (const name of textFilterNames) {
    const text = params.get(name);
    if (text && activityFilters[name].safeParse(text).success) filter[name] = text;
  }
  return filter;
}

/** Writes a change of the filter into URL parameters. */
export function writeActivityFilter(params: URLSearchParams, change: ActivityFilterChange): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const [name, text] of Object.entries(change))
    if (text) next.set(name, text);
    else next.delete(name);
  return next;
}
