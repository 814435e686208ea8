import { structureOf } from "#domain/media/jpeg/jpegStructure.ts";
import type { Env } from "#worker/env.ts";
import { resizeWithCodec } from "#worker/media/codec/drawJpeg.ts";
import { resizeJpegWithService, resizeWithService } from "#worker/media/imageService.ts";
import { inspectPhoto } from "#worker/media/inspect.ts";
import { getUprightSize, renditionSpec, scaleSize, thumbnailSpec } from "#worker/media/size.ts";
import type { DrawResult } from "../drawnPhotos.ts";

/** Stores a photo, so that the drawing calls need not carry it. */
export async function storePhoto({ STORAGE }: Env, { data }: { data: string }): Promise<void> {
  await STORAGE.put(photoKey, Buffer.from(data, "base64"));
}
const photoKey = "bench/photo";

/**
 * Draws the derivatives of the stored photo `times` times, by the codec at the given quality or by the image service. Unless
 * `told`, the pictures are not returned.
 */
export async function drawPictures(
  env: Env,
  {
    by,
    times,
    quality,
    told = true,
  }: { by: "codec" | "service"; times: number; quality?: number; told?: boolean },
): Promise<DrawResult> {
  let pictures: Pictures = { refused: "not drawn" };
  for (let time = 0; time < times; time++) {
    const { body, size } = (await env.STORAGE.get(photoKey))!;
    const jpeg = new Uint8Array(size);
    const inspection = await inspectPhoto(body, {}, jpeg);
    if (!inspection.ok) return { refused: inspection.reason };
    pictures =
      by === "codec"
        ? await drawWithCodec(jpeg, inspection.facts, quality)
        : await drawWithService(env, jpeg);
  }
  if ("refused" in pictures) return pictures;
  if (!told) return { rendition: "", thumbnail: "" };
  const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");
  return { rendition: base64(pictures.rendition), thumbnail: base64(pictures.thumbnail) };
}

type Pictures = { rendition: Uint8Array; thumbnail: Uint8Array } | { refused: string };

async function drawWithCodec(
  jpeg: Uint8Array,
  facts: Parameters<typeof getUprightSize>[0],
  quality?: number,
): Promise<Pictures> {
  const upright = getUprightSize(facts);
  const appearance = { orientation: facts.orientation, quarterTurns: 0 };
  const requests = [renditionSpec, thumbnailSpec].map((target) => ({
    ...scaleSize(upright, target.side),
    quality: quality ?? target.quality,
  }));
  const structure = structureOf(jpeg);
  if (!structure.ok) return { refused: structure.reason };
  const [rendition, thumbnail] =
    (await resizeWithCodec({ bytes: jpeg, structure }, appearance, [requests[0]!, requests[1]!], {
      giveUp: true,
    })) ?? [];
  return rendition && thumbnail ? { rendition, thumbnail } : { refused: "left to the image service" };
}

async function drawWithService({ IMAGES }: Env, jpeg: Uint8Array): Promise<Pictures> {
  const open = async () => ({ body: new Response(jpeg).body!, size: jpeg.length });
  const resized = await resizeWithService(IMAGES, { open }, 0, renditionSpec);
  if (!resized.ok) return { refused: resized.reason };
  return {
    rendition: resized.bytes,
    thumbnail: await resizeJpegWithService(IMAGES, resized.bytes, thumbnailSpec),
  };
}
