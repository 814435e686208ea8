import { decodePng } from "#worker/media/testing/samplePng.ts";
import { env } from "./factories.ts";

const colours = { red: [255, 0, 0], green: [0, 255, 0], blue: [0, 0, 255], white: [255, 255, 255] };

/** The colours in the four quadrants of a picture: top left, top right, bottom left, bottom right. */
export async function readColours(jpeg: Uint8Array, images: ImagesBinding = env.IMAGES): Promise<string[]> {
  const result = await images.input(new Response(jpeg).body!).output({ format: "image/png" });
  const pixels = decodePng(new Uint8Array(await result.response().arrayBuffer()));
  return [0.25, 0.75].flatMap((y) =>
    [0.25, 0.75].map((x) => {
      const colour = pixels.pixelAt(Math.floor(pixels.width * x), Math.floor(pixels.height * y));
      const nearestColour = Object.entries(colours).find(([, rgb]) =>
        rgb.every((value, channel) => Math.abs(value - colour[channel]!) < 40),
      );
      return nearestColour?.[0] ?? colour.join(",");
    }),
  );
}
