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
 * A map that needs no tile server: lines of latitude and longitude and a scale say where one is. The view is set by whoever draws
 * on it, and then `ready` draws the lines.
 */
export function baseMap(box: HTMLElement, texts: BaseMapTexts): { map: L.Map; ready: () => void } {
  const still = reducedMotion();
  const map = L.map(box, {
    // With no tile layer that says so, the map itself must know how far it goes (2§2, 3§9).
    minZoom: mapZooms.least,
    maxZoom: mapZooms.most,
    zoomControl: false,
    attributionControl: false,
    worldCopyJump: true,
    zoomAnimation: !still,
    fadeAnimation: !still,
  });
  // A zoom that is under way when its map is removed would end in a map that is no more: Leaflet 1.9 leaves its timer running.
  map.on("unload", () => Object.assign(map, { _animatingZoom: false }));
  L.control.zoom({ zoomInTitle: texts.zoomIn, zoomOutTitle: texts.zoomOut }).addTo(map);
  L.control.scale({ imperial: false }).addTo(map);
  return { map, ready: () => addGraticule(map) };
}
