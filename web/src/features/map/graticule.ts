import L from "leaflet";

/** Possible degrees between lines, and the approximate number of lines in a view. */
const steps = [0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 2, 5, 10, 20];
const targetLineCount = 8;
/** The latitude where a Mercator map ends. */
const maxLatitude = 85;

/** Adds labelled lines of latitude and longitude from `minZoom` on, to give orientation where the map has no detail. */
export function addGraticule(map: L.Map, minZoom: number): void {
  const lines = L.layerGroup().addTo(map);
  const draw = () => {
    lines.clearLayers();
    if (map.getZoom() < minZoom) return;
    const view = map.getBounds().pad(0.2);
    const [south, north] = [Math.max(view.getSouth(), -maxLatitude), Math.min(view.getNorth(), maxLatitude)];
    const [west, east] = [view.getWest(), view.getEast()];
    const visible = map.getBounds();
    for (const lat of linePositions(south, north)) {
      lines.addLayer(line([lat, west], [lat, east]));
      lines.addLayer(label([lat, visible.getEast()], lat, "place-degree-lat"));
    }
    for (const lng of linePositions(west, east)) {
      lines.addLayer(line([south, lng], [north, lng]));
      lines.addLayer(label([Math.min(visible.getNorth(), maxLatitude), lng], lng, "place-degree-lng"));
    }
  };
  map.on("moveend", draw);
  draw();
}

function linePositions(from: number, to: number): number[] {
  const step = steps.find((candidate) => (to - from) / candidate <= targetLineCount) ?? 30;
  const first = Math.ceil(from / step);
  return Array.from({ length: Math.max(0, Math.floor(to / step) - first + 1) }, (_, index) =>
    Number(((first + index) * step).toFixed(4)),
  );
}

const line = (from: L.LatLngTuple, to: L.LatLngTuple) =>
  L.polyline([from, to], { className: "place-grid", interactive: false, weight: 1 });

function label(position: L.LatLngTuple, degrees: number, className: string): L.Marker {
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
