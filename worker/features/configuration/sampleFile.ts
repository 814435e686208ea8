import { createHash } from "node:crypto";
import type { OutgoingFile } from "#worker/connectors/connector.ts";

/** Minimal files of the types that deliveries send most. Some destinations accept only certain endings. */
const samples: readonly { ending: string; contentType: string; base64: string }[] = [
  // One black pixel.
  {
    ending: ".jpg",
    contentType: "image/jpeg",
    base64:
      "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////2wBDAf//////////////////////////////////////////////////////////////////////////////////////wAARCAABAAEDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAP/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFAEBAAAAAAAAAAAAAAAAAAAAAP/EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAMAwEAAhEDEQA/AJgA/9k=",
  },
  // An empty archive.
  { ending: ".zip", contentType: "application/zip", base64: "UEsFBgAAAAAAAAAAAAAAAAAAAAAAAA==" },
  {
    ending: ".txt",
    contentType: "text/plain",
    base64: btoa("Siteproof checks the connection. This file is removed immediately.\n"),
  },
];

export const extensionOf = ({ name }: Pick<OutgoingFile, "name">): string =>
  name.slice(name.lastIndexOf("."));

/** Creates a small file for a connection check. The index decides its type. */
export function createSampleFile(index: number): OutgoingFile {
  const { ending, contentType, base64 } = samples[index % samples.length]!;
  const content = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  return {
    folders: [],
    name: `siteproof-connection-check-${crypto.randomUUID().slice(0, 8)}${ending}`,
    bytes: content.byteLength,
    sha256: createHash("sha256").update(content).digest("hex"),
    contentType,
    creator: "Siteproof",
    comment: "",
    open: async (from, to) => new Blob([content.slice(from, to)]).stream(),
  };
}
