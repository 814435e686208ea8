import L from "leaflet";
import "leaflet.markercluster";
import "leaflet.markercluster/dist/MarkerCluster.css";
import { spreadPositions } from "#domain/lists/suggestion.ts";
import { type BasemapTexts, createMap, prefersReducedMotion } from "#features/map/createMap.ts";
import { clusterIcon, pinIcon } from "#features/map/icons.ts";

export interface MapPoint {
  id: string;
  text: string;
  lat: number;
  lng: number;
}

interface MapTexts extends BasemapTexts {
  close: string;
  cluster: (count: number) => string;
}

/** Maximum initial zoom: a single point would otherwise be shown at the map's maximum zoom. */
const maxInitialZoom = 15;

export function createPointMap(container: HTMLElement, points: readonly MapPoint[], texts: MapTexts): L.Map {
  const { map, drawBasemap } = createMap(container, texts);
  const markers = spreadPositions(points).map(createMarker);
  map.fitBounds(L.latLngBounds(markers.map((marker) => marker.getLatLng())).pad(0.1), {
    maxZoom: maxInitialZoom,
    animate: false,
  });
  drawBasemap();
  L.markerClusterGroup({
    chunkedLoading: true,
    showCoverageOnHover: false,
    animate: !prefersReducedMotion(),
    iconCreateFunction: (cluster) => createClusterIcon(cluster.getChildCount(), texts),
  })
    .addLayers(markers)
    .addTo(map);
  map.on("popupopen", ({ popup }) => {
    // Leaflet names the button in English only.
    popup.getElement()?.querySelector(".leaflet-popup-close-button")?.setAttribute("aria-label", texts.close);
  });
  return map;
}

function createMarker({ text, lat, lng }: MapPoint): L.Marker {
  const label = document.createElement("span");
  // textContent: a suggestion's text may contain markup.
  label.textContent = text;
  return L.marker([lat, lng], { icon: pinIcon, title: text }).bindPopup(label);
}

const createClusterIcon = (count: number, texts: MapTexts) =>
  clusterIcon(String(count), texts.cluster(count));
