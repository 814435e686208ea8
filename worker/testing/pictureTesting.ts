import { decodePng } from "#worker/media/testing/samplePng.ts";
import { env } from "./factories.ts";

const names = { red: [255, 0, 0], green: [0, 255, 0], blue: [0, 0, 255], white: [255, 255, 255] };

/** The colours a person sees in the four fields of a picture: left and right above, left and right below. */
export async function coloursOf(jpeg: Uint8Array, images: ImagesBinding = env.IMAGES): Promise<string[]> {
  const result = await images.input(new Response(jpeg).body!).output({ format: "image/png" });
  const pixels = decodePng(new Uint8Array(await result.response().arrayBuffer()));
  return [0.25, 0.75].flatMap((y) =>
    [0.25, 0.75].map((x) => {
      const colour = pixels.at(Math.floor(pixels.width * x), Math.floor(pixels.height * y));
      const near = Object.entries(names).find(([, name]) =>
        name.every((value, c) => Math.abs(value - colour[c]!) < 40),
      );
      return near?.[0] ?? colour.join(",");
    }),
  );
}
