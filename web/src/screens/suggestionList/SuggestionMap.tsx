import { GlobeIcon } from "@primer/octicons-react";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";
import { getSuggestionPositions } from "../../../../domain/endpoints/suggestionList";
import { suggestionList } from "../../../../domain/resources";
import { call } from "../../api/client";
import { ApiError } from "../../api/failure";
import { fetchItem } from "../../api/resource";
import { useCustomerId } from "../../api/session";
import { EmptyState } from "../../kit/Blank";
import { LoadError } from "../../kit/LoadFailed";
import { Loading } from "../../kit/Loading";
import { MapBox } from "../../kit/map/mapStyles";
import { Page } from "../../kit/Page";
import { drawPlaces, type Place } from "./drawPlaces";

/** /suggestionList/map/:uuid (3§2). */
export default function SuggestionMap() {
  const { t } = useTranslation("lists");
  const { t: common } = useTranslation();
  const { uuid: id = "" } = useParams();
  const customerId = useCustomerId();
  const found = useQuery({
    queryKey: [customerId, "suggestion", "positions", id],
    queryFn: async ({ signal }) => {
      const [{ name }, { items }] = await Promise.all([
        fetchItem(suggestionList, id, signal),
        call(getSuggestionPositions, { params: { id }, signal }),
      ]);
      return { name, items };
    },
    meta: { ownErrors: true },
  });
  const { data, error } = found;
  return (
    <Page
      title={
        data ? `${common("routes.suggestionListMap")}: ${data.name}` : common("routes.suggestionListMap")
      }
      context={<Link to="/suggestionList">{common("routes.suggestionList")}</Link>}
      {...(data && data.items.length > 0 && { lead: t("map.lead", { count: data.items.length }) })}
    >
      {data ? (
        data.items.length > 0 ? (
          <PlaceMap label={t("map.label", { name: data.name })} places={data.items} />
        ) : (
          <EmptyState icon={GlobeIcon} title={t("map.empty")} text={t("map.emptyText")} />
        )
      ) : error instanceof ApiError && !found.isFetching ? (
        <LoadError failure={error} onRetry={() => found.refetch()} />
      ) : (
        <Loading />
      )}
    </Page>
  );
}

/** Places on a map without tiles: shows their relative positions and distances. */
function PlaceMap({ label, places }: { label: string; places: readonly Place[] }) {
  const { t } = useTranslation("lists");
  const { t: common } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!box.current) return;
    const map = drawPlaces(box.current, places, {
      zoomIn: t("map.zoomIn"),
      zoomOut: t("map.zoomOut"),
      close: common("actions.close"),
      cluster: (count) => t("map.cluster", { count }),
    });
    return () => {
      map.remove();
    };
  }, [places, t, common]);
  return <MapBox ref={box} role="region" aria-label={label} />;
}
