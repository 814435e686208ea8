/** Downloads a file made in the browser. */
export function downloadBlob(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.hidden = true;
  document.body.append(link);
  link.click();
  link.remove();
  // The browser reads the URL some time after the click, and no event signals when it is done.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** A file name valid on every file system. */
export const toFileName = (parts: readonly string[], extension: string): string =>
  `${parts.map((part) => part.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "")).join("_")}.${extension}`;
