import L from "leaflet";
import { call } from "#api/client.ts";
import { type BasemapSource, getBasemapSource } from "#domain/endpoints/operations/basemapCalls.ts";
import { mapZooms } from "#domain/map/tileGrid.ts";
import { getLanguage } from "#i18n/language.ts";
import { isDark, onColorModeChange } from "#theme/colorMode.ts";
import { loadBasemap } from "./basemap/loadBasemap.ts";
import { VectorBasemapLayer } from "./basemap/VectorBasemapLayer.ts";
import { addGraticule } from "./graticule.ts";

/** From this zoom on the vector basemap has no more detail, and a graticule gives orientation. */
const graticuleMinZoom = 13;

let sourcePromise: Promise<BasemapSource> | null = null;

/** The configured basemap; fetched once per page, and again after a failure. */
function fetchBasemapSource(): Promise<BasemapSource> {
  sourcePromise ??= call(getBasemapSource).catch((error: unknown) => {
    sourcePromise = null;
    throw error;
  });
  return sourcePromise;
}

/**
 * Adds the basemap: image tiles or a PMTiles file if configured, otherwise the bundled vector map. Falls back to the vector map
 * offline or if the file cannot be read, and to a graticule if that is not cached either.
 */
export async function addBasemap(map: L.Map): Promise<void> {
  const unloadController = new AbortController();
  map.on("unload", () => unloadController.abort());
  const source = await fetchBasemapSource().catch((): BasemapSource => ({ kind: "drawn" }));
  if (unloadController.signal.aborted) return;
  if (source.kind === "tiles") {
    addAttribution(map, source);
    addTiles(map, source);
  } else if (source.kind === "drawn" || !(await addArchive(map, source, unloadController.signal)))
    await addVectorMap(map, unloadController.signal);
}

async function addVectorMap(map: L.Map, unloadSignal: AbortSignal): Promise<void> {
  const basemap = await loadBasemap().catch(() => null);
  if (unloadSignal.aborted) return;
  addGraticule(map, basemap ? graticuleMinZoom : mapZooms.min);
  if (!basemap) return;
  const layer = new VectorBasemapLayer(basemap).addTo(map);
  addAttribution(map, { attribution: "Natural Earth", attributionUrl: "https://www.naturalearthdata.com/" });
  addAttribution(map, { attribution: "GeoNames (CC BY 4.0)", attributionUrl: "https://www.geonames.org/" });
  const onBeforePrint = () => layer.repaint(true);
  const onAfterPrint = () => layer.repaint(false);
  const unsubscribe = onColorModeChange(() => layer.repaint());
  window.addEventListener("beforeprint", onBeforePrint);
  window.addEventListener("afterprint", onAfterPrint);
  unloadSignal.addEventListener("abort", () => {
    unsubscribe();
    window.removeEventListener("beforeprint", onBeforePrint);
    window.removeEventListener("afterprint", onAfterPrint);
  });
}

function addTiles(map: L.Map, { address, maxNativeZoom }: BasemapSource & { kind: "tiles" }): void {
  const tiles = L.tileLayer(address, {
    maxNativeZoom,
    maxZoom: mapZooms.max,
    // Other requests send no referrer, but tile operators require at least the origin.
    referrerPolicy: "origin",
    className: "place-tiles",
  });
  tiles.addTo(map);
}

/** Resolves to whether the file could be read. */
async function addArchive(
  map: L.Map,
  source: BasemapSource & { kind: "archive" },
  unloadSignal: AbortSignal,
) {
  const { createArchiveLayer } = await import("./archive/archiveLayer.ts");
  let layer: L.Layer | null = null;
  const draw = async (): Promise<boolean> => {
    const newLayer = await createArchiveLayer(isDark() ? "dark" : "light", getLanguage()).catch(() => null);
    if (unloadSignal.aborted) return true;
    if (!newLayer) return false;
    layer?.remove();
    layer = newLayer.addTo(map);
    return true;
  };
  if (!(await draw())) return false;
  if (unloadSignal.aborted) return true;
  addAttribution(map, source);
  unloadSignal.addEventListener(
    "abort",
    onColorModeChange(() => void draw()),
  );
  return true;
}

/** Text and URL come from the configuration: neither may be interpreted as markup. */
function addAttribution(
  map: L.Map,
  { attribution, attributionUrl }: { attribution: string; attributionUrl: string | null },
): void {
  const element = document.createElement(attributionUrl ? "a" : "span");
  element.textContent = attribution;
  if (element instanceof HTMLAnchorElement && attributionUrl) {
    element.href = attributionUrl;
    element.target = "_blank";
    element.rel = "noopener noreferrer";
  }
  map.attributionControl.addAttribution(element.outerHTML);
}
