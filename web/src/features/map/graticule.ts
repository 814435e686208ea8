import L from "leaflet";

/** Degrees between two lines, and the approximate number of lines in a view. */
const steps = [0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 2, 5, 10, 20];
const targetLineCount = 8;
/** The latitude where a Mercator map ends. */
const maxLatitude = 85;

/** Adds lines of latitude and longitude with their degrees, from a zoom on: where nothing is drawn they give the orientation. */
export function addGraticule(map: L.Map, from: number): void {
  const lines = L.layerGroup().addTo(map);
  const draw = () => {
    lines.clearLayers();
    if (map.getZoom() < from) return;
    const view = map.getBounds().pad(0.2);
    const [south, north] = [Math.max(view.getSouth(), -maxLatitude), Math.min(view.getNorth(), maxLatitude)];
    const [west, east] = [view.getWest(), view.getEast()];
    const shown = map.getBounds();
    for (const lat of between(south, north)) {
      lines.addLayer(line([lat, west], [lat, east]));
      lines.addLayer(label([lat, shown.getEast()], lat, "place-degree-lat"));
    }
    for (const lng of between(west, east)) {
      lines.addLayer(line([south, lng], [north, lng]));
      lines.addLayer(label([Math.min(shown.getNorth(), maxLatitude), lng], lng, "place-degree-lng"));
    }
  };
  map.on("moveend", draw);
  draw();
}

function between(from: number, to: number): number[] {
  const step = steps.find((one) => (to - from) / one <= targetLineCount) ?? 30;
  const first = Math.ceil(from / step);
  return Array.from({ length: Math.max(0, Math.floor(to / step) - first + 1) }, (_, index) =>
    Number(((first + index) * step).toFixed(4)),
  );
}

const line = (from: L.LatLngTuple, to: L.LatLngTuple) =>
  L.polyline([from, to], { className: "place-grid", interactive: false, weight: 1 });

function label(at: L.LatLngTuple, degrees: number, className: string): L.Marker {
  const html = document.createElement("span");
  html.setAttribute("aria-hidden", "true");
  html.textContent = `${degrees}°`;
  return L.marker(at, {
    icon: L.divIcon({ className: `place-degree ${className}`, html, iconSize: [0, 0] }),
    interactive: false,
    keyboard: false,
    // Below every marker.
    zIndexOffset: -10_000,
  });
}
