import type { DraftPosition } from "#domain/capture/draft.ts";

/** The reason for a missing position: the user or the browser's settings denied it, or none could be found. */
export type LocateError = "denied" | "unavailable";

/** Milliseconds that a GPS receiver needs under open sky after a cold start. */
const timeoutMs = 30_000;
/** Milliseconds in which better positions may follow the first, which is often that of a mast or an earlier place. */
const settlingMs = 8000;
/** Metres; a position this accurate is that of a receiver. */
const goodAccuracy = 25;
const permissionDeniedCode = 1;

/**
 * Gets the position from the browser, which asks the user for permission the first time: the first good one, or the best of the first
 * seconds. Works without a network if the device has a receiver.
 */
export function locate(): Promise<DraftPosition | LocateError> {
  const { geolocation } = navigator;
  if (!geolocation) return Promise.resolve("unavailable");
  return new Promise((resolve) => {
    let best: DraftPosition | null = null;
    let watchId: number | null = null;
    let isDone = false;
    const finish = (result: DraftPosition | LocateError) => {
      isDone = true;
      clearTimeout(timer);
      if (watchId !== null) geolocation.clearWatch(watchId);
      resolve(result);
    };
    let timer = setTimeout(() => finish("unavailable"), timeoutMs);
    watchId = geolocation.watchPosition(
      ({ coords }) => {
        const position = toPosition(coords);
        if (!best) {
          clearTimeout(timer);
          timer = setTimeout(() => finish(best ?? position), settlingMs);
        }
        if (!best || errorOf(position) < errorOf(best)) best = position;
        if (errorOf(best) <= goodAccuracy) finish(best);
      },
      ({ code }) => {
        // A receiver that loses its position may find it again while there is time.
        if (!best) finish(code === permissionDeniedCode ? "denied" : "unavailable");
      },
      { enableHighAccuracy: true, timeout: timeoutMs, maximumAge: 0 },
    );
    // Some browsers answer before they return the watch.
    if (isDone) geolocation.clearWatch(watchId);
  });
}

const toPosition = ({ latitude, longitude, accuracy }: GeolocationCoordinates): DraftPosition => ({
  lat: round(latitude, 7),
  lng: round(longitude, 7),
  accuracy: Number.isFinite(accuracy) ? round(accuracy, 1) : null,
});

/** Metres; positions of unknown accuracy are taken as they are. */
const errorOf = ({ accuracy }: DraftPosition): number => accuracy ?? 0;

const round = (value: number, decimals: number): number => Number(value.toFixed(decimals));
