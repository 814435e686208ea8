import { OrganizationIcon, SearchIcon } from "@primer/octicons-react";
import { TextInput } from "@primer/react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import styled from "styled-components";
import { call } from "#api/client.ts";
import { useSession } from "#api/session.ts";
import { matchesSearch } from "#domain/core/text/searchTerms.ts";
import { getSwitchOptions, switchCustomer } from "#domain/endpoints/account/session.ts";
import { LoadError } from "#ui/feedback/LoadError.tsx";
import { Loading } from "#ui/feedback/Loading.tsx";
import { BottomSpace } from "#ui/layout/boxes.ts";
import { EmptyState } from "#ui/layout/EmptyState.tsx";
import { Page } from "#ui/layout/Page.tsx";
import { AccountButton } from "./AccountButton.tsx";
import { SwitchError } from "./ExchangeFailed.tsx";
import { useSwitchSession } from "./useSwitchSession.ts";

/** A search box is shown for more accounts than this. */
const searchThreshold = 10;
const targetPath = "/documentation";

/** /switchAccount (1§2): one button per customer. */
export default function SwitchAccount() {
  const { t } = useTranslation("switching");
  const { t: tCommon } = useTranslation();
  const session = useSession();
  const navigate = useNavigate();
  const [searchText, setSearchText] = useState("");
  const sessionSwitch = useSwitchSession(targetPath);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [session?.customerId, "switchOptions", session?.userId],
    queryFn: ({ signal }) => call(getSwitchOptions, { signal }),
    meta: { handlesErrors: true },
  });
  const visibleOptions = data?.filter(({ name }) => matchesSearch([name], searchText));
  const switchTo = (id: number) =>
    id === session?.customerId
      ? navigate(targetPath)
      : sessionSwitch.mutate({ endpoint: switchCustomer, id });
  return (
    <Page title={tCommon("routes.switchAccount")} lead={t("account.lead")} width="text">
      <SwitchError failure={sessionSwitch.error} />
      {data && data.length > searchThreshold && (
        <BottomSpace>
          <TextInput
            block
            type="search"
            leadingVisual={SearchIcon}
            aria-label={t("account.search")}
            placeholder={t("account.search")}
            value={searchText}
            onChange={(event) => setSearchText(event.target.value)}
          />
        </BottomSpace>
      )}
      {!visibleOptions ? (
        error && !isFetching ? (
          <LoadError failure={error} onRetry={() => refetch()} />
        ) : (
          <Loading />
        )
      ) : visibleOptions.length > 0 ? (
        <List>
          {visibleOptions.map(({ id, name }) => (
            <li key={id}>
              <AccountButton
                name={name}
                isCurrent={id === session?.customerId}
                loading={sessionSwitch.isPending && sessionSwitch.variables.id === id}
                onClick={() => !sessionSwitch.isPending && switchTo(id)}
              />
            </li>
          ))}
        </List>
      ) : searchText.trim() ? (
        <EmptyState icon={SearchIcon} title={tCommon("table.emptySearch", { query: searchText.trim() })} />
      ) : (
        <EmptyState icon={OrganizationIcon} title={t("account.empty")} text={t("account.emptyText")} />
      )}
    </Page>
  );
}

const List = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(280px, 100%), 1fr));
  gap: var(--base-size-8);
`;
