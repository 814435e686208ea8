import { base64Of } from "#lib/base64.ts";

export const imageKinds = {
  png: { signature: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], type: "image/png", extension: ".png" },
  jpg: { signature: [0xff, 0xd8, 0xff], type: "image/jpeg", extension: ".jpg" },
} as const;
export type ImageKind = keyof typeof imageKinds;

/** The base64 of an image file, or why it is refused. The first bytes decide the type, not the name. */
export async function readImage(
  file: Blob,
  kind: ImageKind,
  limit: number,
): Promise<{ data?: string; error?: "tooLarge" | "wrongKind" }> {
  if (file.size > limit) return { error: "tooLarge" };
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (!imageKinds[kind].signature.every((byte, index) => bytes[index] === byte))
    return { error: "wrongKind" };
  return { data: await base64Of(file) };
}
