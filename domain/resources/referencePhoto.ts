import { defineImageResource, jpegData } from "./image.ts";

/** A JPEG shown next to a task as the example to follow (3§3). */
export const referencePhoto = defineImageResource("referencePhoto", {
  data: jpegData,
  read: "ROLE_REFERENCE_PHOTO_READ",
  write: "ROLE_REFERENCE_PHOTO_WRITE",
  product: "REFERENCE_PHOTO",
  namesCustomer: true,
});
