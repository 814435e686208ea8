import { type SQL, sql } from "drizzle-orm";
import { now } from "../../domain/fields";
import { problem } from "../../domain/problem";
import type { Markup } from "../../domain/rules/markup";
import type { Database } from "../db/database";
import { idAsText } from "../db/ids";
import { statement } from "../db/statement";
import type { Env } from "../env";
import { type StoredDerivative, storeRendition } from "./derivatives";
import { drawMarkup } from "./markup/drawMarkup";
import type { Size } from "./size";

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
    sql`INSERT OR IGNORE INTO unowned_object (place, date_created)
      SELECT 'customers/' || customer_id || '/photos/' || ${idAsText("id")} || '/' || iif(plain_revision = '', '', plain_revision || '/') || 'rendition', ${now()}
      FROM photo WHERE ${photos} AND plain_revision IS NOT NULL`,
  );
