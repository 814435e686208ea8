import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { useGrants } from "#api/session.ts";
import { spansCustomers } from "#domain/access/authorities.ts";
import { fetchCustomers } from "#features/customer/CustomerField.tsx";
import { useUrlParams } from "#ui/hooks/useUrlParams.ts";
import { ServerSelect } from "#ui/select/ServerSelect.tsx";

const paramName = "customerId";

/** The customer in the URL; undefined for the session's own. */
export function useCustomerParam(): number | undefined {
  const [params] = useUrlParams();
  const isMultiCustomer = spansCustomers(useGrants());
  const customerId = Number(params.get(paramName));
  return isMultiCustomer && Number.isSafeInteger(customerId) && customerId > 0 ? customerId : undefined;
}

/** Selects the customer whose photos a super admin sees, one at a time. */
export function CustomerChoice() {
  const { t } = useTranslation("timeline");
  const { t: tCommon } = useTranslation();
  const [, setParams] = useUrlParams();
  const isMultiCustomer = spansCustomers(useGrants());
  const selectedCustomerId = useCustomerParam();
  const customerQuery = useQuery({
    queryKey: ["customerOptions", "named", selectedCustomerId],
    queryFn: async ({ signal }) =>
      (await fetchCustomers("", signal)).find(({ id }) => id === String(selectedCustomerId)) ?? null,
    enabled: isMultiCustomer && selectedCustomerId !== undefined,
  });
  if (!isMultiCustomer || (selectedCustomerId !== undefined && customerQuery.isPending)) return null;
  return (
    <Wrapper>
      <ServerSelect
        key={selectedCustomerId ?? ""}
        name={paramName}
        label={tCommon("fields.customer")}
        placeholder={t("ownCustomer")}
        value={customerQuery.data ?? null}
        queryKey="customerOptions/"
        find={fetchCustomers}
        onChange={(option) => {
          if (option || selectedCustomerId !== undefined)
            setParams(
              (current) => {
                const next = new URLSearchParams(current);
                next.delete("photo");
                if (option) next.set(paramName, option.id);
                else next.delete(paramName);
                return next;
              },
              { replace: true, preventScrollReset: true },
            );
        }}
      />
    </Wrapper>
  );
}

const Wrapper = styled.div`
  flex: 0 1 320px;
`;
