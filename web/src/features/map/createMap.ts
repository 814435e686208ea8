import L from "leaflet";
import "leaflet/dist/leaflet.css";
import { mapZooms } from "#domain/map/tileGrid.ts";
import { addBaseMap } from "./addBaseMap.ts";

export interface BaseMapTexts {
  zoomIn: string;
  zoomOut: string;
}

export const reducedMotion = (): boolean =>
  window.matchMedia?.("(prefers-reduced-motion: reduce)").matches ?? false;

/** CSS pixels that an upright page of paper has between its margins (theme/base.css). */
const paperWidthPx = 680;

/** On paper the map shows what the window does, made smaller to fit: nothing is drawn anew while a page is printed. */
function fitToPaper(map: L.Map, box: HTMLElement): void {
  const print = () => {
    const { width, height } = box.getBoundingClientRect();
    const zoom = String(Math.min(1, paperWidthPx / width));
    Object.assign(box.style, { width: `${width}px`, height: `${height}px`, zoom });
  };
  const printed = () => Object.assign(box.style, { width: "", height: "", zoom: "" });
  window.addEventListener("beforeprint", print);
  window.addEventListener("afterprint", printed);
  map.on("unload", () => {
    window.removeEventListener("beforeprint", print);
    window.removeEventListener("afterprint", printed);
  });
}

/**
 * A map on the ground that the service is configured for. The caller sets the view and then calls `ready`, which lays the ground. Without
 * texts it has no buttons: it is zoomed by + and -, two fingers or a double click.
 */
export function createMap(box: HTMLElement, texts: BaseMapTexts | null): { map: L.Map; ready: () => void } {
  const still = reducedMotion();
  const map = L.map(box, {
    // 2§2, 3§9
    minZoom: mapZooms.least,
    maxZoom: mapZooms.most,
    zoomControl: false,
    worldCopyJump: true,
    zoomAnimation: !still,
    fadeAnimation: !still,
  });
  // Leaflet 1.9 leaves the timer of a running zoom behind, which would then touch the removed map.
  map.on("unload", () => Object.assign(map, { _animatingZoom: false }));
  fitToPaper(map, box);
  map.attributionControl.setPrefix(false);
  if (texts) L.control.zoom({ zoomInTitle: texts.zoomIn, zoomOutTitle: texts.zoomOut }).addTo(map);
  L.control.scale({ imperial: false }).addTo(map);
  return { map, ready: () => void addBaseMap(map) };
}
