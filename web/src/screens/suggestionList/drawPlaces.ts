import L from "leaflet";
import "leaflet.markercluster";
import "leaflet/dist/leaflet.css";
import "leaflet.markercluster/dist/MarkerCluster.css";
import { apart } from "../../../../domain/rules/suggestion";
import { addGraticule } from "./graticule";

export interface Place {
  id: string;
  text: string;
  lat: number;
  lng: number;
}

interface MapTexts {
  zoomIn: string;
  zoomOut: string;
  close: string;
  cluster: (count: number) => string;
}

/** 3§9. With no tile layer that says so, the map itself must know how far it goes. */
const leastZoom = 3;
const clusterZoom = 21;
/** One place alone would otherwise be shown as near as the map goes. */
const nearest = 15;

export function drawPlaces(box: HTMLElement, places: readonly Place[], texts: MapTexts): L.Map {
  const still = window.matchMedia?.("(prefers-reduced-motion: reduce)").matches ?? false;
  const map = L.map(box, {
    minZoom: leastZoom,
    maxZoom: clusterZoom,
    zoomControl: false,
    attributionControl: false,
    worldCopyJump: true,
    zoomAnimation: !still,
    fadeAnimation: !still,
  });
  L.control.zoom({ zoomInTitle: texts.zoomIn, zoomOutTitle: texts.zoomOut }).addTo(map);
  L.control.scale({ imperial: false }).addTo(map);
  const markers = apart(places).map(markerOf);
  map.fitBounds(L.latLngBounds(markers.map((marker) => marker.getLatLng())).pad(0.1), {
    maxZoom: nearest,
    animate: false,
  });
  addGraticule(map);
  L.markerClusterGroup({
    chunkedLoading: true,
    showCoverageOnHover: false,
    animate: !still,
    iconCreateFunction: (cluster) => clusterIcon(cluster.getChildCount(), texts),
  })
    .addLayers(markers)
    .addTo(map);
  map.on("popupopen", ({ popup }) => {
    // Leaflet has the button's name in English only.
    popup.getElement()?.querySelector(".leaflet-popup-close-button")?.setAttribute("aria-label", texts.close);
  });
  return map;
}

function markerOf({ text, lat, lng }: Place): L.Marker {
  const shown = document.createElement("span");
  // A text of the list is text, whatever is in it.
  shown.textContent = text;
  return L.marker([lat, lng], { icon: pin, title: text }).bindPopup(shown);
}

/** Drawn here, since the pages load no foreign images. */
const pin = L.divIcon({
  className: "place-pin",
  html: '<svg viewBox="0 0 24 32" width="24" height="32" aria-hidden="true"><path d="M12 1C5.9 1 1 5.9 1 12c0 7.7 11 19 11 19s11-11.3 11-19C23 5.9 18.1 1 12 1z"/><circle cx="12" cy="12" r="4"/></svg>',
  iconSize: [24, 32],
  iconAnchor: [12, 31],
  popupAnchor: [0, -28],
});

function clusterIcon(count: number, texts: MapTexts): L.DivIcon {
  const html = document.createElement("span");
  const number = document.createElement("span");
  number.setAttribute("aria-hidden", "true");
  number.textContent = String(count);
  const words = document.createElement("span");
  words.className = "place-words";
  words.textContent = texts.cluster(count);
  html.append(number, words);
  return L.divIcon({ className: "place-cluster", html, iconSize: [40, 40] });
}
