import { describe, expect, it } from "vitest";
import { acceptsDeviceUploads, getStatusAfterCompletion } from "./completion.ts";

describe("completion", () => {
  it.each([
    [3, 2, 0, "ONGOING"],
    [3, 3, 0, "COMPLETED"],
    [3, 4, 0, "COMPLETED"],
    [0, 0, 0, "COMPLETED"],
    [3, 3, 1, "WAITING_FOR_FILE"],
    [3, 2, 1, "ONGOING"],
  ])(
    "2§4 %d announced, %d arrived, %d files awaited: %s",
    (numberOfPhotos, uploadedPhotos, awaitedFileCount, status) =>
      expect(getStatusAfterCompletion({ numberOfPhotos, uploadedPhotos, awaitedFileCount })).toBe(status),
  );
  it("2§4 once staff have taken over, a documentation is closed to devices", () => {
    for (const status of ["COMPLETED", "HANDLED", "APPROVED", "DELETED"] as const)
      expect(acceptsDeviceUploads(status)).toBe(false);
    for (const status of ["ONGOING", "PAUSED", "DOWNLOADED", "WAITING_FOR_FILE"] as const)
      expect(acceptsDeviceUploads(status)).toBe(true);
  });
});
