import L from "leaflet";
import "leaflet/dist/leaflet.css";
import { mapZooms } from "../../../../domain/rules/mapGrid";
import { addGraticule } from "./graticule";

export interface BaseMapTexts {
  zoomIn: string;
  zoomOut: string;
}

export const reducedMotion = (): boolean =>
  window.matchMedia?.("(prefers-reduced-motion: reduce)").matches ?? false;

/**
 * A map without a tile server: lines of latitude and longitude and a scale give the orientation. The caller sets the view and
 * then calls `ready`, which draws the lines.
 */
export function baseMap(box: HTMLElement, texts: BaseMapTexts): { map: L.Map; ready: () => void } {
  const still = reducedMotion();
  const map = L.map(box, {
    // Without a tile layer the map itself must know its zoom limits (2§2, 3§9).
    minZoom: mapZooms.least,
    maxZoom: mapZooms.most,
    zoomControl: false,
    attributionControl: false,
    worldCopyJump: true,
    zoomAnimation: !still,
    fadeAnimation: !still,
  });
  // Leaflet 1.9 leaves the timer of a running zoom behind, which would then touch the removed map.
  map.on("unload", () => Object.assign(map, { _animatingZoom: false }));
  L.control.zoom({ zoomInTitle: texts.zoomIn, zoomOutTitle: texts.zoomOut }).addTo(map);
  L.control.scale({ imperial: false }).addTo(map);
  return { map, ready: () => addGraticule(map) };
}
