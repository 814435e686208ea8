import { Checkbox } from "@primer/react";
import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { dayTitle } from "#ui/format/dateNames.ts";
import { formatNumber } from "#ui/format/numbers.ts";
import { Note } from "#ui/layout/typography.ts";
import { computeGridMetrics, type GridMetrics } from "./gridMetrics.ts";
import {
  computeRowOffset,
  findNextIndex,
  findVisibleDays,
  layOutDays,
  type RenderedDay,
  type Timeline,
  unknownDay,
} from "./layout.ts";
import { PlaceholderTile, Tile } from "./Tile.tsx";
import type { TimelinePhoto } from "./useTimeline.ts";
import type { TimelineSelection } from "./useTimelineSelection.ts";
import { useVisibleRange } from "./useVisibleStretch.ts";

export interface IndexRange {
  first: number;
  end: number;
}

interface TimelineGridProps {
  timeline: Timeline;
  photos: ReadonlyMap<number, TimelinePhoto>;
  selection: TimelineSelection;
  /** An index to scroll to and optionally focus; a new object repeats the request. */
  scrollTarget: { index: number; focus: boolean } | null;
  onRangeChange: (range: IndexRange) => void;
  onOpen: (photo: TimelinePhoto) => void;
}

/** The photos by day. Renders only those near the window, so that a hundred thousand cost no more than a hundred. */
export function TimelineGrid({
  timeline,
  photos,
  selection,
  scrollTarget,
  onRangeChange,
  onOpen,
}: TimelineGridProps) {
  const { t } = useTranslation("timeline");
  const { ref, node, width, top, bottom } = useVisibleRange(160);
  const metrics = useMemo(() => computeGridMetrics(width), [width]);
  const days = useMemo(() => layOutDays(timeline.days, metrics), [timeline, metrics]);
  const renderedDays = findVisibleDays(days, metrics, top, bottom);
  const [currentIndex, setCurrentIndex] = useState(0);
  const current = Math.min(currentIndex, Math.max(0, timeline.count - 1));
  const pendingFocus = useRef<number | null>(null);
  const [firstDay, lastDay] = [renderedDays[0], renderedDays.at(-1)];
  const first = firstDay ? firstDay.day.first + firstDay.firstRow * metrics.columns : 0;
  const end = lastDay
    ? Math.min(lastDay.day.first + lastDay.endRow * metrics.columns, lastDay.day.first + lastDay.day.count)
    : 0;
  useEffect(() => onRangeChange({ first, end }), [first, end, onRangeChange]);

  const scrollToPhoto = useCallback(
    (index: number, request: "focus" | "top" | "none") => {
      if (!node) return;
      const row = computeRowOffset(days, metrics, index);
      const offset = node.getBoundingClientRect().top + window.scrollY;
      const frame = Number.parseFloat(getComputedStyle(node).scrollMarginTop) || 0;
      const edge = frame + metrics.head;
      const viewTop = window.scrollY - offset;
      if (request === "top") window.scrollTo({ top: offset + row.top - edge });
      else if (row.top < viewTop + edge) window.scrollTo({ top: offset + row.top - edge });
      else if (row.bottom > viewTop + window.innerHeight)
        window.scrollTo({ top: offset + row.bottom - window.innerHeight + metrics.gap });
      if (request === "focus") pendingFocus.current = index;
    },
    [node, days, metrics],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per request, whatever changes in the meantime
  useEffect(() => {
    if (!scrollTarget) return;
    setCurrentIndex(scrollTarget.index);
    scrollToPhoto(scrollTarget.index, scrollTarget.focus ? "focus" : "top");
  }, [scrollTarget]);
  // Focuses the photo once it is rendered, which may be after it has been fetched.
  useEffect(() => {
    if (pendingFocus.current === null) return;
    const button = node?.querySelector<HTMLElement>(`[data-place="${pendingFocus.current}"]`);
    if (!button) return;
    pendingFocus.current = null;
    button.focus({ preventScroll: true });
  });

  function onKeyDown(event: KeyboardEvent) {
    if (!(event.target instanceof HTMLElement) || !event.target.dataset.place) return;
    if (event.key === " ") {
      event.preventDefault();
      const photo = photos.get(current);
      if (photo) selection.toggle(photo, event.shiftKey);
      return;
    }
    if (event.key === "Escape" && selection.count > 0) return selection.clear();
    const next =
      event.ctrlKey || event.metaKey || event.altKey
        ? null
        : findNextIndex(event.key, current, timeline, metrics.columns);
    if (next === null) return;
    event.preventDefault();
    setCurrentIndex(next);
    scrollToPhoto(next, "focus");
    if (event.shiftKey) selection.extend(current, next);
  }

  const latestToggle = useRef(selection.toggle);
  latestToggle.current = selection.toggle;
  const onSelect = useCallback(
    (photo: TimelinePhoto, range: boolean) => latestToggle.current(photo, range),
    [],
  );
  const height = days.at(-1) ? days.at(-1)!.top + days.at(-1)!.height : 0;
  // The tab stop must be a rendered photo, or the keyboard could not reach the grid.
  const tabStop = current >= first && current < end ? current : first;
  return (
    <GridBox ref={ref} style={{ height }} onKeyDown={onKeyDown}>
      {node &&
        renderedDays.map((renderedDay) => (
          <Day
            key={renderedDay.day.day}
            renderedDay={renderedDay}
            sizes={metrics}
            selectedCount={selection.countOfDay(renderedDay.day.day)}
            busy={selection.busy}
            onSelectAll={(selected) =>
              void selection.stretch(
                renderedDay.day.first,
                renderedDay.day.first + renderedDay.day.count,
                selected,
              )
            }
          >
            {indexesOf(renderedDay, metrics).map((index) => {
              const photo = photos.get(index);
              return photo ? (
                <Tile
                  key={photo.photo.id}
                  photo={photo}
                  total={timeline.count}
                  selected={selection.has(photo.photo.id)}
                  current={index === tabStop}
                  onFocus={setCurrentIndex}
                  onOpen={onOpen}
                  onSelect={onSelect}
                />
              ) : (
                <PlaceholderTile key={index} aria-label={t("loading")} />
              );
            })}
          </Day>
        ))}
    </GridBox>
  );
}

function indexesOf({ day, firstRow, endRow }: RenderedDay, { columns }: GridMetrics): number[] {
  const first = day.first + firstRow * columns;
  const end = Math.min(day.first + day.count, day.first + endRow * columns);
  return Array.from({ length: Math.max(0, end - first) }, (_, index) => first + index);
}

interface DayProps {
  renderedDay: RenderedDay;
  sizes: GridMetrics;
  selectedCount: number;
  busy: boolean;
  onSelectAll: (selected: boolean) => void;
  children: React.ReactNode;
}

function Day({
  renderedDay: { day, firstRow },
  sizes,
  selectedCount,
  busy,
  onSelectAll,
  children,
}: DayProps) {
  const { t } = useTranslation("timeline");
  const title = day.day === unknownDay ? t("unknownTime") : dayTitle(day.day);
  return (
    <DayBox style={{ top: day.top, height: day.height }} aria-labelledby={`day-${day.day}`}>
      <DayHeader style={{ height: sizes.head }}>
        <Checkbox
          checked={selectedCount === day.count}
          indeterminate={selectedCount > 0 && selectedCount < day.count}
          disabled={busy}
          aria-label={t("selectDay", { day: title })}
          onChange={() => onSelectAll(selectedCount < day.count)}
        />
        <h2 id={`day-${day.day}`}>{title}</h2>
        <Note>{t("photosInMonth", { count: day.count, formattedCount: formatNumber(day.count) })}</Note>
      </DayHeader>
      <Photos
        style={{
          paddingTop: firstRow * sizes.row,
          gridTemplateColumns: `repeat(${sizes.columns}, ${sizes.tile}px)`,
          columnGap: sizes.gap,
          gridAutoRows: sizes.row,
        }}
      >
        {children}
      </Photos>
    </DayBox>
  );
}

const GridBox = styled.div`
  position: relative;
  scroll-margin-top: var(--frame-height, 0px);
  /* All heights are known, so scroll anchoring would only move the visible photos. */
  overflow-anchor: none;
`;

const DayBox = styled.section`
  position: absolute;
  right: 0;
  left: 0;
`;

const DayHeader = styled.div`
  position: sticky;
  z-index: 2;
  top: var(--frame-height, 0px);
  display: flex;
  align-items: center;
  gap: var(--base-size-12);
  background: var(--bgColor-default);
  h2 {
    min-width: 0;
    overflow: hidden;
    font-size: var(--text-title-size-small);
    text-overflow: ellipsis;
    white-space: nowrap;
    &::first-letter {
      text-transform: uppercase;
    }
  }
  input {
    margin: 0;
  }
`;

const Photos = styled.ul`
  display: grid;
  margin: 0;
  list-style: none;
`;
