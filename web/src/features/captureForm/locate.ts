import type { DraftPosition } from "#domain/capture/draft.ts";

/** The reason for a missing position: the user or the browser's settings denied it, or none could be found. */
export type LocateError = "denied" | "unavailable";

/** Milliseconds that a GPS receiver needs under open sky after a cold start. */
const timeoutMs = 30_000;
const permissionDeniedCode = 1;

/**
 * Gets the position from the browser, which asks the user for permission the first time. Works without a network if the device
 * has a receiver.
 */
export function locate(): Promise<DraftPosition | LocateError> {
  const { geolocation } = navigator;
  if (!geolocation) return Promise.resolve("unavailable");
  return new Promise((resolve) => {
    geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude, accuracy } }) =>
        resolve({
          lat: round(latitude, 7),
          lng: round(longitude, 7),
          accuracy: Number.isFinite(accuracy) ? round(accuracy, 1) : null,
        }),
      ({ code }) => resolve(code === permissionDeniedCode ? "denied" : "unavailable"),
      { enableHighAccuracy: true, timeout: timeoutMs, maximumAge: 0 },
    );
  });
}

const round = (value: number, decimals: number): number => Number(value.toFixed(decimals));
