import { sql } from "drizzle-orm";
import { ConnectorError } from "#worker/connectors/connector.ts";
import type { Database } from "#worker/db/database.ts";
import { idListParam, idParam } from "#worker/db/ids.ts";
import { type PhotoVariantRow, photoVariant } from "#worker/db/schema/index.ts";
import { statement } from "#worker/db/statement.ts";
import type { Env } from "#worker/env.ts";
import type { StoredImage } from "#worker/export/exportPlanTypes.ts";
import type { VariantSpec } from "#worker/export/sizedPhotos.ts";
import { createDerivative } from "#worker/media/derivatives.ts";
import { markOrphanStatement, removeOrphansQuietly } from "#worker/media/orphans.ts";
import { createPhotoVariantKey } from "#worker/media/photoKeys.ts";

/** Smaller files of photos for deliveries and documents, made once and kept (photo_variant). */

/** Existing compressed photos, found by their source and settings. */
export class VariantIndex {
  readonly #variantByKey: ReadonlyMap<string, PhotoVariantRow>;

  constructor(rows: readonly PhotoVariantRow[]) {
    this.#variantByKey = new Map(rows.map((row) => [variantKeyOf(row), row]));
  }

  find({ photo: { id, rotation, original }, maxSize, quality }: VariantSpec): PhotoVariantRow | undefined {
    return this.#variantByKey.get(
      variantKeyOf({ photoId: id, maxSize, quality, sourceEtag: original.etag, rotation }),
    );
  }
}

const variantKeyOf = (
  row: Pick<PhotoVariantRow, "photoId" | "maxSize" | "quality" | "sourceEtag" | "rotation">,
): string => JSON.stringify([row.photoId, row.maxSize, row.quality, row.sourceEtag, row.rotation]);

export const findVariants = async (
  db: Database,
  customerId: number,
  photos: readonly { id: string }[],
): Promise<VariantIndex> =>
  new VariantIndex(
    await db
      .select()
      .from(photoVariant)
      .where(
        sql`${photoVariant.customerId} = ${customerId} AND ${photoVariant.photoId} IN ${idListParam(photos.map(({ id }) => id))}`,
      ),
  );

/** The stored picture of a variant. */
export const variantImageOf = (
  { objectKey: key, etag, size, crc32, width, height, components }: PhotoVariantRow,
  { original }: VariantSpec["photo"],
): StoredImage => ({
  ...{ key, etag, size, crc32, width, height },
  components: components ?? Math.min(original.components, 3),
});

/**
 * Creates a compressed photo, upright as the reviewer sees it and without metadata. Only one result of concurrent calls is kept.
 * @throws ConnectorError source if the photo is gone, has changed or cannot be decoded; errors of storage and the image service,
 * which may be retried
 */
export async function makeVariant(
  env: Env,
  db: Database,
  customerId: number,
  variant: VariantSpec,
): Promise<void> {
  const { photo, maxSize, quality, maxBytes } = variant;
  const { original, rotation } = photo;
  if ((await findVariants(db, customerId, [photo])).find(variant)) return;
  const id = crypto.randomUUID();
  const objectKey = createPhotoVariantKey(customerId, id);
  await markOrphanStatement(db, objectKey);
  const result = await createDerivative({
    env,
    original: {
      open: async () => {
        const storedObject = await env.STORAGE.get(original.key, { onlyIf: { etagMatches: original.etag } });
        if (!storedObject || !("body" in storedObject)) throw createGoneError(photo.id);
        return storedObject;
      },
    },
    facts: original,
    quarterTurns: rotation,
    key: objectKey,
    target: {
      side: maxSize || Math.max(original.width, original.height),
      quality: Math.max(1, quality),
      ...(maxBytes && { maxBytes }),
    },
  });
  if (!result.ok)
    throw new ConnectorError("source", `The photo ${photo.id} cannot be made smaller: it cannot be decoded.`);
  const { size, crc32, sha256, etag, width, height, components } = result.derivative;
  const row = {
    ...{
      id,
      customerId,
      photoId: photo.id,
      maxSize,
      quality,
      sourceEtag: original.etag,
      rotation,
      objectKey,
    },
    ...{ size, crc32, sha256, etag, width, height, components },
  };
  const [insertedRows] = await db.batch([
    db.insert(photoVariant).values(row).onConflictDoNothing().returning({ id: photoVariant.id }),
    statement(
      db,
      sql`DELETE FROM orphaned_object WHERE key_or_prefix = ${objectKey} AND EXISTS (SELECT 1 FROM photo_variant WHERE id = ${idParam(id)})`,
    ),
  ]);
  if (insertedRows.length === 0) await removeOrphansQuietly(env, db, objectKey);
}

const createGoneError = (id: string) =>
  new ConnectorError("source", `The photo ${id} is gone from storage, or has changed there.`);
