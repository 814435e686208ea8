import { createHash, randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";
import type { D1Database } from "@cloudflare/workers-types";
import sharp from "sharp";
import type { Bucket } from "../support/platform.ts";
import { createCrew } from "./worker/crew.ts";

export const albumSizes = [100, 1000] as const;
export type AlbumSize = (typeof albumSizes)[number];

/** The customer of the albums, the first of its database. */
const ownerId = 1;
/** A super admin, who may save layouts. */
export const albumUser = "bench-albums";
const padWithZeros = (number: number, width: number) => String(number).padStart(width, "0");
export const albumId = (size: AlbumSize) => `aaaaaaaa-0000-4000-8000-${padWithZeros(size, 12)}`;
const photoId = (size: AlbumSize, index: number) =>
  `bbbbbbbb-${padWithZeros(size, 4)}-4000-8000-${padWithZeros(index, 12)}`;

export type StoredForm = "original" | "rendition";
export const albumKeys = (size: AlbumSize, form: StoredForm): string[] =>
  Array.from({ length: size }, (_, index) => keyOf(size, index, form));
const keyOf = (size: AlbumSize, index: number, form: StoredForm) =>
  `customers/${ownerId}/photos/${photoId(size, index)}/${form}`;

/** A JPEG that compresses as badly as a photo of leaves, `side` pixels wide. */
export async function createLeafyPhoto(side: number, quality: number): Promise<Buffer> {
  const [width, height] = [side, Math.round(side * 0.75)];
  const small = { width: Math.round(width / 3), height: Math.round(height / 3), channels: 3 as const };
  return sharp(randomBytes(small.width * small.height * 3), { raw: small })
    .resize(width, height, { kernel: "cubic" })
    .jpeg({ quality })
    .toBuffer();
}

/** The same picture as a distinct file: with its own comment segment right after the start. */
export function createDistinctCopy(photo: Buffer, index: number): Buffer {
  const comment = Buffer.from(`bench ${index}`);
  const segment = Buffer.from([0xff, 0xfe, 0, comment.length + 2]);
  return Buffer.concat([photo.subarray(0, 2), segment, comment, photo.subarray(2)]);
}

/** Creates two documentations, of 100 and 1000 photos of about 2.3 MB, with everything ingest would have written. */
export async function fillAlbums(
  db: D1Database,
  storage: Bucket,
  log: (text: string) => void,
): Promise<void> {
  const [original, rendition] = [await createLeafyPhoto(4000, 40), await createLeafyPhoto(1600, 60)];
  const { templateId, username } = await createCrew(db, { isSuperAdmin: true });
  await db
    .prepare("UPDATE user SET username = ?1, username_key = ?1 WHERE username = ?2")
    .bind(albumUser, username)
    .run();
  for (const size of albumSizes) {
    log(`  ${size} photos of ${(original.length / 1e6).toFixed(1)} MB`);
    await db
      .prepare(
        `INSERT INTO documentation (id, customer_id, template_id, name, creator, status, number_of_photos, date_created, date_uploaded, last_updated)
         VALUES (unhex(replace(?, '-', '')), ?, unhex(replace(?, '-', '')), ?, 'bench', 'COMPLETED', ?, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z')`,
      )
      .bind(albumId(size), ownerId, templateId, `Album of ${size}`, size)
      .run();
    for (let from = 0; from < size; from += 10) {
      const rows = await Promise.all(
        Array.from({ length: 10 }, (_, offset) =>
          storePhoto(storage, size, from + offset, original, rendition),
        ),
      );
      await db.batch(
        rows.map((row) =>
          db
            .prepare(
              `INSERT INTO photo (id, customer_id, documentation_id, name, comment, creator, date_created, last_updated, has_data, has_original_data,
                 data_size, crc32, sha256, etag, width, height, rendition_size, rendition_crc32, rendition_etag, rendition_width, rendition_height)
               VALUES (unhex(replace(?, '-', '')), ?, unhex(replace(?, '-', '')), ?, 'A comment of ordinary length about what is seen here', 'bench', ?, '2026-01-01T00:00:00Z', 1, 1, ?, ?, unhex(?), ?, 4000, 3000, ?, ?, ?, 1600, 1200)`,
            )
            .bind(...row),
        ),
      );
    }
  }
}

async function storePhoto(
  storage: Bucket,
  size: AlbumSize,
  index: number,
  original: Buffer,
  rendition: Buffer,
) {
  const [originalBytes, renditionBytes] = [
    createDistinctCopy(original, index),
    createDistinctCopy(rendition, index),
  ];
  const put = (form: StoredForm, bytes: Buffer) => storage.put(keyOf(size, index, form), bytes);
  const [first, second] = [await put("original", originalBytes), await put("rendition", renditionBytes)];
  return [
    photoId(size, index),
    ownerId,
    albumId(size),
    `Photo_${padWithZeros(index + 1, 4)}`,
    `2026-01-01T${padWithZeros(Math.floor(index / 60), 2)}:${padWithZeros(index % 60, 2)}:00Z`,
    originalBytes.length,
    crc32(originalBytes),
    createHash("sha256").update(originalBytes).digest("hex"),
    first.etag,
    renditionBytes.length,
    crc32(renditionBytes),
    second.etag,
  ];
}
