import { useParams, useSearchParams } from "react-router";
import { useGrants } from "#api/session.ts";
import { spansCustomers } from "#domain/access/authorities.ts";
import type { DocumentationGroupRow } from "#domain/endpoints/documentation/groups.ts";

export interface GroupAddress {
  name: string;
  /** Present if the user sees more than one customer. */
  customerId?: number;
}

/**
 * Returns a function for the path of a group's page. A name may contain any character; a super admin's path includes the
 * customer.
 */
export function useGroupPath(screen: string) {
  const canSeeCustomers = spansCustomers(useGrants());
  return ({ name, customerId }: Pick<DocumentationGroupRow, "name" | "customerId">): string =>
    `${screen}/${encodeURIComponent(name)}${canSeeCustomers ? `?customerId=${customerId}` : ""}`;
}

/** The group in the URL. */
export function useGroupAddress(): GroupAddress {
  const { documentationName = "" } = useParams();
  const [params] = useSearchParams();
  const customerId = /^\d{1,9}$/.test(params.get("customerId") ?? "")
    ? Number(params.get("customerId"))
    : null;
  return { name: documentationName, ...(customerId && { customerId }) };
}
