import { structureOf } from "#domain/media/jpeg/jpegStructure.ts";
import type { Env } from "#worker/env.ts";
import { resizeWithCodec } from "#worker/media/codec/drawJpeg.ts";
import { getUprightSize, renditionSpec, scaleSize, thumbnailSpec } from "#worker/media/imageSize.ts";
import { inspectPhoto } from "#worker/media/inspectPhoto.ts";

const photoKey = "bench/photo";

/** Stores a photo, so that the drawing calls need not carry it. */
export async function storePhoto({ STORAGE }: Env, { data }: { data: string }): Promise<void> {
  await STORAGE.put(photoKey, Buffer.from(data, "base64"));
}

/** Draws the derivatives of the stored photo with the codec. @throws Error if they are left to the image service */
export async function drawPictures({ STORAGE }: Env, times: number): Promise<void> {
  for (let time = 0; time < times; time++) {
    const { body, size } = (await STORAGE.get(photoKey))!;
    const bytes = new Uint8Array(size);
    const inspection = await inspectPhoto(body, {}, bytes);
    const structure = structureOf(bytes);
    if (!inspection.ok || !structure.ok) throw new Error("the photo is refused");
    const upright = getUprightSize(inspection.facts);
    const [rendition, thumbnail] = [renditionSpec, thumbnailSpec].map(({ side, quality }) => ({
      ...scaleSize(upright, side),
      quality,
    }));
    const appearance = { orientation: inspection.facts.orientation, quarterTurns: 0 };
    const source = { bytes, structure };
    const drawn = await resizeWithCodec(source, appearance, [rendition!, thumbnail!], { giveUp: true });
    if (!drawn) throw new Error("left to the image service");
  }
}
