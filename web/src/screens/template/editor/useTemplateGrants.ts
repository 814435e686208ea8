import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { fetchItem } from "#api/resource.ts";
import { useCustomerId, useGrants } from "#api/session.ts";
import { type Grants, restrictToProducts, spansCustomers } from "#domain/access/authorities.ts";
import { customer } from "#domain/resources/index.ts";

/**
 * The session's grants within the products of a template's customer: a super admin has all products, but the template's customer may
 * not. Null until they are known.
 */
export function useTemplateGrants(templateCustomerId: number | undefined): Grants | null {
  const grants = useGrants();
  const customerId = useCustomerId();
  const needsProducts = spansCustomers(grants) && templateCustomerId !== undefined;
  const products = useQuery({
    queryKey: [customerId, customer.name, "products", templateCustomerId],
    queryFn: async ({ signal }) => (await fetchItem(customer, templateCustomerId!, signal)).products,
    enabled: needsProducts,
  });
  return useMemo(() => {
    if (!needsProducts) return grants;
    if (products.data)
      return restrictToProducts(grants, new Set(products.data.flatMap(({ name }) => name ?? [])));
    // Without the products everything is offered, and the service refuses what the customer does not have.
    return products.error ? grants : null;
  }, [grants, needsProducts, products.data, products.error]);
}
