import L from "leaflet";

/** Possible degrees between lines, and the approximate number of lines in a view. */
const stepDegrees = [0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 2, 5, 10, 20];
const targetLineCount = 8;
/** The latitude where a Mercator map ends. */
const maxLatitude = 85;

/** Adds labelled lines of latitude and longitude from `minZoom` on, to give orientation where the map has no detail. */
export function addGraticule(map: L.Map, minZoom: number): void {
  const lines = L.layerGroup().addTo(map);
  const draw = () => {
    lines.clearLayers();
    if (map.getZoom() < minZoom) return;
    const paddedBounds = map.getBounds().pad(0.2);
    const [south, north] = [
      Math.max(paddedBounds.getSouth(), -maxLatitude),
      Math.min(paddedBounds.getNorth(), maxLatitude),
    ];
    const [west, east] = [paddedBounds.getWest(), paddedBounds.getEast()];
    const visibleBounds = map.getBounds();
    for (const lat of computeLinePositions(south, north)) {
      lines.addLayer(createLine([lat, west], [lat, east]));
      lines.addLayer(createLabel([lat, visibleBounds.getEast()], lat, "place-degree-lat"));
    }
    for (const lng of computeLinePositions(west, east)) {
      lines.addLayer(createLine([south, lng], [north, lng]));
      lines.addLayer(
        createLabel([Math.min(visibleBounds.getNorth(), maxLatitude), lng], lng, "place-degree-lng"),
      );
    }
  };
  map.on("moveend", draw);
  draw();
}

function computeLinePositions(from: number, to: number): number[] {
  const step = stepDegrees.find((candidate) => (to - from) / candidate <= targetLineCount) ?? 30;
  const firstIndex = Math.ceil(from / step);
  return Array.from({ length: Math.max(0, Math.floor(to / step) - firstIndex + 1) }, (_, index) =>
    Number(((firstIndex + index) * step).toFixed(4)),
  );
}

const createLine = (from: L.LatLngTuple, to: L.LatLngTuple) =>
  L.polyline([from, to], { className: "place-grid", interactive: false, weight: 1 });

function createLabel(position: L.LatLngTuple, degrees: number, className: string): L.Marker {
  const html = document.createElement("span");
  html.setAttribute("aria-hidden", "true");
  html.textContent = `${degrees}°`;
  return L.marker(position, {
    icon: L.divIcon({ className: `place-degree ${className}`, html, iconSize: [0, 0] }),
    interactive: false,
    keyboard: false,
    // Below every marker.
    zIndexOffset: -10_000,
  });
}
