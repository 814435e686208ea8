import L from "leaflet";
import { call } from "#api/client.ts";
import { type BaseMapSource, getBaseMapSource } from "#domain/endpoints/operations/baseMap.ts";
import { mapZooms } from "#domain/map/tileGrid.ts";
import { language } from "#i18n/language.ts";
import { isDark, onColorModeChange } from "#theme/colorMode.ts";
import { loadBaseMap } from "./basemap/loadBaseMap.ts";
import { VectorBaseMapLayer } from "./basemap/VectorBaseMapLayer.ts";
import { addGraticule } from "./graticule.ts";

/** From here on the drawn ground shows nothing new, and degrees give the orientation. */
const graticuleMinZoom = 13;

let asked: Promise<BaseMapSource> | null = null;

/** How the service is configured; asked once for a page, and again after a failure. */
function fetchBaseMapSource(): Promise<BaseMapSource> {
  asked ??= call(getBaseMapSource).catch((error: unknown) => {
    asked = null;
    throw error;
  });
  return asked;
}

/** For tests. */
export const resetBaseMapSource = (): void => {
  asked = null;
};

/**
 * Lays the ground under a map, as soon as it is there: images or a PMTiles file by configuration, else the drawn one. Without a network
 * the drawn one too, as where the file cannot be read, and lines of latitude and longitude when even that is not kept.
 */
export async function addBaseMap(map: L.Map): Promise<void> {
  const ended = new AbortController();
  map.on("unload", () => ended.abort());
  const ground = await fetchBaseMapSource().catch((): BaseMapSource => ({ kind: "drawn" }));
  if (ended.signal.aborted) return;
  if (ground.kind === "tiles") {
    addAttribution(map, ground);
    addTiles(map, ground);
  } else if (ground.kind === "drawn" || !(await addArchive(map, ground, ended.signal)))
    await addDrawn(map, ended.signal);
}

async function addDrawn(map: L.Map, ended: AbortSignal): Promise<void> {
  const ground = await loadBaseMap().catch(() => null);
  if (ended.aborted) return;
  addGraticule(map, ground ? graticuleMinZoom : mapZooms.least);
  if (!ground) return;
  const layer = new VectorBaseMapLayer(ground).addTo(map);
  addAttribution(map, { attribution: "Natural Earth", attributionUrl: "https://www.naturalearthdata.com/" });
  addAttribution(map, { attribution: "GeoNames (CC BY 4.0)", attributionUrl: "https://www.geonames.org/" });
  const print = () => layer.repaint(true);
  const printed = () => layer.repaint(false);
  const stop = onColorModeChange(() => layer.repaint());
  window.addEventListener("beforeprint", print);
  window.addEventListener("afterprint", printed);
  ended.addEventListener("abort", () => {
    stop();
    window.removeEventListener("beforeprint", print);
    window.removeEventListener("afterprint", printed);
  });
}

function addTiles(map: L.Map, { address, maxNativeZoom }: BaseMapSource & { kind: "tiles" }): void {
  const tiles = L.tileLayer(address, {
    maxNativeZoom: maxNativeZoom,
    maxZoom: mapZooms.most,
    // The page names itself to nobody else; operators of tiles ask for at least where a request comes from.
    referrerPolicy: "origin",
    className: "place-tiles",
  });
  tiles.addTo(map);
}

/** Resolves to whether the file could be read. */
async function addArchive(map: L.Map, ground: BaseMapSource & { kind: "archive" }, ended: AbortSignal) {
  const { archiveLayer } = await import("./archive/archiveLayer.ts");
  let layer: L.Layer | null = null;
  const draw = async (): Promise<boolean> => {
    const drawn = await archiveLayer(isDark() ? "dark" : "light", language()).catch(() => null);
    if (ended.aborted) return true;
    if (!drawn) return false;
    layer?.remove();
    layer = drawn.addTo(map);
    return true;
  };
  if (!(await draw())) return false;
  if (ended.aborted) return true;
  addAttribution(map, ground);
  ended.addEventListener(
    "abort",
    onColorModeChange(() => void draw()),
  );
  return true;
}

/** Text and address come from the configuration: nothing of them may become markup. */
function addAttribution(
  map: L.Map,
  { attribution, attributionUrl }: { attribution: string; attributionUrl: string | null },
): void {
  const shown = document.createElement(attributionUrl ? "a" : "span");
  shown.textContent = attribution;
  if (shown instanceof HTMLAnchorElement && attributionUrl) {
    shown.href = attributionUrl;
    shown.target = "_blank";
    shown.rel = "noopener noreferrer";
  }
  map.attributionControl.addAttribution(shown.outerHTML);
}
