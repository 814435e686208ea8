import L from "leaflet";
import "leaflet/dist/leaflet.css";
import { mapZooms } from "#domain/map/tileGrid.ts";
import { addBasemap } from "./addBasemap.ts";

export interface BasemapTexts {
  zoomIn: string;
  zoomOut: string;
}

export const prefersReducedMotion = (): boolean =>
  window.matchMedia?.("(prefers-reduced-motion: reduce)").matches ?? false;

/** CSS pixels between the margins of a portrait page (theme/base.css). */
const paperWidthPx = 680;

/** Scales the displayed map to fit the paper: tiles are not redrawn while printing. */
function fitToPaper(map: L.Map, box: HTMLElement): void {
  const onBeforePrint = () => {
    const { width, height } = box.getBoundingClientRect();
    const zoom = String(Math.min(1, paperWidthPx / width));
    Object.assign(box.style, { width: `${width}px`, height: `${height}px`, zoom });
  };
  const onAfterPrint = () => Object.assign(box.style, { width: "", height: "", zoom: "" });
  window.addEventListener("beforeprint", onBeforePrint);
  window.addEventListener("afterprint", onAfterPrint);
  map.on("unload", () => {
    window.removeEventListener("beforeprint", onBeforePrint);
    window.removeEventListener("afterprint", onAfterPrint);
  });
}

/**
 * Creates a map on the configured basemap. The caller sets the view and then calls `drawBasemap`. Without
 * texts the map has no buttons: zoom with + and -, two fingers or a double click.
 */
export function createMap(
  box: HTMLElement,
  texts: BasemapTexts | null,
): { map: L.Map; drawBasemap: () => void } {
  const isMotionReduced = prefersReducedMotion();
  const map = L.map(box, {
    // 2§2, 3§9
    minZoom: mapZooms.min,
    maxZoom: mapZooms.max,
    zoomControl: false,
    worldCopyJump: true,
    zoomAnimation: !isMotionReduced,
    fadeAnimation: !isMotionReduced,
  });
  // Leaflet 1.9 does not clear the timer of a running zoom, which would then touch the removed map.
  map.on("unload", () => Object.assign(map, { _animatingZoom: false }));
  fitToPaper(map, box);
  map.attributionControl.setPrefix(false);
  if (texts) L.control.zoom({ zoomInTitle: texts.zoomIn, zoomOutTitle: texts.zoomOut }).addTo(map);
  L.control.scale({ imperial: false }).addTo(map);
  return { map, drawBasemap: () => void addBasemap(map) };
}
