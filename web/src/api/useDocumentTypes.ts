import { useQuery } from "@tanstack/react-query";
import { spansCustomers } from "../../../domain/access/authorities";
import type { ExportDocumentType } from "../../../domain/documentation";
import { customer } from "../../../domain/resources";
import { documentTypesOf } from "../../../domain/rules/exportTypes";
import { itemOf } from "./resource";
import { useCustomerId, useGrants, useSession } from "./session";

const none: readonly ExportDocumentType[] = [];

/**
 * The export document types of a customer: the session's, except for super admins. Empty while they load, and while the customer
 * is unknown.
 */
export function useDocumentTypes(customerId: number | undefined): readonly ExportDocumentType[] {
  const own = useCustomerId();
  const spans = spansCustomers(useGrants());
  const session = useSession();
  const found = useQuery({
    queryKey: [own, customer.name, "documentTypes", customerId],
    queryFn: async ({ signal }) =>
      documentTypesOf((await itemOf(customer, customerId!, signal)).exportDocumentTypes),
    enabled: spans && customerId !== undefined,
  });
  return (spans ? found.data : session?.exportDocumentTypes) ?? none;
}
