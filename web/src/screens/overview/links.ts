import type { ResponseOf } from "#domain/contract/endpoint.ts";
import type { getOverview } from "#domain/endpoints/documentation/overview.ts";
import { type DocumentationFilter, serializeFilter } from "#domain/endpoints/shared/documentationFilter.ts";

export type OverviewResponse = ResponseOf<typeof getOverview>;

/** The path of the documentation list with a filter. */
export const documentationListPath = (filter: Partial<DocumentationFilter>): string =>
  `/documentation?${new URLSearchParams(serializeFilter(filter))}`;
