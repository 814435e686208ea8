import type { ResponseOf } from "#domain/contract/endpoint.ts";
import type { getOverview } from "#domain/endpoints/documentation/overview.ts";

export type OverviewResponse = ResponseOf<typeof getOverview>;
