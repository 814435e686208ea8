import { type DocumentationFilter, serializeFilter } from "#domain/endpoints/shared/documentationFilter.ts";

/** The path of the documentation list with a filter. */
export const documentationListPath = (filter: Partial<DocumentationFilter>): string =>
  `/documentation?${new URLSearchParams(serializeFilter(filter))}`;
