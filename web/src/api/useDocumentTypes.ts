import { useQuery } from "@tanstack/react-query";
import { hasProduct, spansCustomers } from "#domain/access/authorities.ts";
import { documentTypesOf } from "#domain/configuration/exportTypes.ts";
import type { ExportDocumentType } from "#domain/core/documentationTypes.ts";
import { customer } from "#domain/resources/index.ts";
import { fetchItem } from "./resource.ts";
import { useCustomerId, useGrants, useSession } from "./session.ts";

const none: readonly ExportDocumentType[] = [];

/** The row of a customer, for super admins; others have what they need of their own in the session. */
function useSpannedCustomer(customerId: number | undefined) {
  const own = useCustomerId();
  const spans = spansCustomers(useGrants());
  const found = useQuery({
    queryKey: [own, customer.name, "documents", customerId],
    queryFn: ({ signal }) => fetchItem(customer, customerId!, signal),
    enabled: spans && customerId !== undefined,
  });
  return { spans, row: found.data };
}

/**
 * The export document types of a customer: the session's, except for super admins. Empty while they load, and while the customer
 * is unknown.
 */
export function useDocumentTypes(customerId: number | undefined): readonly ExportDocumentType[] {
  const session = useSession();
  const { spans, row } = useSpannedCustomer(customerId);
  return (spans ? row && documentTypesOf(row.exportDocumentTypes) : session?.exportDocumentTypes) ?? none;
}

/** Whether a customer has the product FORM, which documents of forms follow. */
export function useHasForm(customerId: number | undefined): boolean {
  const grants = useGrants();
  const { spans, row } = useSpannedCustomer(customerId);
  return spans ? (row?.products.some(({ name }) => name === "FORM") ?? false) : hasProduct(grants, "FORM");
}
