import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { useGrants } from "#api/session.ts";
import { spansCustomers } from "#domain/access/authorities.ts";
import { findCustomers } from "#features/customer/CustomerField.tsx";
import { useUrlParams } from "#ui/hooks/useUrlParams.ts";
import { ServerSelect } from "#ui/select/ServerSelect.tsx";

const param = "customerId";

/** The customer that the address names; undefined for one's own. */
export function useCustomerParam(): number | undefined {
  const [params] = useUrlParams();
  const spans = spansCustomers(useGrants());
  const named = Number(params.get(param));
  return spans && Number.isSafeInteger(named) && named > 0 ? named : undefined;
}

/** Whose photos a super admin looks at: those of one customer at a time. */
export function CustomerChoice() {
  const { t } = useTranslation("timeline");
  const { t: common } = useTranslation();
  const [, changeAddress] = useUrlParams();
  const spans = spansCustomers(useGrants());
  const asked = useCustomerParam();
  const known = useQuery({
    queryKey: ["customerOptions", "named", asked],
    queryFn: async ({ signal }) =>
      (await findCustomers("", signal)).find(({ id }) => id === String(asked)) ?? null,
    enabled: spans && asked !== undefined,
  });
  if (!spans || (asked !== undefined && known.isPending)) return null;
  return (
    <Room>
      <ServerSelect
        key={asked ?? ""}
        name={param}
        label={common("fields.customer")}
        placeholder={t("ownCustomer")}
        value={known.data ?? null}
        queryKey="customerOptions/"
        find={findCustomers}
        onChange={(option) => {
          if (option || asked !== undefined)
            changeAddress(
              (before) => {
                const next = new URLSearchParams(before);
                next.delete("photo");
                if (option) next.set(param, option.id);
                else next.delete(param);
                return next;
              },
              { replace: true, preventScrollReset: true },
            );
        }}
      />
    </Room>
  );
}

const Room = styled.div`
  flex: 0 1 320px;
`;
