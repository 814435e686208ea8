/**
 * Where a photo's date comes from: the device that took it, the photo's EXIF, or neither: then it is the time of arrival, which is never
 * shown as the time when the photo was taken.
 */
export const photoDateSources = ["DEVICE", "EXIF", "ARRIVAL"] as const;
export type PhotoDateSource = (typeof photoDateSources)[number];

export const photoDateSourceOf = ({
  dateFromDevice,
  exifTime,
}: {
  dateFromDevice: boolean;
  exifTime: string | null;
}): PhotoDateSource => (dateFromDevice ? "DEVICE" : exifTime ? "EXIF" : "ARRIVAL");
