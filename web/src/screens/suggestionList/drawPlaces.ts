import L from "leaflet";
import "leaflet.markercluster";
import "leaflet.markercluster/dist/MarkerCluster.css";
import { spreadOverlapping } from "#domain/lists/suggestion.ts";
import { type BaseMapTexts, createMap, reducedMotion } from "#features/map/createMap.ts";
import { clusterIcon, pinIcon } from "#features/map/icons.ts";

export interface Place {
  id: string;
  text: string;
  lat: number;
  lng: number;
}

interface MapTexts extends BaseMapTexts {
  close: string;
  cluster: (count: number) => string;
}

/** Maximum initial zoom: a single place would otherwise show at the map's maximum. */
const maxInitialZoom = 15;

export function drawPlaces(box: HTMLElement, places: readonly Place[], texts: MapTexts): L.Map {
  const { map, ready } = createMap(box, texts);
  const markers = spreadOverlapping(places).map(markerOf);
  map.fitBounds(L.latLngBounds(markers.map((marker) => marker.getLatLng())).pad(0.1), {
    maxZoom: maxInitialZoom,
    animate: false,
  });
  ready();
  L.markerClusterGroup({
    chunkedLoading: true,
    showCoverageOnHover: false,
    animate: !reducedMotion(),
    iconCreateFunction: (cluster) => clusterOf(cluster.getChildCount(), texts),
  })
    .addLayers(markers)
    .addTo(map);
  map.on("popupopen", ({ popup }) => {
    // Leaflet names the button in English only.
    popup.getElement()?.querySelector(".leaflet-popup-close-button")?.setAttribute("aria-label", texts.close);
  });
  return map;
}

function markerOf({ text, lat, lng }: Place): L.Marker {
  const label = document.createElement("span");
  // textContent: a suggestion's text may contain markup.
  label.textContent = text;
  return L.marker([lat, lng], { icon: pinIcon, title: text }).bindPopup(label);
}

const clusterOf = (count: number, texts: MapTexts) => clusterIcon(String(count), texts.cluster(count));
