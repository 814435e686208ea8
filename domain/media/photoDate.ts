/**
 * Where a photo's date comes from: the device that took it, the photo's own metadata, or neither: then it is the time of arrival, which is
 * never shown as the time when the photo was taken.
 */
export const photoDateSources = ["DEVICE", "EXIF", "XMP", "IPTC", "ARRIVAL"] as const;
export type PhotoDateSource = (typeof photoDateSources)[number];

export const photoDateSourceOf = ({
  dateFromDevice,
  exifTime,
  timeSource,
}: {
  dateFromDevice: boolean;
  exifTime: string | null;
  timeSource: "XMP" | "IPTC" | null;
}): PhotoDateSource => {
  if (dateFromDevice) return "DEVICE";
  return exifTime ? (timeSource ?? "EXIF") : "ARRIVAL";
};
