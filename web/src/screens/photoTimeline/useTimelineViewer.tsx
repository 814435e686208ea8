import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import styled from "styled-components";
import { call } from "#api/client.ts";
import { useCustomerId } from "#api/session.ts";
import { getPhoto } from "#domain/endpoints/documentation/details.ts";
import { StatusLabel } from "#features/documentation/StatusLabel.tsx";
import { useUrlParams } from "#ui/hooks/useUrlParams.ts";
import type { Timeline } from "./layout.ts";
import type { IndexRange } from "./TimelineGrid.tsx";
import type { TimelinePhoto } from "./useTimeline.ts";

const PhotoViewer = lazy(() => import("#features/photo/PhotoViewer.tsx"));

/** Photos on either side of the shown one that are fetched with it, and that the large view is given at most. */
const neighbourCount = 40;
const maxNeighbourCount = 400;

/** What the large view needs: the shown photo's place, and the chunks that are wanted for it. */
export function useShownPhoto(timeline: Timeline, photos: ReadonlyMap<number, TimelinePhoto>) {
  const [params, changeAddress] = useUrlParams();
  const customerId = useCustomerId();
  const id = params.get("photo");
  /** A place that was asked for before its photo was there. */
  const [target, setTarget] = useState<number | null>(null);
  const found = useMemo(
    () => (id ? [...photos.values()].find(({ photo }) => photo.id === id) : undefined),
    [id, photos],
  );
  // An address from elsewhere names a photo whose place is not known yet: its time leads there.
  const lookup = useQuery({
    queryKey: [customerId, "documentation", "timeline", "photo", id],
    queryFn: ({ signal }) => call(getPhoto, { params: { id: id! }, signal }),
    enabled: id !== null && !found,
    meta: { ownErrors: true },
  });
  const taken = found ? undefined : lookup.data?.dateCreated;
  const led = useMemo(
    () => (taken ? timeline.chunks.find(({ from, before }) => taken >= from && taken < before) : undefined),
    [taken, timeline],
  );
  const index = found?.place ?? null;
  const wanted: IndexRange[] = [
    ...(index === null ? [] : [{ first: index - neighbourCount, end: index + neighbourCount }]),
    ...(target === null ? [] : [{ first: target, end: target + 1 }]),
    ...(id && led ? [{ first: led.first, end: led.first + led.count }] : []),
  ];
  const show = (photoId: string | null, replace: boolean) =>
    changeAddress(
      (before) => {
        const next = new URLSearchParams(before);
        if (photoId === null) next.delete("photo");
        else next.set("photo", photoId);
        return next;
      },
      { replace, preventScrollReset: true },
    );
  const arrived = target === null ? undefined : photos.get(target);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it has arrived
  useEffect(() => {
    if (!arrived) return;
    setTarget(null);
    show(arrived.photo.id, true);
  }, [arrived]);
  return {
    place: index,
    wanted,
    open: (one: TimelinePhoto) => show(one.photo.id, false),
    moveTo(to: number) {
      const one = photos.get(to);
      setTarget(one ? null : to);
      if (one) show(one.photo.id, true);
    },
    close() {
      setTarget(null);
      show(null, true);
    },
  };
}

interface TimelineViewerProps {
  place: number;
  total: number;
  photos: ReadonlyMap<number, TimelinePhoto>;
  onMove: (index: number) => void;
  onClose: () => void;
}

/** The large view over all photos of the timeline: it holds those around the shown one. */
export function TimelineViewer({ place, total, photos, onMove, onClose }: TimelineViewerProps) {
  const shown = useMemo(() => {
    const around = [photos.get(place)!];
    for (let at = place - 1; place - at <= maxNeighbourCount; at -= 1) {
      const one = photos.get(at);
      if (!one) break;
      around.unshift(one);
    }
    for (let at = place + 1; at - place <= maxNeighbourCount; at += 1) {
      const one = photos.get(at);
      if (!one) break;
      around.push(one);
    }
    return around;
  }, [place, photos]);
  const rows = useMemo(() => shown.map(({ photo }) => photo), [shown]);
  const first = shown[0]!.place;
  return (
    <Suspense>
      <PhotoViewer
        photos={rows}
        at={place - first}
        all={{ before: first, count: total }}
        taskName={(id) => shown.find(({ photo }) => photo.documentationTaskId === id)?.task}
        actions={{ panel: ({ id }) => <PhotoOrigin one={shown.find(({ photo }) => photo.id === id)} /> }}
        onMove={(index) => onMove(first + index)}
        onClose={onClose}
      />
    </Suspense>
  );
}

/** The documentation of the photo in large view. */
function PhotoOrigin({ one }: { one: TimelinePhoto | undefined }) {
  const { t } = useTranslation("timeline");
  if (!one?.documentation) return null;
  const { documentation, photo } = one;
  const name = documentation.alias ?? documentation.name;
  return (
    <Origin>
      <Link
        to={`/documentation/details/${documentation.id}?photo=${photo.id}`}
        aria-label={t("openDocumentation", { name })}
      >
        {name}
      </Link>
      <span>{documentation.templateName}</span>
      <StatusLabel {...documentation} />
    </Origin>
  );
}

const Origin = styled.div`
  display: grid;
  justify-items: start;
  gap: var(--base-size-4);
  margin-bottom: var(--base-size-16);
  overflow-wrap: anywhere;
  a {
    font-weight: var(--base-text-weight-semibold);
  }
  > span:not(:last-child) {
    color: var(--fgColor-muted);
  }
`;
