import { ImageIcon } from "@primer/octicons-react";
import { Button, Select } from "@primer/react";
import { useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { ApiError } from "#api/failure.ts";
import {
  type DocumentationFilterParams,
  serializeFilter,
} from "#domain/endpoints/shared/documentationFilter.ts";
import { FilterBar } from "#features/documentationList/filter/FilterBar.tsx";
import { FilterChips } from "#features/documentationList/filter/FilterChips.tsx";
import { isFiltered, noFilter, useListFilter } from "#features/documentationList/filter/listFilter.ts";
import { useSearchParam } from "#features/documentationList/filter/useSearchParam.ts";
import { LoadError } from "#ui/feedback/LoadError.tsx";
import { Loading } from "#ui/feedback/Loading.tsx";
import { monthName } from "#ui/format/dateNames.ts";
import { formatNumber } from "#ui/format/numbers.ts";
import { useDebounced } from "#ui/hooks/useDebounced.ts";
import { EmptyState } from "#ui/layout/EmptyState.tsx";
import { Page } from "#ui/layout/Page.tsx";
import { SearchBox } from "#ui/table/SearchBox.tsx";
import { SearchPlace, Toolbar, Tools } from "#ui/table/styles.ts";
import { CustomerChoice, useCustomerParam } from "./CustomerChoice.tsx";
import { chunksIn, type TimelineDay } from "./layout.ts";
import { type IndexRange, TimelineGrid } from "./TimelineGrid.tsx";
import { TimelineSelectionBar } from "./TimelineSelectionBar.tsx";
import { type TimelinePhoto, useChunks, useTimeline } from "./useTimeline.ts";
import { useTimelineSelection } from "./useTimelineSelection.ts";
import { TimelineViewer, useShownPhoto } from "./useTimelineViewer.tsx";

/** Milliseconds that scrolling has to rest before photos are fetched. */
const scrollIdleMs = 80;

/** /photo: the photos of all documentations by day, filtered as their list. */
export default function PhotoTimeline() {
  const { t } = useTranslation("timeline");
  const { t: common } = useTranslation();
  const [filter, changeFilter] = useListFilter();
  const [query, search] = useSearchParam();
  const customerId = useCustomerParam();
  const asked = useMemo(
    () => ({ ...serializeFilter(filter), ...(query && { query }), ...(customerId && { customerId }) }),
    [filter, query, customerId],
  );
  const key = JSON.stringify(asked);
  return (
    <Page title={common("routes.photo")}>
      <Toolbar role="search">
        <SearchPlace>
          <SearchBox value={query} hint={t("searchHint")} onSearch={search} />
        </SearchPlace>
        <CustomerChoice />
      </Toolbar>
      <FilterBar filter={filter} change={changeFilter} asked={asked} />
      <FilterChips filter={filter} change={changeFilter} />
      <Photos
        key={key}
        filter={asked}
        narrowed={isFiltered(filter) || query !== ""}
        onAll={() => changeFilter(noFilter, "")}
      />
    </Page>
  );
}

interface PhotosProps {
  filter: DocumentationFilterParams;
  narrowed: boolean;
  onAll: () => void;
}

function Photos({ filter, narrowed, onAll }: PhotosProps) {
  const { t } = useTranslation("timeline");
  const { t: common } = useTranslation();
  const known = useTimeline(filter);
  const { timeline, goesOn } = known;
  const [inView, setInView] = useState<IndexRange>({ first: 0, end: 0 });
  const settled = useDebounced(inView, scrollIdleMs);
  const [loaded, setLoaded] = useState<ReadonlyMap<number, TimelinePhoto>>(new Map());
  const shown = useShownPhoto(timeline, loaded);
  const requests = JSON.stringify([settled, ...shown.wanted]);
  const chunks = useMemo(() => {
    const wanted: IndexRange[] = JSON.parse(requests);
    return [...new Set(wanted.flatMap(({ first, end }) => chunksIn(timeline.chunks, first, end)))];
  }, [requests, timeline]);
  const { photos, failed, retry, read } = useChunks(filter, chunks);
  // The photo in large view asks for what is around it, and is found in what has come.
  if (photos !== loaded) setLoaded(photos);
  const selection = useTimelineSelection(timeline, read);
  const [goTo, setGoTo] = useState<{ place: number; focus: boolean } | null>(null);
  // Once the large view is gone: it returns the focus to where it was opened itself.
  const left = useRef<number | null>(null);
  useEffect(() => {
    if (shown.place === null && left.current !== null) setGoTo({ place: left.current, focus: true });
    left.current = shown.place;
  }, [shown.place]);
  const { error } = known;
  if (error instanceof ApiError && !known.isFetching && timeline.count === 0)
    return <LoadError failure={error} onRetry={() => known.refetch()} />;
  if (!known.data || (timeline.count === 0 && goesOn)) return <Loading />;
  if (timeline.count === 0)
    return (
      <EmptyState
        icon={ImageIcon}
        title={narrowed ? t("noMatches") : t("empty")}
        text={narrowed ? t("noMatchesText") : t("emptyText")}
        {...(narrowed && { action: <Button onClick={onAll}>{t("showAll")}</Button> })}
      />
    );
  return (
    <>
      <Line>
        <span role="status">
          {t(known.hasNextPage ? "countedSoFar" : "counted", {
            count: timeline.count,
            number: formatNumber(timeline.count),
          })}
        </span>
        <MonthChoice days={timeline.days} onChoose={(index) => setGoTo({ place: index, focus: false })} />
      </Line>
      {failed && (
        <Failed role="alert">
          {t("notRead")}
          <Button size="small" onClick={() => void retry()}>
            {common("actions.retry")}
          </Button>
        </Failed>
      )}
      <TimelineGrid
        timeline={timeline}
        photos={photos}
        selection={selection}
        goTo={goTo}
        onWanted={setInView}
        onOpen={shown.open}
      />
      {known.hasNextPage && !goesOn && (
        <Button loading={known.isFetchingNextPage} onClick={() => void known.fetchNextPage()}>
          {t("older")}
        </Button>
      )}
      <TimelineSelectionBar selection={selection} total={timeline.count} />
      {shown.place !== null && photos.has(shown.place) && (
        <TimelineViewer
          place={shown.place}
          total={timeline.count}
          photos={photos}
          onMove={shown.moveTo}
          onClose={shown.close}
        />
      )}
    </>
  );
}

interface MonthChoiceProps {
  days: readonly TimelineDay[];
  onChoose: (index: number) => void;
}

/** Goes to a month: the way through years that scrolling is too long for. */
function MonthChoice({ days, onChoose }: MonthChoiceProps) {
  const { t } = useTranslation("timeline");
  const months = useMemo(() => {
    const found = new Map<string, { first: number; count: number }>();
    for (const { day, first, count } of days) {
      const month = found.get(day.slice(0, 7));
      if (month) month.count += count;
      else found.set(day.slice(0, 7), { first, count });
    }
    return [...found];
  }, [days]);
  if (months.length < 2) return null;
  return (
    <Tools>
      <Select
        aria-label={t("goToMonth")}
        value=""
        onChange={({ target }) => target.value && onChoose(Number(target.value))}
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

const Failed = styled.div`
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
