import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { locate } from "./locateDevice.ts";

/** A device that reports the given positions, by the millisecond at which it does. */
function mockDevice(reports: readonly { atMs: number; lat?: number; accuracy?: number; code?: number }[]) {
  const clearWatch = vi.fn();
  const watchPosition: Geolocation["watchPosition"] = (onSuccess, onError) => {
    for (const { atMs, lat, accuracy, code } of reports)
      setTimeout(() => {
        if (clearWatch.mock.calls.length > 0) return;
        if (code !== undefined) onError?.({ code } as GeolocationPositionError);
        else onSuccess({ coords: { latitude: lat, longitude: 18, accuracy } } as GeolocationPosition);
      }, atMs);
    return 7;
  };
  vi.spyOn(navigator, "geolocation", "get").mockReturnValue({
    ...{ watchPosition, clearWatch, getCurrentPosition: vi.fn() },
  });
  return clearWatch;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe("3§3 ushahidi/platform#3921 getodk#781 geolocator#28 the position of a documentation", () => {
  test.each([
    ["a good one at once", [{ atMs: 10, lat: 59, accuracy: 12 }], 20, { lat: 59, accuracy: 12 }],
    [
      "the good one that follows that of a mast",
      [
        { atMs: 100, lat: 59, accuracy: 1200 },
        { atMs: 2000, lat: 59.1, accuracy: 60 },
        { atMs: 5000, lat: 59.2, accuracy: 9 },
      ],
      5100,
      { lat: 59.2, accuracy: 9 },
    ],
    [
      "the best of the first seconds",
      [
        { atMs: 100, lat: 59, accuracy: 1200 },
        { atMs: 2000, lat: 59.1, accuracy: 60 },
        { atMs: 3000, lat: 59.2, accuracy: 300 },
      ],
      8200,
      { lat: 59.1, accuracy: 60 },
    ],
    [
      "what there was before the device lost it",
      [
        { atMs: 100, lat: 59, accuracy: 1200 },
        { atMs: 500, code: 2 },
      ],
      8200,
      { lat: 59, accuracy: 1200 },
    ],
    [
      "the one that it finds again",
      [
        { atMs: 100, lat: 59, accuracy: 1200 },
        { atMs: 500, code: 2 },
        { atMs: 900, lat: 59.2, accuracy: 9 },
      ],
      1000,
      { lat: 59.2, accuracy: 9 },
    ],
    [
      "one of unknown accuracy",
      [{ atMs: 5, lat: 59, accuracy: Number.NaN }],
      10,
      { lat: 59, accuracy: null },
    ],
  ])("is %s", async (_, reports, withinMs, expected) => {
    const clearWatch = mockDevice(reports);
    let result: unknown;
    void locate().then((position) => {
      result = position;
    });
    await vi.advanceTimersByTimeAsync(withinMs);
    expect(result).toEqual({ lng: 18, ...expected });
    expect(clearWatch).toHaveBeenCalledWith(7);
  });

  test.each([
    ["denied", [{ atMs: 5, code: 1 }], 10],
    ["unavailable", [{ atMs: 5, code: 2 }], 10],
    ["unavailable", [], 30_001],
  ] as const)("is unknown if it is %s", async (expected, reports, withinMs) => {
    const clearWatch = mockDevice(reports);
    const result = locate();
    await vi.advanceTimersByTimeAsync(withinMs);
    expect(await result).toBe(expected);
    expect(clearWatch).toHaveBeenCalledWith(7);
  });
});
