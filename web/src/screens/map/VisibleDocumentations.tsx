import { Button } from "@primer/react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { compareNames } from "#domain/core/text/sortKey.ts";
import type { MapCluster } from "#domain/endpoints/documentation/map.ts";
import { findNearestPlace, placeNameIn } from "#domain/map/placeNames.ts";
import { loadBasemap } from "#features/map/basemap/loadBasemap.ts";
import { getLanguage, getNumberLocale } from "#i18n/language.ts";
import { formatDay } from "#ui/format/dates.ts";
import { Note } from "#ui/layout/typography.ts";
import { clusterKey, detailsPath } from "./ClusterMap.ts";
import { countParams } from "./countParams.ts";

/** Maximum rows of the list. */
const maxListed = 100;

interface VisibleDocumentationsProps {
  clusters: readonly MapCluster[];
  /** Of the map: determines which places are named. */
  zoom: number;
  onOpen: (cluster: MapCluster) => void;
  /** Called when a documentation is hovered or focused, with null when it no longer is: the map shows its position. */
  onHighlight: (cluster: MapCluster | null) => void;
}

/** The map's content as a list, for users who cannot see the map: single documentations first, then clusters, largest first. */
export function VisibleDocumentations({ clusters, zoom, onOpen, onHighlight }: VisibleDocumentationsProps) {
  const { t } = useTranslation("map");
  const { t: tDocumentation } = useTranslation("documentation");
  const sortedClusters = clusters.toSorted(
    (a, b) => a.count - b.count || compareNames(a.name ?? "", b.name ?? ""),
  );
  const [singles, groups] = [
    sortedClusters.filter(({ id }) => id),
    sortedClusters.filter(({ id }) => !id).reverse(),
  ];
  const visibleClusters = [...singles, ...groups].slice(0, maxListed);
  /** Template, day and status, which distinguish documentations with the same name. */
  const factsText = ({ facts }: MapCluster) =>
    facts &&
    [facts.templateName, formatDay(facts.dateCreated), tDocumentation(`status.${facts.status}`)].join(" · ");
  const placeText = usePlaceText(zoom);
  return (
    <Aside aria-labelledby="in-view">
      <h2 id="in-view">{t("visible")}</h2>
      <p>{t("visibleHint")}</p>
      <Lines>
        {visibleClusters.map((cluster) => (
          <li key={clusterKey(cluster)}>
            {cluster.id ? (
              <>
                <a
                  href={detailsPath(cluster.id)}
                  target="_blank"
                  rel="noopener"
                  aria-label={t("newTab", { name: cluster.name })}
                  aria-describedby={`facts-${cluster.id}`}
                  onMouseEnter={() => onHighlight(cluster)}
                  onMouseLeave={() => onHighlight(null)}
                  onFocus={() => onHighlight(cluster)}
                  onBlur={() => onHighlight(null)}
                >
                  {cluster.name}
                </a>
                <Note as="div" id={`facts-${cluster.id}`}>
                  {factsText(cluster)}
                </Note>
              </>
            ) : (
              <Button size="small" variant="link" onClick={() => onOpen(cluster)}>
                {t("documentationCount", countParams(cluster.count))}{" "}
                {t("near", { place: placeText(cluster) })}
              </Button>
            )}
          </li>
        ))}
      </Lines>
      {clusters.length > maxListed && <p>{t("morePlaces", { count: clusters.length - maxListed })}</p>}
    </Aside>
  );
}

const hundredths = { minimumFractionDigits: 2, maximumFractionDigits: 2 } as const;

/** Names the nearest place of the basemap; far from all, and until the basemap is loaded, the position. */
function usePlaceText(zoom: number): (cluster: MapCluster) => string {
  const { data: basemap } = useQuery({
    queryKey: ["basemap"],
    queryFn: loadBasemap,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { handlesErrors: true },
  });
  return (cluster) => {
    const place = basemap && findNearestPlace(basemap, cluster, zoom);
    if (place) return placeNameIn(getLanguage(), place.name);
    return [cluster.lat, cluster.lng]
      .map((degrees) => degrees.toLocaleString(getNumberLocale(), hundredths))
      .join(" · ");
  };
}

const Aside = styled.section`
  display: flex;
  flex-direction: column;
  min-width: 0;
  max-height: min(70dvh, 720px);
  padding: var(--base-size-16);
  border: 1px solid var(--borderColor-default);
  border-radius: var(--borderRadius-medium);
  overflow-y: auto;
  @media print {
    max-height: none;
  }
  h2 {
    margin: 0;
    font-size: var(--text-title-size-small);
  }
  p {
    margin: var(--base-size-4) 0 0;
    color: var(--fgColor-muted);
    font-size: var(--text-body-size-small);
  }
`;

const Lines = styled.ul`
  display: grid;
  gap: var(--base-size-4);
  margin: var(--base-size-12) 0 0;
  padding: 0;
  list-style: none;
  li {
    min-height: 28px;
    overflow-wrap: anywhere;
  }
  @media (max-width: 767px) {
    gap: 0;
    a {
      display: block;
      padding-block: 12px;
    }
  }
`;
