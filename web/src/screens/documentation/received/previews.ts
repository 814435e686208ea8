import type { ReceivedFile } from "#domain/endpoints/links/receivedFiles.ts";

/** Larger files are downloaded instead: a preview is held in memory whole. */
const maxPreviewBytes = 30_000_000;
/** What every browser shows as an image; SVG is a document and is not among them. */
const images = new Set(["image/jpeg", "image/png", "image/gif", "image/webp"]);

/** How a browser can show a file, by what its bytes are, or null. */
export const previewKind = ({
  type,
  dataSize,
}: Pick<ReceivedFile, "type" | "dataSize">): "image" | "pdf" | null =>
  dataSize > maxPreviewBytes || type === null
    ? null
    : images.has(type)
      ? "image"
      : type === "application/pdf"
        ? "pdf"
        : null;
