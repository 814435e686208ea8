import { base64Of } from "#lib/base64.ts";

export const imageKinds = {
  png: { signature: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], type: "image/png", extension: ".png" },
  jpg: { signature: [0xff, 0xd8, 0xff], type: "image/jpeg", extension: ".jpg" },
} as const;
export type ImageKind = keyof typeof imageKinds;

/** Reads an image file as base64, or returns why it is rejected. The first bytes determine the type, not the name. */
export async function readImage(
  file: Blob,
  kind: ImageKind,
  maxBytes: number,
): Promise<{ data?: string; error?: "tooLarge" | "wrongKind" }> {
  if (file.size > maxBytes) return { error: "tooLarge" };
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (!imageKinds[kind].signature.every((byte, index) => bytes[index] === byte))
    return { error: "wrongKind" };
  return { data: await base64Of(file) };
}
