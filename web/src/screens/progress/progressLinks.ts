import { type Grants, hasAuthority, spansCustomers } from "#domain/access/authorities.ts";
import type { Progress, ReviewGroup, ReviewGrouping } from "#domain/endpoints/documentation/progress.ts";
import type { ActivityFilter, DocumentationFilter } from "#domain/endpoints/shared/documentationFilter.ts";
import { documentationListPath } from "#features/documentationList/listPath.ts";

interface Days {
  startDate: string;
  endDate: string;
}

/** The lists behind the figures; null where the user may not open them. */
export interface ProgressLinks {
  documentations: (filter: Partial<DocumentationFilter>) => string | null;
  activity: (
    activity: ActivityFilter["activity"],
    days: Days,
    filter?: Partial<DocumentationFilter> & { detail?: ActivityFilter["detail"] },
  ) => string | null;
  details: (documentationId: string) => string | null;
  deliveries: (filter: Record<string, string>) => string | null;
}

/** @param customerId the customer of the figures, which a super admin's lists are filtered by */
export function createProgressLinks(grants: Grants, customerId: number): ProgressLinks {
  const canRead = hasAuthority(grants, "ROLE_DOCUMENTATION_READ");
  const customerFilter = spansCustomers(grants) ? { customerId } : {};
  const documentations = (filter: Partial<DocumentationFilter>) =>
    canRead ? documentationListPath({ ...customerFilter, ...filter }) : null;
  return {
    documentations,
    activity: (activity, { startDate, endDate }, { detail = null, ...filter } = {}) =>
      documentations({ ...filter, activityFilter: { activity, startDate, endDate, detail } }),
    details: (documentationId) => (canRead ? `/documentation/details/${documentationId}` : null),
    deliveries: (filter) =>
      hasAuthority(grants, "ROLE_EXPORT_DOCUMENTATION")
        ? `/delivery?${new URLSearchParams({
            ...filter,
            ...(spansCustomers(grants) && { customerId: String(customerId) }),
          })}`
        : null,
  };
}

/** The list of a group's reviews; null for documentations without a licence, which no filter selects. */
export function createReviewGroupLink(
  { activity }: ProgressLinks,
  days: Days,
  grouping: ReviewGrouping,
  { key }: ReviewGroup,
): string | null {
  switch (grouping) {
    case "creator":
      return activity("REVIEWED", days, { creatorFilter: key });
    case "template":
      return activity("REVIEWED", days, { templateFilter: [key] });
    case "license":
      return key ? activity("REVIEWED", days, { detail: { field: "license", value: key } }) : null;
    case "place":
      return activity("REVIEWED", days, { detail: { field: "place", value: key } });
    case "reviewer":
      return key ? activity("REVIEWED", days, { detail: { field: "person", value: key } }) : null;
  }
}

/** The days of a week of the figures; the current week ends today. */
export const daysOfWeek = (
  { endDate }: Pick<Progress, "endDate">,
  startDate: string,
  lastDay: string,
): Days => ({
  startDate,
  endDate: lastDay < endDate ? lastDay : endDate,
});
