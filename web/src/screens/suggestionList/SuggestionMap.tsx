import { GlobeIcon } from "@primer/octicons-react";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";
import { ApiError } from "#api/apiError.ts";
import { call } from "#api/client.ts";
import { fetchItem } from "#api/resource.ts";
import { useCustomerId } from "#api/session.ts";
import { getSuggestionPositions } from "#domain/endpoints/configuration/suggestionListCalls.ts";
import { suggestionList } from "#domain/resources/index.ts";
import { MapBox } from "#features/map/mapStyles.ts";
import { LoadError } from "#ui/feedback/LoadError.tsx";
import { Loading } from "#ui/feedback/Loading.tsx";
import { EmptyState } from "#ui/layout/EmptyState.tsx";
import { Page } from "#ui/layout/Page.tsx";
import { createPointMap, type MapPoint } from "./drawPlaces.ts";

/** /suggestionList/map/:uuid (3§2). */
export default function SuggestionMap() {
  const { t } = useTranslation("lists");
  const { t: tCommon } = useTranslation();
  const { uuid: id = "" } = useParams();
  const customerId = useCustomerId();
  const positionsQuery = useQuery({
    queryKey: [customerId, "suggestion", "positions", id],
    queryFn: async ({ signal }) => {
      const [{ name }, { items }] = await Promise.all([
        fetchItem(suggestionList, id, signal),
        call(getSuggestionPositions, { params: { id }, signal }),
      ]);
      return { name, items };
    },
    meta: { handlesErrors: true },
  });
  const { data, error } = positionsQuery;
  return (
    <Page
      title={
        data ? `${tCommon("routes.suggestionListMap")}: ${data.name}` : tCommon("routes.suggestionListMap")
      }
      context={<Link to="/suggestionList">{tCommon("routes.suggestionList")}</Link>}
      {...(data && data.items.length > 0 && { lead: t("map.lead", { count: data.items.length }) })}
    >
      {data ? (
        data.items.length > 0 ? (
          <PointMap label={t("map.label", { name: data.name })} points={data.items} />
        ) : (
          <EmptyState icon={GlobeIcon} title={t("map.empty")} text={t("map.emptyText")} />
        )
      ) : error instanceof ApiError && !positionsQuery.isFetching ? (
        <LoadError failure={error} onRetry={() => positionsQuery.refetch()} />
      ) : (
        <Loading />
      )}
    </Page>
  );
}

/** A map without tiles: shows the relative positions and distances of the suggestions. */
function PointMap({ label, points }: { label: string; points: readonly MapPoint[] }) {
  const { t } = useTranslation("lists");
  const { t: tCommon } = useTranslation();
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!container.current) return;
    const map = createPointMap(container.current, points, {
      zoomIn: t("map.zoomIn"),
      zoomOut: t("map.zoomOut"),
      close: tCommon("actions.close"),
      cluster: (count) => t("map.cluster", { count }),
    });
    return () => {
      map.remove();
    };
  }, [points, t, tCommon]);
  return <MapBox ref={container} role="region" aria-label={label} />;
}
