import styled from "styled-components";
import { documentationStatuses } from "#domain/core/documentationTypes.ts";
import { visuallyHidden } from "#ui/layout/typography.ts";
import { statusColors } from "./statusColors.ts";

/** The map container, in the console's light or dark colours; Leaflet's own are white. */
export const MapBox = styled.div`
  isolation: isolate;
  width: 100%;
  height: min(70dvh, 720px);
  min-height: 320px;
  border: 1px solid var(--borderColor-default);
  border-radius: var(--borderRadius-medium);
  &.leaflet-container {
    /* The water of the vector basemap, until the basemap has loaded. */
    background: light-dark(#d3e3ef, #101b27);
    color: var(--fgColor-default);
    font: inherit;
  }
  .place-pin {
    svg {
      display: block;
    }
    path {
      fill: var(--bgColor-accent-emphasis);
      stroke: var(--bgColor-default);
      stroke-width: 1.5;
    }
    circle {
      fill: var(--bgColor-default);
    }
  }
  ${documentationStatuses.map((status) => `.place-pin-${status} path { fill: ${statusColors[status]}; }`)}
  .place-grid {
    stroke: var(--borderColor-default);
  }
  .place-degree span {
    position: absolute;
    padding: 0 var(--base-size-4);
    color: var(--fgColor-muted);
    font-size: var(--text-body-size-small);
    font-variant-numeric: tabular-nums;
    line-height: 1.4;
    white-space: nowrap;
  }
  .place-degree-lat span {
    right: 0;
    bottom: 0;
  }
  .place-degree-lng span {
    top: 0;
    left: 0;
  }
  .place-cluster {
    display: grid;
    place-items: center;
    border: 2px solid var(--bgColor-default);
    border-radius: 50%;
    background: var(--bgColor-accent-emphasis);
    color: var(--fgColor-onEmphasis);
    font-size: var(--text-body-size-small);
    font-weight: var(--base-text-weight-semibold);
    font-variant-numeric: tabular-nums;
  }
  .place-words {
    ${visuallyHidden}
  }
  .leaflet-popup-content-wrapper,
  .leaflet-popup-tip {
    background: var(--overlay-bgColor);
    color: var(--fgColor-default);
    box-shadow: var(--shadow-floating-small);
  }
  .leaflet-popup-content {
    margin: var(--base-size-12) var(--base-size-24) var(--base-size-12) var(--base-size-16);
    font-size: var(--text-body-size-medium);
    line-height: 1.5;
    overflow-wrap: anywhere;
  }
  .leaflet-popup-content a {
    color: var(--fgColor-accent);
  }
  a.leaflet-popup-close-button,
  a.leaflet-popup-close-button:hover {
    color: var(--fgColor-muted);
  }
  .leaflet-bar a,
  .leaflet-bar a:hover,
  .leaflet-bar a.leaflet-disabled {
    border-color: var(--borderColor-default);
    background: var(--bgColor-default);
    color: var(--fgColor-default);
  }
  @media (max-width: 767px) {
    .leaflet-bar a,
    &.leaflet-touch .leaflet-bar a {
      width: 44px;
      height: 44px;
      line-height: 44px;
    }
  }
  .leaflet-bar a.leaflet-disabled {
    color: var(--fgColor-disabled);
  }
  /* Leaflet's stylesheet is loaded later and uses both classes, too. */
  &.leaflet-container .leaflet-control-scale-line,
  &.leaflet-container .leaflet-control-attribution {
    background: color-mix(in srgb, var(--bgColor-default) 80%, transparent);
    color: var(--fgColor-default);
    text-shadow: none;
  }
  .leaflet-control-scale-line {
    border-color: var(--fgColor-muted);
  }
  .leaflet-control-attribution {
    padding: 0 var(--base-size-6);
    font-size: var(--text-body-size-small);
    line-height: 1.5;
  }
  .leaflet-control-attribution a {
    color: var(--fgColor-default);
    text-decoration: underline;
  }
  @media print {
    break-inside: avoid;
    print-color-adjust: exact;
    .leaflet-control-zoom {
      display: none;
    }
  }
  /* Third-party image tiles have their own colours, mostly for light pages. */
  html[data-color-mode="dark"] & .place-tiles {
    filter: brightness(0.75);
  }
`;
