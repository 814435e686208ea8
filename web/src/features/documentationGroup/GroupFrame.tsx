import { StackIcon } from "@primer/octicons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import { ApiError } from "#api/apiError.ts";
import { useGrants } from "#api/session.ts";
import { spansCustomers } from "#domain/access/authorities.ts";
import type { DocumentationGroupRow } from "#domain/endpoints/documentation/groups.ts";
import { LoadError } from "#ui/feedback/LoadError.tsx";
import { Loading } from "#ui/feedback/Loading.tsx";
import { NameLink } from "#ui/format/NameLink.tsx";
import { Stack } from "#ui/layout/boxes.ts";
import { EmptyState } from "#ui/layout/EmptyState.tsx";
import { Page } from "#ui/layout/Page.tsx";
import { type GroupAddress, useGroupAddress } from "./groupPath.ts";
import { useGroup, useGroupCustomers } from "./useGroup.ts";

interface GroupFrameProps {
  /** The list that the page belongs to. */
  list: "/documentationGroup" | "/documentationComparison" | "/formMonth";
  children: (group: DocumentationGroupRow) => ReactNode;
}

/**
 * Loads the group of a name or tag. If the user sees several customers and the URL has none, a unique name decides; otherwise
 * they choose the customer.
 */
export function GroupFrame({ list, children }: GroupFrameProps) {
  const address = useGroupAddress();
  const canSeeCustomers = spansCustomers(useGrants());
  const isAmbiguous = canSeeCustomers && address.customerId === undefined;
  const customers = useGroupCustomers(address.name, isAmbiguous);
  if (!isAmbiguous)
    return (
      <GroupLoader address={address} list={list}>
        {children}
      </GroupLoader>
    );
  if (customers.error instanceof ApiError && !customers.isFetching)
    return <LoadError failure={customers.error} onRetry={() => customers.refetch()} />;
  if (!customers.data) return <Loading />;
  const [firstCustomer, ...otherCustomers] = customers.data.items;
  if (!firstCustomer) return <NotFound list={list} />;
  if (otherCustomers.length > 0)
    return <CustomerChoice name={address.name} list={list} customers={customers.data.items} />;
  return (
    <GroupLoader address={{ ...address, customerId: firstCustomer.id }} list={list}>
      {children}
    </GroupLoader>
  );
}

function GroupLoader({ address, list, children }: GroupFrameProps & { address: GroupAddress }) {
  const group = useGroup(address);
  if (group.data) return children(group.data);
  if (!(group.error instanceof ApiError) || group.isFetching) return <Loading />;
  return group.error.status === 404 ? (
    <NotFound list={list} />
  ) : (
    <LoadError failure={group.error} onRetry={() => group.refetch()} />
  );
}

function NotFound({ list }: Pick<GroupFrameProps, "list">) {
  const { t } = useTranslation("group");
  return <EmptyState as="h1" icon={StackIcon} title={t("notFound")} action={<ListLink list={list} />} />;
}

interface CustomerChoiceProps extends Pick<GroupFrameProps, "list"> {
  name: string;
  customers: readonly { id: number; name: string }[];
}

/** Links to the same page for each customer, keeping the other URL parameters. */
function CustomerChoice({ name, list, customers }: CustomerChoiceProps) {
  const { t } = useTranslation("group");
  const [params] = useSearchParams();
  const searchOf = (id: number) => `?${new URLSearchParams([...params, ["customerId", String(id)]])}`;
  return (
    <Page title={name} context={<ListLink list={list} />} lead={t("chooseCustomer")} width="text">
      <Stack as="ul" $gap={8}>
        {customers.map((customer) => (
          <li key={customer.id}>
            <NameLink to={{ search: searchOf(customer.id) }}>{customer.name}</NameLink>
          </li>
        ))}
      </Stack>
    </Page>
  );
}

interface GroupPageProps extends Pick<GroupFrameProps, "list"> {
  group: DocumentationGroupRow;
  actions?: ReactNode;
  children: ReactNode;
}

/** A page of a group, with its name and what it is a group of. */
export function GroupPage({ group, list, actions, children }: GroupPageProps) {
  const { t } = useTranslation("group");
  return (
    <Page
      title={group.name}
      context={<ListLink list={list} />}
      lead={[group.alias && t("alias", { alias: group.alias }), group.tag && t("documentationsWithTag")]
        .filter(Boolean)
        .join(" · ")}
      actions={actions}
    >
      {children}
    </Page>
  );
}

function ListLink({ list }: Pick<GroupFrameProps, "list">) {
  const { t } = useTranslation();
  return <Link to={list}>{t(`routes.${routes[list]}`)}</Link>;
}

const routes = {
  "/documentationGroup": "documentationGroup",
  "/documentationComparison": "documentationComparison",
  "/formMonth": "formMonth",
} as const;
