import { problem } from "../../../domain/problem";
import type { Database } from "../../db/database";
import type { Env } from "../../env";
import { makeDerivatives } from "../../media/derivatives";
import { imageKey, imagePrefix, type PhotoForm } from "../../media/keys";
import { letGo, removePlaces } from "../../media/unowned";
import type { ImageFacts, ImageKind } from "./kinds";

/** Which objects an image's row names. */
export interface Place {
  customerId: number;
  id: string;
  revision: string;
}

export const placeOf = ({ folder }: ImageKind, { customerId, id, revision }: Place): string =>
  imagePrefix(folder, String(customerId), id, revision);

export const keyOf = ({ folder }: ImageKind, { customerId, id, revision }: Place, form?: PhotoForm): string =>
  imageKey(folder, String(customerId), id, { revision, ...(form && { form }) });

/**
 * Stores an image and its smaller forms, and answers its entity tag. It is noted as nobody's first: what fails between here and
 * the row is swept. @throws invalid on `data` when no decoder makes a picture of it.
 */
export async function storeImage(
  env: Env,
  db: Database,
  kind: ImageKind,
  place: Place,
  body: Uint8Array | ReadableStream<Uint8Array>,
  facts: Pick<ImageFacts, "width" | "height" | "orientation">,
): Promise<string> {
  await letGo(db, placeOf(kind, place));
  const key = keyOf(kind, place);
  const { etag } = await env.STORAGE.put(key, body, { httpMetadata: { contentType: kind.contentType } });
  if (!kind.derivatives) return etag;
  const made = await makeDerivatives({
    open: async () => (await env.STORAGE.get(key))!.body,
    facts,
    images: env.IMAGES,
    storage: env.STORAGE,
    keys: { thumbnail: keyOf(kind, place, "thumbnail"), rendition: keyOf(kind, place, "rendition") },
  });
  if (made.ok) return etag;
  await removePlaces(env, db, [placeOf(kind, place)]);
  throw problem("invalid", { fields: { data: made.reason === "photoTooLarge" ? "tooLarge" : "invalid" } });
}
