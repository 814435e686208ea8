import { useQuery } from "@tanstack/react-query";
import { hasProduct, spansCustomers } from "#domain/access/authorities.ts";
import { documentTypesOf } from "#domain/configuration/exportTypes.ts";
import type { ExportDocumentType } from "#domain/core/documentationTypes.ts";
import { customer } from "#domain/resources/index.ts";
import { fetchItem } from "./resource.ts";
import { useCustomerId, useGrants, useSession } from "./session.ts";

const emptyTypes: readonly ExportDocumentType[] = [];

/** The row of a customer, for super admins. Other users find their own customer's data in the session. */
function useSpannedCustomer(customerId: number | undefined) {
  const sessionCustomerId = useCustomerId();
  const spans = spansCustomers(useGrants());
  const query = useQuery({
    queryKey: [sessionCustomerId, customer.name, "documents", customerId],
    queryFn: ({ signal }) => fetchItem(customer, customerId!, signal),
    enabled: spans && customerId !== undefined,
  });
  return { spans, row: query.data };
}

/**
 * The export document types of a customer, taken from the session except for super admins. Empty while they load or the customer
 * is unknown.
 */
export function useDocumentTypes(customerId: number | undefined): readonly ExportDocumentType[] {
  const session = useSession();
  const { spans, row } = useSpannedCustomer(customerId);
  return (
    (spans ? row && documentTypesOf(row.exportDocumentTypes) : session?.exportDocumentTypes) ?? emptyTypes
  );
}

/** True if the customer has the product FORM, which enables documents of forms. */
export function useHasForm(customerId: number | undefined): boolean {
  const grants = useGrants();
  const { spans, row } = useSpannedCustomer(customerId);
  return spans ? (row?.products.some(({ name }) => name === "FORM") ?? false) : hasProduct(grants, "FORM");
}
