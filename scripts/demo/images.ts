import { graphic, referencePhoto } from "#worker/db/schema/index.ts";
import { renditionSpec, thumbnailSpec } from "#worker/media/imageSize.ts";
import { createImageKey, type PhotoForm } from "#worker/media/photoKeys.ts";
import { graphicKind, type ImageKind, referencePhotoKind } from "#worker/resources/image/imageKinds.ts";
import { customerIds, daysFrom, demoId, type SeedContext } from "./context.ts";
import { readPicture, type SceneKind } from "./demoPictures.ts";
import { insert } from "./insertRows.ts";
import { scaleDown } from "./media.ts";
import { flattenTasks, templates } from "./templates.ts";

const { norrfiber } = customerIds;

export const referencePhotoId = (scene: string) => demoId("referencePhoto", scene);
export const graphicId = (number: number) => demoId("graphic", number);

/** Descriptions of the scenes used as task examples. */
const subjects: Partial<Record<SceneKind, string>> = {
  mast: "mast",
  meter: "elmätare",
  trench: "öppet schakt",
  cabinet: "kabelskåp",
  splice: "fiberskarv",
};

/** Stores an image under the service's key. Returns its row. */
async function storeImage(
  { STORAGE }: SeedContext,
  kind: ImageKind,
  {
    id,
    bytes,
    derivatives = {},
  }: { id: string; bytes: Uint8Array; derivatives?: Partial<Record<PhotoForm, Uint8Array>> },
) {
  const put = (form: PhotoForm, content: Uint8Array) =>
    STORAGE.put(createImageKey(kind.folder, String(norrfiber), id, { form }), content, {
      httpMetadata: { contentType: kind.contentType },
    });
  const { orientation: _, ...facts } = kind.inspect(bytes);
  const { etag } = await put("original", bytes);
  for (const form of ["thumbnail", "rendition"] as const)
    if (derivatives[form]) await put(form, derivatives[form]);
  return { id, customerId: norrfiber, ...facts, etag, hasData: true };
}

/** Seeds the reference photos and graphics that staff configure before field work begins. */
export async function seedImages(context: SeedContext): Promise<void> {
  const { DB, today } = context;
  const dateCreated = daysFrom(today, -540);
  const scenes = new Set(
    templates.flatMap(({ tasks }) => flattenTasks(tasks).flatMap(({ task }) => task.example ?? [])),
  );
  const photos = await Promise.all(
    [...scenes].map(async (scene) => {
      const id = referencePhotoId(scene);
      const bytes = await readPicture(`example-${scene}.jpg`);
      const rendition = await scaleDown(bytes, renditionSpec);
      const derivatives = { thumbnail: await scaleDown(rendition, thumbnailSpec), rendition };
      return {
        ...(await storeImage(context, referencePhotoKind, { id, bytes, derivatives })),
        name: `Exempel: ${subjects[scene] ?? scene}`,
        description: "Så här ska bilden se ut.",
        dateCreated,
      };
    }),
  );
  await insert(DB, referencePhoto, photos);
  const plans = await Promise.all(
    ["Planritning etapp 7", "Planritning etapp 9"].map(async (name, index) => {
      const id = graphicId(index);
      const bytes = await readPicture(`plan-${index + 1}.png`);
      return {
        ...(await storeImage(context, graphicKind, { id, bytes })),
        name,
        description: "Ritad för demomiljön.",
        dateCreated,
      };
    }),
  );
  await insert(DB, graphic, plans);
}
