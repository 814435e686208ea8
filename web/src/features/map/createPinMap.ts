import L from "leaflet";
import { createMap } from "./createMap.ts";
import { pinIcon } from "./icons.ts";

/** Close enough to show nearby places, far enough to show a coast. */
const initialZoom = 10;

/** Creates a map with a pin at one position; returns the function that removes it. */
export function createPinMap(box: HTMLElement, position: L.LatLngLiteral): () => void {
  const { map, drawBasemap } = createMap(box, null);
  map.setView(position, initialZoom, { animate: false });
  // The wheel scrolls the page, not the map.
  map.scrollWheelZoom.disable();
  L.marker(position, { icon: pinIcon, interactive: false, keyboard: false }).addTo(map);
  drawBasemap();
  return () => {
    map.remove();
  };
}
