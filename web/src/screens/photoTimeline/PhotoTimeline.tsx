import { ImageIcon } from "@primer/octicons-react";
import { Button, Select } from "@primer/react";
import type { QueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { ApiError } from "#api/apiError.ts";
import {
  type DocumentationFilterParams,
  serializeFilter,
} from "#domain/endpoints/shared/documentationFilter.ts";
import { FilterBar } from "#features/documentationList/filter/FilterBar.tsx";
import { FilterChips } from "#features/documentationList/filter/FilterChips.tsx";
import { emptyFilter, isFiltered, useListFilter } from "#features/documentationList/filter/listFilter.ts";
import { useSearchParam } from "#features/documentationList/filter/useSearchParam.ts";
import type { ScreenContext } from "#navigation/screenModule.ts";
import { LoadError } from "#ui/feedback/LoadError.tsx";
import { Loading } from "#ui/feedback/Loading.tsx";
import { monthName } from "#ui/format/dateNames.ts";
import { formatNumber } from "#ui/format/numbers.ts";
import { useDebounced } from "#ui/hooks/useDebounced.ts";
import { EmptyState } from "#ui/layout/EmptyState.tsx";
import { Page } from "#ui/layout/Page.tsx";
import { SearchBox } from "#ui/table/SearchBox.tsx";
import { SearchSlot, Toolbar, Tools } from "#ui/table/styles.ts";
import { CustomerChoice, useCustomerParam } from "./CustomerChoice.tsx";
import { chunksIn, type TimelineDay, unknownDay } from "./layout.ts";
import { type IndexRange, TimelineGrid } from "./TimelineGrid.tsx";
import { TimelineSelectionBar } from "./TimelineSelectionBar.tsx";
import { prefetchTimeline, type TimelinePhoto, useChunks, useTimeline } from "./useTimeline.ts";
import { useTimelineSelection } from "./useTimelineSelection.ts";
import { TimelineViewer, useTimelineViewer } from "./useTimelineViewer.tsx";

/** Milliseconds without scrolling before photos are fetched. */
const scrollIdleMs = 80;

/** Prefetches the newest photos, unless the URL filters them. */
export async function prefetch(
  queryClient: QueryClient,
  { search, customerId }: ScreenContext,
): Promise<void> {
  if (search.size === 0) await prefetchTimeline(queryClient, customerId, serializeFilter(emptyFilter));
}

/** /photo: the photos of all documentations by day, with the list's filters. */
export default function PhotoTimeline() {
  const { t } = useTranslation("timeline");
  const { t: tCommon } = useTranslation();
  const [filter, changeFilter] = useListFilter();
  const [query, search] = useSearchParam();
  const customerId = useCustomerParam();
  const filterParams = useMemo(
    () => ({ ...serializeFilter(filter), ...(query && { query }), ...(customerId && { customerId }) }),
    [filter, query, customerId],
  );
  const key = JSON.stringify(filterParams);
  return (
    <Page title={tCommon("routes.photo")}>
      <Toolbar role="search">
        <SearchSlot>
          <SearchBox value={query} hint={t("searchHint")} onSearch={search} />
        </SearchSlot>
        <CustomerChoice />
      </Toolbar>
      <FilterBar filter={filter} change={changeFilter} query={filterParams} />
      <FilterChips filter={filter} change={changeFilter} />
      <Photos
        key={key}
        filter={filterParams}
        isNarrowed={isFiltered(filter) || query !== ""}
        onShowAll={() => changeFilter(emptyFilter, "")}
      />
    </Page>
  );
}

interface PhotosProps {
  filter: DocumentationFilterParams;
  isNarrowed: boolean;
  onShowAll: () => void;
}

function Photos({ filter, isNarrowed, onShowAll }: PhotosProps) {
  const { t } = useTranslation("timeline");
  const { t: tCommon } = useTranslation();
  const timelineQuery = useTimeline(filter);
  const { timeline, isLoadingMore } = timelineQuery;
  const [visibleRange, setInView] = useState<IndexRange>({ first: 0, end: 1 });
  const debouncedRange = useDebounced(visibleRange, scrollIdleMs);
  const [loadedPhotos, setLoaded] = useState<ReadonlyMap<number, TimelinePhoto>>(new Map());
  const viewer = useTimelineViewer(timeline, loadedPhotos);
  const requests = JSON.stringify([debouncedRange, ...viewer.ranges]);
  const chunks = useMemo(() => {
    const ranges: IndexRange[] = JSON.parse(requests);
    return [...new Set(ranges.flatMap(({ first, end }) => chunksIn(timeline.chunks, first, end)))];
  }, [requests, timeline]);
  const { photos, hasFailed, retry, read: fetchChunk } = useChunks(filter, chunks);
  // The viewer requests the photos around the current one, which it looks up among the loaded photos.
  if (photos !== loadedPhotos) setLoaded(photos);
  const selection = useTimelineSelection(timeline, fetchChunk);
  const [scrollTarget, setGoTo] = useState<{ index: number; focus: boolean } | null>(null);
  // After the large view closes, so that this runs after its own focus restoration.
  const lastViewedIndex = useRef<number | null>(null);
  useEffect(() => {
    if (viewer.index === null && lastViewedIndex.current !== null)
      setGoTo({ index: lastViewedIndex.current, focus: true });
    lastViewedIndex.current = viewer.index;
  }, [viewer.index]);
  const { error } = timelineQuery;
  if (error instanceof ApiError && !timelineQuery.isFetching && timeline.count === 0)
    return <LoadError failure={error} onRetry={() => timelineQuery.refetch()} />;
  if (!timelineQuery.data || (timeline.count === 0 && isLoadingMore)) return <Loading />;
  if (timeline.count === 0)
    return (
      <EmptyState
        icon={ImageIcon}
        title={isNarrowed ? t("noMatches") : t("empty")}
        text={isNarrowed ? t("noMatchesText") : t("emptyText")}
        {...(isNarrowed && { action: <Button onClick={onShowAll}>{t("showAll")}</Button> })}
      />
    );
  return (
    <>
      <Line>
        <span role="status">
          {t(timelineQuery.hasNextPage ? "photoCountSoFar" : "photoCount", {
            count: timeline.count,
            formattedCount: formatNumber(timeline.count),
          })}
        </span>
        <MonthChoice days={timeline.days} onSelect={(index) => setGoTo({ index, focus: false })} />
      </Line>
      {hasFailed && (
        <FailureNotice role="alert">
          {t("someNotLoaded")}
          <Button size="small" onClick={() => void retry()}>
            {tCommon("actions.retry")}
          </Button>
        </FailureNotice>
      )}
      <TimelineGrid
        timeline={timeline}
        photos={photos}
        selection={selection}
        scrollTarget={scrollTarget}
        onRangeChange={setInView}
        onOpen={viewer.open}
      />
      {timelineQuery.hasNextPage && !isLoadingMore && (
        <Button loading={timelineQuery.isFetchingNextPage} onClick={() => void timelineQuery.fetchNextPage()}>
          {t("older")}
        </Button>
      )}
      <TimelineSelectionBar selection={selection} total={timeline.count} />
      {viewer.index !== null && photos.has(viewer.index) && (
        <TimelineViewer
          index={viewer.index}
          total={timeline.count}
          photos={photos}
          onMove={viewer.moveTo}
          onClose={viewer.close}
        />
      )}
    </>
  );
}

interface MonthChoiceProps {
  days: readonly TimelineDay[];
  onSelect: (index: number) => void;
}

/** Jumps to a month, for timelines that are too long to scroll. */
function MonthChoice({ days, onSelect }: MonthChoiceProps) {
  const { t } = useTranslation("timeline");
  const months = useMemo(() => {
    const monthsById = new Map<string, { first: number; count: number }>();
    for (const { day, first, count } of days) {
      if (day === unknownDay) continue;
      const month = monthsById.get(day.slice(0, 7));
      if (month) month.count += count;
      else monthsById.set(day.slice(0, 7), { first, count });
    }
    return [...monthsById];
  }, [days]);
  if (months.length < 2) return null;
  return (
    <Tools>
      <Select
        aria-label={t("goToMonth")}
        value=""
        onChange={({ target }) => target.value && onSelect(Number(target.value))}
      >
        <Select.Option value="">{t("goToMonth")}</Select.Option>
        {months.map(([month, { first, count }]) => (
          <Select.Option key={month} value={String(first)}>
            {`${monthName(month)} (${formatNumber(count)})`}
          </Select.Option>
        ))}
      </Select>
    </Tools>
  );
}

const Line = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: var(--base-size-8);
  min-height: 32px;
  color: var(--fgColor-muted);
  font-variant-numeric: tabular-nums;
`;

const FailureNotice = styled.div`
  position: fixed;
  z-index: 5;
  bottom: var(--base-size-16);
  left: var(--base-size-16);
  display: flex;
  align-items: center;
  gap: var(--base-size-12);
  padding: var(--base-size-8) var(--base-size-16);
  border: 1px solid var(--borderColor-danger-muted);
  border-radius: var(--borderRadius-medium);
  background: var(--overlay-bgColor);
  box-shadow: var(--shadow-floating-small);
`;
