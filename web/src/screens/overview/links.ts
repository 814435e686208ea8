import type { ResponseOf } from "../../../../domain/endpoint";
import { type DocumentationFilter, serializeFilter } from "../../../../domain/endpoints/documentationFilter";
import type { getOverview } from "../../../../domain/endpoints/overview";

export type OverviewAnswer = ResponseOf<typeof getOverview>;

/** The address of the list of documentations under a filter. */
export const documentationListPath = (filter: Partial<DocumentationFilter>): string =>
  `/documentation?${new URLSearchParams(serializeFilter(filter))}`;
