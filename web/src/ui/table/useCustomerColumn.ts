import { useTranslation } from "react-i18next";
import { useGrants } from "#api/session.ts";
import { spansCustomers } from "#domain/access/authorities.ts";

/** The customer column, for users who see more than one customer. */
export function useCustomerColumn<T extends { customerName: string }>() {
  const { t } = useTranslation();
  if (!spansCustomers(useGrants())) return [];
  return [{ id: "customerName", header: t("fields.customer"), cell: (row: T) => row.customerName }] as const;
}
