import { type SQL, sql } from "drizzle-orm";
import { now } from "#domain/core/fields.ts";
import { problem } from "#domain/core/problem.ts";
import type { Markup } from "#domain/media/markup.ts";
import type { Database } from "#worker/db/database.ts";
import { idAsText } from "#worker/db/ids.ts";
import { statement } from "#worker/db/statement.ts";
import type { Env } from "#worker/env.ts";
import { type StoredDerivative, storeRendition } from "./derivatives.ts";
import { drawMarkup } from "./markup/drawMarkup.ts";
import type { Size } from "./size.ts";

/** A rendition without markup that is stored already. */
export interface PlainRendition extends Size {
  key: string;
  etag: string;
}

/**
 * Makes the rendition of a photo with its markup drawn in, and the thumbnail of that. Repeatable: keys belong to one picture and one markup.
 * @throws storageChanged when the plain one is not what its row says; errors of storage and the image service, which may be tried again
 */
export async function renderMarkup(
  env: Pick<Env, "IMAGES" | "STORAGE" | "PICTURES">,
  plain: PlainRendition,
  markup: Markup,
  keys: { thumbnail: string; rendition: string },
): Promise<{ thumbnail: StoredDerivative; rendition: StoredDerivative }> {
  const object = await env.STORAGE.get(plain.key, { onlyIf: { etagMatches: plain.etag } });
  if (!object || !("body" in object)) throw problem("storageChanged");
  const drawn = await drawMarkup(new Uint8Array(await object.arrayBuffer()), markup);
  return storeRendition(env, keys, drawn, plain);
}

/** Lets go of the plain rendition of a photo that gets other bytes. For the batch that does that, before it. */
export const orphanPlainStatement = (db: Database, photos: SQL | undefined) =>
  statement(
    db,
    sql`INSERT OR IGNORE INTO orphaned_object (key_or_prefix, date_created)
      SELECT 'customers/' || customer_id || '/photos/' || ${idAsText("id")} || '/' || iif(unmarked_revision = '', '', unmarked_revision || '/') || 'rendition', ${now()}
      FROM photo WHERE ${photos} AND unmarked_revision IS NOT NULL`,
  );
