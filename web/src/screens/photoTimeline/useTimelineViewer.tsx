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
import { type Timeline, unknownDay } from "./layout.ts";
import type { IndexRange } from "./TimelineGrid.tsx";
import type { TimelinePhoto } from "./useTimeline.ts";

const PhotoViewer = lazy(() => import("#features/photo/PhotoViewer.tsx"));

/** Photos on either side of the current one that are fetched with it, and the maximum passed to the viewer. */
const neighbourCount = 40;
const maxNeighbourCount = 400;

/** The state of the viewer: the current photo's index, and the ranges to fetch for it. */
export function useTimelineViewer(timeline: Timeline, photos: ReadonlyMap<number, TimelinePhoto>) {
  const [params, setParams] = useUrlParams();
  const customerId = useCustomerId();
  const id = params.get("photo");
  /** An index that was requested before its photo was loaded. */
  const [target, setTarget] = useState<number | null>(null);
  const loadedPhoto = useMemo(
    () => (id ? [...photos.values()].find(({ photo }) => photo.id === id) : undefined),
    [id, photos],
  );
  // A URL opened directly names a photo with an unknown index: its time determines the chunk.
  const lookup = useQuery({
    queryKey: [customerId, "documentation", "timeline", "photo", id],
    queryFn: ({ signal }) => call(getPhoto, { params: { id: id! }, signal }),
    enabled: id !== null && !loadedPhoto,
    meta: { handlesErrors: true },
  });
  const takenAt = loadedPhoto ? undefined : lookup.data?.dateCreated;
  const isUnknownTime = lookup.data?.dateSource === "ARRIVAL";
  const targetChunk = useMemo(
    () =>
      takenAt
        ? timeline.chunks.find(
            ({ day, from, before }) =>
              (day === unknownDay) === isUnknownTime && takenAt >= from && takenAt < before,
          )
        : undefined,
    [takenAt, isUnknownTime, timeline],
  );
  const index = loadedPhoto?.index ?? null;
  const ranges: IndexRange[] = [
    ...(index === null ? [] : [{ first: index - neighbourCount, end: index + neighbourCount }]),
    ...(target === null ? [] : [{ first: target, end: target + 1 }]),
    ...(id && targetChunk ? [{ first: targetChunk.first, end: targetChunk.first + targetChunk.count }] : []),
  ];
  const show = (photoId: string | null, replace: boolean) =>
    setParams(
      (current) => {
        const next = new URLSearchParams(current);
        if (photoId === null) next.delete("photo");
        else next.set("photo", photoId);
        return next;
      },
      { replace, preventScrollReset: true },
    );
  const targetPhoto = target === null ? undefined : photos.get(target);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the photo is loaded
  useEffect(() => {
    if (!targetPhoto) return;
    setTarget(null);
    show(targetPhoto.photo.id, true);
  }, [targetPhoto]);
  return {
    index,
    ranges,
    open: ({ photo }: TimelinePhoto) => show(photo.id, false),
    moveTo(newIndex: number) {
      const timelinePhoto = photos.get(newIndex);
      setTarget(timelinePhoto ? null : newIndex);
      if (timelinePhoto) show(timelinePhoto.photo.id, true);
    },
    close() {
      setTarget(null);
      show(null, true);
    },
  };
}

interface TimelineViewerProps {
  index: number;
  total: number;
  photos: ReadonlyMap<number, TimelinePhoto>;
  onMove: (index: number) => void;
  onClose: () => void;
}

/** The viewer for all photos of the timeline. It gets only those around the current one. */
export function TimelineViewer({ index: currentIndex, total, photos, onMove, onClose }: TimelineViewerProps) {
  const viewerPhotos = useMemo(() => {
    const nearby = [photos.get(currentIndex)!];
    for (let index = currentIndex - 1; currentIndex - index <= maxNeighbourCount; index -= 1) {
      const photo = photos.get(index);
      if (!photo) break;
      nearby.unshift(photo);
    }
    for (let index = currentIndex + 1; index - currentIndex <= maxNeighbourCount; index += 1) {
      const photo = photos.get(index);
      if (!photo) break;
      nearby.push(photo);
    }
    return nearby;
  }, [currentIndex, photos]);
  const rows = useMemo(() => viewerPhotos.map(({ photo }) => photo), [viewerPhotos]);
  const first = viewerPhotos[0]!.index;
  return (
    <Suspense>
      <PhotoViewer
        photos={rows}
        index={currentIndex - first}
        all={{ precedingCount: first, count: total }}
        taskName={(id) => viewerPhotos.find(({ photo }) => photo.documentationTaskId === id)?.task}
        actions={{
          panel: ({ id }) => (
            <PhotoOrigin timelinePhoto={viewerPhotos.find(({ photo }) => photo.id === id)} />
          ),
        }}
        onMove={(index) => onMove(first + index)}
        onClose={onClose}
      />
    </Suspense>
  );
}

/** The documentation of the photo in the viewer. */
function PhotoOrigin({ timelinePhoto }: { timelinePhoto: TimelinePhoto | undefined }) {
  const { t } = useTranslation("timeline");
  if (!timelinePhoto?.documentation) return null;
  const { documentation, photo } = timelinePhoto;
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
