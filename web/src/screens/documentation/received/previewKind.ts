import type { ReceivedFile } from "#domain/endpoints/links/receivedFiles.ts";

/** Larger files can only be downloaded: a preview is held in memory. */
const maxPreviewBytes = 30_000_000;
/** Types that every browser shows as an image. Not SVG, which is a document. */
const imageTypes = new Set(["image/jpeg", "image/png", "image/gif", "image/webp"]);

/** How a browser can show a file, by the type of its bytes; null if it cannot. */
export const getPreviewKind = ({
  type,
  dataSize,
}: Pick<ReceivedFile, "type" | "dataSize">): "image" | "pdf" | null =>
  dataSize > maxPreviewBytes || type === null
    ? null
    : imageTypes.has(type)
      ? "image"
      : type === "application/pdf"
        ? "pdf"
        : null;
