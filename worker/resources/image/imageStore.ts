import { problem } from "#domain/core/problem.ts";
import type { Database } from "#worker/db/database.ts";
import type { Env } from "#worker/env.ts";
import { createDerivatives } from "#worker/media/derivatives.ts";
import { markOrphanStatement, removeOrphanObjects } from "#worker/media/orphans.ts";
import { createImageKey, createImagePrefix, type PhotoForm } from "#worker/media/photoKeys.ts";
import type { ImageFacts, ImageKind } from "./imageKinds.ts";

/** The parts of an image's object keys. */
export interface ImageKeyParts {
  customerId: number;
  id: string;
  revision: string;
}

export const toImageObjectPrefix = (
  { folder }: ImageKind,
  { customerId, id, revision }: ImageKeyParts,
): string => createImagePrefix(folder, String(customerId), id, revision);

export const toImageObjectKey = (
  { folder }: ImageKind,
  { customerId, id, revision }: ImageKeyParts,
  form?: PhotoForm,
): string => createImageKey(folder, String(customerId), id, { revision, ...(form && { form }) });

/**
 * Stores an image and its derivatives, and returns its entity tag. Marks the objects as orphans first, so that they are deleted if no row
 * is written.
 * @throws invalid on `data` for an image that cannot be decoded
 */
export async function storeImage(
  env: Env,
  db: Database,
  kind: ImageKind,
  keyParts: ImageKeyParts,
  body: Uint8Array | ReadableStream<Uint8Array>,
  facts: Pick<ImageFacts, "width" | "height" | "orientation">,
): Promise<string> {
  await markOrphanStatement(db, toImageObjectPrefix(kind, keyParts));
  const key = toImageObjectKey(kind, keyParts);
  const { etag } = await env.STORAGE.put(key, body, { httpMetadata: { contentType: kind.contentType } });
  if (!kind.hasDerivatives) return etag;
  const derivativesResult = await createDerivatives({
    env,
    original: { open: async () => (await env.STORAGE.get(key))! },
    facts,
    keys: {
      thumbnail: toImageObjectKey(kind, keyParts, "thumbnail"),
      rendition: toImageObjectKey(kind, keyParts, "rendition"),
    },
  });
  if (derivativesResult.ok) return etag;
  await removeOrphanObjects(env, db, [toImageObjectPrefix(kind, keyParts)]);
  throw problem("invalid", {
    fields: { data: derivativesResult.reason === "photoTooLarge" ? "tooLarge" : "invalid" },
  });
}
