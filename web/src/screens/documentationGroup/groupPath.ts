import { useParams, useSearchParams } from "react-router";
import { spansCustomers } from "../../../../domain/access/authorities";
import type { DocumentationGroupRow } from "../../../../domain/endpoints/documentationGroup";
import { useGrants } from "../../api/session";

export interface GroupAddress {
  name: string;
  /** Said where somebody sees more customers than one. */
  customerId?: number;
}

/** Where a group's page lies: a name may hold anything, and for a super admin it is one of a customer. */
export function useGroupPath(screen: string) {
  const spans = spansCustomers(useGrants());
  return ({ name, customerId }: Pick<DocumentationGroupRow, "name" | "customerId">): string =>
    `${screen}/${encodeURIComponent(name)}${spans ? `?customerId=${customerId}` : ""}`;
}

/** The group that the address names. */
export function useGroupAddress(): GroupAddress {
  const { documentationName = "" } = useParams();
  const [params] = useSearchParams();
  const customerId = /^\d{1,9}$/.test(params.get("customerId") ?? "")
    ? Number(params.get("customerId"))
    : null;
  return { name: documentationName, ...(customerId && { customerId }) };
}
