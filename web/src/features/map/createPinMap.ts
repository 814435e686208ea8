import L from "leaflet";
import { createMap } from "./createMap.ts";
import { pinIcon } from "./icons.ts";

/** Near enough for the places around it, far enough for a coast to be seen. */
const start = 10;

/** A map with a pin on one position; answers how to remove it. */
export function createPinMap(box: HTMLElement, at: L.LatLngLiteral): () => void {
  const { map, ready } = createMap(box, null);
  map.setView(at, start, { animate: false });
  // A page is scrolled over it.
  map.scrollWheelZoom.disable();
  L.marker(at, { icon: pinIcon, interactive: false, keyboard: false }).addTo(map);
  ready();
  return () => {
    map.remove();
  };
}
