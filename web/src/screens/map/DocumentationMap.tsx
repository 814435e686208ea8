import { Button } from "@primer/react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { ApiError } from "#api/apiError.ts";
import { call } from "#api/client.ts";
import { useCustomerId } from "#api/session.ts";
import { getMapClusters, type MapCluster } from "#domain/endpoints/documentation/map.ts";
import {
  type DocumentationFilterParams,
  serializeFilter,
} from "#domain/endpoints/shared/documentationFilter.ts";
import { mapZooms, maxMercatorLatitude } from "#domain/map/tileGrid.ts";
import { FilterBar } from "#features/documentationList/filter/FilterBar.tsx";
import { FilterChips } from "#features/documentationList/filter/FilterChips.tsx";
import { useListFilter } from "#features/documentationList/filter/listFilter.ts";
import { useSearchParam } from "#features/documentationList/filter/useSearchParam.ts";
import { MapBox } from "#features/map/mapStyles.ts";
import { LoadError } from "#ui/feedback/LoadError.tsx";
import { Page } from "#ui/layout/Page.tsx";
import { SearchBox } from "#ui/table/SearchBox.tsx";
import { ClusterMap, type Preview, type VisibleBounds } from "./ClusterMap.ts";
import { countParams } from "./countParams.ts";
import { MapPreview } from "./MapPreview.tsx";
import { PinLegend } from "./PinLegend.tsx";
import { SelectedDocumentation } from "./SelectedDocumentation.tsx";
import { readMapView, saveMapView } from "./savedMapView.ts";
import { VisibleDocumentations } from "./VisibleDocumentations.tsx";

/** The centre of Sweden, until the positions of the documentations are known. */
const initialView = { zoom: 5, lat: 62.2, lng: 16.5 };

/** /map (2§2): documentations at their positions, clustered by the service. */
export default function DocumentationMap() {
  const { t } = useTranslation("map");
  const { t: tCommon } = useTranslation();
  const [filter, changeFilter] = useListFilter();
  const [query, search] = useSearchParam();
  const filterParams = useMemo(() => ({ ...serializeFilter(filter), query }), [filter, query]);
  const [view, setView] = useState<VisibleBounds | null>(null);
  const clusters = useClusters(view, filterParams);
  const [isFitting, setIsFitting] = useState(() => readMapView() === null);
  const allClusters = useClusters(isFitting ? wholeWorld : null, filterParams);
  const box = useRef<HTMLDivElement>(null);
  const map = useRef<ClusterMap | null>(null);
  const { data, error } = clusters;
  const [preview, setPreview] = useState<Preview | null>(null);
  const [selected, setSelected] = useState<MapCluster | null>(null);

  useEffect(() => {
    if (!box.current) return;
    const clusterMap = new ClusterMap(box.current, {
      initialView: readMapView() ?? initialView,
      texts: {
        zoomIn: t("zoomIn"),
        zoomOut: t("zoomOut"),
        number: (count) => countParams(count).formattedCount,
        cluster: (count) => t("cluster", countParams(count)),
        newTab: (name) => t("newTab", { name }),
      },
      onViewChange: (visibleBounds, mapView) => {
        setView(visibleBounds);
        saveMapView(mapView);
      },
      onPreview: setPreview,
      onSelect: setSelected,
    });
    map.current = clusterMap;
    return () => {
      map.current = null;
      clusterMap.remove();
    };
  }, [t]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed language creates a new, empty map
  useEffect(() => map.current?.show(data?.items ?? []), [data, t]);
  const worldClusters = isFitting && !allClusters.isPlaceholderData ? allClusters.data : undefined;
  useEffect(() => {
    if (!worldClusters) return;
    map.current?.fit(worldClusters.items);
    setIsFitting(false);
  }, [worldClusters]);

  return (
    // The line is always rendered, so that the count does not shift the page.
    <Page title={tCommon("routes.map")} lead={data ? t("lead", countParams(data.total)) : "\u00a0"}>
      <Controls>
        <Tools>
          <SearchBox value={query} hint={t("searchHint")} onSearch={search} />
          <Button onClick={() => setIsFitting(true)}>{t("showAll")}</Button>
        </Tools>
        <FilterBar filter={filter} change={changeFilter} query={filterParams} />
      </Controls>
      <FilterChips filter={filter} change={changeFilter} />
      {error instanceof ApiError && !clusters.isFetching && (
        <LoadError failure={error} onRetry={() => clusters.refetch()} />
      )}
      <MapAndList>
        <div>
          <MapBox ref={box} role="region" aria-label={t("label")} aria-busy={clusters.isFetching} />
          <PinLegend clusters={data?.items ?? []} />
        </div>
        <div>
          {selected && (
            <SelectedDocumentation key={selected.id} cluster={selected} onClose={() => setSelected(null)} />
          )}
          {data && data.items.length === 0 ? (
            <EmptyMap role="status">
              <strong>{t("empty")}</strong>
              {t("emptyText")}
            </EmptyMap>
          ) : (
            <VisibleDocumentations
              clusters={data?.items ?? []}
              zoom={view?.zoom ?? initialView.zoom}
              onOpen={(cluster) => map.current?.open(cluster)}
              onHighlight={(cluster) => (cluster ? map.current?.preview(cluster) : map.current?.endPreview())}
            />
          )}
        </div>
      </MapAndList>
      {preview && createPortal(<MapPreview cluster={preview.cluster} />, preview.box)}
    </Page>
  );
}

const wholeWorld: VisibleBounds = {
  zoom: mapZooms.min,
  south: -maxMercatorLatitude,
  north: maxMercatorLatitude,
  west: -180,
  east: 180,
};

/** The clusters of a view. The previous ones stay while the next load. */
function useClusters(view: VisibleBounds | null, filter: DocumentationFilterParams) {
  const customerId = useCustomerId();
  return useQuery({
    queryKey: [customerId, "documentation", "map", view, filter],
    queryFn: ({ signal }) => call(getMapClusters, { query: { ...filter, ...view! }, signal }),
    enabled: view !== null,
    placeholderData: keepPreviousData,
    meta: { handlesErrors: true },
  });
}

/** Not printed: on paper the filter chips are enough. */
const Controls = styled.div`
  @media print {
    display: none;
  }
`;

const Tools = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: var(--base-size-8);
  margin-bottom: var(--base-size-12);
  & > :first-child {
    flex: 1 1 240px;
    max-width: 480px;
  }
`;

const MapAndList = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) 300px;
  gap: var(--base-size-16);
  @media (max-width: 900px) {
    grid-template-columns: minmax(0, 1fr);
  }
`;

const EmptyMap = styled.div`
  display: grid;
  align-content: start;
  gap: var(--base-size-4);
  padding: var(--base-size-16);
  border: 1px solid var(--borderColor-default);
  border-radius: var(--borderRadius-medium);
  color: var(--fgColor-muted);
  strong {
    color: var(--fgColor-default);
  }
`;
