import type { DraftPosition } from "#domain/capture/draft.ts";

/** Why there is no position: the user or the browser's settings say no, or none could be found. */
export type LocateError = "denied" | "unavailable";

/** Milliseconds that a receiver may take under open sky after it was off. */
const timeoutMs = 30_000;
const permissionDenied = 1;

/** Asks the browser where it is; the first time it asks the user. Works without a network where the device has a receiver. */
export function locate(): Promise<DraftPosition | LocateError> {
  const { geolocation } = navigator;
  if (!geolocation) return Promise.resolve("unavailable");
  return new Promise((resolve) => {
    geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude, accuracy } }) =>
        resolve({
          lat: rounded(latitude, 7),
          lng: rounded(longitude, 7),
          accuracy: Number.isFinite(accuracy) ? rounded(accuracy, 1) : null,
        }),
      ({ code }) => resolve(code === permissionDenied ? "denied" : "unavailable"),
      { enableHighAccuracy: true, timeout: timeoutMs, maximumAge: 0 },
    );
  });
}

const rounded = (value: number, decimals: number): number => Number(value.toFixed(decimals));
