import L from "leaflet";
import type { MapCluster } from "#domain/endpoints/documentation/map.ts";
import { type MapBounds, mapZooms, maxMercatorLatitude } from "#domain/map/tileGrid.ts";
import { type BasemapTexts, createMap } from "#features/map/createMap.ts";
import { clusterIcon, createStatusPinIcon, pinIcon } from "#features/map/icons.ts";
import type { SavedMapView } from "./savedMapView.ts";

interface ClusterMapTexts extends BasemapTexts {
  number: (count: number) => string;
  cluster: (count: number) => string;
  newTab: (name: string) => string;
}

export type VisibleBounds = MapBounds & { zoom: number };

interface ClusterMapOptions {
  texts: ClusterMapTexts;
  initialView: SavedMapView;
  onViewChange: (view: VisibleBounds, savedView: SavedMapView) => void;
  /** Called with the documentation to preview and the element in the map's popup to render it in; null when the popup closes. */
  onPreview: (preview: Preview | null) => void;
  /** Called with the documentation whose pin was clicked. */
  onSelect: (cluster: MapCluster) => void;
}

export interface Preview {
  cluster: MapCluster;
  box: HTMLElement;
}

/** The Leaflet map of /map: shows clusters and reports its view. */
export class ClusterMap {
  readonly #map: L.Map;
  readonly #layer: L.LayerGroup;
  readonly #texts: ClusterMapTexts;
  readonly #onPreview: ClusterMapOptions["onPreview"];
  readonly #onSelect: ClusterMapOptions["onSelect"];
  readonly #popup = L.popup({ minWidth: 240, maxWidth: 240, offset: [0, -24], closeButton: false });

  constructor(
    box: HTMLElement,
    { texts, initialView, onViewChange, onPreview, onSelect }: ClusterMapOptions,
  ) {
    const { map, drawBasemap } = createMap(box, texts);
    this.#map = map;
    this.#texts = texts;
    const reportView = () => {
      const { lat, lng } = map.getCenter().wrap();
      onViewChange(viewOf(map), { zoom: map.getZoom(), lat: clamp(lat, maxMercatorLatitude), lng });
    };
    map.setView([initialView.lat, initialView.lng], initialView.zoom, { animate: false });
    drawBasemap();
    this.#layer = L.layerGroup().addTo(map);
    this.#onPreview = onPreview;
    this.#onSelect = onSelect;
    this.#popup.on("remove", () => onPreview(null));
    map.on("moveend", reportView);
    reportView();
  }

  show(clusters: readonly MapCluster[]): void {
    // Removing a marker loses the keyboard focus, so it is restored.
    const focusedKey = document.activeElement?.closest<HTMLElement>("[data-place]")?.dataset.place;
    this.#layer.clearLayers();
    for (const cluster of clusters) {
      const marker = this.#markerOf(cluster).addTo(this.#layer);
      const element = marker.getElement();
      if (!element) continue;
      element.dataset.place = clusterKey(cluster);
      if (element.dataset.place === focusedKey) element.focus({ preventScroll: true });
    }
  }

  /** Opens the preview popup of a documentation. The flag moves it into view. */
  preview(cluster: MapCluster, movesIntoView = false): void {
    const box = document.createElement("div");
    this.#popup.options.autoPan = movesIntoView;
    this.#popup.setLatLng([cluster.lat, cluster.lng]).setContent(box).openOn(this.#map);
    this.#onPreview({ cluster, box });
  }

  endPreview(): void {
    this.#popup.remove();
  }

  /** Zooms in on a cluster. Documentations at the same position are separated at the maximum zoom. */
  open({ south, west, north, east, lat, lng }: MapCluster): void {
    if (south === north && west === east) this.#map.setView([lat, lng], mapZooms.max);
    else this.#fit({ south, west, north, east }, this.#map.getZoom() + 1);
  }

  /** Fits the view to all clusters. */
  fit(clusters: readonly MapCluster[]): void {
    if (clusters.length === 0) return;
    const minOf = (side: "south" | "west") => Math.min(...clusters.map((cluster) => cluster[side]));
    const maxOf = (side: "north" | "east") => Math.max(...clusters.map((cluster) => cluster[side]));
    this.#fit({ south: minOf("south"), west: minOf("west"), north: maxOf("north"), east: maxOf("east") });
  }

  remove(): void {
    this.#map.remove();
  }

  #fit({ south, west, north, east }: MapBounds, minZoom = 0): void {
    const bounds = L.latLngBounds([south, west], [north, east]).pad(0.1);
    const zoom = this.#map.getBoundsZoom(bounds);
    this.#map.setView(bounds.getCenter(), Math.min(Math.max(zoom, minZoom), mapZooms.max));
  }

  #markerOf(cluster: MapCluster): L.Marker {
    const { id, name, count, lat, lng, facts } = cluster;
    if (id !== null) {
      const label = this.#texts.newTab(name ?? "");
      const icon = facts ? createStatusPinIcon(facts.status) : pinIcon;
      return L.marker([lat, lng], { ...pointerOnly, icon, alt: label })
        .on("mouseover", () => this.preview(cluster))
        .on("mouseout", () => this.endPreview())
        .on("click", ({ originalEvent }) => {
          this.#onSelect(cluster);
          // Touch has no hover, so a tap shows the preview instead of opening the page.
          if (isTouch(originalEvent)) this.preview(cluster, true);
          else openDetails(id);
        });
    }
    const label = this.#texts.cluster(count);
    const icon = clusterIcon(this.#texts.number(count), label);
    const open = () => this.open(cluster);
    return L.marker([lat, lng], { ...pointerOnly, icon, title: label }).on("click", open);
  }
}

export const clusterKey = ({ id, south, west }: MapCluster): string => id ?? `${south},${west}`;

export const detailsPath = (id: string): string => `/documentation/details/${id}`;

const isTouch = (event: Event): boolean => event instanceof PointerEvent && event.pointerType === "touch";

/** 2§2: in a new tab, without an opener. */
const openDetails = (id: string) => window.open(detailsPath(id), "_blank", "noopener");

/** Markers may overlap each other's focus rings and have no order: keyboard users have the list beside the map. */
const pointerOnly = { keyboard: false } as const;

const clamp = (degrees: number, max: number) => Math.min(Math.max(degrees, -max), max);

function viewOf(map: L.Map): VisibleBounds {
  const bounds = map.getBounds();
  return {
    zoom: map.getZoom(),
    south: clamp(bounds.getSouth(), maxMercatorLatitude),
    north: clamp(bounds.getNorth(), maxMercatorLatitude),
    west: clamp(bounds.getWest(), 180),
    east: clamp(bounds.getEast(), 180),
  };
}
