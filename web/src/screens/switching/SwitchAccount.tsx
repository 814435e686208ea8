import { ArrowSwitchIcon, CheckIcon, OrganizationIcon } from "@primer/octicons-react";
import { Button, TextInput } from "@primer/react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { getSwitchOptions, switchCustomer } from "../../../../domain/endpoints/session";
import { call } from "../../api/client";
import { useSession } from "../../api/session";
import { Blank } from "../../kit/Blank";
import { LoadFailed } from "../../kit/LoadFailed";
import { Loading } from "../../kit/Loading";
import { Page } from "../../kit/Page";
import { useExchange } from "./useExchange";

/** More accounts than this are searched. */
const atAGlance = 10;

/** /switchAccount (1§2): one button per customer account. */
export default function SwitchAccount() {
  const { t } = useTranslation("switching");
  const { t: common } = useTranslation();
  const session = useSession();
  const [q, setQ] = useState("");
  const exchange = useExchange("/documentation");
  const { data, error, refetch } = useQuery({
    queryKey: [session?.userId, "switchOptions"],
    queryFn: ({ signal }) => call(getSwitchOptions, { signal }),
  });
  const shown = data?.filter(({ name }) => name.toLocaleLowerCase().includes(q.trim().toLocaleLowerCase()));
  return (
    <Page title={common("routes.switchAccount")} lead={t("account.lead")} width="text">
      {error ? (
        <LoadFailed failure={error} onRetry={() => refetch()} />
      ) : !shown ? (
        <Loading />
      ) : (
        <>
          {(data?.length ?? 0) > atAGlance && (
            <Search>
              <TextInput
                block
                type="search"
                aria-label={t("account.search")}
                placeholder={t("account.search")}
                value={q}
                onChange={(event) => setQ(event.target.value)}
              />
            </Search>
          )}
          {shown.length === 0 && <Blank icon={OrganizationIcon} title={common("table.empty")} />}
          <List>
            {shown.map(({ id, name }) => {
              const current = id === session?.customerId;
              return (
                <li key={id}>
                  <Account
                    block
                    size="large"
                    alignContent="start"
                    leadingVisual={current ? CheckIcon : ArrowSwitchIcon}
                    aria-current={current ? "true" : undefined}
                    disabled={exchange.isPending}
                    onClick={() => exchange.mutate({ endpoint: switchCustomer, id })}
                  >
                    {name}
                    {current && <Current> {t("account.current")}</Current>}
                  </Account>
                </li>
              );
            })}
          </List>
        </>
      )}
    </Page>
  );
}

const Search = styled.div`
  margin-bottom: var(--base-size-16);
`;

const List = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(280px, 100%), 1fr));
  gap: var(--base-size-8);
  list-style: none;
`;

const Account = styled(Button)`
  height: auto;
  min-height: 48px;
  white-space: normal;
  overflow-wrap: anywhere;
  text-align: start;
`;

const Current = styled.span`
  color: var(--fgColor-muted);
  font-weight: var(--base-text-weight-normal);
`;
