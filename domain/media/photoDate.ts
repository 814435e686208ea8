/**
 * The source of a photo's date: the device that took it, or the photo's metadata. ARRIVAL: neither has a date, so it is the time of
 * arrival, which is never shown as the time when the photo was taken.
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
