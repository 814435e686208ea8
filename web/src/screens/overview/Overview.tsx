import { CheckCircleIcon } from "@primer/octicons-react";
import { type QueryClient, queryOptions, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { call } from "#api/client.ts";
import { useCustomerId } from "#api/session.ts";
import { getOverview } from "#domain/endpoints/documentation/overview.ts";
import type { ScreenContext } from "#navigation/screenModule.ts";
import { QueryContent } from "#ui/feedback/QueryContent.tsx";
import { EmptyState } from "#ui/layout/EmptyState.tsx";
import { Page } from "#ui/layout/Page.tsx";
import { listAttentionItems, NeedsAttention } from "./NeedsAttention.tsx";
import type { OverviewResponse } from "./overviewLinks.ts";
import { ToReview } from "./ToReview.tsx";
import { YesterdaysPhotos } from "./YesterdaysPhotos.tsx";

const overviewQuery = (customerId: number) =>
  queryOptions({
    queryKey: [customerId, "overview"],
    queryFn: ({ signal }) => call(getOverview, { signal }),
    // The overview should be current when opened: only a response prefetched during navigation is reused.
    staleTime: 3000,
  });

/** Prefetches the overview. */
export function prefetch(queryClient: QueryClient, { customerId }: ScreenContext): void {
  void queryClient.prefetchQuery(overviewQuery(customerId));
}

/** /overview: what needs to be done. Each count links to its list. */
export default function Overview() {
  const { t } = useTranslation("overview");
  const { t: tCommon } = useTranslation();
  const customerId = useCustomerId();
  const query = useQuery({
    ...overviewQuery(customerId),
    refetchInterval: 120_000,
    meta: { handlesErrors: true },
  });
  return (
    <Page title={tCommon("routes.overview")} lead={t("lead")}>
      <QueryContent query={query}>{(overview) => <OverviewSections {...overview} />}</QueryContent>
    </Page>
  );
}

function OverviewSections(overview: OverviewResponse) {
  const { t } = useTranslation("overview");
  const { review, photos } = overview;
  const items = listAttentionItems(overview);
  const isAllDone = review.total === 0 && items.length === 0;
  return (
    <>
      {isAllDone ? (
        <Box>
          <EmptyState as="h2" icon={CheckCircleIcon} title={t("nothingToDo")} text={t("nothingToDoText")} />
        </Box>
      ) : (
        <Columns>
          <ToReview {...review} />
          <NeedsAttention items={items} />
        </Columns>
      )}
      <YesterdaysPhotos {...photos} />
    </>
  );
}

const Box = styled.div`
  margin-bottom: var(--base-size-32);
  border: 1px solid var(--borderColor-default);
  border-radius: var(--borderRadius-medium);
`;

const Columns = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(360px, 100%), 1fr));
  align-items: start;
  gap: var(--base-size-24);
  margin-bottom: var(--base-size-32);
`;
