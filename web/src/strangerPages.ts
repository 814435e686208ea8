import type { ComponentType } from "react";

/** Pages with an HTML file of their own, by their path. */
export const strangerPages: Record<string, () => Promise<{ default: ComponentType }>> = {
  "/uploadFiles": () => import("./screens/upload/UploadFiles"),
  "/uploadLater": () => import("./screens/upload/UploadLater"),
};
