import { HistoryIcon } from "@primer/octicons-react";
import { Button } from "@primer/react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { ApiError } from "#api/apiError.ts";
import { call } from "#api/client.ts";
import { useCustomerId } from "#api/session.ts";
import { listActivity } from "#domain/endpoints/documentation/activity.ts";
import { LiveChanges } from "#features/live/lazyLiveChanges.tsx";
import { LoadError } from "#ui/feedback/LoadError.tsx";
import { Loading } from "#ui/feedback/Loading.tsx";
import { DateTime } from "#ui/format/DateTime.tsx";
import { useUrlParams } from "#ui/hooks/useUrlParams.ts";
import { EmptyState } from "#ui/layout/EmptyState.tsx";
import { Page } from "#ui/layout/Page.tsx";
import { Note } from "#ui/layout/typography.ts";
import { ActivityEntry } from "./ActivityEntry.tsx";
import { ActivityFilterBar } from "./ActivityFilterBar.tsx";
import { type ActivityFilterChange, parseActivityFilter, writeActivityFilter } from "./activityFilter.ts";

/** /activity: what happened to the documentations of a customer, of one documentation or by one person. */
export default function Activity() {
  const { t } = useTranslation("activity");
  const { t: tCommon } = useTranslation();
  const customerId = useCustomerId();
  const [params, changeParams] = useUrlParams();
  const filter = parseActivityFilter(params);
  const change = (changes: ActivityFilterChange) =>
    changeParams((current) => writeActivityFilter(current, changes), {
      replace: true,
      preventScrollReset: true,
    });
  const fetchPage = (before: string, signal: AbortSignal) =>
    call(listActivity, { query: { ...filter, ...(before && { before }) }, signal });
  const query = useInfiniteQuery({
    // Under the key of documentations, so that their changes invalidate it.
    queryKey: [customerId, "documentation", "activity", filter],
    queryFn: ({ pageParam, signal }) => fetchPage(pageParam, signal),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
    meta: { handlesErrors: true },
  });
  const items = query.data?.pages.flatMap((page) => page.items) ?? [];
  const searchedTo = query.data?.pages.at(-1)?.searchedTo;
  return (
    <Page
      title={tCommon("routes.activity")}
      lead={t("lead")}
      width="text"
      trailing={
        <LiveChanges
          loadedAtMs={query.dataUpdatedAt}
          label={t("changed")}
          countDifferences={async (signal) => {
            const { items: newest } = await fetchPage("", signal);
            return newest[0]?.id === items[0]?.id ? 0 : 1;
          }}
        />
      }
    >
      <ActivityFilterBar filter={filter} change={change} documentationName={items[0]?.documentationName} />
      {query.error instanceof ApiError && !query.data && !query.isFetching ? (
        <LoadError failure={query.error} onRetry={() => query.refetch()} />
      ) : !query.data ? (
        <Loading />
      ) : items.length === 0 && !searchedTo ? (
        <EmptyState as="h2" icon={HistoryIcon} title={t("empty")} text={t("emptyText")} />
      ) : (
        <Feed>
          {items.map((item) => (
            <ActivityEntry key={item.id} activity={item} onPerson={(person) => change({ person })} />
          ))}
        </Feed>
      )}
      {searchedTo && (
        <Note role="status">
          {t("searchedTo")} <DateTime value={searchedTo} />
        </Note>
      )}
      {query.hasNextPage && (
        <Button block loading={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
          {t(searchedTo ? "searchOn" : "more")}
        </Button>
      )}
    </Page>
  );
}

const Feed = styled.ol`
  margin-bottom: var(--base-size-16);
  list-style: none;
`;
