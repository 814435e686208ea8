import L from "leaflet";
import type { DocumentationStatus } from "#domain/core/documentationTypes.ts";

const createPinIcon = (className: string) =>
  L.divIcon({
    className,
    // Inline SVG, since the pages load no third-party images.
    html: '<svg viewBox="0 0 24 32" width="24" height="32" aria-hidden="true"><path d="M12 1C5.9 1 1 5.9 1 12c0 7.7 11 19 11 19s11-11.3 11-19C23 5.9 18.1 1 12 1z"/><circle cx="12" cy="12" r="4"/></svg>',
    iconSize: [24, 32],
    iconAnchor: [12, 31],
    popupAnchor: [0, -28],
  });
export const pinIcon = createPinIcon("place-pin");

/** The pin of a documentation, in the colour of its status (statusColors.ts). */
export const createStatusPinIcon = (status: DocumentationStatus): L.DivIcon =>
  createPinIcon(`place-pin place-pin-${status}`);

/** A disc with a number; the disc grows with the number of digits. */
export function clusterIcon(label: string, accessibleText: string): L.DivIcon {
  const html = document.createElement("span");
  const numberElement = document.createElement("span");
  numberElement.setAttribute("aria-hidden", "true");
  numberElement.textContent = label;
  const descriptionElement = document.createElement("span");
  descriptionElement.className = "place-words";
  descriptionElement.textContent = accessibleText;
  html.append(numberElement, descriptionElement);
  const size = label.length > 4 ? 52 : 40;
  return L.divIcon({ className: "place-cluster", html, iconSize: [size, size] });
}
