import { readFile } from "node:fs/promises";
import path from "node:path";
import { type StoredFace, storedFaceKey, storedFaces } from "#worker/export/pdf/fontFaces.ts";
import { root } from "./install.mjs";
import type { Bucket } from "./platform.ts";

const files: Readonly<Record<StoredFace, string>> = {
  "NotoSansJP-Regular": "noto-sans-jp/400Regular/NotoSansJP_400Regular.ttf",
  "NotoSansKR-Regular": "noto-sans-kr/400Regular/NotoSansKR_400Regular.ttf",
  "NotoSansSC-Regular": "noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf",
};

/** The files of the faces in the bucket, and their keys. */
export const storedFaceFiles = storedFaces.map((name) => ({
  key: storedFaceKey(name),
  file: path.join(root, "node_modules/@expo-google-fonts", files[name]),
}));

/** Puts the faces into a local bucket. */
export async function storeFaces(bucket: Bucket): Promise<void> {
  for (const { key, file } of storedFaceFiles)
    await bucket.put(key, await readFile(file), { httpMetadata: { contentType: "font/ttf" } });
}
