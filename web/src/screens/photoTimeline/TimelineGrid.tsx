import { Checkbox } from "@primer/react";
import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { dayTitle } from "#ui/format/dateNames.ts";
import { formatNumber } from "#ui/format/numbers.ts";
import { Note } from "#ui/layout/typography.ts";
import {
  type DrawnDay,
  drawnDays,
  type GridMetrics,
  gridMetrics,
  layOutDays,
  rowOffset,
  stepOf,
  type Timeline,
} from "./layout.ts";
import { PlaceholderTile, Tile } from "./Tile.tsx";
import type { TimelinePhoto } from "./useTimeline.ts";
import type { TimelineSelection } from "./useTimelineSelection.ts";
import { useVisibleStretch } from "./useVisibleStretch.ts";

export interface IndexRange {
  first: number;
  end: number;
}

interface TimelineGridProps {
  timeline: Timeline;
  photos: ReadonlyMap<number, TimelinePhoto>;
  selection: TimelineSelection;
  /** A place to show and focus; a new object asks anew. */
  goTo: { place: number; focus: boolean } | null;
  onWanted: (wanted: IndexRange) => void;
  onOpen: (one: TimelinePhoto) => void;
}

/** The photos by day. Only what is near the window is drawn: a hundred thousand cost no more than a hundred. */
export function TimelineGrid({ timeline, photos, selection, goTo, onWanted, onOpen }: TimelineGridProps) {
  const { t } = useTranslation("timeline");
  const { place, node, width, top, bottom } = useVisibleStretch(160);
  const sizes = useMemo(() => gridMetrics(width), [width]);
  const days = useMemo(() => layOutDays(timeline.days, sizes), [timeline, sizes]);
  const drawn = drawnDays(days, sizes, top, bottom);
  const [at, setAt] = useState(0);
  const current = Math.min(at, Math.max(0, timeline.count - 1));
  const focused = useRef<number | null>(null);
  const [before, last] = [drawn[0], drawn.at(-1)];
  const first = before ? before.day.first + before.firstRow * sizes.columns : 0;
  const end = last
    ? Math.min(last.day.first + last.endRow * sizes.columns, last.day.first + last.day.count)
    : 0;
  useEffect(() => onWanted({ first, end }), [first, end, onWanted]);

  const show = useCallback(
    (to: number, request: "focus" | "top" | "none") => {
      if (!node) return;
      const row = rowOffset(days, sizes, to);
      const above = node.getBoundingClientRect().top + window.scrollY;
      const frame = Number.parseFloat(getComputedStyle(node).scrollMarginTop) || 0;
      const edge = frame + sizes.head;
      const from = window.scrollY - above;
      if (request === "top") window.scrollTo({ top: above + row.top - edge });
      else if (row.top < from + edge) window.scrollTo({ top: above + row.top - edge });
      else if (row.bottom > from + window.innerHeight)
        window.scrollTo({ top: above + row.bottom - window.innerHeight + sizes.gap });
      if (request === "focus") focused.current = to;
    },
    [node, days, sizes],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each wish, whatever is drawn anew meanwhile
  useEffect(() => {
    if (!goTo) return;
    setAt(goTo.place);
    show(goTo.place, goTo.focus ? "focus" : "top");
  }, [goTo]);
  // The focus follows once the photo is drawn, which may be after it was fetched.
  useEffect(() => {
    if (focused.current === null) return;
    const button = node?.querySelector<HTMLElement>(`[data-place="${focused.current}"]`);
    if (!button) return;
    focused.current = null;
    button.focus({ preventScroll: true });
  });

  function onKeyDown(event: KeyboardEvent) {
    if (!(event.target instanceof HTMLElement) || !event.target.dataset.place) return;
    if (event.key === " ") {
      event.preventDefault();
      const one = photos.get(current);
      if (one) selection.toggle(one, event.shiftKey);
      return;
    }
    if (event.key === "Escape" && selection.count > 0) return selection.clear();
    const next =
      event.ctrlKey || event.metaKey || event.altKey
        ? null
        : stepOf(event.key, current, timeline, sizes.columns);
    if (next === null) return;
    event.preventDefault();
    setAt(next);
    show(next, "focus");
    if (event.shiftKey) selection.extend(current, next);
  }

  const picked = useRef(selection.toggle);
  picked.current = selection.toggle;
  const onSelect = useCallback((one: TimelinePhoto, range: boolean) => picked.current(one, range), []);
  const height = days.at(-1) ? days.at(-1)!.top + days.at(-1)!.height : 0;
  // The photo in the tab order is one that is drawn, or the keyboard would find none.
  const reachable = current >= first && current < end ? current : first;
  return (
    <Room ref={place} style={{ height }} onKeyDown={onKeyDown}>
      {node &&
        drawn.map((one) => (
          <Day
            key={one.day.day}
            drawn={one}
            sizes={sizes}
            chosen={selection.ofDay(one.day.day)}
            busy={selection.busy}
            onAll={(selected) =>
              void selection.stretch(one.day.first, one.day.first + one.day.count, selected)
            }
          >
            {placesOf(one, sizes).map((index) => {
              const photo = photos.get(index);
              return photo ? (
                <Tile
                  key={photo.photo.id}
                  one={photo}
                  total={timeline.count}
                  selected={selection.has(photo.photo.id)}
                  current={index === reachable}
                  onFocus={setAt}
                  onOpen={onOpen}
                  onSelect={onSelect}
                />
              ) : (
                <PlaceholderTile key={index} aria-label={t("loading")} />
              );
            })}
          </Day>
        ))}
    </Room>
  );
}

function placesOf({ day, firstRow, endRow }: DrawnDay, { columns }: GridMetrics): number[] {
  const first = day.first + firstRow * columns;
  const end = Math.min(day.first + day.count, day.first + endRow * columns);
  return Array.from({ length: Math.max(0, end - first) }, (_, index) => first + index);
}

interface DayProps {
  drawn: DrawnDay;
  sizes: GridMetrics;
  chosen: number;
  busy: boolean;
  onAll: (selected: boolean) => void;
  children: React.ReactNode;
}

function Day({ drawn: { day, firstRow }, sizes, chosen, busy, onAll, children }: DayProps) {
  const { t } = useTranslation("timeline");
  const title = dayTitle(day.day);
  return (
    <Part style={{ top: day.top, height: day.height }} aria-labelledby={`day-${day.day}`}>
      <Head style={{ height: sizes.head }}>
        <Checkbox
          checked={chosen === day.count}
          indeterminate={chosen > 0 && chosen < day.count}
          disabled={busy}
          aria-label={t("selectDay", { day: title })}
          onChange={() => onAll(chosen < day.count)}
        />
        <h2 id={`day-${day.day}`}>{title}</h2>
        <Note>{t("photos", { count: day.count, number: formatNumber(day.count) })}</Note>
      </Head>
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
    </Part>
  );
}

const Room = styled.div`
  position: relative;
  scroll-margin-top: var(--frame-height, 0px);
  /* Photos that are drawn above must not move what is looked at: all heights are known. */
  overflow-anchor: none;
`;

const Part = styled.section`
  position: absolute;
  right: 0;
  left: 0;
`;

const Head = styled.div`
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
